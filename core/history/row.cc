#include "core/history/row.h"

#include <algorithm>

#include "core/report/arena_parts.h"
#include "core/report/buffer_info.h"
#include "core/report/flash_need.h"
#include "core/report/hazards.h"
#include "core/report/tail_breakdown.h"
#include "core/report/text/short_names.h"

namespace arenascope::history {

namespace {

using report::FigureId;
using report::Report;

constexpr RowFigure kFigures[] = {{"arena", FigureId::kMinimum},
                                  {"recommended", FigureId::kRecommended},
                                  {"used", FigureId::kUsed},
                                  {"head", FigureId::kHead},
                                  {"tail", FigureId::kTail},
                                  {"temporary", FigureId::kTemporary},
                                  {"stack", FigureId::kStack},
                                  {"cycles", FigureId::kCycles},
                                  {"instructions", FigureId::kInstructions},
                                  {"total_flash", FigureId::kFlash},
                                  {"flash", FigureId::kOperatorFlash},
                                  {"weights", FigureId::kWeights}};

void addPart(std::vector<RowPart>& parts, const std::string& kind, const std::string& name, std::uint64_t bytes) {
  if (bytes == 0) return;
  for (RowPart& part : parts)
    if (part.kind == kind && part.name == name) {
      part.bytes += bytes;
      return;
    }
  parts.push_back({kind, name, bytes});
}

std::vector<RowPart> arenaOf(const Report& report) {
  std::vector<RowPart> parts;
  if (!report.arena) return parts;
  const report::PeakSections at = report::peakSections(report);
  if (at.planned) {
    const std::vector<std::string> names = report::shortBufferNames(report);
    const std::vector<int> rows = report::rowsByStep(report);
    std::uint64_t left = at.head;
    for (const int i : report::peakBuffers(report)) {
      const auto buffer = static_cast<std::size_t>(i);
      const std::uint64_t bytes = std::min(left, report.buffers[buffer].plannedBytes());
      left -= bytes;
      const bool scratch = bufferKind(report, report.buffers[buffer]) == report::BufferKind::kScratch;
      const std::string name =
          scratch ? "scratch memory of " + writerName(report, rows, report.buffers[buffer]) : names[buffer];
      addPart(parts, scratch ? "scratch" : "buffer", name, bytes);
    }
    addPart(parts, "gaps", "gaps between buffers", left);
  } else {
    addPart(parts, "scratch", "requests for scratch memory", at.head);
  }
  addPart(parts, "temporary", "temporary memory", at.temporary);
  addPart(parts, "planner", "the planner's working memory", at.planner);
  for (const report::TailPart& part : tailByCategory(report))
    addPart(parts, "tail", run::categoryText(part.category), part.bytes);
  return parts;
}

std::vector<RowPart> flashOf(const Report& report) {
  std::vector<RowPart> parts;
  addPart(parts, "model", "the model's file", report.model.bytes);
  if (!report.flash) return parts;
  addPart(parts, "code", "the interpreter", report.flash->interpreter);
  for (const report::FlashReport::Operator& op : report.flash->operators) addPart(parts, "code", op.name, op.bytes);
  return parts;
}

std::vector<RowOperator> operatorsOf(const Report& report) {
  std::vector<RowOperator> operators;
  const std::vector<std::string> layers = layerNames(report);
  for (std::size_t i = 0; i < report.operators.size(); ++i) {
    const report::OperatorReport& op = report.operators[i];
    operators.push_back({operatorPlace(op), op.name, layers[i], std::nullopt});
    if (report.cost) operators.back().cycles = op.cost.cycles;
  }
  return operators;
}

std::string peakOf(const Report& report) {
  if (!report.arena || !report::peakSections(report).planned || report.peakOperator() < 0) return {};
  const report::OperatorReport& op = report.operators[static_cast<std::size_t>(report.peakOperator())];
  return report::layerTitle(op) + ", " + op.name;
}

} // namespace

std::span<const RowFigure> rowFigures() { return kFigures; }

std::vector<std::string> rowFigureKeys() {
  std::vector<std::string> keys;
  for (const RowFigure& figure : kFigures) keys.emplace_back(figure.key);
  return keys;
}

const report::FigureKind& figureOf(const std::string& key) {
  const auto* found =
      std::find_if(std::begin(kFigures), std::end(kFigures), [&](const RowFigure& each) { return key == each.key; });
  return report::figureKind(found == std::end(kFigures) ? FigureId::kMinimum : found->id);
}

std::optional<std::uint64_t> Row::figure(const std::string& key) const {
  const auto found = figures.find(key);
  return found == figures.end() ? std::nullopt : std::optional(found->second);
}

std::vector<std::string> Row::overBudget() const {
  std::vector<std::string> over;
  for (const auto& [key, most] : budgets)
    if (const auto value = figure(key); value && *value > most) over.push_back(key);
  return over;
}

std::string Row::settings() const {
  std::string text = board.empty() ? target : board + " (" + target + ")";
  if (!kernels.empty()) text += ", " + kernels + (image ? "" : " kernels");
  if (!tflm.empty() && tflm != report::kCurrentTflm) text += ", TFLM " + tflm;
  if (separateVariables) text += ", resource variables in separate memory";
  return planner == report::plannerName(report::Planner::kGreedy) ? text : text + ", " + planner + " planner";
}

std::string Row::variant() const {
  return kernels + "\n" + tflm + "\n" + planner + (separateVariables ? "\nseparate" : "");
}

std::string Row::shortCommit() const {
  constexpr std::size_t kShown = 7;
  return commit.substr(0, kShown) + (changed ? "+" : "");
}

std::string Row::day() const { return authored.substr(0, std::min(authored.size(), authored.find('T'))); }

Row rowOf(const Report& report) {
  Row row;
  row.image = report.firmware.has_value();
  row.target = report.target;
  if (report.board) row.board = report.board->name;
  row.kernels = report.kernels;
  row.tflm = report.tflm;
  row.planner = report::plannerName(report.planner);
  row.separateVariables = report.separateVariables;
  row.program = ARENASCOPE_VERSION;
  row.compiler = report.compiler;
  row.sha256 = report.model.sha256;
  if (report.error) row.error = std::string(stageName(report.error->stage)) + ": " + report.error->message;
  for (const RowFigure& figure : kFigures)
    if (const auto value = report::figureKind(figure.id).read(report)) row.figures[figure.key] = *value;
  if (!report.ok()) row.figures.clear();
  row.peak = peakOf(report);
  row.arena = arenaOf(report);
  row.flash = flashOf(report);
  row.operators = operatorsOf(report);
  row.hazards = report::hazardLines(report);
  return row;
}

} // namespace arenascope::history
