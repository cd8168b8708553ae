#include "emulator/session/shrinking.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <mutex>
#include <set>
#include <thread>

#include "core/base/log.h"
#include "core/base/number_text.h"
#include "core/base/parallel.h"
#include "core/rewrite/operator_probe.h"
#include "core/rewrite/strip_estimate.h"
#include "core/rewrite/strip_writer.h"
#include "emulator/session/prepared_run.h"
#include "emulator/session/watched_runs.h"

namespace arenascope::session {

using plan::ShrinkPoint;
using plan::ShrinkReport;
using profile::ModelFile;
using profile::Report;
using rewrite::StripCut;

namespace {

constexpr std::size_t kMostRun = 14;    // graphs with strips that are run
constexpr std::size_t kFlattest = 3;    // of these, however large the arena still is
constexpr std::size_t kMostWidened = 8; // graphs that further strips are added to
constexpr int kMostRegions = 12;
// From this number of regions on, only short ones are added: networks that have many layers of one size need one each.
constexpr std::size_t kShortFrom = 3;
constexpr std::int32_t kShortRegion = 2; // operators
constexpr std::int32_t kFewStrips = 4;
constexpr double kSolveSeconds = 2; // for the plan of one version
constexpr std::chrono::milliseconds kWatchingPause{50};
constexpr int kMoreInputs = 8; // outputs are compared on, beside those of the request

using Cuts = std::vector<StripCut>;

struct Guess {
  Cuts cuts;
  rewrite::Estimate estimate;
};

// Those that no other one beats in both, the smallest arena first.
std::vector<Guess> bestOf(std::vector<Guess> guesses) {
  std::stable_sort(guesses.begin(), guesses.end(), [](const Guess& a, const Guess& b) {
    return std::pair(a.estimate.arenaBytes, a.estimate.cycles) < std::pair(b.estimate.arenaBytes, b.estimate.cycles);
  });
  std::vector<Guess> best;
  for (Guess& guess : guesses)
    if (best.empty() || guess.estimate.cycles < best.back().estimate.cycles) best.push_back(std::move(guess));
  return best;
}

// Less in use at the fullest time, or as much at fewer: closer to less, even if the arena is not smaller yet.
bool isFlatter(const rewrite::Estimate& a, const rewrite::Estimate& b) {
  return std::pair(a.headBytes, a.fullSteps) < std::pair(b.headBytes, b.fullSteps);
}

// So many of them, spread evenly, with both ends.
template <typename T>
std::vector<T> spread(const std::vector<T>& all, std::size_t most) {
  if (all.size() <= most) return all;
  std::vector<T> some;
  for (std::size_t i = 0; i < most; ++i) some.push_back(all[i * (all.size() - 1) / (most - 1)]);
  return some;
}

// Which strips are worth running, by what they will need as far as that can be told without.
class StripSearch {
public:
  StripSearch(const schema::Model& model, std::vector<rewrite::OperatorFacts> facts,
              const std::function<bool()>& stopped)
      : model_(model), facts_(std::move(facts)), stopped_(stopped), regions_(rewrite::regionsOf(model)) {}

  std::vector<Guess> search() {
    if (regions_.empty()) return {};
    std::vector<Guess> all;
    const Guess whole = *guessOf({});
    std::vector<Guess> last = {whole};
    for (int level = 0; level < kMostRegions && !last.empty() && !stopped_(); ++level) {
      std::vector<Guess> next;
      for (const Guess& guess : last) widen(guess, next);
      last = worthWidening(std::move(next));
      all.insert(all.end(), last.begin(), last.end());
    }
    std::erase_if(all, [&](const Guess& guess) { return guess.estimate.arenaBytes >= whole.estimate.arenaBytes; });
    return bestOf(std::move(all));
  }

private:
  // Nothing where the graph cannot be cut so.
  std::optional<Guess> guessOf(Cuts cuts) const {
    const auto graph = rewrite::cutIntoStrips(model_, cuts);
    if (!graph) return std::nullopt;
    return Guess{std::move(cuts), rewrite::estimateOf(model_, *graph, facts_)};
  }

  static std::vector<Guess> worthWidening(std::vector<Guess> guesses) {
    std::stable_sort(guesses.begin(), guesses.end(), [](const Guess& a, const Guess& b) {
      if (isFlatter(a.estimate, b.estimate) || isFlatter(b.estimate, a.estimate))
        return isFlatter(a.estimate, b.estimate);
      return std::pair(a.estimate.arenaBytes, a.estimate.cycles) < std::pair(b.estimate.arenaBytes, b.estimate.cycles);
    });
    const std::vector<Guess> flattest(
        guesses.begin(), guesses.begin() + static_cast<std::ptrdiff_t>(std::min(guesses.size(), kFlattest)));
    std::vector<Guess> chosen = spread(bestOf(std::move(guesses)), kMostWidened);
    for (const Guess& guess : flattest)
      if (std::none_of(chosen.begin(), chosen.end(), [&](const Guess& other) { return other.cuts == guess.cuts; }))
        chosen.push_back(guess);
    return chosen;
  }

  // One more region, where most is in use now.
  void widen(const Guess& guess, std::vector<Guess>& result) const {
    for (const rewrite::Region& region : regions_) {
      if (guess.estimate.peakOperator < region.first || region.last < guess.estimate.peakOperator) continue;
      if (std::any_of(guess.cuts.begin(), guess.cuts.end(), [&](const StripCut& cut) {
            return cut.region.first <= region.last && region.first <= cut.region.last;
          }))
        continue;
      const bool isLong = region.last - region.first >= kShortRegion;
      const bool isLate = guess.cuts.size() >= kShortFrom;
      if (isLong && isLate) continue;
      for (std::int32_t strips = 2; strips <= (isLate ? kFewStrips : rewrite::kMostStrips) && !stopped_(); ++strips) {
        Cuts cuts = guess.cuts;
        cuts.insert(
            std::find_if(cuts.begin(), cuts.end(), [&](const StripCut& cut) { return cut.region.first > region.last; }),
            StripCut{region, strips});
        std::optional<Guess> wider = guessOf(std::move(cuts));
        if (!wider) break;
        if (isFlatter(wider->estimate, guess.estimate)) result.push_back(std::move(*wider));
      }
    }
  }

  const schema::Model& model_;
  std::vector<rewrite::OperatorFacts> facts_;
  const std::function<bool()>& stopped_;
  std::vector<rewrite::Region> regions_;
};

// Of the main graph's operators, as a run of the model has them.
std::vector<rewrite::OperatorFacts> factsOf(const Report& report, const std::vector<profile::SafeDistance>& distances) {
  std::vector<rewrite::OperatorFacts> facts(report.model.subgraphs.front().operators.size());
  const auto factOf = [&](std::int32_t subgraph, std::int32_t op) -> rewrite::OperatorFacts* {
    return subgraph == 0 && op >= 0 && static_cast<std::size_t>(op) < facts.size()
               ? &facts[static_cast<std::size_t>(op)]
               : nullptr;
  };
  for (const profile::OperatorReport& op : report.operators)
    if (rewrite::OperatorFacts* fact = factOf(op.subgraph, op.index)) {
      fact->cycles = report.cost ? op.cost.cycles : op.macs;
      for (const profile::PlannedBuffer& buffer : report.buffers)
        if (buffer.scratch && buffer.liveAt(op.time))
          fact->scratchBytes += static_cast<std::int64_t>(buffer.plannedBytes());
    }
  for (const trace::Event& event : report.allocations)
    if (event.section == trace::Section::kTail)
      if (rewrite::OperatorFacts* fact = factOf(event.position.subgraph, event.position.op))
        fact->tailBytes += static_cast<std::int64_t>(event.bytes);
  for (const profile::SafeDistance& distance : distances) {
    rewrite::OperatorFacts* fact = factOf(distance.subgraph, distance.op);
    if (fact == nullptr || distance.dependsOnData) continue;
    const auto& tensors = report.model.subgraphs.front().tensors;
    const std::uint64_t input = tensors[distance.input.position()].bytes;
    const std::uint64_t output = tensors[distance.output.position()].bytes;
    fact->overlapGap = static_cast<std::int64_t>(std::min(input, output) - distance.sharedBytes(input, output));
  }
  return facts;
}

class Shrinking {
public:
  Shrinking(const ShrinkRequest& request, const ProfileObserver& observer, RunControl& control)
      : request_(request), observer_(observer), control_(control), start_(Clock::now()) {}

  Result<ShrinkReport> run() {
    const Result<ModelFile> file = modelOf(request_.profile);
    if (!file) return file.error();
    file_ = *file;
    tell("running the model as it is");
    if (auto failed = runOriginal()) return *failed;
    std::vector<Task> tasks = wholeTasks();
    if (request_.means.strips)
      for (Task& task : stripTasks()) tasks.push_back(std::move(task));
    if (auto failed = runAll(tasks)) return *failed;
    if (auto failed = prove()) return *failed;
    return answer();
  }

private:
  using Clock = std::chrono::steady_clock;
  struct Task {
    Cuts cuts;
    bool overlap = false;
  };

  double elapsed() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
  bool ended() const {
    return control_.cancelled.load() || (request_.enough && request_.enough->load()) || elapsed() > request_.seconds;
  }
  void tell(const std::string& step, double fraction = -1) const {
    if (observer_.onProgress) observer_.onProgress({.step = step, .fraction = fraction});
  }

  std::vector<PlanRequest::Variant> variants() const {
    std::vector<PlanRequest::Variant> all = request_.also;
    all.insert(all.begin(), {request_.profile.target, request_.profile.kernels});
    return all;
  }

  std::optional<Error> runOriginal() {
    ShrinkPoint point;
    for (const PlanRequest::Variant& variant : variants()) {
      Result<Report> report = profileModel(requestFor(request_.profile, variant, *file_, true), {}, control_);
      if (!report) return report.error();
      if (report->error) return report->error;
      point.runs.push_back(std::move(*report));
    }
    point.model.assign(file_->bytes().begin(), file_->bytes().end());
    point.proven = true;
    if (point.runs.front().model.accelerated())
      return Error{Stage::kPlan, "the accelerator's compiler has planned this model's memory, and its commands depend "
                                 "on that plan; ask the compiler for another one"};
    found_.push_back(std::move(point));
    return std::nullopt;
  }

  // The graph as it is: with a plan, and with overlap.
  std::vector<Task> wholeTasks() const {
    std::vector<Task> tasks = {{}};
    if (request_.means.overlap) tasks.push_back({{}, true});
    return tasks;
  }

  std::vector<Task> stripTasks() {
    const Report& original = found_.front().runs.front();
    std::vector<profile::SafeDistance> distances;
    if (request_.means.overlap) {
      tell("watching what kernels read and write");
      auto measured = measureDistances(requestFor(request_.profile, variants().front(), *file_, true), control_,
                                       knownIn(*rewrite::cutIntoStrips(file_->model(), {})));
      if (measured) distances = std::move(*measured);
    }
    tell("estimating what strips would need");
    const std::function<bool()> stopped = [this] { return ended(); };
    const std::vector<Guess> guesses = StripSearch(file_->model(), factsOf(original, distances), stopped).search();
    std::vector<Task> tasks;
    for (const Guess& guess : spread(withinGrowth(guesses, original), kMostRun)) {
      tasks.push_back({guess.cuts, request_.means.overlap});
      // Every second one from the end: else each output lies lower than its input, however many there are.
      if (guess.cuts.size() > 1) {
        tasks.push_back(tasks.back());
        for (std::size_t i = 1; i < guess.cuts.size(); i += 2) tasks.back().cuts[i].fromEnd = true;
      }
      log::info([&] {
        ShrinkPoint named;
        named.cuts = guess.cuts;
        return fmt::format("to be run: {}, about {} bytes and {} cycles", describeCuts(named),
                           guess.estimate.arenaBytes, guess.estimate.cycles);
      });
    }
    return tasks;
  }

  // What costs far more than is asked for is not run; estimates may be somewhat off.
  std::vector<Guess> withinGrowth(const std::vector<Guess>& guesses, const Report& original) const {
    if (!request_.mostGrowth || !original.cost) return guesses;
    constexpr double kMargin = 5;
    const double most = static_cast<double>(original.cost->total.cycles) * (100 + *request_.mostGrowth + kMargin) / 100;
    std::vector<Guess> within;
    for (const Guess& guess : guesses)
      if (static_cast<double>(guess.estimate.cycles) <= most) within.push_back(guess);
    return within;
  }

  std::optional<Error> runAll(const std::vector<Task>& tasks) {
    std::mutex mutex;
    std::vector<std::optional<Result<ShrinkPoint>>> results(tasks.size());
    std::size_t done = 0;
    std::deque<RunControl> controls(tasks.size());
    const std::jthread watching([&](const std::stop_token& finished) {
      while (!finished.stop_requested()) {
        // The plan of the graph as it is, is there in any case.
        for (std::size_t i = 0; i < controls.size(); ++i)
          if (control_.cancelled || (i > 0 && ended())) controls[i].cancelled = true;
        std::this_thread::sleep_for(kWatchingPause);
      }
    });
    forEachInParallel(tasks.size(), processorCores(), [&](std::size_t i) {
      if (i > 0 && ended()) return;
      Result<ShrinkPoint> result = runTask(tasks[i], controls[i]);
      if (!result && controls[i].cancelled) return;
      results[i] = std::move(result);
      const std::lock_guard lock(mutex);
      ++done;
      tell(fmt::format("{} of {} versions run", done, tasks.size()),
           static_cast<double>(done) / static_cast<double>(tasks.size()));
    });
    if (control_.cancelled) return Error{Stage::kPlan, "was cancelled"};
    for (std::optional<Result<ShrinkPoint>>& result : results) {
      if (!result) {
        stopped_ = true;
        continue;
      }
      ++tried_;
      if (*result)
        found_.push_back(std::move(**result));
      else
        log::info([&] { return "a version could not be made: " + result->error().message; });
    }
    return std::nullopt;
  }

  Result<ShrinkPoint> runTask(const Task& task, RunControl& control) {
    PlanRequest request;
    request.profile = requestFor(request_.profile, variants().front(), *file_, true);
    request.also = request_.also;
    request.overlap = task.overlap;
    request.seconds = kSolveSeconds;
    request.prove = false;
    request.enough = request_.enough;
    const auto graph = rewrite::cutIntoStrips(file_->model(), task.cuts);
    if (!graph) return Error{Stage::kPlan, "the graph cannot be cut so"};
    request.known = knownIn(*graph);
    if (task.cuts.empty()) {
      request.order = request_.means.order ? plan::Ordering::kBest : plan::Ordering::kKeep;
    } else {
      Result<ModelFile> cut = ModelFile::fromBytes(rewrite::withGraph(file_->bytes(), *graph),
                                                   request_.profile.model.string(), request_.profile.limits);
      if (!cut) return cut.error();
      request.profile.file = *cut;
      request.parts = true;
      for (const StripCut& each : task.cuts)
        request.strips.push_back({each.strips, each.region.first, each.region.last});
    }
    Result<plan::PlanReport> planned = planModel(request, {}, control);
    if (!planned) return planned.error();
    return pointOf(task, std::move(*planned));
  }

  KnownOperators knownIn(const rewrite::StripGraph& graph) const {
    return {memo_, rewrite::namesOf(file_->model(), graph)};
  }

  static Result<ShrinkPoint> pointOf(const Task& task, plan::PlanReport planned) {
    ShrinkPoint point;
    point.cuts = task.cuts;
    point.means.plan = true;
    point.means.strips = !task.cuts.empty();
    point.means.overlap = planned.overlap && !planned.overlap->pairs.empty();
    for (std::size_t s = 0; s < planned.operatorOrder.size(); ++s)
      point.means.order =
          point.means.order || !std::is_sorted(planned.operatorOrder[s].begin(), planned.operatorOrder[s].end());
    point.runs.push_back(std::move(planned.after));
    for (plan::PlannedRun& other : planned.others) point.runs.push_back(std::move(other.after));
    for (const Report& run : point.runs)
      if (run.error || !run.arena) return run.error.value_or(Error{Stage::kPlan, "has no arena"});
    point.model = std::move(planned.model);
    return point;
  }

  // The model itself, and then each that has the smallest arena of those that cost no more.
  std::vector<std::size_t> front() const {
    std::vector<std::size_t> order;
    for (std::size_t i = 1; i < found_.size(); ++i)
      if (found_[i].arenaBytes() < found_[0].arenaBytes()) order.push_back(i);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return std::tuple(found_[a].work(), found_[a].arenaBytes(), found_[a].model.size()) <
             std::tuple(found_[b].work(), found_[b].arenaBytes(), found_[b].model.size());
    });
    std::vector<std::size_t> front = {0};
    for (const std::size_t i : order)
      if (found_[i].arenaBytes() < found_[front.back()].arenaBytes()) front.push_back(i);
    return front;
  }

  // What is answered gives the outputs of the model on further inputs; what does not is forgotten.
  std::optional<Error> prove() {
    for (bool all = false; !all;) {
      all = true;
      const std::vector<std::size_t> shown = front();
      std::vector<char> same(shown.size(), 1);
      tell("comparing outputs on further inputs");
      forEachInParallel(shown.size(), processorCores(), [&](std::size_t i) {
        if (!found_[shown[i]].proven) same[i] = isSame(found_[shown[i]]) ? 1 : 0;
      });
      if (control_.cancelled) return Error{Stage::kPlan, "was cancelled"};
      std::set<std::size_t> dropped;
      for (std::size_t i = shown.size(); i-- > 0;) {
        if (same[i] == 1) {
          found_[shown[i]].proven = true;
          continue;
        }
        log::warning("a version gives other outputs and is left out: " + describeCuts(found_[shown[i]]));
        dropped.insert(shown[i]);
        all = false;
      }
      for (auto i = dropped.rbegin(); i != dropped.rend(); ++i)
        found_.erase(found_.begin() + static_cast<std::ptrdiff_t>(*i));
    }
    return std::nullopt;
  }

  bool isSame(const ShrinkPoint& point) {
    const Result<ModelFile> made =
        ModelFile::fromBytes(point.model, request_.profile.model.string(), request_.profile.limits);
    if (!made) return false;
    for (const PlanRequest::Variant& variant : variants()) {
      RunControl control;
      const Result<bool> same = giveTheSame(requestFor(request_.profile, variant, *file_, true),
                                            requestFor(request_.profile, variant, *made, true), kMoreInputs, control);
      if (!same || !*same) return false;
    }
    return std::all_of(point.runs.begin(), point.runs.end(),
                       [](const Report& run) { return run.arena->minimumProven; });
  }

  ShrinkReport answer() {
    ShrinkReport report;
    for (const std::size_t i : front()) report.points.push_back(std::move(found_[i]));
    report.budget = request_.budget;
    report.mostGrowth = request_.mostGrowth;
    report.tried = tried_;
    report.stopped = stopped_;
    report.seconds = elapsed();
    // From the cheapest on: the first within the budget, or else the last that does not cost too much.
    for (std::size_t i = 0; i < report.points.size(); ++i) {
      if (i > 0 && request_.mostGrowth && growthOf(report, report.points[i]) > *request_.mostGrowth) break;
      report.chosen = i;
      if (request_.budget && report.meetsBudget()) break;
    }
    return report;
  }

  const ShrinkRequest& request_;
  const ProfileObserver& observer_;
  RunControl& control_;
  Clock::time_point start_;
  std::optional<ModelFile> file_;
  std::shared_ptr<DistanceMemo> memo_ = std::make_shared<DistanceMemo>();
  std::vector<ShrinkPoint> found_; // the model as it is first
  std::size_t tried_ = 0;
  bool stopped_ = false;
};

} // namespace

Result<plan::ShrinkReport> shrinkModel(const ShrinkRequest& request, const ProfileObserver& observer,
                                       RunControl& control) {
  return Shrinking(request, observer, control).run();
}

} // namespace arenascope::session
