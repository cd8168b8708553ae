#include "service/optimize/shrinking.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <mutex>
#include <set>
#include <thread>

#include "core/base/log.h"
#include "core/base/number_text.h"
#include "core/base/parallel.h"
#include "core/model/load/model_file.h"
#include "core/model/rewrite/operator_probe.h"
#include "core/model/rewrite/strip_writer.h"
#include "core/optimization/strip_bound.h"
#include "core/optimization/strip_path.h"
#include "core/output/answers/shrink_writer.h"
#include "service/control/time_limit.h"
#include "service/optimize/operator_costs.h"
#include "service/optimize/spilling.h"
#include "service/profile/prepared_run.h"
#include "service/profile/watched_runs.h"

namespace arenascope::service {

using model::ModelFile;
using optimization::ShrinkPoint;
using optimization::ShrinkReport;
using optimization::Spill;
using optimization::StripPath;
using report::Report;
using rewrite::StripCut;

namespace {

constexpr std::size_t kMostRun = 14;                    // graphs with strips to run
constexpr std::size_t kFewestRun = 3;                   // minimum, whatever they cost
constexpr planner::Steps kSolveSteps = kPlanSteps / 50; // for the plan of one version
constexpr planner::Steps kGuessSteps = 2'000'000'000;   // for estimates of strips
constexpr double kSearchShare = 2.0 / 3;                // of a time limit; the rest is for proofs
constexpr double kProofShare = 5.0 / 6;                 // with a second memory, whose runs have the rest
constexpr std::chrono::milliseconds kWatchingPause{50};
constexpr int kMoreInputs = 8;                   // in addition to the request's, for comparing outputs
constexpr std::uint64_t kLongWork = 200'000'000; // of a run, from which on a first version comes early
constexpr double kEarlyGrowth = 1.05;            // of cycles, in that version

using Cuts = std::vector<StripCut>;

// The given number of elements, evenly spaced, with both ends.
template <typename T>
std::vector<T> spread(const std::vector<T>& all, std::size_t most) {
  if (all.size() <= most) return all;
  std::vector<T> some;
  for (std::size_t i = 0; i < most; ++i) some.push_back(all[i * (all.size() - 1) / (most - 1)]);
  return some;
}

std::string describePaths(const std::vector<StripPath>& paths) {
  std::string text = fmt::format("{} estimated versions", paths.size());
  for (const StripPath& path : paths)
    text += fmt::format("\n  {} = {} + {}, {} cycles: {}", path.arenaBytes(), path.headBytes, path.tailBytes,
                        path.cycles, output::describeCuts(path.cuts));
  return text;
}

class ShrinkSearch {
public:
  ShrinkSearch(const ShrinkRequest& request, const ProfileObserver& observer, engine::RunControl& control)
      : request_(request), observer_(observer), control_(control),
        limit_(request.seconds.value_or(kMostShrinkSeconds)) {}

  Result<ShrinkReport> run() {
    if (request_.psram) {
      const auto memories = twoMemories(request_.profile, request_.psramRegion);
      if (!memories) return memories.error();
      memories_ = *memories;
    }
    const Result<ModelFile> file = modelOf(request_.profile);
    if (!file) return file.error();
    file_ = *file;
    tell("running the unchanged model");
    if (auto failed = runOriginal()) return *failed;
    if (memories_)
      if (auto failed = cannotSpill(found_.front().runs.front(), *memories_)) return *failed;
    if (auto failed = begin()) return *failed;
    std::vector<Task> tasks;
    if (request_.means.overlap) tasks.push_back({{}, true});
    promising_ += tasks.size();
    if (request_.means.strips)
      for (Task& task : stripTasks()) tasks.push_back(std::move(task));
    if (auto failed = runAll(tasks)) return *failed;
    if (auto failed = prove()) return *failed;
    ShrinkReport report = answer();
    if (memories_)
      if (auto failed = spill(report)) return *failed;
    choose(report);
    return report;
  }

private:
  struct Task {
    Cuts cuts;
    bool overlap = false;
  };
  struct Found : ShrinkPoint {
    bool observed = false; // each of its operators has run with its accesses checked
    bool guarded = false;  // it has, as a whole
  };
  enum class Proof : std::uint8_t { kMissing, kGiven, kRefuted };

  bool ended() const {
    return control_.cancelled.load() || (request_.enough && request_.enough->load()) || limit_.gone(kSearchShare);
  }
  bool timeIsUp() const { return control_.cancelled.load() || limit_.gone(); }
  bool isProofTimeUp() const { return control_.cancelled.load() || limit_.gone(memories_ ? kProofShare : 1); }
  void tell(const std::string& step) const {
    if (observer_.onProgress) observer_.onProgress({.step = step, .fraction = -1});
  }

  std::vector<PlanRequest::Variant> variants() const {
    std::vector<PlanRequest::Variant> all = request_.also;
    all.insert(all.begin(), {request_.profile.target, request_.profile.kernels});
    return all;
  }

  std::optional<Error> runOriginal() {
    const std::vector<PlanRequest::Variant> all = variants();
    std::vector<std::optional<Result<Report>>> reports(all.size());
    forEachInTime(
        all.size(), [this](std::size_t) { return control_.cancelled.load(); },
        [&](std::size_t v, engine::RunControl& control) {
          reports[v] = profileModel(requestFor(request_.profile, all[v], *file_, true), {}, control);
        });
    Found point;
    for (std::optional<Result<Report>>& report : reports) {
      if (!report) return Error{Stage::kPlan, "was cancelled"};
      if (!*report) return report->error();
      if ((*report)->error) return (*report)->error;
      point.runs.push_back(std::move(**report));
    }
    point.model.assign(file_->bytes().begin(), file_->bytes().end());
    point.proven = point.guarded = true;
    if (point.runs.front().model.accelerated())
      return Error{Stage::kPlan, "the accelerator's compiler has planned this model's memory, and its commands depend "
                                 "on that plan; let the compiler make another one"};
    found_.push_back(std::move(point));
    return std::nullopt;
  }

  // The model's outputs that versions must have. Beside them a first version is found and run, where runs are long.
  std::optional<Error> expectOutputs() {
    const std::vector<PlanRequest::Variant> all = variants();
    std::vector<std::vector<std::optional<Result<Outputs>>>> outputs(all.size());
    for (auto& each : outputs) each.resize(kMoreInputs);
    std::optional<Error> failed;
    forEachInTime(
        1 + all.size() * kMoreInputs, [this](std::size_t i) { return i == 0 ? ended() : timeIsUp(); },
        [&](std::size_t i, engine::RunControl& control) {
          if (i == 0) {
            if (request_.means.strips && found_.front().work() >= kLongWork) failed = runEarly();
            return;
          }
          const std::size_t v = (i - 1) % all.size();
          const std::size_t number = 1 + (i - 1) / all.size();
          outputs[v][number - 1] =
              outputsFor(requestFor(request_.profile, all[v], *file_, true), static_cast<int>(number), false, control);
        });
    for (std::size_t v = 0; v < all.size(); ++v) {
      OutputsByInputs& expected = expected_.emplace_back(1);
      for (const report::IoReport& output : found_.front().runs[v].outputs) expected.front().push_back(output.bytes);
      for (std::optional<Result<Outputs>>& each : outputs[v])
        if (each && *each) expected.push_back(std::move(**each));
    }
    return failed;
  }

  // The whole graph is planned, and the first version proven; then the accesses of kernels are observed.
  std::optional<Error> begin() {
    if (auto failed = expectOutputs()) return failed;
    const bool early = found_.size() > 1;
    ++promising_;
    if (auto failed = runAll({Task()})) return failed;
    if (early && !ended())
      if (auto failed = proveEarly()) return failed;
    if (!request_.means.overlap) return std::nullopt;
    tell("observing the accesses of kernels");
    forEachInTime(
        1, [this](std::size_t) { return ended(); },
        [&](std::size_t, engine::RunControl& control) {
          auto measured = measureDistances(requestFor(request_.profile, variants().front(), *file_, true), control,
                                           knownIn(*rewrite::cutIntoStrips(file_->graph(), {})), processorCores());
          if (measured) distances_ = std::move(*measured);
        });
    return std::nullopt;
  }

  std::optional<Error> runEarly() {
    const std::vector<Task> tasks = earlyTasks();
    promising_ += tasks.size();
    return runAll(tasks);
  }

  // The smallest version that costs little, of those for which no accesses have to be known.
  std::vector<Task> earlyTasks() const {
    planner::Effort effort(kGuessSteps, [this] { return ended(); });
    const Report& original = found_.front().runs.front();
    std::vector<StripPath> paths = optimization::bestStripPaths(file_->graph(), costsOf(original, {}), effort, 1);
    std::erase_if(paths, [&](const StripPath& path) {
      return path.cuts.empty() ||
             static_cast<double>(path.cycles) > kEarlyGrowth * static_cast<double>(found_.front().work());
    });
    paths = withinGrowth(paths, original);
    if (paths.empty()) return {};
    Task task = tasksOf({paths.front()}).front();
    task.overlap = false;
    return {task};
  }

  std::optional<Error> proveEarly() {
    const std::vector<std::size_t> shown = optimization::paretoFrontOf(found_);
    tell("comparing outputs on further inputs");
    const std::vector<Proof> proofs = proofsOf(shown, false);
    if (control_.cancelled) return Error{Stage::kPlan, "was cancelled"};
    for (std::size_t i = 0; i < shown.size(); ++i) found_[shown[i]].proven = proofs[i] == Proof::kGiven;
    return std::nullopt;
  }

  std::vector<Task> stripTasks() {
    const Report& original = found_.front().runs.front();
    tell("estimating the memory of strips");
    planner::Effort effort(kGuessSteps, [this] { return ended(); });
    const std::vector<optimization::OperatorCosts> costs = costsOf(original, distances_);
    whyNoGain_ = optimization::whyNoGain(file_->graph(), costs);
    std::vector<StripPath> paths = optimization::bestStripPaths(file_->graph(), costs, effort);
    if (effort.end() == planner::SearchEnd::kStopped) stopped_ = true;
    log::info([&] { return describePaths(paths); });
    std::erase_if(paths, [](const StripPath& path) { return path.cuts.empty(); });
    paths = withinGrowth(paths, original);
    promising_ += tasksOf(spread(paths, kMostRun)).size();
    return tasksOf(spread(paths, mostRun()));
  }

  // Depends on the cost of the model itself.
  std::size_t mostRun() const {
    if (request_.seconds) return kMostRun;
    const std::uint64_t each = std::max<std::uint64_t>(1, found_.front().work());
    return static_cast<std::size_t>(std::clamp<std::uint64_t>(request_.work / each, kFewestRun, kMostRun));
  }

  std::vector<Task> tasksOf(const std::vector<StripPath>& paths) const {
    std::vector<Task> tasks;
    for (StripPath path : paths) {
      joinUnread(path.cuts);
      tasks.push_back({path.cuts, request_.means.overlap});
      // Every second one from the end: otherwise each output lies below its input.
      if (path.cuts.size() > 1) {
        tasks.push_back(tasks.back());
        for (std::size_t i = 1; i < path.cuts.size(); i += 2) tasks.back().cuts[i].fromEnd = true;
      }
    }
    return tasks;
  }

  // Strips that the next ones cannot read as they are.
  void joinUnread(Cuts& cuts) const {
    for (std::size_t i = 0; i < cuts.size(); ++i)
      if (cuts[i].apart)
        cuts[i].apart =
            i + 1 < cuts.size() && rewrite::cutIntoStrips(file_->graph(), {cuts[i], cuts[i + 1]}).has_value();
  }

  // Drops paths that cost far more than requested; estimates have some error.
  std::vector<StripPath> withinGrowth(const std::vector<StripPath>& paths, const Report& original) const {
    if (!request_.mostGrowth || !original.cost) return paths;
    constexpr double kMargin = 5;
    const double most = static_cast<double>(original.cost->total.cycles) * (100 + *request_.mostGrowth + kMargin) / 100;
    std::vector<StripPath> within;
    for (const StripPath& path : paths)
      if (static_cast<double>(path.cycles) <= most) within.push_back(path);
    return within;
  }

  // Calls work(i, control) for each number, cancelled once over(i) is true.
  template <typename Over, typename Work>
  void forEachInTime(std::size_t count, const Over& over, const Work& work) const {
    std::deque<engine::RunControl> controls(count);
    const std::jthread watching([&](const std::stop_token& finished) {
      while (!finished.stop_requested()) {
        for (std::size_t i = 0; i < count; ++i)
          if (over(i)) controls[i].cancelled = true;
        std::this_thread::sleep_for(kWatchingPause);
      }
    });
    forEachInParallel(count, processorCores(), [&](std::size_t i) {
      if (!over(i)) work(i, controls[i]);
    });
  }

  std::optional<Error> runAll(const std::vector<Task>& tasks) {
    std::mutex mutex;
    std::vector<std::optional<Result<ShrinkPoint>>> results(tasks.size());
    std::size_t done = 0;
    std::uint64_t smallest = found_.front().arenaBytes();
    const std::size_t before = tried_;
    // After an early stop the plan of the whole graph is still finished.
    const auto over = [&](std::size_t i) { return tasks[i].cuts.empty() && !tasks[i].overlap ? timeIsUp() : ended(); };
    forEachInTime(tasks.size(), over, [&](std::size_t i, engine::RunControl& control) {
      Result<ShrinkPoint> result = runTask(tasks[i], control);
      if (!result && control.cancelled) return;
      results[i] = std::move(result);
      const std::lock_guard lock(mutex);
      ++done;
      if (*results[i]) smallest = std::min(smallest, (*results[i])->arenaBytes());
      if (observer_.onProgress)
        observer_.onProgress({.step = fmt::format("{} of {} versions run, smallest arena {} bytes", before + done,
                                                  before + tasks.size(), grouped(smallest)),
                              .fraction = static_cast<double>(done) / static_cast<double>(tasks.size()),
                              .done = before + done,
                              .all = before + tasks.size()});
    });
    if (control_.cancelled) return Error{Stage::kPlan, "was cancelled"};
    for (std::size_t i = 0; i < tasks.size(); ++i) {
      if (!results[i]) {
        stopped_ = true;
        continue;
      }
      ++tried_;
      if (*results[i])
        found_.push_back({std::move(**results[i]), tasks[i].overlap});
      else
        log::info([&] { return "a version cannot be written: " + results[i]->error().message; });
    }
    return std::nullopt;
  }

  Result<ShrinkPoint> runTask(const Task& task, engine::RunControl& control) {
    PlanRequest request;
    request.profile = requestFor(request_.profile, variants().front(), *file_, true);
    request.also = request_.also;
    request.overlap = task.overlap;
    request.steps = kSolveSteps;
    request.prove = false;
    request.enough = request_.enough;
    const auto graph = rewrite::cutIntoStrips(file_->graph(), task.cuts);
    if (!graph) return Error{Stage::kPlan, "the graph cannot be split this way"};
    request.known = knownIn(*graph);
    if (task.cuts.empty()) {
      request.order = request_.means.order ? optimization::Ordering::kBest : optimization::Ordering::kKeep;
    } else {
      Result<ModelFile> cut = ModelFile::fromBytes(rewrite::withGraph(file_->bytes(), *graph),
                                                   request_.profile.model.string(), request_.profile.limits);
      if (!cut) return cut.error();
      request.profile.file = *cut;
      request.parts = true;
      for (const StripCut& each : task.cuts)
        request.strips.push_back({each.strips, each.region.first, each.region.last});
    }
    Result<optimization::PlanReport> planned = planModel(request, {}, control);
    if (!planned) return planned.error();
    if (planned->end == planner::SearchEnd::kStopped) stopped_ = true;
    return pointOf(task, std::move(*planned));
  }

  KnownOperators knownIn(const rewrite::StripGraph& graph) const {
    std::vector<std::vector<std::string>> called(file_->graph().subgraphs.size());
    for (const rewrite::StripBody& body : graph.bodies) called.push_back(rewrite::namesOf(file_->graph(), body));
    return {memo_, rewrite::namesOf(file_->graph(), graph), std::move(called)};
  }

  static Result<ShrinkPoint> pointOf(const Task& task, optimization::PlanReport planned) {
    ShrinkPoint point;
    point.cuts = task.cuts;
    point.means.plan = true;
    point.means.strips = !task.cuts.empty();
    point.means.overlap = planned.overlap && !planned.overlap->pairs.empty();
    for (std::size_t s = 0; s < planned.operatorOrder.size(); ++s)
      point.means.order =
          point.means.order || !std::is_sorted(planned.operatorOrder[s].begin(), planned.operatorOrder[s].end());
    point.runs.push_back(std::move(planned.after));
    for (optimization::PlannedRun& other : planned.others) point.runs.push_back(std::move(other.after));
    for (const Report& run : point.runs)
      if (run.error || !run.arena) return run.error.value_or(Error{Stage::kPlan, "has no arena"});
    point.model = std::move(planned.model);
    return point;
  }

  // Results must give the model's outputs on further inputs; others are dropped, and so are those not proven in time.
  std::optional<Error> prove() {
    for (bool all = false; !all;) {
      all = true;
      const std::vector<std::size_t> shown = optimization::paretoFrontOf(found_);
      tell("comparing outputs on further inputs");
      const std::vector<Proof> proofs = proofsOf(shown, true);
      if (control_.cancelled) return Error{Stage::kPlan, "was cancelled"};
      std::vector<std::size_t> dropped;
      for (std::size_t i = 0; i < shown.size(); ++i) {
        Found& point = found_[shown[i]];
        point.proven = proofs[i] == Proof::kGiven || (point.proven && proofs[i] == Proof::kMissing);
        if (point.proven) continue;
        all = false;
        dropped.push_back(shown[i]);
        if (proofs[i] == Proof::kRefuted) {
          log::warning("a version gives different outputs and is left out: " + output::describeCuts(point.cuts));
        } else {
          stopped_ = true;
          ++unproven_;
        }
      }
      std::sort(dropped.rbegin(), dropped.rend());
      for (const std::size_t place : dropped) found_.erase(found_.begin() + static_cast<std::ptrdiff_t>(place));
    }
    return std::nullopt;
  }

  // One run of a version on one of the inputs.
  struct Comparison {
    std::size_t place = 0; // among those shown
    std::size_t variant = 0;
    int number = 0;
    bool guard = false;
  };

  // What is not known yet of one version. Kernels are checked in those that have operators which nobody has observed,
  // and in the smallest, with the calls between subgraphs.
  std::vector<Comparison> comparisonsOf(const Found& point, std::size_t place, bool guard) const {
    std::vector<Comparison> comparisons;
    for (std::size_t v = 0; v < expected_.size(); ++v) {
      if (guard && !point.guarded) comparisons.push_back({place, v, 0, true});
      for (int number = 1; number <= kMoreInputs && !point.proven; ++number)
        comparisons.push_back({place, v, number, false});
    }
    return comparisons;
  }

  // Of versions in found_, each run at once on as many inputs as there are cores, the last version first.
  std::vector<Proof> proofsOf(const std::vector<std::size_t>& shown, bool guard) {
    std::vector<Proof> proofs(shown.size(), Proof::kMissing);
    std::vector<std::optional<Result<ModelFile>>> files(shown.size());
    std::vector<Comparison> all;
    for (std::size_t place = shown.size(); place-- > 0;) {
      const Found& point = found_[shown[place]];
      const bool guards = guard && (!point.observed || place + 1 == shown.size());
      const std::vector<Comparison> comparisons = comparisonsOf(point, place, guards);
      const bool same = point.proven || hasFirstOutputs(point);
      if (isComparable() || comparisons.empty()) proofs[place] = same ? Proof::kGiven : Proof::kRefuted;
      if (comparisons.empty() || proofs[place] != Proof::kGiven) continue;
      files[place] = ModelFile::fromBytes(point.model, request_.profile.model.string(), request_.profile.limits);
      all.insert(all.end(), comparisons.begin(), comparisons.end());
    }
    std::mutex mutex;
    std::vector<Proof> each(all.size(), Proof::kMissing);
    const std::vector<PlanRequest::Variant> variant = variants();
    forEachInTime(
        all.size(), [this](std::size_t) { return isProofTimeUp(); },
        [&](std::size_t i, engine::RunControl& control) {
          const Comparison& run = all[i];
          {
            const std::lock_guard lock(mutex);
            if (proofs[run.place] == Proof::kRefuted) return;
          }
          const Proof proof = compare(*files[run.place], variant[run.variant], run, control);
          const std::lock_guard lock(mutex);
          each[i] = proof;
          if (proof == Proof::kRefuted) proofs[run.place] = proof;
        });
    for (std::size_t i = 0; i < all.size(); ++i)
      if (each[i] == Proof::kMissing && proofs[all[i].place] == Proof::kGiven) proofs[all[i].place] = Proof::kMissing;
    for (const Comparison& run : all)
      if (run.guard && proofs[run.place] == Proof::kGiven) found_[shown[run.place]].guarded = true;
    return proofs;
  }

  Proof compare(const Result<ModelFile>& file, const PlanRequest::Variant& variant, const Comparison& run,
                engine::RunControl& control) const {
    if (!file) return Proof::kRefuted;
    const Result<Outputs> outputs =
        outputsFor(requestFor(request_.profile, variant, *file, true), run.number, run.guard, control);
    if (!outputs && control.cancelled) return Proof::kMissing;
    return outputs && *outputs == expected_[run.variant][static_cast<std::size_t>(run.number)] ? Proof::kGiven
                                                                                               : Proof::kRefuted;
  }

  // Whether the model's own outputs are known.
  bool isComparable() const {
    return std::ranges::all_of(expected_, [](const OutputsByInputs& each) { return each.size() == kMoreInputs + 1; });
  }

  // A version has been run on the request's inputs.
  bool hasFirstOutputs(const Found& point) const {
    for (std::size_t v = 0; v < point.runs.size(); ++v)
      if (!sameOutputs(found_.front().runs[v], point.runs[v]) || !point.runs[v].arena->minimumProven) return false;
    return true;
  }

  ShrinkReport answer() {
    ShrinkReport report;
    for (const std::size_t i : optimization::paretoFrontOf(found_)) report.points.push_back(std::move(found_[i]));
    report.budget = request_.budget;
    report.mostGrowth = request_.mostGrowth;
    report.tried = tried_;
    report.promising = promising_;
    report.unproven = unproven_;
    report.stopped = stopped_;
    // The model's persistent bytes are there in every version.
    report.bound = static_cast<std::uint64_t>(optimization::leastHeadBytes(file_->graph())) +
                   report.before().runs.front().arena->tail;
    const bool strips = std::ranges::any_of(report.points, [](const ShrinkPoint& point) { return point.means.strips; });
    if (!strips && report.isComplete() && !request_.mostGrowth) report.noGain = whyNoGain_;
    return report;
  }

  // The front over two memories: each version found, with each part and both in the slower one.
  std::optional<Error> spill(ShrinkReport& report) {
    report.memories = memories_;
    std::vector<Spill> tasks;
    for (std::size_t i = 0; i < report.points.size(); ++i) {
      ShrinkPoint& version = report.points[i];
      for (Spill& each : possibleSpills(version.runs.front(), *memories_)) {
        each.version = i;
        tasks.push_back(each);
      }
      version.spill = Spill{.sramBytes = version.arenaBytes(), .version = i};
    }
    std::vector<std::optional<Result<ShrinkPoint>>> results(tasks.size());
    tell("running versions with parts of their arenas in " + memories_->psram.name);
    forEachInTime(
        tasks.size(), [this](std::size_t) { return timeIsUp(); },
        [&](std::size_t i, engine::RunControl& control) {
          auto result =
              spilled(request_.profile, variants(), *memories_, report.points[tasks[i].version], tasks[i], control);
          if (result || !control.cancelled) results[i] = std::move(result);
        });
    if (control_.cancelled) return Error{Stage::kPlan, "was cancelled"};
    for (std::optional<Result<ShrinkPoint>>& result : results) {
      if (!result)
        stopped_ = true;
      else if (*result && (**result).proven)
        report.points.push_back(std::move(**result));
      else
        log::warning("a version is left out that could not be run in two memories" +
                     (*result ? std::string() : ": " + result->error().message));
    }
    report.stopped = stopped_;
    std::vector<ShrinkPoint> kept;
    for (const std::size_t i : optimization::paretoFrontOf(report.points)) kept.push_back(std::move(report.points[i]));
    report.points = std::move(kept);
    return std::nullopt;
  }

  // From the cheapest on: the first within the budget, otherwise the last that is not too expensive.
  void choose(ShrinkReport& report) const {
    report.seconds = limit_.elapsed();
    std::optional<std::uint64_t> most = request_.budget;
    if (!most && memories_) most = memories_->sramFree;
    for (std::size_t i = 0; i < report.points.size(); ++i) {
      if (i > 0 && request_.mostGrowth && growthOf(report, report.points[i]) > *request_.mostGrowth) break;
      report.chosen = i;
      if (most && report.after().sramBytes() <= *most) break;
    }
  }

  const ShrinkRequest& request_;
  const ProfileObserver& observer_;
  engine::RunControl& control_;
  TimeLimit limit_;
  std::optional<ModelFile> file_;
  std::optional<optimization::TwoMemories> memories_; // absent: arenas lie in one
  std::shared_ptr<DistanceMemo> memo_ = std::make_shared<DistanceMemo>();
  std::vector<run::SafeDistance> distances_;      // of the model's operators, where outputs may overlap
  std::vector<OutputsByInputs> expected_;         // of the unchanged model, by variant
  std::vector<Found> found_;                      // the unchanged model first
  std::optional<optimization::NoGain> whyNoGain_; // if it turns out that strips do not help; absent: they are not tried
  std::size_t promising_ = 0;
  std::size_t tried_ = 0;
  std::size_t unproven_ = 0;
  std::atomic<bool> stopped_ = false;
};

} // namespace

Result<optimization::ShrinkReport> shrinkModel(const ShrinkRequest& request, const ProfileObserver& observer,
                                               engine::RunControl& control) {
  if (auto wrong = wrongLimit(request.seconds)) return *wrong;
  return ShrinkSearch(request, observer, control).run();
}

} // namespace arenascope::service
