#include "service/optimize/shrinking.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <mutex>

#include "core/base/log.h"
#include "core/base/number_text.h"
#include "core/base/parallel.h"
#include "core/model/load/model_file.h"
#include "core/model/rewrite/operator_probe.h"
#include "core/model/rewrite/strip_writer.h"
#include "core/optimization/strip_bound.h"
#include "core/optimization/strip_path.h"
#include "core/output/answers/shrink_writer.h"
#include "service/control/each_in_time.h"
#include "service/control/time_limit.h"
#include "service/optimize/operator_costs.h"
#include "service/optimize/shrink_base.h"
#include "service/optimize/spilling.h"
#include "service/optimize/version_proofs.h"
#include "service/profile/prepared_run.h"
#include "service/profile/watched_runs.h"

namespace arenascope::service {

using model::ModelFile;
using optimization::ShrinkPoint;
using optimization::ShrinkReport;
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
constexpr std::uint64_t kLongWork = 200'000'000;        // of a run, from which on a first version comes early
constexpr double kEarlyGrowth = 1.05;                   // of cycles, in that version

using Cuts = std::vector<StripCut>;

std::string describePaths(const std::vector<StripPath>& paths) {
  std::string text = fmt::format("{} estimated versions", paths.size());
  for (const StripPath& path : paths)
    text += fmt::format("\n  {} = {} + {}, {} cycles: {}", path.arenaBytes(), path.headBytes, path.tailBytes,
                        path.cycles, output::describeCuts(path.cuts));
  return text;
}

std::vector<PlanRequest::Variant> variantsIn(const ShrinkRequest& request) {
  std::vector<PlanRequest::Variant> all = request.also;
  all.insert(all.begin(), {request.profile.target, request.profile.kernels});
  return all;
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
    if (auto failed = makeBases()) return *failed;
    if (auto failed = begin()) return *failed;
    std::vector<Task> tasks;
    if (mayOverlap()) tasks = wholeGraphs(true);
    promising_ += tasks.size();
    if (request_.means.strips)
      for (Task& task : stripTasks()) tasks.push_back(std::move(task));
    if (auto failed = runAll(tasks)) return *failed;
    if (auto failed = runAll(tasksWithPads())) return *failed;
    if (auto failed = prove()) return *failed;
    ShrinkReport report = answer();
    if (memories_) {
      tell("running versions with parts of their arenas in " + memories_->psram.name);
      report.memories = memories_;
      const bool all = addSpilled(report, request_.profile, variants_, [this] { return timeIsUp(); });
      if (control_.cancelled) return Error{Stage::kPlan, "was cancelled"};
      if (!all) report.stopped = true;
    }
    choose(report);
    return report;
  }

private:
  struct Task {
    Cuts cuts; // of the base
    bool overlap = false;
    std::size_t base = 0;
  };

  bool ended() const {
    return control_.cancelled.load() || (request_.enough && request_.enough->load()) || limit_.gone(kSearchShare);
  }
  bool timeIsUp() const { return control_.cancelled.load() || limit_.gone(); }
  bool isProofTimeUp() const { return control_.cancelled.load() || limit_.gone(memories_ ? kProofShare : 1); }
  void tell(const std::string& step) const {
    if (observer_.onProgress) observer_.onProgress({.step = step, .fraction = -1});
  }

  // Models as they are, on all targets.
  std::vector<Result<FoundVersion>> runsOf(const std::vector<ModelFile>& files) {
    std::vector<std::optional<Result<Report>>> reports(files.size() * variants_.size());
    forEachInTime(
        reports.size(), [this](std::size_t) { return control_.cancelled.load(); },
        [&](std::size_t i, engine::RunControl& control) {
          const ProfileRequest request =
              requestFor(request_.profile, variants_[i % variants_.size()], files[i / variants_.size()], true);
          reports[i] = profileModel(request, {}, control);
        });
    std::vector<Result<FoundVersion>> points;
    for (std::size_t f = 0; f < files.size(); ++f) {
      points.push_back(FoundVersion());
      points.back()->model.assign(files[f].bytes().begin(), files[f].bytes().end());
      for (std::size_t v = 0; v < variants_.size() && points.back(); ++v) {
        std::optional<Result<Report>>& report = reports[f * variants_.size() + v];
        if (!report)
          points.back() = Error{Stage::kPlan, "was cancelled"};
        else if (!*report)
          points.back() = report->error();
        else if ((*report)->error)
          points.back() = *(*report)->error;
        else
          points.back()->runs.push_back(std::move(**report));
      }
    }
    return points;
  }

  std::optional<Error> runOriginal() {
    Result<FoundVersion> point = std::move(runsOf({*file_}).front());
    if (!point) return point.error();
    point->proven = point->guarded = true;
    if (point->runs.front().model.accelerated())
      return Error{Stage::kPlan, "the accelerator's compiler has planned this model's memory, and its commands depend "
                                 "on that plan; let the compiler make another one"};
    found_.push_back(std::move(*point));
    return std::nullopt;
  }

  // Without PADs that cost nothing to leave out, or otherwise as it is; and without those that cost larger filters.
  std::optional<Error> makeBases() {
    std::vector<ShrinkBase> candidates;
    if (request_.means.padding)
      for (const bool largerFilters : {false, true}) {
        std::optional<ShrinkBase> base = foldedBase(*file_, {.largerFilters = largerFilters}, request_.profile.limits);
        if (base && (!largerFilters || !base->byZeros.empty())) candidates.push_back(std::move(*base));
      }
    if (!candidates.empty()) tell("running it without PADs");
    std::vector<ModelFile> files;
    for (const ShrinkBase& base : candidates) files.push_back(base.file);
    std::vector<Result<FoundVersion>> points = runsOf(files);
    if (control_.cancelled) return Error{Stage::kPlan, "was cancelled"};
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      ShrinkBase& base = candidates[i];
      if (!points[i] || !isUseful(*points[i], base.folded.largerFilters > 0)) continue;
      base.run = points[i]->runs.front();
      points[i]->means.padding = true;
      points[i]->folded = base.folded;
      ++promising_;
      ++tried_;
      found_.push_back(std::move(*points[i]));
      bases_.push_back(std::move(base));
    }
    if (bases_.empty() || bases_.front().folded.largerFilters > 0) {
      bases_.push_front(unchangedBase(*file_));
      bases_.front().run = found_.front().runs.front();
    }
    return std::nullopt;
  }

  // A model without PADs gives the same outputs, and costs no more unless that is said.
  bool isUseful(const FoundVersion& point, bool mayCost) const {
    const FoundVersion& original = found_.front();
    return sameOutputs(original, point) &&
           (mayCost || (point.arenaBytes() <= original.arenaBytes() && point.work() <= original.work()));
  }

  // Accesses can be observed where kernels run as on the device, and only there cycles are known.
  bool mayOverlap() const {
    return request_.means.overlap &&
           std::ranges::all_of(found_.front().runs, [](const Report& run) { return run.cost.has_value(); });
  }

  std::vector<Task> wholeGraphs(bool overlap) const {
    std::vector<Task> tasks;
    for (std::size_t base = 0; base < bases_.size(); ++base) tasks.push_back({{}, overlap, base});
    return tasks;
  }

  // The whole graph is planned, and the first version proven; the accesses of kernels are observed.
  std::optional<Error> begin() {
    std::optional<Error> failed;
    const std::size_t before = found_.size();
    const bool isLong = found_.front().work() >= kLongWork;
    // Beside the outputs of the unchanged model: where runs are long, what gives a version, otherwise the observation.
    const auto runFirst = [&](engine::RunControl& control) {
      if (!isLong)
        observe(control);
      else if (request_.means.strips)
        failed = runEarly();
    };
    proofs_.expect(*file_, found_.front(), runFirst, [this] { return ended(); });
    if (failed) return failed;
    const bool early = found_.size() > before;
    const std::vector<Task> planned = wholeGraphs(false);
    promising_ += planned.size();
    if (auto wrong = runAll(planned)) return wrong;
    if (early && !ended())
      if (auto wrong = proveEarly()) return wrong;
    if (isLong)
      forEachInTime(
          1, [this](std::size_t) { return ended(); },
          [this](std::size_t, engine::RunControl& control) { observe(control); });
    return std::nullopt;
  }

  void observe(engine::RunControl& control) {
    if (!mayOverlap()) return;
    tell("observing the accesses of kernels");
    for (ShrinkBase& base : bases_)
      if (auto measured =
              measureDistances(requestFor(request_.profile, variants_.front(), base.file, true), control,
                               knownIn(base, *rewrite::cutIntoStrips(base.file.graph(), {})), processorCores()))
        base.distances = std::move(*measured);
  }

  std::optional<Error> runEarly() {
    const std::vector<Task> tasks = earlyTasks();
    promising_ += tasks.size();
    return runAll(tasks);
  }

  // The smallest version that costs little, of those for which no accesses have to be known.
  std::vector<Task> earlyTasks() const {
    planner::Effort effort(kGuessSteps, [this] { return ended(); });
    const ShrinkBase& base = bases_.front();
    std::vector<StripPath> paths = optimization::bestStripPaths(base.file.graph(), costsOf(base.run, {}), effort,
                                                                {.mostColumns = 1, .padCycles = padCyclesOf(base.run)});
    std::erase_if(paths, [&](const StripPath& path) {
      return path.cuts.empty() ||
             static_cast<double>(path.cycles) > kEarlyGrowth * static_cast<double>(found_.front().work());
    });
    paths = withinGrowth(paths);
    if (paths.empty()) return {};
    Task task = tasksOf({Path{paths.front(), 0}}).front();
    task.overlap = false;
    return {task};
  }

  std::optional<Error> proveEarly() {
    const std::vector<std::size_t> shown = optimization::paretoFrontOf(found_);
    tell("comparing outputs on further inputs");
    const std::vector<Proof> proofs = proofs_.of(found_, shown, false);
    if (control_.cancelled) return Error{Stage::kPlan, "was cancelled"};
    for (std::size_t i = 0; i < shown.size(); ++i) found_[shown[i]].proven = proofs[i] == Proof::kGiven;
    return std::nullopt;
  }

  // A path through the strips of a base.
  struct Path : StripPath {
    std::size_t base = 0;
  };

  std::vector<Task> stripTasks() {
    tell("estimating the memory of strips");
    std::vector<std::vector<StripPath>> paths(bases_.size());
    forEachInParallel(bases_.size(), processorCores(), [&](std::size_t base) {
      const model::Graph& graph = bases_[base].file.graph();
      planner::Effort effort(kGuessSteps, [this] { return ended(); });
      const std::vector<optimization::OperatorCosts> costs = costsOf(bases_[base].run, bases_[base].distances);
      if (base == 0) whyNoGain_ = optimization::whyNoGain(graph, costs);
      paths[base] = optimization::bestStripPaths(graph, costs, effort, {.padCycles = padCyclesOf(bases_[base].run)});
      if (effort.end() == planner::SearchEnd::kStopped) stopped_ = true;
    });
    std::vector<Path> all;
    for (std::size_t base = 0; base < bases_.size(); ++base) {
      log::info([&] { return describePaths(paths[base]); });
      std::erase_if(paths[base], [](const StripPath& path) { return path.cuts.empty(); });
      for (StripPath& path : withinGrowth(paths[base])) all.push_back({std::move(path), base});
    }
    if (bases_.size() > 1) all = bestOf(std::move(all));
    all = mostTelling(std::move(all), kMostRun);
    promising_ += tasksOf(all).size();
    return tasksOf(mostTelling(std::move(all), mostRun()));
  }

  std::int64_t arenaOf(const Path& path) const {
    return path.arenaBytes() + static_cast<std::int64_t>(bases_[path.base].run.arena->tail);
  }

  // So many paths, of ever less arena for ever more cycles: others cost few cycles more than one of these, or are
  // cheaper for few budgets. Both ends stay.
  std::vector<Path> mostTelling(std::vector<Path> all, std::size_t most) const {
    while (all.size() > std::max<std::size_t>(2, most)) {
      std::size_t least = 1;
      double leastLoss = lossWithout(all, 1);
      for (std::size_t i = 2; i + 1 < all.size(); ++i)
        if (const double loss = lossWithout(all, i); loss < leastLoss) leastLoss = loss, least = i;
      all.erase(all.begin() + static_cast<std::ptrdiff_t>(least));
    }
    return all;
  }
  // The budgets for which this path is the cheapest, times the cycles of the next one within them.
  double lossWithout(const std::vector<Path>& all, std::size_t i) const {
    const bool isSmallerBehind = arenaOf(all[i + 1]) < arenaOf(all[i - 1]);
    const Path& smaller = all[isSmallerBehind ? i + 1 : i - 1];
    const Path& larger = all[isSmallerBehind ? i - 1 : i + 1];
    return static_cast<double>(arenaOf(larger) - arenaOf(all[i])) *
           (static_cast<double>(smaller.cycles) - static_cast<double>(all[i].cycles));
  }

  // Of paths through several bases those that none beats: ever less arena for ever more cycles.
  std::vector<Path> bestOf(std::vector<Path> all) const {
    std::ranges::stable_sort(all, {}, [this](const Path& path) { return std::pair(path.cycles, arenaOf(path)); });
    std::vector<Path> best;
    for (Path& path : all)
      if (best.empty() || arenaOf(path) < arenaOf(best.back())) best.push_back(std::move(path));
    return best;
  }

  // Versions found without PADs that need no more arena with some of them, and then no larger filters.
  std::vector<Task> tasksWithPads() {
    std::vector<Task> tasks;
    const std::size_t known = bases_.size();
    for (const std::size_t i : optimization::paretoFrontOf(found_)) {
      const FoundVersion& point = found_[i];
      if (!point.means.plan) continue;
      const ShrinkBase& base = bases_[point.base];
      const std::vector<std::int32_t> inVain =
          foldedInVain(base, bases_.front(), point.cuts, point.runs.front().arena->head);
      std::optional<ShrinkBase> made;
      if (!inVain.empty())
        made = foldedBase(*file_, {.largerFilters = true, .kept = {inVain.begin(), inVain.end()}},
                          request_.profile.limits);
      if (!made) continue;
      Cuts cuts;
      for (const StripCut& cut : point.cuts) cuts.push_back(made->inBase(cut));
      tasks.push_back({std::move(cuts), point.observed, bases_.size()});
      bases_.push_back(std::move(*made));
      if (bases_.size() - known >= kMostRun) break;
    }
    promising_ += tasks.size();
    return tasks;
  }

  // Depends on the cost of the model itself.
  std::size_t mostRun() const {
    if (request_.seconds) return kMostRun;
    const std::uint64_t each = std::max<std::uint64_t>(1, found_.front().work());
    return static_cast<std::size_t>(std::clamp<std::uint64_t>(request_.work / each, kFewestRun, kMostRun));
  }

  std::vector<Task> tasksOf(const std::vector<Path>& paths) const {
    std::vector<Task> tasks;
    for (Path path : paths) {
      joinUnread(bases_[path.base].file.graph(), path.cuts);
      tasks.push_back({path.cuts, mayOverlap(), path.base});
      // Every second one from the end: otherwise each output lies below its input.
      if (path.cuts.size() > 1) {
        Task task = tasks.back();
        for (std::size_t i = 1; i < path.cuts.size(); i += 2) task.cuts[i].fromEnd = task.cuts[i].passesFrom < 0;
        if (task.cuts != tasks.back().cuts) tasks.push_back(std::move(task));
      }
    }
    return tasks;
  }

  // Strips that the next ones cannot read as they are.
  static void joinUnread(const model::Graph& graph, Cuts& cuts) {
    for (std::size_t i = 0; i < cuts.size(); ++i)
      if (cuts[i].apart)
        cuts[i].apart = i + 1 < cuts.size() && rewrite::cutIntoStrips(graph, {cuts[i], cuts[i + 1]}).has_value();
  }

  // Drops paths that cost far more than requested; estimates have some error.
  std::vector<StripPath> withinGrowth(const std::vector<StripPath>& paths) const {
    const std::optional<std::uint64_t> cycles = found_.front().cycles();
    if (!request_.mostGrowth || !cycles) return paths;
    constexpr double kMargin = 5;
    const double most = static_cast<double>(*cycles) * (100 + *request_.mostGrowth + kMargin) / 100;
    std::vector<StripPath> within;
    for (const StripPath& path : paths)
      if (static_cast<double>(path.cycles) <= most) within.push_back(path);
    return within;
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
      if (*results[i]) {
        found_.push_back({std::move(**results[i]), tasks[i].overlap, false, tasks[i].base});
        continue;
      }
      anyFailed_ = true;
      log::info([&] { return "a version cannot be written: " + results[i]->error().message; });
    }
    return std::nullopt;
  }

  Result<ShrinkPoint> runTask(const Task& task, engine::RunControl& control) {
    const ShrinkBase& base = bases_[task.base];
    PlanRequest request;
    request.profile = requestFor(request_.profile, variants_.front(), base.file, true);
    request.also = request_.also;
    request.overlap = task.overlap;
    request.steps = kSolveSteps;
    request.prove = false;
    request.enough = request_.enough;
    const auto graph = rewrite::cutIntoStrips(base.file.graph(), task.cuts);
    if (!graph) return Error{Stage::kPlan, "the graph cannot be split this way"};
    request.known = knownIn(base, *graph);
    if (task.cuts.empty()) {
      request.order = request_.means.order ? optimization::Ordering::kBest : optimization::Ordering::kKeep;
    } else {
      Result<ModelFile> cut = ModelFile::fromBytes(rewrite::withGraph(base.file.bytes(), *graph),
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
    return pointOf(base, task, std::move(*planned));
  }

  KnownOperators knownIn(const ShrinkBase& base, const rewrite::StripGraph& graph) const {
    const model::Graph& whole = base.file.graph();
    std::vector<std::vector<std::string>> called(whole.subgraphs.size());
    for (const rewrite::StripBody& body : graph.bodies) called.push_back(rewrite::namesOf(whole, body, base.names));
    return {memo_, rewrite::namesOf(whole, graph, base.names), std::move(called)};
  }

  static Result<ShrinkPoint> pointOf(const ShrinkBase& base, const Task& task, optimization::PlanReport planned) {
    ShrinkPoint point;
    for (const StripCut& cut : task.cuts) point.cuts.push_back(base.inModel(cut));
    point.folded = base.folded;
    point.means.padding = base.folded.pads > 0;
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
      const std::vector<Proof> proofs = proofs_.of(found_, shown, true);
      if (control_.cancelled) return Error{Stage::kPlan, "was cancelled"};
      std::vector<std::size_t> dropped;
      for (std::size_t i = 0; i < shown.size(); ++i) {
        FoundVersion& point = found_[shown[i]];
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

  ShrinkReport answer() {
    ShrinkReport report;
    for (const std::size_t i : optimization::paretoFrontOf(found_)) report.points.push_back(std::move(found_[i]));
    report.budget = request_.budget;
    report.mostGrowth = request_.mostGrowth;
    report.tried = tried_;
    report.promising = promising_;
    report.unproven = unproven_;
    report.stopped = stopped_;
    // The persistent bytes of what it is made of are there in every version.
    for (const ShrinkBase& base : bases_)
      if (base.run.arena) {
        const std::uint64_t least =
            static_cast<std::uint64_t>(optimization::leastHeadBytes(base.file.graph())) + base.run.arena->tail;
        report.bound = std::min(report.bound.value_or(least), least);
      }
    const bool strips = std::ranges::any_of(report.points, [](const ShrinkPoint& point) { return point.means.strips; });
    if (!strips && report.isComplete() && !anyFailed_ && !request_.mostGrowth) report.noGain = whyNoGain_;
    return report;
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
  std::vector<PlanRequest::Variant> variants_ = variantsIn(request_); // the main one first
  std::function<bool()> isProofOver_ = [this] { return isProofTimeUp(); };
  VersionProofs proofs_{request_.profile, variants_, isProofOver_};
  std::deque<ShrinkBase> bases_;                  // the first has the unchanged model's PADs, or fewer at no cost
  std::vector<FoundVersion> found_;               // the unchanged model first
  std::optional<optimization::NoGain> whyNoGain_; // if it turns out that strips do not help; absent: they are not tried
  std::size_t promising_ = 0;
  std::size_t tried_ = 0;
  std::size_t unproven_ = 0;
  bool anyFailed_ = false; // of the versions to run
  std::atomic<bool> stopped_ = false;
};

} // namespace

Result<optimization::ShrinkReport> shrinkModel(const ShrinkRequest& request, const ProfileObserver& observer,
                                               engine::RunControl& control) {
  if (auto wrong = wrongLimit(request.seconds)) return *wrong;
  return ShrinkSearch(request, observer, control).run();
}

} // namespace arenascope::service
