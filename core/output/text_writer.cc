#include "core/output/text_writer.h"

#include <fmt/format.h>

#include <sstream>

#include <algorithm>
#include <filesystem>

#include "core/base/counted.h"
#include "core/base/number_text.h"
#include "core/base/text_format.h"
#include "core/output/ram_writer.h"
#include "core/report/board_fit.h"
#include "core/report/buffer_info.h"
#include "core/report/energy.h"
#include "core/report/figures.h"
#include "core/report/hazards.h"
#include "core/report/operator_columns.h"
#include "core/report/placement_fit.h"
#include "core/report/text/report_text.h"
#include "core/report/text/resolver_methods.h"

namespace arenascope::output {

namespace {

std::string arenaText(const report::Report& report, const Style& style) {
  const report::ArenaFigures& arena = *report.arena;
  std::string text;
  text += fmt::format("  {}kTensorArenaSize = {}{} bytes ({})\n\n", style.strong, grouped(arena.recommended), style.end,
                      humanBytes(arena.recommended));
  if (arena.anyAddress)
    text += fmt::format("  {}enough for an array at any address, not only a 16-byte aligned one{}\n\n", style.weak,
                        style.end);
  const auto row = [&](report::FigureId id, const std::string& note, const char* indent = "") {
    const report::FigureKind& kind = report::figureKind(id);
    text += fmt::format("  {:24} {:>12}   {}{}{}\n", std::string(indent) + kind.name, grouped(*kind.read(report)),
                        style.weak, note.empty() ? kind.help : note, style.end);
  };
  row(report::FigureId::kMinimum, report::describeProof(report));
  row(report::FigureId::kUsed, "");
  row(report::FigureId::kHead, "", "  ");
  row(report::FigureId::kTail, "", "  ");
  row(report::FigureId::kTemporary, "");
  if (report.stack) {
    const run::StackUse& stack = *report.stack;
    row(report::FigureId::kStack,
        fmt::format("measured: construction {}, AllocateTensors() {}, Invoke() {}{}",
                    grouped(stack.of(run::StackStage::kCreate)), grouped(stack.of(run::StackStage::kAllocate)),
                    report.invoked ? grouped(stack.of(run::StackStage::kInvoke)) : "not run",
                    stack.deepest.op < 0 ? "" : (", operator " + report::operatorPlace(stack.deepest))));
  }
  row(report::FigureId::kWeights, "");
  if (report.resourceVariables > 0)
    text += fmt::format("  {:24} {:12}   {}slots allocated in the arena, before the interpreter's{}\n",
                        "resource variables", report.resourceVariables, style.weak, style.end);
  if (report.decompressionBytes > 0)
    text +=
        fmt::format("  {:24} {:>12}   {}of {}, outside the arena{}\n", "decompression memory",
                    grouped(report.decompressedBytes), style.weak, countedBytes(report.decompressionBytes), style.end);
  text += std::string("  ") + style.weak + report::describeInterpreter(report) + style.end + "\n";
  text += "\n  " + report::explainMinimum(report) + "\n";
  if (const std::string head = report::describeHead(report); !head.empty()) text += "  " + head + "\n";
  return text;
}

// Above the number: it may be right and of no use.
std::string hazardText(const report::Report& report, const Style& style) {
  std::string text;
  for (const std::string& line : report::hazardLines(report))
    text += fmt::format("  {}Hazard:{} {}\n", style.bad, style.end, printable(line));
  return text.empty() ? text : text + "\n";
}

// What was found in an image, and how; the last lines that it printed.
std::string firmwareText(const report::Report& report, const Style& style) {
  if (!report.firmware) return {};
  std::string text = fmt::format("\n  {}The image{}\n", style.strong, style.end);
  for (const auto& [name, what] : report::describeFirmware(report))
    text += fmt::format("  {:24} {}\n", name, printable(what));
  const std::string& console = report.firmware->console;
  if (console.empty()) return text;
  text += fmt::format("\n  {}It printed{}\n", style.strong, style.end);
  std::istringstream lines(console);
  for (std::string line; std::getline(lines, line);) text += "    " + printable(line) + "\n";
  return text;
}

std::string costText(const report::Report& report, const Style& style) {
  if (!report.cost) return {};
  const report::CostSummary& cost = *report.cost;
  std::string text =
      fmt::format("\n  {}{} cycles{} for one inference ({} instructions), interpreter {} cycles ({:.2f} %)\n",
                  style.strong, grouped(cost.total.cycles), style.end, grouped(cost.total.instructions),
                  grouped(cost.interpreter().cycles), cost.overheadPercent());
  std::vector<std::string> lines{report::describeKernels(report), report::describeAccuracy(report)};
  for (std::string& line : report::describeOperatorErrors(report)) lines.push_back(std::move(line));
  for (const std::string& line : lines) text += fmt::format("  {}{}{}\n", style.weak, line, style.end);
  return text;
}

std::string indented(const std::string& lines) {
  std::string text = "  ";
  for (const char c : lines) text += c == '\n' ? std::string("\n  ") : std::string(1, c);
  return text + "\n";
}

std::string boardText(const report::Report& report, const Style& style) {
  if (!report.board) return {};
  const hardware::Board& board = *report.board;
  std::string text =
      fmt::format("\n  {}{}{}: {} at {:g} MHz{}{}\n", style.strong, board.title, style.end, board.core, board.clockMhz,
                  board.waitStates.empty() ? "" : ", " + counted(board.flashWaitStates(), "flash wait state"),
                  board.describeRamWaitStates());
  if (!board.fitted.empty())
    text += fmt::format("  {}Its memory timing is fitted to {}{}\n", style.weak, board.fitted, style.end);
  if (const auto regions = report::fitIn(report)) text += indented(report::describe(board, *report.regions, *regions));
  if (const auto placed = report::placementFit(report)) text += indented(report::describe(board, *placed));
  const std::optional<report::BoardFit> fit = report::fitOn(board, report);
  if (!fit) return text;
  text += fmt::format("  {}{}{}\n", fit->fits() ? "" : style.bad, report::describe(*fit), fit->fits() ? "" : style.end);
  if (const std::string energy = report::describeEnergy(report); !energy.empty())
    text += fmt::format("  {}{}{}\n", style.strong, energy, style.end);
  text += fmt::format("  {}{} of RAM and {} of flash are reserved for {}{}\n", style.weak,
                      humanBytes(board.reservedRamBytes), humanBytes(board.reservedFlashBytes), board.reservedFor,
                      style.end);
  if (board.usualTflm.empty() || board.usualTflm == report.tflm) return text;
  return text + fmt::format("  {}Its usual libraries have TFLM {}: use --tflm {} for their sizes{}\n", style.weak,
                            board.usualTflm, board.usualTflm, style.end);
}

// The functions that most cycles go to, over all operators.
std::string functionsText(const report::Report& report, const Style& style) {
  if (!report.cost) return {};
  constexpr std::size_t kShown = 8;
  const std::vector<run::FunctionCost> functions = report::functionTotals(report);
  std::string text = fmt::format("\n  {}{:>14} {:>7}  function{}\n", style.weak, "cycles", "share", style.end);
  for (std::size_t i = 0; i < std::min(kShown, functions.size()); ++i)
    text += fmt::format("  {:>14} {:6.1f}%  {}\n", grouped(functions[i].cost.cycles),
                        100.0 * static_cast<double>(functions[i].cost.cycles) /
                            static_cast<double>(std::max<std::uint64_t>(1, report.cost->total.cycles)),
                        shortened(functions[i].name, 60));
  if (functions.size() > kShown)
    text += fmt::format("  {}{} more; --json lists all of them, operator by operator{}\n", style.weak,
                        functions.size() - kShown, style.end);
  return text;
}

// What the application registers, and what that takes of flash.
std::string resolverText(const report::Report& report, const Style& style) {
  const std::vector<std::string> names = report.model.operatorNames();
  if (names.empty()) return {};
  std::string text = fmt::format("\n  MicroMutableOpResolver<{}>, with --resolver FILE as code:\n", names.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string method = report::resolverMethod(names[i]);
    std::string how = method.empty() ? "AddCustom(\"" + shortened(names[i], 20) + "\", ...)" : method + "()";
    if (report::tflmLacks(names[i])) how = "(TFLM has no " + names[i] + ")";
    text += fmt::format("    {:36}", how);
    if (report.flash) text += fmt::format(" {:>10} bytes of flash alone", grouped(report.flash->operators[i].bytes));
    text += "\n";
  }
  if (report.flash)
    text += fmt::format(
        "  {}Together {} bytes, shared code once; all operators {}: {} saved. The interpreter takes {}.{}\n",
        style.weak, grouped(report.flash->needed), grouped(report.flash->all), grouped(report.flash->saved()),
        grouped(report.flash->interpreter), style.end);
  return text;
}

std::string operatorTable(const report::Report& report, const Style& style) {
  if (report.operators.empty()) return {};
  std::vector<const report::OperatorColumn*> columns;
  for (const report::OperatorColumn* column : knownColumns(report))
    if (column->textWidth > 0) columns.push_back(column);
  std::string text = fmt::format("\n  {}{:>4}  {:28}", style.weak, "op", "name");
  for (const report::OperatorColumn* column : columns) text += fmt::format(" {:>{}}", column->title, column->textWidth);
  text += std::string(style.end) + "\n";
  for (const report::OperatorReport& op : report.operators) {
    text += fmt::format("  {:>4}  {:28}", report::operatorPlace(op), shortened(op.name, 28));
    for (const report::OperatorColumn* column : columns)
      text += fmt::format(" {:>{}}", textOf(*column, report, op), column->textWidth);
    text += "\n";
  }
  return text;
}

// The buffers in use at the operator with most live bytes.
std::string peakText(const report::Report& report, const Style& style) {
  const int peakIndex = report.peakOperator();
  if (peakIndex < 0) return {};
  std::string text = "\n  Most live bytes at " + printable(report::operatorsText(report, {peakIndex})) + ":\n";
  for (const int index : report::peakBuffers(report)) {
    const report::PlannedBuffer& buffer = report.buffers[static_cast<std::size_t>(index)];
    text += fmt::format("    {:>12} at offset {:10} {}  {}{}{}\n", grouped(buffer.bytes), grouped(buffer.offset),
                        shortened(buffer.name, 48), style.weak, buffer.detail, style.end);
  }
  return text;
}

std::string distancesText(const report::Report& report, const Style& style) {
  if (report.distances.empty()) return "";
  std::string text =
      "\n  Bytes that outputs may share with inputs, as these kernels read and write on several inputs:\n" +
      std::string(style.weak) + "    op  name                         output           input          shared" +
      style.end + "\n";
  for (const run::SafeDistance& distance : report.distances) {
    const model::SubgraphInfo& graph = report.model.subgraphs.front();
    const std::uint64_t input = graph.tensors[distance.input.position()].bytes;
    const std::uint64_t output = graph.tensors[distance.output.position()].bytes;
    text += fmt::format("  {:>4}  {:24} {:>10} {:>15} {:>15}\n", report::operatorPlace(SubgraphId(0), distance.op),
                        shortened(graph.operators[distance.op.position()].name, 24), grouped(output), grouped(input),
                        distance.dependsOnData ? "depends on data" : grouped(distance.sharedBytes(input, output)));
  }
  return text;
}

} // namespace

std::string toText(const report::Report& report, bool colour) {
  const Style style = terminalStyle(colour);
  std::string text = fmt::format("{}{}{}\n", style.strong, printable(report.model.path), style.end);
  text += fmt::format("{}{} on {}{}\n\n", style.weak,
                      report.firmware          ? "The image's own interpreter"
                      : report.library.empty() ? "TFLM-compatible interpreter"
                                               : "Interpreter of " + report.library,
                      report::describeSettings(report), style.end);
  if (report.error)
    text += fmt::format("  {}failed ({}): {}{}\n\n", style.bad, stageName(report.error->stage),
                        printable(report.error->message), style.end);
  text += hazardText(report, style);
  if (report.arena) text += arenaText(report, style);
  text += costText(report, style);
  text += firmwareText(report, style);
  text += ramText(report, style);
  text += boardText(report, style);
  if (const std::string guard = report::describeGuard(report); !guard.empty()) text += "\n  " + guard + "\n";
  text += distancesText(report, style);
  if (report.stoppedEarly) text += "\n  " + report::explainEarlyStop(report) + "\n";
  for (const std::string& note : report::notesBesideHazards(report)) text += "\n  " + printable(note) + "\n";
  text += operatorTable(report, style);
  text += functionsText(report, style);
  text += peakText(report, style);
  text += resolverText(report, style);
  return text;
}

std::string toCsv(const report::Report& report) {
  const std::vector<const report::OperatorColumn*> columns = columnsOf(&report::ColumnRanks::csv);
  std::string text = "subgraph,index,name";
  for (const report::OperatorColumn* column : columns) text += std::string(",") + column->name;
  text += "\n";
  for (const report::OperatorReport& op : report.operators) {
    text += fmt::format("{},{},{}", op.subgraph, op.index, csvField(op.name));
    for (const report::OperatorColumn* column : columns) text += "," + report::digits(wholeOf(*column, report, op));
    text += "\n";
  }
  return text;
}

} // namespace arenascope::output
