#include "service/optimize/advising.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "core/base/number_text.h"
#include "core/model/load/model_file.h"
#include "core/optimization/effort.h"
#include "core/output/answers/plan_text.h"
#include "core/output/answers/shrink_writer.h"
#include "core/output/version_files.h"
#include "core/report/arena_arrangement.h"
#include "core/report/board_fit.h"
#include "service/control/time_limit.h"
#include "service/control/to_result.h"
#include "service/optimize/clock_search.h"
#include "service/optimize/compression_advice.h"
#include "service/optimize/fit_search.h"
#include "service/optimize/input_size.h"
#include "service/optimize/kernels_like.h"
#include "service/optimize/planning.h"
#include "service/optimize/quantized_advice.h"
#include "service/optimize/shrinking.h"
#include "service/optimize/tail_advice.h"
#include "service/profile/prepared_run.h"
#include "service/profile/requested_target.h"
#include "service/store/boards.h"

namespace arenascope::service {

using hardware::Board;
using model::ModelFile;
using optimization::AdviceKind;
using optimization::AdviceReport;
using optimization::Suggestion;
using report::Report;

namespace {

constexpr planner::Steps kSearchSteps = kPlanSteps / 2; // per plan
constexpr std::uint64_t kVersionsWork = kShrinkWork / 4;
constexpr double kMostGrowths[] = {1, 10, 1e30}; // growth of cycles in percent: the smallest version within each
constexpr std::size_t kMostNamed = 3;            // buffers named for a lower bound
constexpr double kWorthSaying = 1;               // percent of memory or cycles

std::int64_t savedBetween(const Report& before, const Report& after) {
  return static_cast<std::int64_t>(before.arena->recommended) - static_cast<std::int64_t>(after.arena->recommended);
}

// Buffers that every plan has to keep apart: "Conv_1 (18,432 bytes), ...".
std::string largestOf(const std::vector<const report::PlannedBuffer*>& buffers) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::min(kMostNamed, buffers.size()); ++i)
    names.push_back(fmt::format("{} ({} bytes)", buffers[i]->name, grouped(buffers[i]->plannedBytes())));
  if (buffers.size() > kMostNamed) names.push_back(fmt::format("{} more", buffers.size() - kMostNamed));
  return joined(names);
}

// A file name quoted for a shell.
std::string fileWord(const std::filesystem::path& path) {
  constexpr std::string_view kPlain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._+-";
  std::string name = path.filename().string();
  if (name.find_first_not_of(kPlain) == std::string::npos) return name;
  std::string word = "'";
  for (const char letter : name) word += letter == '\'' ? "'\\''" : std::string(1, letter);
  return word + "'";
}

// Effects of another kernel set in a sentence.
std::string differenceOf(const Report& before, const Report& after, const std::optional<double>& growth) {
  std::vector<std::string> parts;
  const auto add = [&](const char* what, std::uint64_t was, std::uint64_t is) {
    if (was != is) parts.push_back(fmt::format("{} {} bytes instead of {}", what, grouped(is), grouped(was)));
  };
  add("head", before.arena->head, after.arena->head);
  add("persistent memory", before.arena->tail, after.arena->tail);
  parts.push_back(growth ? fmt::format("an inference in {} times the cycles", threeDigits(1 + *growth / 100))
                         : "the time of an inference on this target is unknown");
  return joined(parts);
}

class AdviceSearch {
public:
  AdviceSearch(const AdviceRequest& request, const ProfileObserver& observer, engine::RunControl& control)
      : request_(request), observer_(observer), control_(control) {}

  Result<AdviceReport> run() {
    tell("running the unchanged model");
    Result<Report> before = profileModel(request_.profile, {}, control_);
    if (!before) return before.error();
    if (!before->arena) return before->error.value_or(Error{Stage::kPlan, "the model's memory is unknown"});
    answer_.before = std::move(*before);
    answer_.deadline = request_.deadline;
    answer_.fit = request_.fit ? request_.fit : report::budgetToFit(answer_.before);
    if (!answer_.before.firmware) { // an image's interpreter cannot be exchanged
      const Result<ModelFile> file = modelOf(request_.profile);
      if (!file) return file.error();
      file_ = *file;
    }
    takeKnown();
    search();
    if (control_.cancelled) return Error{Stage::kPlan, "was cancelled"};
    settle(answer_);
    return std::move(answer_);
  }

private:
  // What costs least to find first.
  void search() {
    if (!request_.known) {
      quantize();
      tail();
      twoArenas();
      show();
    }
    if (!answer_.before.firmware) {
      answer_.progress.all = orderings().size() + otherSets().size() + 1; // and a board
      for (const optimization::Ordering order : orderings())
        if (!plan(order)) break;
      kernels();
      if (needsNoVersions())
        answer_.nothing.push_back({AdviceKind::kStrips, "skipped: the model fits without it"});
      else
        versions();
      compression();
    } else if (!request_.known) {
      sayWhatAnImageHas();
    }
    boards();
    clock();
    if (!request_.known) inputSize();
    if (!request_.known) fit();
    answer_.progress.all = answer_.progress.done;
  }

  // Of an earlier answer; what depends on a deadline is looked for again, and so is what was not finished.
  void takeKnown() {
    if (!request_.known) return;
    answer_.versions = request_.known->versions;
    for (const Suggestion& suggestion : request_.known->suggestions)
      if (suggestion.kind != AdviceKind::kBoard && suggestion.kind != AdviceKind::kClock)
        answer_.suggestions.push_back(suggestion);
    for (const AdviceReport::Nothing& nothing : request_.known->nothing)
      if (nothing.kind != AdviceKind::kBoard && nothing.kind != AdviceKind::kClock && !isOpen(nothing.kind))
        answer_.nothing.push_back(nothing);
  }
  bool isOpen(AdviceKind kind) const {
    const AdviceKind search = isFoundByShrink(kind) ? AdviceKind::kStrips : kind;
    return !request_.known || std::any_of(request_.known->unfinished.begin(), request_.known->unfinished.end(),
                                          [&](const auto& each) { return each.kind == search; });
  }
  // Where a size is asked for, and is reached at no cost.
  bool needsNoVersions() const {
    if (!request_.fit || !isOpen(AdviceKind::kStrips)) return false;
    if (answer_.fitsAlready()) return true;
    const Suggestion* fitting = answer_.fitting();
    return fitting != nullptr && optimization::effortOf(*fitting) == optimization::Effort::kArrangement;
  }
  // Plans that are to be looked for.
  std::vector<optimization::Ordering> orderings() const {
    std::vector<optimization::Ordering> open;
    for (const optimization::Ordering order : optimization::kOrderings)
      if (isOpen(kindOf(order))) open.push_back(order);
    return open;
  }
  static AdviceKind kindOf(optimization::Ordering order) {
    return order == optimization::Ordering::kBest ? AdviceKind::kOrder : AdviceKind::kPlan;
  }
  // A finished search's answer takes the place of an unfinished one's.
  void forget(std::initializer_list<AdviceKind> kinds) {
    std::erase_if(answer_.suggestions, [&](const Suggestion& each) {
      return std::find(kinds.begin(), kinds.end(), each.kind) != kinds.end();
    });
  }

  // To whoever watches: one more thing was tried.
  void done() {
    ++answer_.progress.done;
    answer_.progress.all = std::max(answer_.progress.all, answer_.progress.done);
    show();
  }
  void show() const {
    if (!request_.onFound) return;
    AdviceReport now = answer_;
    settle(now);
    request_.onFound(now);
  }

  void tell(const std::string& step) const {
    if (observer_.onProgress) observer_.onProgress({.step = step, .fraction = -1});
  }
  bool ended() const { return control_.cancelled.load() || (request_.enough && request_.enough->load()); }

  // `arenascope profile` with the present settings, without those that are defaults.
  std::string profileCommand(const std::string& kernels, const std::string& options) const {
    const ProfileRequest& profile = request_.profile;
    std::string text = "arenascope profile " + fileWord(profile.model);
    if (profile.board)
      text += " --board " + profile.board->name;
    else if (answer_.before.target != engine::kDefaultTarget)
      text += " --target " + answer_.before.target;
    if (answer_.before.tflm != report::kCurrentTflm) text += " --tflm " + answer_.before.tflm;
    if (!kernels.empty()) text += " --kernels " + kernels;
    return options.empty() ? text : text + " " + options;
  }
  // `plan` or `shrink` for these targets and kernel sets; empty for an interpreter that they do not support.
  std::string writeCommand(const char* subcommand, const std::string& options) const {
    return writeCommand(subcommand, request_.profile.kernels, options);
  }
  std::string writeCommand(const char* subcommand, const std::string& kernels, const std::string& options) const {
    if (answer_.before.tflm != report::kCurrentTflm) return {};
    std::string text = fmt::format("arenascope {} {}", subcommand, fileWord(request_.profile.model));
    if (answer_.before.target != engine::kDefaultTarget) text += " --target " + answer_.before.target;
    if (!kernels.empty()) text += " --kernels " + kernels;
    return text + " " + options;
  }
  // Options that write the version and the files for the application, named after it.
  std::string writeOptions(const char* ending) const {
    const output::VersionFiles files =
        output::filesBeside(request_.profile.model.stem().concat(ending).concat(".tflite"));
    return fmt::format("--write {} --header {} --resolver {}", fileWord(files.model), fileWord(files.header),
                       fileWord(files.resolver));
  }

  Suggestion versionOf(AdviceKind kind, const Report& after, std::vector<std::uint8_t> model) const {
    Suggestion suggestion;
    suggestion.kind = kind;
    suggestion.title = adviceTitle(kind);
    suggestion.savedBytes = savedBetween(answer_.before, after);
    suggestion.after = after;
    suggestion.model = std::move(model);
    return suggestion;
  }

  // A plan for any kernels: in the model's order, or in a better one. false: there is none, in no order.
  bool plan(optimization::Ordering order) {
    const bool reorders = order == optimization::Ordering::kBest;
    const AdviceKind kind = kindOf(order);
    PlanRequest planning;
    planning.profile = requestFor(request_.profile, {answer_.before.target, request_.profile.kernels}, *file_, true);
    planning.steps = static_cast<planner::Steps>(static_cast<double>(kSearchSteps) * request_.effort);
    planning.enough = request_.enough;
    planning.order = order;
    tell(reorders ? "searching for a better order of operators" : "searching for a better plan");
    const Result<optimization::PlanReport> planned = planModel(planning, {}, control_);
    if (control_.cancelled) return false;
    forget({kind});
    if (planned)
      addPlan(kind, *planned);
    else
      answer_.nothing.push_back({kind, planned.error().message});
    done();
    return static_cast<bool>(planned);
  }

  void addPlan(AdviceKind kind, const optimization::PlanReport& planned) {
    const bool reorders = kind == AdviceKind::kOrder;
    if (planned.end == planner::SearchEnd::kStopped)
      answer_.unfinished.push_back({kind, output::describeEnd(planned.end)});
    std::int64_t inOrder = 0; // bytes saved without another order
    for (const Suggestion& each : answer_.suggestions)
      if (reorders && each.kind == AdviceKind::kPlan) inOrder = each.savedBytes;
    Suggestion suggestion = versionOf(kind, planned.after, planned.model);
    if (suggestion.savedBytes <= inOrder) {
      answer_.nothing.push_back({kind, reorders ? output::describeOrder(planned) : whyNone(planned)});
      return;
    }
    suggestion.reason = (reorders ? output::describeOrder(planned) + " " : "") + output::describeHead(planned) +
                        " It holds for any kernels; the outputs are the same.";
    suggestion.command =
        writeCommand("plan", (reorders ? "--order best " : "") + writeOptions(reorders ? "_ordered" : "_planned"));
    answer_.suggestions.push_back(std::move(suggestion));
  }

  static std::string whyNone(const optimization::PlanReport& planned) {
    if (!planned.provenOptimal()) return output::describeResult(planned);
    return fmt::format("{}: {}.", output::describePeakBuffers(planned), largestOf(peakBuffersOf(planned)));
  }

  // Versions with overlap and strips.
  void versions() {
    if (isOpen(AdviceKind::kStrips)) findVersions();
    if (answer_.versions == nullptr || control_.cancelled) return;
    const optimization::ShrinkReport& found = *answer_.versions;
    forget({AdviceKind::kPadding, AdviceKind::kOverlap, AdviceKind::kStrips});
    for (const std::size_t position : worthShowing(found)) addVersion(found, position);
    for (const AdviceKind kind : {AdviceKind::kOverlap, AdviceKind::kStrips})
      if (isOpen(kind) && found.isComplete() &&
          std::none_of(answer_.suggestions.begin(), answer_.suggestions.end(),
                       [&](const Suggestion& each) { return each.kind == kind; }))
        answer_.nothing.push_back({kind, fmt::format("no gain alone, in {} versions that have been run", found.tried)});
    show();
  }

  void findVersions() {
    if (ended())
      return answer_.unfinished.push_back({AdviceKind::kStrips, "none has been run: the search has been stopped"});
    ShrinkRequest shrinking;
    shrinking.profile = requestFor(request_.profile, {answer_.before.target, request_.profile.kernels}, *file_, true);
    shrinking.seconds = request_.seconds;
    shrinking.work = static_cast<std::uint64_t>(static_cast<double>(kVersionsWork) * request_.effort);
    shrinking.enough = request_.enough;
    tell("searching for smaller versions of the model");
    const std::size_t before = answer_.progress.done;
    const std::size_t others = answer_.progress.all;
    const ProfileObserver counting{.onAllocation = observer_.onAllocation, .onProgress = [&](const Progress& at) {
                                     if (observer_.onProgress) observer_.onProgress(at);
                                     if (at.all == 0) return;
                                     answer_.progress = {before + at.done, others + at.all};
                                     show();
                                   }};
    Result<optimization::ShrinkReport> found = shrinkModel(shrinking, counting, control_);
    if (control_.cancelled) return;
    if (!found) return answer_.nothing.push_back({AdviceKind::kStrips, found.error().message});
    if (!found->isComplete()) answer_.unfinished.push_back({AdviceKind::kStrips, output::describeUnfinished(*found)});
    answer_.versions = std::make_shared<const optimization::ShrinkReport>(std::move(*found));
  }

  // Positions of the points: the smallest of those with similar cost, and the cheapest that fits.
  std::vector<std::size_t> worthShowing(const optimization::ShrinkReport& found) const {
    std::vector<std::size_t> shown;
    for (const double most : kMostGrowths) {
      std::size_t best = 0; // points have descending arenas and ascending cycles
      for (std::size_t i = 0; i < found.points.size(); ++i)
        if (growthOf(found, found.points[i]) <= most) best = i;
      // A version with more cycles has to save noticeably more than one with fewer.
      const auto last = static_cast<double>(found.points[shown.empty() ? 0 : shown.back()].arenaBytes());
      const auto bytes = static_cast<double>(found.points[best].arenaBytes());
      if (best > 0 && bytes <= last * (100 - kWorthSaying) / 100) shown.push_back(best);
    }
    if (answer_.fit && !answer_.fitsAlready())
      if (const std::size_t fits = cheapestWithin(found, *answer_.fit); fits > 0) shown.push_back(fits);
    std::sort(shown.begin(), shown.end());
    shown.erase(std::unique(shown.begin(), shown.end()), shown.end());
    return shown;
  }

  void addVersion(const optimization::ShrinkReport& found, std::size_t position) {
    const optimization::ShrinkPoint& point = found.points[position];
    const AdviceKind kind = adviceKindOf(point.means);
    if (!isFoundByShrink(kind)) return; // such a plan is suggested already
    Suggestion suggestion = versionOf(kind, point.runs.front(), point.model);
    if (suggestion.savedBytes <= 0) return;
    suggestion.action = output::describeStripLayers(point);
    suggestion.reason = output::describePoint(found, position);
    suggestion.reason += " The outputs are the same.";
    suggestion.command =
        writeCommand("shrink", fmt::format("--budget {} {}", point.arenaBytes(), writeOptions("_shrunk")));
    answer_.suggestions.push_back(std::move(suggestion));
  }

  // Other kernel sets, compiled at the same level.
  void kernels() {
    const std::vector<std::string> sets = otherSets();
    if (sets.empty() && request_.known) return;
    if (!sets.empty() && ended())
      return answer_.unfinished.push_back({AdviceKind::kKernels, "none has been run: the search has been stopped"});
    for (const std::string& set : sets) {
      tell("running it with " + set + " kernels");
      const Result<Report> after =
          profileModel(requestFor(request_.profile, {answer_.before.target, set}, *file_, true), {}, control_);
      done();
      if (!after || !after->ok() || !after->arena) continue;
      Suggestion suggestion = versionOf(AdviceKind::kKernels, *after, {});
      suggestion.title = set + " kernels";
      suggestion.command = profileCommand(set, "");
      const auto growth = answer_.growthOf(suggestion);
      suggestion.reason = differenceOf(answer_.before, *after, growth);
      const double saved = 100.0 * static_cast<double>(suggestion.savedBytes) /
                           static_cast<double>(std::max<std::uint64_t>(1, answer_.before.arena->recommended));
      if (saved >= kWorthSaying || growth.value_or(0) <= -kWorthSaying)
        answer_.suggestions.push_back(std::move(suggestion));
      else if (growth)
        answer_.nothing.push_back({AdviceKind::kKernels, fmt::format("{}: {}", set, suggestion.reason)});
    }
    sayNoKernels();
    show();
  }

  std::vector<std::string> otherSets() const {
    const engine::Target* target = engine::findTarget(answer_.before.target);
    std::vector<std::string> sets;
    if (target == nullptr || !isOpen(AdviceKind::kKernels)) return sets;
    for (const std::string& own : engine::ownKernelSets(*target))
      if (std::string set = engine::ofSameLevel(own, answer_.before.kernels); set != answer_.before.kernels)
        sets.push_back(std::move(set));
    return sets;
  }

  // If cycles are not known: no other set of the target is smaller.
  void sayNoKernels() {
    const auto isKernels = [](const auto& each) { return each.kind == AdviceKind::kKernels; };
    if (std::none_of(answer_.suggestions.begin(), answer_.suggestions.end(), isKernels) &&
        std::none_of(answer_.nothing.begin(), answer_.nothing.end(), isKernels))
      answer_.nothing.push_back({AdviceKind::kKernels, "no other set of this target needs less memory"});
  }

  // An image's interpreter and kernels are fixed, but its model can be optimized with ours.
  void sayWhatAnImageHas() {
    const std::string why =
        fmt::format("the image runs as built; for its model with ArenaScope's interpreter: `arenascope advise {}`",
                    fileWord(answer_.before.model.path));
    for (const AdviceKind kind : {AdviceKind::kPlan, AdviceKind::kOrder, AdviceKind::kPadding, AdviceKind::kOverlap,
                                  AdviceKind::kStrips, AdviceKind::kKernels, AdviceKind::kBoard, AdviceKind::kFlash})
      answer_.nothing.push_back({kind, why});
  }

  // Flash instead of arena.
  void compression() {
    if (!isOpen(AdviceKind::kFlash)) return;
    if (ended())
      return answer_.unfinished.push_back({AdviceKind::kFlash, "none has been run: the search has been stopped"});
    tell("compressing constants");
    adviseCompression(answer_,
                      requestFor(request_.profile, {answer_.before.target, request_.profile.kernels}, *file_, true),
                      writeCommand("compress", writeOptions("_compressed")), control_);
    show();
  }

  // A float model as the converter would make it; of others there is nothing to say.
  void quantize() {
    if (!file_ || !hasFloatActivations(answer_.before.model)) return;
    tell("running the model quantized to int8");
    adviseQuantization(
        answer_, request_.profile, *file_,
        profileCommand(request_.profile.kernels,
                       "--as int8 --write " + fileWord(request_.profile.model.stem().concat("_int8.tflite"))),
        control_);
  }

  // Where it does not fit. Its outputs mean nothing before it is trained.
  void inputSize() {
    if (!file_ || !answer_.fit || answer_.fitsAlready() || ended()) return;
    tell("searching for the largest input that fits");
    const auto found = largestInputThatFits(
        request_.profile, *file_, *answer_.fit, [this] { return ended(); }, control_);
    if (!found) return answer_.nothing.push_back({AdviceKind::kInputSize, found.error().message});
    if (!*found) return answer_.unfinished.push_back({AdviceKind::kInputSize, "the search has been stopped"});
    const auto& [size, after] = **found;
    Suggestion suggestion = versionOf(AdviceKind::kInputSize, after, {});
    suggestion.title = "An input of " + size;
    suggestion.action = "Train it with an input of " + size;
    suggestion.reason = fmt::format(
        "At {} it would fit: {} bytes; train it again. This is an architecture preview: outputs mean nothing.", size,
        grouped(after.arena->recommended));
    suggestion.command = profileCommand(request_.profile.kernels, "--resize-input " + size);
    answer_.suggestions.push_back(std::move(suggestion));
  }

  // Changes together, where none fits alone.
  void fit() {
    if (!file_ || control_.cancelled) return;
    searchFit(answer_,
              {.request = request_,
               .file = *file_,
               .otherKernels = otherSets(),
               .ended = [this] { return ended(); },
               .tell = [this](const std::string& step) { tell(step); },
               .profileCommand = [this](const auto& set, const auto& more) { return profileCommand(set, more); },
               .writeCommand = [this](const char* subcommand, const auto& set,
                                      const auto& more) { return writeCommand(subcommand, set, more); },
               .control = control_});
    show();
  }

  void tail() {
    const bool isWanted = answer_.fit && !answer_.fitsAlready() && answer_.before.tflm == report::kCurrentTflm;
    if (isWanted) tell("running the model without unused tensors");
    adviseTail(answer_, request_.profile, isWanted && file_ ? &*file_ : nullptr, control_);
  }

  // Splits the arena, so that only one part needs the fastest memory.
  void twoArenas() {
    const auto split = report::splitArenas(answer_.before);
    if (!split) return;
    Suggestion suggestion;
    suggestion.kind = AdviceKind::kTwoArenas;
    suggestion.title = adviceTitle(AdviceKind::kTwoArenas);
    const std::uint64_t whole = answer_.before.arena->recommended;
    const std::uint64_t together = split->together();
    suggestion.reason = fmt::format(
        "{} bytes for tensors and {} of persistent memory instead of one block of {}: each can be in another region, "
        "the first in the fastest memory. Together {}. The application gives both to MicroAllocator::Create().",
        grouped(split->nonPersistent), grouped(split->persistent), grouped(whole),
        together == whole  ? std::string("as much")
        : together < whole ? grouped(whole - together) + " bytes less"
                           : grouped(together - whole) + " bytes more");
    if (const auto& board = answer_.before.board; board && board->ram.size() > 1)
      suggestion.command =
          profileCommand(request_.profile.kernels, fmt::format("--non-persistent-region {} --persistent-region {}",
                                                               board->ram[0].name, board->ram[1].name));
    answer_.suggestions.push_back(std::move(suggestion));
  }

  // The board with the least memory that fits the model; with less than the chosen board's if that fits.
  void boards() {
    const engine::Target* target = engine::findTarget(answer_.before.target);
    if (target == nullptr || target->family == engine::Family::kHost || answer_.before.firmware || ended()) return;
    const auto own = answer_.before.board ? report::fitOn(*answer_.before.board, answer_.before) : std::nullopt;
    const bool isTooSmall = own && !own->fits();
    std::vector<Error> problems;
    std::vector<Board> all = loadBoards(problems);
    std::erase_if(all, [&](const Board& board) {
      const engine::Target* core = engine::findTarget(board.core);
      return core == nullptr || core->family != target->family ||
             (own && !isTooSmall && board.ramBytes() >= answer_.before.board->ramBytes());
    });
    std::stable_sort(all.begin(), all.end(),
                     [](const Board& a, const Board& b) { return a.ramBytes() < b.ramBytes(); });
    tell("searching for the smallest board that fits it");
    for (const Board& board : all) {
      if (ended()) return;
      if (addBoard(board)) return done();
    }
    done();
    answer_.nothing.push_back(
        {AdviceKind::kBoard, own && !isTooSmall ? "no smaller known board fits it" : "no known board fits it"});
  }

  // Whether the model fits it.
  bool addBoard(const Board& board) {
    ProfileRequest request =
        requestFor(request_.profile, {board.core, kernelsOn(board, request_.profile.kernels)}, *file_, false);
    request.board = board;
    request.regions.reset();
    const Result<Report> arena = profileModel(request, {}, control_);
    if (!arena || !arena->arena) return false;
    if (const auto fit = report::fitOn(board, *arena); !fit || !fit->fits()) return false;
    request.invoke = true;
    const Result<Report> after = profileModel(request, {}, control_);
    if (!after || !after->ok() || (request_.deadline && !meetsDeadline(*after, *request_.deadline))) return false;
    Suggestion suggestion;
    suggestion.kind = AdviceKind::kBoard;
    suggestion.title = board.title;
    suggestion.reason = fmt::format("The known board with the least memory that fits it, {} of RAM: {}.",
                                    humanBytes(board.ramBytes()), describe(*report::fitOn(board, *after)));
    if (!after->otherLevel.empty()) suggestion.reason += " " + after->otherLevel;
    suggestion.after = *after;
    suggestion.command = fmt::format("arenascope profile {} --board {}", fileWord(request.model), board.name);
    if (!request_.profile.kernels.empty()) suggestion.command += " --kernels " + after->kernels;
    answer_.suggestions.push_back(std::move(suggestion));
    return true;
  }

  // Runs on the board at another clock.
  Result<Report> atClock(double megahertz) {
    ProfileRequest request = request_.profile;
    if (file_) request.file = *file_;
    request.board->clockMhz = megahertz;
    return profileModel(request, {}, control_);
  }

  void clock() {
    if (!request_.deadline || ended()) return;
    tell("searching for the lowest clock that meets the deadline");
    adviseClock(
        answer_, request_, [this] { return ended(); }, [this](double megahertz) { return atClock(megahertz); });
  }

  const AdviceRequest& request_;
  const ProfileObserver& observer_;
  engine::RunControl& control_;
  std::optional<ModelFile> file_; // absent for a firmware image
  AdviceReport answer_;
};

} // namespace

Result<AdviceReport> adviseModel(const AdviceRequest& request, const ProfileObserver& observer,
                                 engine::RunControl& control) {
  if (auto wrong = wrongLimit(request.seconds)) return *wrong;
  return toResult(request.profile.model, [&] {
    AdviceRequest all = request;
    if (all.image != nullptr && all.image->arena && all.profile.kernels.empty())
      all.profile.kernels = kernelsLike(*all.image, all.profile, control);
    return AdviceSearch(all, observer, control).run();
  });
}

} // namespace arenascope::service
