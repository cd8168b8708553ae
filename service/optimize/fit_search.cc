#include "service/optimize/fit_search.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/number_text.h"
#include "core/optimization/effort.h"
#include "core/output/answers/advice_writer.h"
#include "core/report/arena_arrangement.h"
#include "core/report/board_fit.h"
#include "core/report/placement_fit.h"
#include "service/optimize/input_size.h"
#include "service/optimize/quantized_advice.h"
#include "service/optimize/shrinking.h"
#include "service/profile/prepared_run.h"

namespace arenascope::service {

using model::ModelFile;
using optimization::AdviceKind;
using optimization::AdviceReport;
using optimization::Effort;
using optimization::Suggestion;
using report::Report;

namespace {

constexpr planner::Steps kStepsOfEach = kPlanSteps / 4;
constexpr std::uint64_t kWorkOfEach = kShrinkWork / 9;
constexpr int kWidthParts = 8; // widths that are tried: eighths

class Search {
public:
  Search(AdviceReport& answer, const FitSearch& how) : answer_(answer), how_(how) {}

  void run() {
    splitOverRegions();
    if (!isReached(Effort::kArrangement)) splitChangesOverRegions();
    if (isReached(Effort::kVersion)) return;
    otherKernels();
    if (isReached(Effort::kQuantize)) return;
    quantizedVersions();
    if (isReached(Effort::kPreview)) return;
    fewerChannels();
    if (isReached(Effort::kPreview)) return;
    quantizedPreviews();
    if (answer_.fitting() != nullptr || !nearest_) return;
    const auto arenaOf = [](const Suggestion& each) { return each.after->arena->recommended; };
    const bool isLeast = std::all_of(answer_.suggestions.begin(), answer_.suggestions.end(), [&](const auto& each) {
      return optimization::effortOf(each) == Effort::kNone || arenaOf(*nearest_) < arenaOf(each);
    });
    if (isLeast) answer_.suggestions.push_back(std::move(*nearest_));
  }

private:
  // Whether a change of at most this effort fits, or there is no time for a larger one.
  bool isReached(Effort effort) {
    const Suggestion* fitting = answer_.fitting();
    if (fitting != nullptr && optimization::effortOf(*fitting) <= effort) return true;
    if (!how_.ended()) return false;
    if (fitting == nullptr && !saidUnfinished_)
      answer_.unfinished.push_back(
          {AdviceKind::kCombination, "changes were not combined: the search has been stopped"});
    saidUnfinished_ = true;
    return true;
  }

  // Two regions of the board that have room for an arena each, of a model that was run with one.
  std::optional<hardware::ArenaRegions> regionsFor(const Report& report) const {
    const auto split = report::splitArenas(report);
    const auto& board = answer_.before.board;
    if (!split || !board) return std::nullopt;
    for (const hardware::MemoryRegion& low : board->ram)
      for (const hardware::MemoryRegion& high : board->ram)
        if (low.name != high.name && split->nonPersistent <= report::freeIn(*board, low) &&
            split->persistent <= report::freeIn(*board, high))
          return hardware::ArenaRegions{.nonPersistent = low, .persistent = high};
    return std::nullopt;
  }
  static std::string optionsOf(const hardware::ArenaRegions& regions) {
    return fmt::format("--non-persistent-region '{}' --persistent-region '{}'", regions.nonPersistent.name,
                       regions.persistent.name);
  }
  std::optional<Report> runIn(const hardware::ArenaRegions& regions, ProfileRequest request) {
    request.placement.reset();
    request.regions = regions;
    how_.tell("running it with two arenas");
    const Result<Report> after = profileModel(request, {}, how_.control);
    if (!after || !after->ok() || !after->arena) return std::nullopt;
    return *after;
  }

  void splitOverRegions() {
    const auto suggested = std::find_if(answer_.suggestions.begin(), answer_.suggestions.end(),
                                        [](const auto& each) { return each.kind == AdviceKind::kTwoArenas; });
    const auto regions = regionsFor(answer_.before);
    if (!regions || suggested == answer_.suggestions.end() || how_.ended()) return;
    const std::string& kernels = how_.request.profile.kernels;
    suggested->command = how_.profileCommand(kernels, optionsOf(*regions));
    auto after = runIn(*regions, with(how_.file, kernels));
    if (!after) return;
    suggested->after = std::move(*after);
    suggested->inRegions = true;
  }

  // Two arenas of the model with each change that does not fit alone.
  void splitChangesOverRegions() {
    std::vector<Suggestion> found;
    for (const Suggestion& each : answer_.suggestions) {
      const bool isOther = each.kind == AdviceKind::kTwoArenas || each.kind == AdviceKind::kFlash;
      if (isOther || optimization::effortOf(each) == Effort::kNone || optimization::isPreview(each)) continue;
      const auto regions = regionsFor(*each.after);
      if (!regions || how_.ended()) continue;
      const Result<ModelFile> file =
          each.model.empty() ? how_.file
                             : ModelFile::fromBytes(each.model, how_.file.path(), how_.request.profile.limits);
      if (!file) continue;
      ProfileRequest request = with(*file, each.after->kernels);
      if (each.kind == AdviceKind::kQuantize) request.inputs.clear(); // those are floats
      const auto after = runIn(*regions, std::move(request));
      if (!after) continue;
      Suggestion both = each;
      both.kind = AdviceKind::kCombination;
      both.parts = {each.kind, AdviceKind::kTwoArenas};
      both.title = each.title + ", and two arenas";
      both.reason = fmt::format("{} Tensors and scratch buffers are in {}, persistent memory is in {}, run so.",
                                each.reason, regions->nonPersistent.name, regions->persistent.name);
      both.after = *after;
      both.inRegions = true;
      found.push_back(std::move(both));
    }
    for (Suggestion& each : found) answer_.suggestions.push_back(std::move(each));
  }

  // The request for the unchanged model's file or another one, without what `file` has already.
  ProfileRequest with(const ModelFile& file, const std::string& kernels) const {
    ProfileRequest request = requestFor(how_.request.profile, {answer_.before.target, kernels}, file, true);
    request.quantize.clear();
    request.architecture = {};
    return request;
  }

  void otherKernels() {
    for (const std::string& set : how_.otherKernels) {
      addVersions(with(how_.file, set), AdviceKind::kKernels, "with " + set + " kernels", "");
      if (isReached(Effort::kVersionForKernels)) return;
    }
  }

  // The float model as integers, and then what one can do for any model.
  void quantizedVersions() {
    if (!hasFloatActivations(answer_.before.model)) return;
    const Result<ModelFile> file = modelOf(quantized());
    if (!file) return;
    const std::string options = "--as int8";
    ProfileRequest base = with(*file, how_.request.profile.kernels);
    base.inputs.clear(); // those are floats
    addVersions(base, AdviceKind::kQuantize, "after quantizing to int8", options + " ");
    if (isReached(Effort::kQuantizedVersion)) return;
    for (const std::string& set : how_.otherKernels) {
      how_.tell("running the quantized model with " + set + " kernels");
      base = with(*file, set);
      base.inputs.clear();
      const Result<Report> after = profileModel(base, {}, how_.control);
      if (after && after->ok() && after->arena)
        offer({AdviceKind::kQuantize, AdviceKind::kKernels}, *after, {},
              fmt::format("Quantize it to int8, with {} kernels", set), how_.profileCommand(set, options));
      if (isReached(Effort::kQuantizedVersion)) return;
    }
  }
  ProfileRequest quantized() const {
    ProfileRequest request = how_.request.profile;
    request.file = how_.file;
    request.inputs.clear();
    request.quantize = "int8";
    return request;
  }

  // A better plan and order, then overlap and strips, of a model that is changed otherwise as well.
  void addVersions(const ProfileRequest& base, AdviceKind first, const std::string& how, const std::string& options) {
    how_.tell("searching for a better plan " + how);
    const std::string& kernels = first == AdviceKind::kKernels ? base.kernels : how_.request.profile.kernels;
    PlanRequest planning;
    planning.profile = base;
    planning.steps = static_cast<planner::Steps>(static_cast<double>(kStepsOfEach) * how_.request.effort);
    planning.enough = how_.request.enough;
    planning.order = optimization::Ordering::kBest;
    if (const auto planned = planModel(planning, {}, how_.control); planned && planned->after.ok())
      offer({first, planned->operatorOrder.empty() ? AdviceKind::kPlan : AdviceKind::kOrder}, planned->after,
            planned->model,
            (planned->operatorOrder.empty() ? "Use another memory plan " : "Run layers in another order ") + how,
            how_.writeCommand("plan", kernels, options + "--order best --write planned.tflite"));
    if (answer_.fitting() != nullptr && !isPreviewOnly()) return;
    if (how_.ended()) return;
    how_.tell("searching for smaller versions " + how);
    ShrinkRequest shrinking;
    shrinking.profile = base;
    shrinking.seconds = how_.request.seconds;
    shrinking.work = static_cast<std::uint64_t>(static_cast<double>(kWorkOfEach) * how_.request.effort);
    shrinking.enough = how_.request.enough;
    const auto found = shrinkModel(shrinking, {}, how_.control);
    if (!found) return;
    const std::size_t chosen = cheapestWithin(*found, *answer_.fit);
    if (chosen == 0) return;
    const optimization::ShrinkPoint& point = found->points[chosen];
    Suggestion change;
    change.kind = adviceKindOf(point.means);
    offer({first, change.kind}, point.runs.front(), point.model, output::actionOf(change) + " " + how,
          how_.writeCommand("shrink", kernels,
                            fmt::format("{}--budget {} --write shrunk.tflite", options, point.arenaBytes())));
  }
  // Whether a smaller input is all that fits so far, of more effort than what is looked for.
  bool isPreviewOnly() const { return optimization::isPreview(*answer_.fitting()); }

  // The widest that fits.
  void fewerChannels() {
    const auto found = widest(how_.request.profile);
    if (!found) return;
    const auto& [width, after] = *found;
    offer({AdviceKind::kWidth}, after, {}, fmt::format("Train it with {:g} times the channels", width),
          how_.profileCommand(how_.request.profile.kernels, fmt::format("--width {:g}", width)));
  }

  void quantizedPreviews() {
    if (!hasFloatActivations(answer_.before.model)) return;
    const ProfileRequest base = quantized();
    const std::string& kernels = how_.request.profile.kernels;
    how_.tell("searching for the largest input that fits after quantizing");
    const auto smaller = largestInputThatFits(base, how_.file, *answer_.fit, how_.ended, how_.control);
    if (smaller && *smaller)
      offer({AdviceKind::kQuantize, AdviceKind::kInputSize}, (*smaller)->report, {},
            "Quantize it to int8 and train it with an input of " + (*smaller)->size,
            how_.profileCommand(kernels, "--as int8 --resize-input " + (*smaller)->size));
    if (isReached(Effort::kQuantizedPreview)) return;
    if (const auto found = widest(base))
      offer({AdviceKind::kQuantize, AdviceKind::kWidth}, found->second, {},
            fmt::format("Quantize it to int8 and train it with {:g} times the channels", found->first),
            how_.profileCommand(kernels, fmt::format("--as int8 --width {:g}", found->first)));
  }

  // The largest width below 1 that fits, with its run; if none does, the smallest.
  std::optional<std::pair<double, Report>> widest(const ProfileRequest& base) {
    how_.tell("searching for the number of channels that fits");
    const auto at = [&](int parts, bool invoke) {
      ProfileRequest request = base;
      request.file = how_.file;
      request.architecture.width = static_cast<double>(parts) / kWidthParts;
      request.invoke = invoke;
      return profileModel(request, {}, how_.control);
    };
    int chosen = 1;
    for (int tooMany = kWidthParts; chosen + 1 < tooMany;) {
      if (how_.ended()) return std::nullopt;
      const int parts = chosen + (tooMany - chosen) / 2;
      const Result<Report> report = at(parts, false);
      const bool fits = report && report->arena && report->arena->recommended <= *answer_.fit;
      (fits ? chosen : tooMany) = parts;
    }
    const Result<Report> report = at(chosen, how_.request.profile.invoke);
    if (!report || !report->ok() || !report->arena) return std::nullopt;
    return std::pair(static_cast<double>(chosen) / kWidthParts, *report);
  }

  // Suggests it if it fits; remembers it if it misses by less than all before.
  void offer(const std::vector<AdviceKind>& kinds, const Report& after, std::vector<std::uint8_t> model,
             const std::string& title, const std::string& command) {
    Suggestion suggestion;
    suggestion.kind = kinds.size() == 1 ? kinds.front() : AdviceKind::kCombination;
    if (kinds.size() > 1) suggestion.parts = kinds;
    suggestion.title = title;
    suggestion.after = after;
    suggestion.model = std::move(model);
    suggestion.savedBytes = static_cast<std::int64_t>(answer_.before.arena->recommended) -
                            static_cast<std::int64_t>(after.arena->recommended);
    suggestion.command = command;
    const std::uint64_t bytes = after.arena->recommended;
    const bool fits = bytes <= *answer_.fit;
    suggestion.reason = fmt::format("kTensorArenaSize = {}, run so{}.", grouped(bytes), outputsOf(suggestion));
    if (suggestion.savedBytes <= 0) return;
    if (fits)
      answer_.suggestions.push_back(std::move(suggestion));
    else if (!nearest_ || bytes < nearest_->after->arena->recommended)
      nearest_ = std::move(suggestion);
  }
  static std::string outputsOf(const Suggestion& suggestion) {
    if (optimization::isPreview(suggestion))
      return "; an architecture preview, whose outputs mean nothing: train it again";
    return optimization::includes(suggestion, AdviceKind::kQuantize) ? "; its outputs are approximations"
                                                                     : "; the outputs are those of these kernels";
  }

  AdviceReport& answer_;
  const FitSearch& how_;
  std::optional<Suggestion> nearest_;
  bool saidUnfinished_ = false;
};

} // namespace

void searchFit(AdviceReport& answer, const FitSearch& search) {
  if (!answer.fit || answer.fitsAlready()) return;
  Search(answer, search).run();
}

} // namespace arenascope::service
