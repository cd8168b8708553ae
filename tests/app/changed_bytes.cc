// Models with changed bytes through the command line: every run ends with an exit status from 0 to 3, without a signal
// or a sanitizer's report, within ten seconds.
//   changed_bytes [--all]   a sample of both kinds of changes; with --all every value of every byte of the three
//                           smallest sample models, and 20,000 changes of several bytes of the others
// Each run is a process of its own, forked from this one.
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <random>
#include <set>
#include <thread>
#include <vector>

#include "app/cli/command_line.h"

// A report must not look like a failed run.
extern "C" const char* __asan_default_options() { return "exitcode=99"; }
extern "C" const char* __ubsan_default_options() { return "exitcode=99:print_stacktrace=1"; }
extern "C" const char* __tsan_default_options() { return "exitcode=99"; }

namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr int kSlowest = 10; // seconds of processor time

struct Change {
  std::size_t at = 0;
  std::uint8_t value = 0;
};

struct Outcome {
  int status = -1;      // of waitpid
  double seconds = 0.0; // of processor time: other work on the machine does not count
};

double secondsOf(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

class Runner {
public:
  explicit Runner(std::filesystem::path folder) : folder_(std::move(folder)) {
    std::filesystem::create_directories(folder_);
    // What a run keeps would only be read by the same changes again.
    setenv("XDG_CACHE_HOME", folder_.c_str(), 1);
  }
  ~Runner() {
    std::error_code code;
    std::filesystem::remove_all(folder_, code);
  }

  Outcome run(const Bytes& model, const std::string& target) {
    write(model);
    const pid_t child = fork();
    if (child == 0) runChild(target);
    int status = -1;
    rusage used{};
    wait4(child, &status, 0, &used);
    return {status, secondsOf(used.ru_utime) + secondsOf(used.ru_stime)};
  }

  std::string said() const {
    std::ifstream stream(folder_ / "err");
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  }
  std::filesystem::path path() const { return folder_ / "changed.tflite"; }

private:
  void write(const Bytes& model) const {
    std::ofstream stream(path(), std::ios::binary);
    stream.write(reinterpret_cast<const char*>(model.data()), static_cast<std::streamsize>(model.size()));
  }

  [[noreturn]] void runChild(const std::string& target) const {
    for (const auto& [stream, name] : {std::pair{STDOUT_FILENO, "out"}, {STDERR_FILENO, "err"}}) {
      const int file = open((folder_ / name).c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
      dup2(file, stream);
    }
    alarm(12 * kSlowest); // a signal, should it hang
    std::vector<std::string> words = {"arenascope", "profile", path().string(), "--target", target, "--no-cache"};
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    const int status = arenascope::cli::runCommandLine(static_cast<int>(arguments.size()), arguments.data());
    std::fflush(nullptr);
    _exit(status);
  }

  std::filesystem::path folder_;
};

Bytes changed(Bytes model, const std::vector<Change>& changes) {
  for (const Change& change : changes) model[change.at] = change.value;
  return model;
}

struct Sample {
  std::string name;
  Bytes bytes;
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
  void run(Runner& runner, const Sample& sample, const std::vector<Change>& changes, const std::string& target) {
    const Outcome outcome = runner.run(changed(sample.bytes, changes), target);
    ++runs_;
    const bool ended = WIFEXITED(outcome.status) && WEXITSTATUS(outcome.status) <= 3;
    if (WIFEXITED(outcome.status)) ++statuses_[WEXITSTATUS(outcome.status)];
    if (outcome.seconds > slowest_) {
      slowest_ = outcome.seconds;
      slowestModel_ = describe(sample, changes, target);
    }
    if (ended && outcome.seconds <= kSlowest) return;
    ++failures_;
    std::cerr << describe(sample, changes, target) << ": "
              << (ended                         ? "too slow"
                  : WIFSIGNALED(outcome.status) ? "signal " + std::to_string(WTERMSIG(outcome.status))
                                                : "exit status " + std::to_string(WEXITSTATUS(outcome.status)))
              << " after " << outcome.seconds << " s\n"
              << runner.said().substr(0, 2000) << "\n";
  }

  int report() const {
    std::cout << runs_ << " changed models, slowest " << slowest_ << " s (" << slowestModel_ << "), by exit status:";
    for (const auto& [status, count] : statuses_) std::cout << " " << status << ": " << count;
    std::cout << "\n" << runs_ - failures_ << " passed, " << failures_ << " failed\n";
    return failures_ == 0 && runs_ > 0 ? 0 : 1;
  }

private:
  static std::string describe(const Sample& sample, const std::vector<Change>& changes, const std::string& target) {
    std::string text = sample.name + " on " + target;
    for (const Change& change : changes)
      text += ", byte " + std::to_string(change.at) + " = " + std::to_string(change.value);
    return text;
  }

  std::size_t runs_ = 0;
  std::size_t failures_ = 0;
  double slowest_ = 0.0;
  std::string slowestModel_;
  std::map<int, std::size_t> statuses_;
};

// A part of the work, so that each processor core has one; parts are processes, for a fork in a thread is slow.
int work(bool all, int part, int parts) {
  Campaign campaign;
  Runner runner("/tmp/arenascope-changed-" + std::to_string(getpid()));
  std::minstd_rand random(static_cast<unsigned>(part) + 1);
  const std::vector<Sample> samples = samplesBySize();
  const auto pick = [&](std::size_t below) { return static_cast<std::size_t>(random() % below); };
  const auto anyByte = [&] { return static_cast<std::uint8_t>(random()); };
  const auto targetOf = [&] { return random() % (all ? 128 : 16) == 0 ? "cortex-m4" : "host"; };
  for (std::size_t s = 0; s < 3; ++s)
    for (std::size_t at = static_cast<std::size_t>(part); at < samples[s].bytes.size();
         at += static_cast<std::size_t>(all ? parts : parts * 11))
      for (int value = 0; value < 256; value += all ? 1 : 37)
        if (samples[s].bytes[at] != value)
          campaign.run(runner, samples[s], {{at, static_cast<std::uint8_t>(value)}}, targetOf());
  const int several = (all ? 20'000 : 200) / parts;
  for (int i = 0; i < several; ++i) {
    const Sample& sample = samples[3 + pick(samples.size() - 3)];
    // Half of them where the tables are: at the end, as FlatBuffers are written.
    const std::size_t from = i % 2 == 0 ? 0 : sample.bytes.size() - std::min<std::size_t>(sample.bytes.size(), 8000);
    std::vector<Change> changes(2 + pick(6));
    for (Change& change : changes) change = {from + pick(sample.bytes.size() - from), anyByte()};
    campaign.run(runner, sample, changes, targetOf());
  }
  return campaign.report();
}

} // namespace

int main(int argc, char** argv) {
  const bool all = argc > 1 && std::strcmp(argv[1], "--all") == 0;
  const int parts = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  std::vector<pid_t> children;
  for (int part = 0; part < parts; ++part) {
    const pid_t child = fork();
    if (child == 0) return work(all, part, parts);
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
