#include "core/output/answers/html_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <initializer_list>
#include <kainjow/mustache.hpp>
#include <utility>

#include "core/base/number_text.h"
#include "core/output/answers/advice_writer.h"
#include "core/report/buffer_info.h"
#include "core/report/energy.h"
#include "core/report/figures.h"
#include "core/report/hazards.h"
#include "core/report/operator_columns.h"
#include "core/report/ram_band.h"
#include "core/report/tail_breakdown.h"
#include "core/report/text/report_text.h"

namespace arenascope::output {

using optimization::AdviceReport;
using optimization::Suggestion;
using report::Report;

namespace {

// Names in the template and what stands there. What is empty or absent leaves its section out.
using Fields = kainjow::mustache::data;

constexpr const char* kTemplate =
#include "report_html.inc"
    ;

Fields fields(std::initializer_list<std::pair<const char*, std::string>> all) {
  Fields data;
  for (const auto& [name, value] : all) data.set(name, value);
  return data;
}

template <typename Items, typename Row>
Fields listOf(const Items& items, Row row) {
  Fields list(Fields::type::list);
  for (const auto& item : items) list.push_back(row(item));
  return list;
}

// A section with a table or list in it, where that has any rows.
void addRows(Fields& data, const char* section, const Fields& rows) {
  if (rows.is_empty_list()) return;
  Fields inner;
  inner.set("rows", rows);
  data.set(section, inner);
}

void addLine(Fields& list, const std::string& line) {
  if (!line.empty()) list.push_back(line);
}

Fields figureRows(const Report& report) {
  using enum report::FigureId;
  constexpr std::array kShown = {kMinimum, kUsed,          kHead,   kTail,         kTemporary,    kStack,      kWeights,
                                 kFlash,   kOperatorFlash, kCycles, kMicroseconds, kInstructions, kInterpreter};
  Fields rows(Fields::type::list);
  for (const report::FigureId id : kShown) {
    const report::FigureKind& kind = report::figureKind(id);
    if (const auto value = kind.read(report))
      rows.push_back(fields({{"name", kind.name},
                             {"value", grouped(*value)},
                             {"unit", kind.unit},
                             {"help", id == kMinimum ? "the smallest arena that works; " + describeProof(report)
                                                     : std::string(kind.help)}}));
  }
  return rows;
}

Fields columnTitles(const Report& report) {
  return listOf(knownColumns(report), [](const report::OperatorColumn* column) {
    return fields({{"title", column->title}, {"help", column->help}});
  });
}

Fields operatorRows(const Report& report) {
  const std::vector<const report::OperatorColumn*> columns = knownColumns(report);
  return listOf(report.operators, [&](const report::OperatorReport& op) {
    Fields row = fields({{"place", operatorPlace(op)}, {"name", op.name}});
    row.set("cells", listOf(columns, [&](const report::OperatorColumn* column) {
              return fields({{"text", textOf(*column, report, op)}});
            }));
    return row;
  });
}

Fields bufferRows(const Report& report) {
  const std::vector<int> steps = report::rowsByStep(report);
  return listOf(report.buffers, [&](const report::PlannedBuffer& buffer) {
    const report::Lifetime lifetime = lifetimeOf(report, steps, buffer);
    return fields({{"name", buffer.name},
                   {"kind", bufferKindName(bufferKind(report, buffer))},
                   {"type", buffer.detail},
                   {"bytes", grouped(buffer.bytes)},
                   {"offset", grouped(buffer.offset)},
                   {"from", lifetime.from},
                   {"to", lifetime.to}});
  });
}

Fields arenaFields(const Report& report) {
  Fields arena;
  arena.set("buffers", bufferRows(report));
  arena.set("tail", listOf(tailByCategory(report), [](const report::TailPart& part) {
              return fields({{"category", run::categoryText(part.category)},
                             {"bytes", grouped(part.bytes)},
                             {"blocks", grouped(part.blocks)}});
            }));
  arena.set("tail_groups", listOf(tailGroups(report), [](const report::TailGroup& group) {
              Fields data = fields({{"title", group.title}});
              data.set("savings", listOf(group.savings, [](const report::TailSaving& saving) {
                         return fields({{"bytes", grouped(saving.bytes)}, {"text", saving.text}});
                       }));
              return data;
            }));
  return arena;
}

Fields reasonRows(const std::vector<AdviceReport::Nothing>& reasons) {
  return listOf(reasons, [](const AdviceReport::Nothing& each) {
    return fields({{"title", adviceTitle(each.kind)}, {"reason", each.reason}});
  });
}

Fields adviceFields(const AdviceReport& advice) {
  const std::string fit = describeFit(advice);
  Fields data = fields({{"summary", describeAdvice(advice) + (fit.empty() ? "" : " " + fit)}});
  addRows(data, "suggestions", listOf(advice.suggestions, [&](const Suggestion& suggestion) {
            Fields row = fields({{"title", suggestion.title},
                                 {"gain", describeGain(advice, suggestion)},
                                 {"size", suggestion.after ? grouped(suggestion.after->arena->recommended) : ""},
                                 {"reason", suggestion.reason}});
            if (!suggestion.command.empty()) row.set("command", suggestion.command);
            return row;
          }));
  addRows(data, "nothing", reasonRows(advice.nothing));
  addRows(data, "unfinished", reasonRows(advice.unfinished));
  return data;
}

// Without the declaration in front, as HTML takes it.
std::string inlineSvg(const std::string& file) { return file.substr(std::min(file.size(), file.find("<svg"))); }

// Parts as shares of the bar, in percent.
void addRam(Fields& page, const Report& report) {
  const auto band = report::ramBand(report);
  if (!band) return;
  Fields ram = fields(
      {{"place", fmt::format("0x{:08X}, {}", band->begin, humanBytes(band->bytes()))}, {"known_by", band->endKnownBy}});
  ram.set("parts", listOf(band->parts, [&](const report::RamPart& part) {
            return fields({{"share", fmt::format("{:.3f}", 100.0 * static_cast<double>(part.bytes) /
                                                               static_cast<double>(band->bytes()))},
                           {"use", ramUseName(part.use)},
                           {"name", describe(*band, part)},
                           {"bytes", grouped(part.bytes)}});
          }));
  ram.set("sentences", listOf(describe(*band), [](const std::string& line) { return Fields(line); }));
  page.set("ram", ram);
}

void addArena(Fields& page, const Report& report, const HtmlParts& parts) {
  page.set("size", grouped(report.arena->recommended));
  page.set("arena", arenaFields(report));
  if (parts.charts)
    page.set("charts", fields({{"inference", inlineSvg(parts.charts->inference)},
                               {"allocation", inlineSvg(parts.charts->allocation)}}));
}

Fields remarks(const Report& report) {
  Fields list(Fields::type::list);
  for (const std::string& hazard : hazardLines(report)) addLine(list, "Hazard: " + hazard);
  if (report.arena)
    for (const std::string& line : {explainMinimum(report), describeHead(report), describeInterpreter(report)})
      addLine(list, line);
  addLine(list, describeEnergy(report));
  for (const std::string& note : notesBesideHazards(report)) addLine(list, note);
  addLine(list, describeGuard(report));
  return list;
}

Fields origins(const Report& report) {
  Fields list(Fields::type::list);
  addLine(list, describeKernels(report));
  addLine(list, describeAccuracy(report));
  for (const std::string& line : describeOperatorErrors(report)) addLine(list, line);
  return list;
}

} // namespace

std::string toHtml(const Report& report, const HtmlParts& parts) {
  Fields page = fields({{"title", "Tensor arena of " + std::filesystem::path(report.model.path).filename().string()},
                        {"settings", describeSettings(report)},
                        {"sha256", report.model.sha256},
                        {"version", ARENASCOPE_VERSION}});
  if (report.error) page.set("error", report.error->message);
  page.set("remarks", remarks(report));
  page.set("figures", figureRows(report));
  addRam(page, report);
  addRows(page, "notes", listOf(parts.notes, [](const HtmlParts::Note& note) {
            return fields({{"on", note.on}, {"text", note.text.empty() ? "bookmark" : note.text}});
          }));
  if (parts.advice != nullptr) page.set("advice", adviceFields(*parts.advice));
  page.set("columns", columnTitles(report));
  page.set("operators", operatorRows(report));
  if (report.arena) addArena(page, report, parts);
  page.set("origins", origins(report));
  return kainjow::mustache::mustache(kTemplate).render(page);
}

} // namespace arenascope::output
