// Models with changed bytes through the command line: every run ends with an exit status from 0 to 3, without a signal
// or a sanitizer's report, within ten seconds.
//   changed_bytes                   a sample of both kinds of changes
//   changed_bytes --all [PART...]   every value of every byte of the three smallest sample models, and 20,000 changes
//                                   of several bytes of the others, half of them with subcommands other than
//                                   profile and all exports; PART: only this model, by NAME or as NAME:FIRST-LAST its
//                                   bytes from FIRST to LAST, or "others" with FIRST to LAST as numbers of changes
// Runs are made in batches in processes forked from this one: a death is that of one run, and the others go on.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>
#include <map>
#include <random>
#include <sstream>
#include <stdexcept>
#include <thread>
#include <vector>

#include "app/cli/command_line.h"
#include "tests/support/test_models.h"

// A report must not look like a failed run.
extern "C" const char* __asan_default_options() { return "exitcode=99:malloc_context_size=4"; }
extern "C" const char* __ubsan_default_options() { return "exitcode=99:print_stacktrace=1"; }
extern "C" const char* __tsan_default_options() { return "exitcode=99"; }

namespace {

using Bytes = std::vector<std::uint8_t>;

// Seconds of processor time. Sanitizers make everything slower, emulated code most.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int kSlowest = 30;
#else
constexpr int kSlowest = 10;
#endif
constexpr std::size_t kBatch = 256;

struct Sample {
  std::string name;
  Bytes bytes;
};

struct Change {
  std::size_t at = 0;
  std::uint8_t value = 0;
};

// What stands before "--no-cache --limit seconds=N"; MODEL, TARGET and FOLDER are replaced.
struct CommandWords {
  const char* words;
  int seconds;
};

constexpr CommandWords kProfile = {"profile MODEL --target TARGET", 6};

constexpr CommandWords kOthers[] = {
    {"profile MODEL --target TARGET --guard --unaligned --json FOLDER/report.json --csv FOLDER/operators.csv "
     "--markdown FOLDER/gate.md --junit FOLDER/gate.xml --trace FOLDER/trace.json --model-explorer FOLDER/nodes "
     "--buffers-csv FOLDER/buffers.csv --esphome FOLDER/manifest.json --dump FOLDER/tensors --header FOLDER/arena.h "
     "--buffers FOLDER/buffers.h --resolver FOLDER/resolver.h --planner linear",
     1},
    {"explain MODEL Failed to resize buffer. Requested: 1000, available 900, missing: 100", 1},
    {"sweep MODEL --target TARGET --json FOLDER/sweep.json", 1},
    {"plan MODEL --target TARGET --time-limit 0.2 --order best --write FOLDER/planned.tflite --header FOLDER/plan.h",
     1},
    {"compare MODEL --target host,cortex-m4 --kernels reference --csv FOLDER/operators.csv", 1},
    {"overhead MODEL --target TARGET", 1},
    {"batch MODEL", 1},
};

struct Attempt {
  const Sample* sample = nullptr;
  std::vector<Change> changes;
  std::string target;
  const CommandWords* command = &kProfile;
};

std::vector<std::string> wordsOf(const Attempt& attempt, const std::string& model, const std::string& folder) {
  std::vector<std::string> words = {"arenascope"};
  std::istringstream stream(attempt.command->words);
  for (std::string word; stream >> word;) {
    if (word == "MODEL") word = model;
    if (word == "TARGET") word = attempt.target;
    if (word.starts_with("FOLDER")) word.replace(0, std::strlen("FOLDER"), folder);
    words.push_back(word);
  }
  words.insert(words.end(), {"--no-cache", "--limit", "seconds=" + std::to_string(attempt.command->seconds)});
  return words;
}

std::string describe(const Attempt& attempt) {
  std::string text = attempt.sample->name + " on " + attempt.target;
  if (attempt.command != &kProfile) text += ", " + std::string(attempt.command->words);
  for (const Change& change : attempt.changes)
    text += ", byte " + std::to_string(change.at) + " = " + std::to_string(change.value);
  return text;
}

struct Outcome {
  bool ended = false;   // the command line returned; otherwise the process died in it
  int status = -1;      // what it returned, or what waitpid says
  double seconds = 0.0; // of processor time: other work on the machine does not count
};

double processorSeconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// Runs attempts in a forked process, another one after each that kills it.
class Runner {
public:
  Runner() {
    // What a run keeps would only be read by the same changes again.
    setenv("XDG_CACHE_HOME", folder_.path().c_str(), 1);
    progress_ = static_cast<Progress*>(
        mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
    if (progress_ == MAP_FAILED) throw std::runtime_error("no shared memory for the progress of a batch");
  }
  ~Runner() { munmap(progress_, sizeof(Progress)); }
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;

  // At most kBatch attempts; `tell` gets each with its outcome.
  void run(const std::vector<Attempt>& attempts, const std::function<void(const Attempt&, const Outcome&)>& tell) {
    for (std::size_t next = 0; next < attempts.size();) {
      progress_->ended = next;
      const pid_t child = fork();
      if (child == 0) runChild(attempts, next);
      int status = -1;
      waitpid(child, &status, 0);
      for (; next < progress_->ended; ++next) tell(attempts[next], progress_->outcomes[next]);
      if (next < attempts.size()) tell(attempts[next++], {false, status, 0.0});
    }
  }

  std::string said() const {
    std::ifstream stream(folder_.path() / "err");
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  }

private:
  struct Progress {
    std::size_t ended;
    Outcome outcomes[kBatch];
  };

  [[noreturn]] void runChild(const std::vector<Attempt>& attempts, std::size_t from) const {
    int files[2] = {};
    for (const int which : {0, 1}) {
      files[which] = open((folder_.path() / (which == 0 ? "out" : "err")).c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
      dup2(files[which], which == 0 ? STDOUT_FILENO : STDERR_FILENO);
    }
    const std::string path = folder_.path() / "changed.tflite";
    arenascope::cli::CommandLine commandLine;
    for (std::size_t i = from; i < attempts.size(); ++i) {
      write(path, attempts[i]);
      for (const int file : files)
        if (ftruncate(file, 0) != 0) _exit(98);
      alarm(12 * kSlowest); // a signal, should it hang
      std::vector<std::string> words = wordsOf(attempts[i], path, folder_.path().string());
      std::vector<char*> arguments;
      for (std::string& word : words) arguments.push_back(word.data());
      const double start = processorSeconds();
      const int status = commandLine.run(static_cast<int>(arguments.size()), arguments.data());
      std::fflush(nullptr);
      progress_->outcomes[i] = {true, status, processorSeconds() - start};
      progress_->ended = i + 1;
    }
    _exit(0);
  }

  static void write(const std::string& path, const Attempt& attempt) {
    Bytes model = attempt.sample->bytes;
    for (const Change& change : attempt.changes) model[change.at] = change.value;
    std::ofstream stream(path, std::ios::binary);
    stream.write(reinterpret_cast<const char*>(model.data()), static_cast<std::streamsize>(model.size()));
  }

  const arenascope::test::TemporaryFolder folder_;
  Progress* progress_ = nullptr;
};

std::vector<Sample> samplesBySize() {
  std::vector<Sample> samples;
  for (const auto& entry : std::filesystem::directory_iterator(ARENASCOPE_SOURCE_DIR "/resources/models")) {
    std::ifstream stream(entry.path(), std::ios::binary);
    samples.push_back({entry.path().stem().string(), {std::istreambuf_iterator<char>(stream), {}}});
  }
  std::sort(samples.begin(), samples.end(),
            [](const Sample& a, const Sample& b) { return a.bytes.size() < b.bytes.size(); });
  return samples;
}

class Campaign {
public:
  explicit Campaign(Runner& runner) : runner_(runner) {}

  void add(Attempt attempt) {
    waiting_.push_back(std::move(attempt));
    if (waiting_.size() == kBatch) finish();
  }

  void finish() {
    runner_.run(waiting_, [this](const Attempt& attempt, const Outcome& outcome) { note(attempt, outcome); });
    waiting_.clear();
  }

  std::size_t runs() const { return runs_; }

  // Whether all went well; parts after the first may have had nothing to do.
  bool report(int part) const {
    std::cout << runs_ << " changed models, slowest " << slowest_ << " s (" << slowestModel_ << "), by exit status:";
    for (const auto& [status, count] : statuses_) std::cout << " " << status << ": " << count;
    std::cout << "\n" << runs_ - failures_ << " passed, " << failures_ << " failed\n";
    return failures_ == 0 && (runs_ > 0 || part > 0);
  }

private:
  void note(const Attempt& attempt, const Outcome& outcome) {
    ++runs_;
    if (outcome.ended) ++statuses_[outcome.status];
    if (outcome.seconds > slowest_) {
      slowest_ = outcome.seconds;
      slowestModel_ = describe(attempt);
    }
    const bool allowed = outcome.ended && outcome.status >= 0 && outcome.status <= 3;
    if (allowed && outcome.seconds <= kSlowest) return;
    ++failures_;
    std::cerr << describe(attempt) << ": "
              << (allowed                       ? "too slow"
                  : outcome.ended               ? "exit status " + std::to_string(outcome.status)
                  : WIFSIGNALED(outcome.status) ? "signal " + std::to_string(WTERMSIG(outcome.status))
                                                : "process ended with " + std::to_string(WEXITSTATUS(outcome.status)))
              << " after " << outcome.seconds << " s\n"
              << (outcome.ended ? "" : runner_.said().substr(0, 2000)) << "\n";
  }

  Runner& runner_;
  std::vector<Attempt> waiting_;
  std::size_t runs_ = 0;
  std::size_t failures_ = 0;
  double slowest_ = 0.0;
  std::string slowestModel_;
  std::map<int, std::size_t> statuses_;
};

struct Range {
  std::size_t first = 0;
  std::size_t last = SIZE_MAX; // included
};

// What to change, by the name of the part; empty: everything.
using Wanted = std::map<std::string, Range>;

Wanted wantedParts(const std::vector<std::string>& words) {
  Wanted wanted;
  for (const std::string& word : words) {
    const std::size_t colon = word.find(':');
    Range range;
    if (colon != std::string::npos && std::sscanf(word.c_str() + colon, ":%zu-%zu", &range.first, &range.last) != 2)
      throw std::invalid_argument(word + ": expected NAME:FIRST-LAST");
    wanted[word.substr(0, colon)] = range;
  }
  return wanted;
}

// A part of the work, so that each processor core has one; parts are processes, for a fork in a thread is slow.
int work(bool all, const Wanted& wanted, int part, int parts) {
  Runner runner;
  Campaign campaign(runner);
  std::mt19937 random(static_cast<unsigned>(part));
  const std::vector<Sample> samples = samplesBySize();
  const auto pick = [&](std::size_t below) { return static_cast<std::size_t>(random() % below); };
  const auto anyByte = [&] { return static_cast<std::uint8_t>(random()); };
  const auto targetOf = [&] { return random() % (all ? 128 : 16) == 0 ? "cortex-m4" : "host"; };
  const auto skipped = [&](const std::string& name) { return !wanted.empty() && !wanted.contains(name); };
  for (std::size_t s = 0; s < 3; ++s) {
    if (skipped(samples[s].name)) continue;
    const Range range = wanted.empty() ? Range() : wanted.at(samples[s].name);
    const std::size_t step = static_cast<std::size_t>(all ? parts : parts * 11);
    for (std::size_t at = range.first + static_cast<std::size_t>(part);
         at < samples[s].bytes.size() && at <= range.last; at += step)
      for (int value = 0; value < 256; value += all ? 1 : 37)
        if (samples[s].bytes[at] != value)
          campaign.add({&samples[s], {{at, static_cast<std::uint8_t>(value)}}, targetOf(), &kProfile});
    campaign.finish();
    if (all)
      std::cout << samples[s].name << " of part " << part << " done, " << campaign.runs() << " models" << std::endl;
  }
  const std::size_t several = skipped("others") ? 0 : all ? 20'000 : 200;
  const Range numbers = several == 0 || wanted.empty() ? Range() : wanted.at("others");
  for (std::size_t i = numbers.first + static_cast<std::size_t>(part); i < several && i <= numbers.last;
       i += static_cast<std::size_t>(parts)) {
    random.seed(static_cast<unsigned>(i)); // the same changes, whatever else runs
    const Sample& sample = samples[3 + pick(samples.size() - 3)];
    // Half of them where the tables are: at the end, as FlatBuffers are written.
    const std::size_t from =
        i / 2 % 2 == 0 ? 0 : sample.bytes.size() - std::min<std::size_t>(sample.bytes.size(), 8000);
    std::vector<Change> changes(2 + pick(6));
    for (Change& change : changes) change = {from + pick(sample.bytes.size() - from), anyByte()};
    const CommandWords& command = i / 4 % 2 == 0 ? kProfile : kOthers[pick(std::size(kOthers))];
    campaign.add({&sample, changes, targetOf(), &command});
  }
  campaign.finish();
  return campaign.report(part) ? 0 : 1;
}

} // namespace

int main(int argc, char** argv) {
  const bool all = argc > 1 && std::strcmp(argv[1], "--all") == 0;
  const Wanted wanted = wantedParts({argv + std::min(argc, 2), argv + argc});
  const int parts = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  std::vector<pid_t> children;
  for (int part = 0; part < parts; ++part) {
    const pid_t child = fork();
    if (child == 0) return work(all, wanted, part, parts);
    children.push_back(child);
  }
  int failed = 0;
  for (const pid_t child : children) {
    int status = -1;
    waitpid(child, &status, 0);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) failed = 1;
  }
  return failed;
}
