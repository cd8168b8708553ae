#include "core/profile/text_writer.h"

#include <algorithm>
#include <filesystem>

#include "core/profile/board_fit.h"
#include "core/profile/buffer_facts.h"
#include "core/profile/number_text.h"
#include "core/profile/resolver_writer.h"
#include "core/profile/text_format.h"

namespace arenascope::profile {

namespace {

std::string arenaText(const Report& report, const Style& style) {
  const ArenaFigures& arena = *report.arena;
  std::string text;
  text += format("  %skTensorArenaSize = %s%s bytes (%s)\n\n", style.strong, grouped(arena.recommended).c_str(),
                 style.end, humanBytes(arena.recommended).c_str());
  if (arena.anyAddress)
    text += format("  %senough wherever the array lies, not only 16-byte aligned%s\n\n", style.weak, style.end);
  const auto row = [&](const char* name, std::uint64_t bytes, const char* note) {
    text += format("  %-24s %12s   %s%s%s\n", name, grouped(bytes).c_str(), style.weak, note, style.end);
  };
  row("minimum that works", arena.minimum, describeProof(report).c_str());
  row("arena_used_bytes()", arena.used, "what the interpreter reports afterwards");
  row("  head", arena.head, "planned buffers: tensors and scratch, shared over time");
  row("  tail", arena.tail, "persistent: structs, kernel data, variables");
  row("temporary peak", arena.tempPeak, "while it is set up, the planner's working memory apart");
  if (report.stack) {
    const StackUse& stack = *report.stack;
    row("stack, at most", stack.most(),
        format("measured: construction %s, AllocateTensors() %s, Invoke() %s%s",
               grouped(stack.of(StackStage::kCreate)).c_str(), grouped(stack.of(StackStage::kAllocate)).c_str(),
               report.invoked ? grouped(stack.of(StackStage::kInvoke)).c_str() : "not run",
               stack.deepest.op < 0 ? ""
                                    : (", operator " + operatorPlace(stack.deepest.subgraph, stack.deepest.op)).c_str())
            .c_str());
  }
  row("weights in flash", report.model.weightBytes, "constant tensors, not in the arena");
  if (report.resourceVariables > 0)
    text += format("  %-24s %12d   %sroom made in the arena, before the interpreter's%s\n", "resource variables",
                   report.resourceVariables, style.weak, style.end);
  text += std::string("  ") + style.weak + describeInterpreter(report) + style.end + "\n";
  text += "\n  " + explainMinimum(report) + "\n";
  if (const std::string head = describeHead(report); !head.empty()) text += "  " + head + "\n";
  return text;
}

std::string costText(const Report& report, const Style& style) {
  if (!report.cost) return {};
  const CostSummary& cost = *report.cost;
  return format("\n  %s%s cycles%s for one inference (%s instructions), interpreter %s cycles (%.2f %%)\n",
                style.strong, grouped(cost.total.cycles).c_str(), style.end, grouped(cost.total.instructions).c_str(),
                grouped(cost.interpreter().cycles).c_str(), cost.overheadPercent()) +
         format("  %s%s%s\n", style.weak, describeAccuracy(report).c_str(), style.end);
}

std::string indented(const std::string& lines) {
  std::string text = "  ";
  for (const char c : lines) text += c == '\n' ? std::string("\n  ") : std::string(1, c);
  return text + "\n";
}

std::string boardText(const Report& report, const Style& style) {
  if (!report.board) return {};
  const Board& board = *report.board;
  std::string text = format("\n  %s%s%s: %s at %g MHz, %u flash wait states\n", style.strong, board.title.c_str(),
                            style.end, board.core.c_str(), board.clockMhz, board.flashWaitStates());
  if (const auto regions = fitIn(report)) text += indented(describe(*report.regions, *regions));
  const std::optional<BoardFit> fit = fitOn(board, report);
  if (!fit) return text;
  text += format("  %s%s%s\n", fit->fits() ? "" : style.bad, describe(*fit).c_str(), fit->fits() ? "" : style.end);
  return text + format("  %s%s of RAM and %s of flash are taken for %s%s\n", style.weak,
                       humanBytes(board.reservedRamBytes).c_str(), humanBytes(board.reservedFlashBytes).c_str(),
                       board.reservedFor.c_str(), style.end);
}

// The functions that most cycles go to, over all operators.
std::string functionsText(const Report& report, const Style& style) {
  if (!report.cost) return {};
  constexpr std::size_t kShown = 8;
  const std::vector<FunctionCost> functions = functionTotals(report);
  std::string text = format("\n  %s%14s %7s  function%s\n", style.weak, "cycles", "share", style.end);
  for (std::size_t i = 0; i < std::min(kShown, functions.size()); ++i)
    text += format("  %14s %6.1f%%  %s\n", grouped(functions[i].cost.cycles).c_str(),
                   100.0 * static_cast<double>(functions[i].cost.cycles) /
                       static_cast<double>(std::max<std::uint64_t>(1, report.cost->total.cycles)),
                   shortened(functions[i].name, 60).c_str());
  if (functions.size() > kShown)
    text += format("  %s%zu more; all of them, operator by operator, in --json%s\n", style.weak,
                   functions.size() - kShown, style.end);
  return text;
}

// What the application registers, and what that takes of flash.
std::string resolverText(const Report& report, const Style& style) {
  const std::vector<std::string> names = report.model.operatorNames();
  if (names.empty()) return {};
  std::string text = format("\n  MicroMutableOpResolver<%zu>, with --resolver FILE as code:\n", names.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string method = resolverMethod(names[i]);
    text += format("    %-36s", method.empty() ? ("AddCustom(\"" + shortened(names[i], 20) + "\", ...)").c_str()
                                               : (method + "()").c_str());
    if (report.flash) text += format(" %10s bytes of flash alone", grouped(report.flash->operators[i].bytes).c_str());
    text += "\n";
  }
  if (report.flash)
    text += format("  %sTogether %s bytes, shared code once; all operators %s: %s saved. The interpreter takes %s.%s\n",
                   style.weak, grouped(report.flash->needed).c_str(), grouped(report.flash->all).c_str(),
                   grouped(report.flash->saved()).c_str(), grouped(report.flash->interpreter).c_str(), style.end);
  return text;
}

std::string operatorTable(const Report& report, const Style& style) {
  if (report.operators.empty()) return {};
  const bool cycles = report.cost.has_value();
  std::string text = format("\n  %s%4s  %-28s %12s %14s %7s %12s%s\n", style.weak, "op", "name", "live bytes",
                            cycles ? "cycles" : "", cycles ? "share" : "", "MACs", style.end);
  for (const OperatorReport& op : report.operators) {
    const double share = cycles && report.cost->total.cycles > 0 ? 100.0 * static_cast<double>(op.cost.cycles) /
                                                                       static_cast<double>(report.cost->total.cycles)
                                                                 : 0.0;
    text += format("  %4s  %-28s %12s", operatorPlace(op).c_str(), shortened(op.name, 28).c_str(),
                   grouped(op.liveBytes).c_str());
    text += cycles ? format(" %14s %6.1f%%", grouped(op.cost.cycles).c_str(), share) : format(" %14s %7s", "", "");
    text += format(" %12s\n", op.macs == 0 ? "" : grouped(op.macs).c_str());
  }
  return text;
}

// The buffers in use at the operator with most live bytes.
std::string peakText(const Report& report, const Style& style) {
  const int peakIndex = report.peakOperator();
  if (peakIndex < 0) return {};
  std::string text = "\n  Most live bytes at " + printable(operatorsText(report, {peakIndex})) + ":\n";
  for (const int index : peakBuffers(report)) {
    const PlannedBuffer& buffer = report.buffers[static_cast<std::size_t>(index)];
    text +=
        format("    %12s at offset %-10s %s  %s%s%s\n", grouped(buffer.bytes).c_str(), grouped(buffer.offset).c_str(),
               shortened(buffer.name, 48).c_str(), style.weak, buffer.detail.c_str(), style.end);
  }
  return text;
}

} // namespace

std::string toText(const Report& report, bool colour) {
  const Style style = terminalStyle(colour);
  std::string text = format("%s%s%s\n", style.strong, printable(report.model.path).c_str(), style.end);
  text += format("%sTFLM-compatible interpreter on %s%s\n\n", style.weak, describeSettings(report).c_str(), style.end);
  if (report.error)
    text += format("  %sfailed (%s): %s%s\n\n", style.bad, report.error->stage.c_str(),
                   printable(report.error->message).c_str(), style.end);
  if (report.arena) text += arenaText(report, style);
  text += costText(report, style);
  text += boardText(report, style);
  if (report.guardedAccesses)
    text += "\n  Kernels touched the arena " + grouped(*report.guardedAccesses) +
            " times, and only what is theirs of it.\n";
  if (report.stoppedEarly) text += "\n  " + explainEarlyStop(report) + "\n";
  for (const std::string& note : notesOf(report)) text += "\n  " + printable(note) + "\n";
  text += operatorTable(report, style);
  text += functionsText(report, style);
  text += peakText(report, style);
  text += resolverText(report, style);
  return text;
}

std::string toCsv(const Report& report) {
  std::string text = "subgraph,index,name,live_bytes,weight_bytes,macs,instructions,cycles\n";
  for (const OperatorReport& op : report.operators) {
    text += std::to_string(op.subgraph) + "," + std::to_string(op.index) + "," + csvField(op.name) + "," +
            std::to_string(op.liveBytes) + "," + std::to_string(op.weightBytes) + "," + std::to_string(op.macs);
    text += report.cost ? "," + std::to_string(op.cost.instructions) + "," + std::to_string(op.cost.cycles) : ",,";
    text += "\n";
  }
  return text;
}

} // namespace arenascope::profile
