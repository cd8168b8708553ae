#include "core/report/figures.h"

#include <algorithm>
#include <cmath>

#include "core/report/flash_need.h"

namespace arenascope::report {

namespace {

using Value = std::optional<std::uint64_t>;

template <std::uint64_t ArenaFigures::*kField>
Value ofArena(const Report& report) {
  return report.arena ? Value(*report.arena.*kField) : Value();
}

template <std::uint64_t FlashReport::*kField>
Value ofFlash(const Report& report) {
  return report.flash ? Value(*report.flash.*kField) : Value();
}

Value microseconds(const Report& report) {
  if (!report.cost || !report.board) return {};
  return std::llround(static_cast<double>(report.cost->total.cycles) / report.board->clockMhz);
}
Value cycles(const Report& report) { return report.cost ? Value(report.cost->total.cycles) : Value(); }
Value instructions(const Report& report) { return report.cost ? Value(report.cost->total.instructions) : Value(); }
Value interpreter(const Report& report) { return report.cost ? Value(report.cost->interpreter().cycles) : Value(); }
Value stack(const Report& report) { return report.stack ? Value(report.stack->most()) : Value(); }
Value flash(const Report& report) {
  const FlashNeed need = flashNeed(report);
  return need.codeKnown ? Value(need.total()) : Value();
}
Value weights(const Report& report) { return report.model.weightBytes; }

constexpr FigureKind kKinds[] = {
    {FigureId::kRecommended, nullptr, "kTensorArenaSize", "bytes", "the size to write into the firmware", false,
     nullptr, ofArena<&ArenaFigures::recommended>},
    {FigureId::kUsed, "used", "arena_used_bytes()", "bytes", "reported by the interpreter after set-up", false,
     "/arena/used_bytes", ofArena<&ArenaFigures::used>},
    {FigureId::kMicroseconds, nullptr, "microseconds", "us", "one inference, at the board's clock", false, nullptr,
     microseconds},
    {FigureId::kCycles, "cycles", "cycles", "cycles", "one inference, by the target's timing model", true,
     "/cycles/total", cycles},
    {FigureId::kFlash, nullptr, "flash, model and code", "bytes", "the model's file, interpreter and operators", false,
     nullptr, flash},
    {FigureId::kOperatorFlash, "flash", "operators' flash", "bytes",
     "code and constants that the model's operators add", false, "/resolver/flash_bytes",
     ofFlash<&FlashReport::needed>},
    {FigureId::kHead, "head", "head", "bytes", "planned buffers: tensors and scratch memory, shared over time", false,
     "/arena/head_bytes", ofArena<&ArenaFigures::head>},
    {FigureId::kTail, "tail", "tail", "bytes", "persistent: structs, kernel data, variables", false,
     "/arena/tail_bytes", ofArena<&ArenaFigures::tail>},
    {FigureId::kTemporary, nullptr, "temporary peak", "bytes",
     "at most, during set-up, without the planner's working memory", false, nullptr, ofArena<&ArenaFigures::tempPeak>},
    {FigureId::kMinimum, "arena", "minimum arena", "bytes", "the smallest arena that works", true,
     "/arena/minimum_bytes", ofArena<&ArenaFigures::minimum>},
    {FigureId::kInstructions, nullptr, "instructions", "instructions", "one inference, counted in the emulator", false,
     nullptr, instructions},
    {FigureId::kInterpreter, nullptr, "interpreter", "cycles", "cycles of one inference outside the kernels", false,
     nullptr, interpreter},
    {FigureId::kInterpreterFlash, nullptr, "interpreter's flash", "bytes", "code and constants without any operator",
     false, nullptr, ofFlash<&FlashReport::interpreter>},
    {FigureId::kStack, "stack", "stack", "bytes", "the most that construction, AllocateTensors() or Invoke() need",
     false, nullptr, stack},
    {FigureId::kWeights, nullptr, "weights", "bytes", "constant tensors: they stay in flash", false, nullptr, weights},
};

constexpr FigureId kLimited[] = {FigureId::kMinimum, FigureId::kUsed,          FigureId::kHead,  FigureId::kTail,
                                 FigureId::kStack,   FigureId::kOperatorFlash, FigureId::kCycles};

} // namespace

std::span<const FigureKind> figureKinds() { return kKinds; }

const FigureKind& figureKind(FigureId id) { return kKinds[static_cast<std::size_t>(id)]; }

const FigureKind* findFigure(std::string_view key) {
  const auto* found = std::find_if(std::begin(kKinds), std::end(kKinds),
                                   [&](const FigureKind& kind) { return kind.key != nullptr && key == kind.key; });
  return found == std::end(kKinds) ? nullptr : found;
}

std::span<const FigureId> limitedFigures() { return kLimited; }

} // namespace arenascope::report
