#include "service/optimize/placing.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <tuple>

#include "core/base/number_text.h"
#include "core/planner/best_subset.h"
#include "core/report/flash_need.h"
#include "core/report/placement_fit.h"
#include "service/control/to_result.h"
#include "service/profile/board_timing.h"
#include "service/profile/prepared_run.h"

namespace arenascope::service {

using hardware::MemoryRegion;
using optimization::PlacedItem;
using optimization::PlacedKind;
using optimization::PlacementReport;
using report::Report;

namespace {

// Positions of the parts that others take theirs from, and of the functions with which runs are watched: they are in no
// program of a user's, and stay where they are.
constexpr std::size_t kRestOfCode = 0;
constexpr std::size_t kRestOfModel = 1;
constexpr std::size_t kWatching = 2;
constexpr std::size_t kFirstPart = 3;
constexpr const char* kWatchingFunctions[] = {"arenascope_call_kernel", "arenascope_call_kernel_told",
                                              "arenascope_trace_event", "arenascope_trace_event_told",
                                              "arenascope_invoke",      "arenascope_invoke_told"};

using Regions = std::vector<const MemoryRegion*>; // by item; nullptr: flash

// Where everything is, and the cycles of a run there.
struct Arrangement {
  const MemoryRegion* arena = nullptr;
  std::uint64_t arenaCycles = 0; // with nothing else moved
  Regions regions;
  std::vector<std::uint64_t> waits; // in flash, by item
  std::vector<std::uint64_t> saved; // by item
  run::RunTrace trace;
};

class Placing {
public:
  Placing(const PlaceRequest& request, const ProfileObserver& observer, engine::RunControl& control)
      : request_(request.profile), observer_(observer), control_(control),
        given_(request.profile.placement.value_or(hardware::Placement())) {}

  Result<PlacementReport> run() {
    if (!request_.board) return Error{Stage::kUsage, "the regions are a board's: choose one with --board"};
    request_.placement = hardware::Placement{.weights = {}, .code = {}, .arena = given_.arena};
    tell("running it as it is");
    const Result<Report> before = profileModel(request_, {}, control_);
    if (!before) return before.error();
    if (!before->ok()) return *before->error;
    if (!before->cost)
      return Error{Stage::kTarget, "the cycles of " + before->target +
                                       " are not known here, and so no placement: " + before->withoutCycles};
    answer_.before = *before;
    Result<PreparedRun> prepared = prepareRun(request_);
    if (!prepared) return prepared.error();
    prepared_ = &*prepared;
    listItems();
    Arrangement best;
    for (const MemoryRegion* arena : arenaRegions()) {
      Result<Arrangement> tried = arranged(arena);
      if (!tried) return tried.error();
      if (best.arena == nullptr || tried->trace.invoke.cycles < best.trace.invoke.cycles) best = std::move(*tried);
    }
    describe(best);
    return std::move(answer_);
  }

private:
  void tell(const std::string& step) const {
    if (observer_.onProgress) observer_.onProgress({.step = step, .fraction = -1});
  }
  const hardware::Board& board() const { return *request_.board; }

  // The rest of the code and of the model come first: other parts take from them what is theirs.
  void listItems() {
    add(PlacedKind::kCode, "interpreter, start-up and everything else").allCode = true;
    const model::ModelFile& file = prepared_->model.file;
    add(PlacedKind::kConstants, "the rest of the model").constants = {
        {0, static_cast<std::uint32_t>(file.bytes().size())}};
    add(PlacedKind::kCode, "").functions.assign(std::begin(kWatchingFunctions), std::end(kWatchingFunctions));
    listCode();
    listConstants(file);
  }
  engine::PlacedPart& add(PlacedKind kind, std::string name) {
    answer_.items.emplace_back();
    answer_.items.back().kind = kind;
    answer_.items.back().name = std::move(name);
    return parts_.emplace_back();
  }

  // Functions by the kinds of operators that call them.
  void listCode() {
    std::map<std::string, std::set<std::string>> users;
    for (const report::OperatorReport& op : answer_.before.operators)
      for (const run::FunctionCost& function : op.functions)
        if (!function.name.empty()) users[function.name].insert(op.name);
    std::map<std::set<std::string>, std::vector<std::string>> groups;
    for (const auto& [function, kinds] : users) groups[kinds].push_back(function);
    for (auto& [kinds, functions] : groups) {
      const std::vector<std::string> names(kinds.begin(), kinds.end());
      add(PlacedKind::kCode, (names.size() > 1 ? "code of " : "") + joined(names)).functions = std::move(functions);
      answer_.items.back().operators = names;
    }
  }

  // Each once, with the first tensor that has it.
  void listConstants(const model::ModelFile& file) {
    const model::Graph& graph = file.graph();
    std::map<std::size_t, std::size_t> known; // item by constant
    for (std::size_t s = 0; s < graph.subgraphs.size(); ++s) {
      const model::Subgraph& subgraph = graph.subgraphs[s];
      for (std::size_t t = 0; t < subgraph.tensors.size(); ++t) {
        const model::Tensor& tensor = subgraph.tensors[t];
        if (!graph.isConstant(tensor)) continue;
        const std::span<const std::uint8_t> bytes = graph.bytesOf(tensor.constant);
        const auto [found, isNew] = known.try_emplace(tensor.constant.position(), answer_.items.size());
        if (isNew) {
          const auto begin = static_cast<std::uint32_t>(bytes.data() - file.bytes().data());
          add(PlacedKind::kConstants, std::string(tensor.name)).constants = {
              {begin, begin + static_cast<std::uint32_t>(bytes.size())}};
          answer_.items.back().subgraph = static_cast<std::int32_t>(s);
          answer_.items.back().tensor = static_cast<std::int32_t>(t);
        }
        addReaders(subgraph, static_cast<std::int32_t>(t), answer_.items[found->second].operators);
      }
    }
  }
  static void addReaders(const model::Subgraph& subgraph, std::int32_t tensor, std::vector<std::string>& readers) {
    for (const model::Operator& op : subgraph.operators)
      if (std::find(op.inputs.begin(), op.inputs.end(), tensor) != op.inputs.end() &&
          std::find(readers.begin(), readers.end(), op.name) == readers.end())
        readers.emplace_back(op.name);
  }

  // Where the arena may lie: the given region, or all with room for it, the usual one first.
  std::vector<const MemoryRegion*> arenaRegions() const {
    std::vector<const MemoryRegion*> regions;
    for (const MemoryRegion& region : board().ram) {
      const bool isGiven = given_.arena && given_.arena->region.name == region.name;
      const bool isUsual = &region == &board().ram.front();
      if (given_.arena ? isGiven : isUsual || freeIn(region, nullptr) >= answer_.before.arena->recommended)
        regions.push_back(&region);
    }
    return regions;
  }

  // Without what the platform and the arena occupy.
  std::uint64_t freeIn(const MemoryRegion& region, const MemoryRegion* arena) const {
    const std::uint64_t free = report::freeIn(board(), region);
    if (arena == nullptr || region.name != arena->name) return free;
    return free - std::min(free, answer_.before.arena->recommended);
  }

  // All regions, the fastest first, and of two alike the one for code.
  std::vector<const MemoryRegion*> byKindOfSpeed() const {
    std::vector<const MemoryRegion*> regions;
    for (const MemoryRegion& region : board().codeRam) regions.push_back(&region);
    for (const MemoryRegion& region : board().ram) regions.push_back(&region);
    std::stable_sort(regions.begin(), regions.end(), [&](const MemoryRegion* a, const MemoryRegion* b) {
      return board().waitStatesOf(*a).reads < board().waitStatesOf(*b).reads;
    });
    return regions;
  }

  Result<run::RunTrace> runWith(const MemoryRegion* arena, const Regions& regions) {
    if (control_.cancelled) return control_.stopped();
    engine::RunOptions options = runOptions(prepared_->request, answer_.before.resourceVariables, true);
    options.arenaBytes = answer_.before.arena->minimum;
    const cpu::RamTiming timing = ramTiming(board(), *arena);
    options.arena =
        cpu::ArenaTiming{.nonPersistent = timing, .persistent = timing, .headBytes = answer_.before.arena->head};
    options.placed = parts_;
    for (std::size_t i = 0; i < parts_.size(); ++i)
      if (regions[i] != nullptr)
        options.placed[i].memory = answer_.items[i].kind == PlacedKind::kCode ? codeTiming(board(), *regions[i])
                                                                              : ramTiming(board(), *regions[i]);
    run::RunTrace trace = prepared_->runner->run(prepared_->model, options, control_);
    if (trace.error) return *trace.error;
    return trace;
  }

  // For an arena there.
  Result<Arrangement> arranged(const MemoryRegion* arena) {
    Arrangement now;
    now.arena = arena;
    now.regions.assign(parts_.size(), nullptr);
    now.saved.assign(parts_.size(), 0);
    tell("watching what it reads from flash, with the arena in " + arena->name);
    Result<run::RunTrace> flash = runWith(arena, now.regions);
    if (!flash) return flash.error();
    now.arenaCycles = flash->invoke.cycles;
    for (const run::PlacedUse& use : flash->placed) now.waits.push_back(use.waits);
    measureBytes(*flash);
    now.trace = std::move(*flash);
    for (const MemoryRegion* region : byKindOfSpeed())
      if (auto failed = fill(*region, now)) return *failed;
    return now;
  }

  // The rest of a kind is what its other parts leave of the whole.
  void measureBytes(const run::RunTrace& flash) {
    std::uint64_t code = report::flashNeed(answer_.before).code();
    std::uint64_t constants = answer_.before.model.bytes;
    for (std::size_t i = kFirstPart; i < parts_.size(); ++i) {
      answer_.items[i].bytes = flash.placed[i].bytes;
      std::uint64_t& rest = answer_.items[i].kind == PlacedKind::kCode ? code : constants;
      rest -= std::min(rest, flash.placed[i].bytes);
    }
    answer_.items[kRestOfCode].bytes = code;
    answer_.items[kRestOfModel].bytes = constants;
  }

  const std::optional<hardware::Place>& placeOf(PlacedKind kind) const {
    return kind == PlacedKind::kCode ? given_.code : given_.weights;
  }
  // Limit for one kind, if it was given.
  std::optional<std::uint64_t> limitFor(PlacedKind kind) const {
    return placeOf(kind) ? placeOf(kind)->limitBytes : std::nullopt;
  }
  bool mayHold(const MemoryRegion& region, PlacedKind kind) const {
    const auto& place = placeOf(kind);
    return (kind != PlacedKind::kCode || region.executes) && (!place || place->region.name == region.name);
  }

  // Moves there what saves most of what is still in flash, if the run says so, too.
  std::optional<Error> fill(const MemoryRegion& region, Arrangement& now) {
    std::uint64_t capacity = freeIn(region, now.arena);
    if (capacity == 0) return std::nullopt;
    Regions all = now.regions;
    for (std::size_t i = 0; i < parts_.size(); ++i)
      if (all[i] == nullptr && mayHold(region, answer_.items[i].kind)) all[i] = &region;
    if (all == now.regions) return std::nullopt;
    std::vector<std::uint64_t> waits(parts_.size(), 0);
    if (board().waitStatesOf(region).any()) {
      const Result<run::RunTrace> there = runWith(now.arena, all);
      if (!there) return there.error();
      for (std::size_t i = 0; i < parts_.size(); ++i) waits[i] = there->placed[i].waits;
    }
    std::vector<planner::Choice> choices(parts_.size());
    for (std::size_t i = 0; i < parts_.size(); ++i)
      if (i != kWatching && now.regions[i] == nullptr && all[i] == &region && now.waits[i] > waits[i])
        choices[i] = {.bytes = answer_.items[i].bytes, .gain = now.waits[i] - waits[i]};
    Regions chosen = now.regions;
    for (const std::size_t item : chosenOf(choices, capacity)) chosen[item] = &region;
    if (chosen == now.regions) return std::nullopt;
    for (const PlacedKind kind : {PlacedKind::kCode, PlacedKind::kConstants}) complete(kind, region, now, chosen);
    Result<run::RunTrace> trace = runWith(now.arena, chosen);
    if (!trace) return trace.error();
    if (trace->invoke.cycles >= now.trace.invoke.cycles) return std::nullopt;
    for (std::size_t i = 0; i < parts_.size(); ++i)
      if (chosen[i] != now.regions[i]) now.saved[i] = choices[i].gain;
    now.regions = std::move(chosen);
    now.trace = std::move(*trace);
    return std::nullopt;
  }

  // A kind moves as a whole where all that waits goes to one region, with room for the rest.
  void complete(PlacedKind kind, const MemoryRegion& region, const Arrangement& now, Regions& chosen) const {
    std::uint64_t capacity = freeIn(region, now.arena);
    Regions whole = chosen;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      if (i == kWatching) continue;
      if (chosen[i] == &region) capacity -= std::min(capacity, report::roundUpToStep(answer_.items[i].bytes));
      if (answer_.items[i].kind == kind && chosen[i] != &region) {
        if (chosen[i] != nullptr || now.waits[i] > 0) return;
        whole[i] = &region;
      }
    }
    std::uint64_t more = 0;
    std::uint64_t all = 0;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      if (i == kWatching || answer_.items[i].kind != kind) continue;
      all += report::roundUpToStep(answer_.items[i].bytes);
      if (chosen[i] == nullptr) more += report::roundUpToStep(answer_.items[i].bytes);
    }
    if (more <= capacity && all <= limitFor(kind).value_or(all)) chosen = std::move(whole);
  }

  // Kinds with a separate limit are chosen by themselves, the others together.
  std::vector<std::size_t> chosenOf(const std::vector<planner::Choice>& choices, std::uint64_t capacity) const {
    std::vector<std::size_t> chosen;
    const auto add = [&](const auto& takes, std::uint64_t most) {
      std::vector<planner::Choice> some = choices;
      for (std::size_t i = 0; i < some.size(); ++i)
        if (!takes(answer_.items[i].kind)) some[i].gain = 0;
      for (const std::size_t item : planner::bestSubset(some, std::min(most, capacity))) {
        chosen.push_back(item);
        capacity -= std::min(capacity, report::roundUpToStep(choices[item].bytes));
      }
    };
    for (const PlacedKind kind : {PlacedKind::kCode, PlacedKind::kConstants})
      if (const auto most = limitFor(kind)) add([&](PlacedKind each) { return each == kind; }, *most);
    add([&](PlacedKind each) { return !limitFor(each); }, capacity);
    return chosen;
  }

  void describe(const Arrangement& best) {
    answer_.after = answer_.before;
    report::addInference(answer_.after, best.trace, true);
    answer_.arenaRegion = best.arena->name;
    answer_.arenaMoves = !given_.arena && best.arena != &board().ram.front();
    const std::uint64_t plain = answer_.before.cost->total.cycles + answer_.before.cost->watching.cycles;
    answer_.arenaSaved = static_cast<std::int64_t>(plain) - static_cast<std::int64_t>(best.arenaCycles);
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      answer_.items[i].waits = best.waits[i];
      answer_.items[i].saved = best.saved[i];
      answer_.items[i].region = best.regions[i] == nullptr ? "" : best.regions[i]->name;
    }
    for (const MemoryRegion* region : byKindOfSpeed()) {
      optimization::UsedRegion used{.region = *region, .freeBytes = freeIn(*region, best.arena), .usedBytes = 0};
      for (std::size_t i = 0; i < parts_.size(); ++i)
        if (best.regions[i] == region) used.usedBytes += answer_.items[i].bytes;
      answer_.regions.push_back(std::move(used));
    }
    answer_.items.erase(answer_.items.begin() + kWatching);
    std::stable_sort(answer_.items.begin(), answer_.items.end(), [](const PlacedItem& a, const PlacedItem& b) {
      return std::tuple(a.region.empty(), b.saved, b.waits) < std::tuple(b.region.empty(), a.saved, a.waits);
    });
  }

  ProfileRequest request_; // without the placement of weights and code
  const ProfileObserver& observer_;
  engine::RunControl& control_;
  const hardware::Placement given_;
  PreparedRun* prepared_ = nullptr;
  PlacementReport answer_;
  std::vector<engine::PlacedPart> parts_; // by item
};

} // namespace

Result<PlacementReport> placeModel(const PlaceRequest& request, const ProfileObserver& observer,
                                   engine::RunControl& control) {
  return toResult(request.profile.model, [&] { return Placing(request, observer, control).run(); });
}

} // namespace arenascope::service
