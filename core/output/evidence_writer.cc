#include "core/output/evidence_writer.h"

#include <fmt/format.h>

#include <cmath>

#include "core/base/number_text.h"
#include "core/output/json_parts.h"

namespace arenascope::output {

namespace {

using hardware::Evidence;

std::string evidenceText(const Evidence& evidence) {
  std::string text = fmt::format("{} ({})\n", evidence.title, evidence.core);
  if (!evidence.library.empty()) text += "  " + evidence.library + ", ";
  text += (evidence.library.empty() ? "  " : "") + evidence.compiler + "\n  " + evidence.source + "\n";
  for (const hardware::PublishedFigure& figure : evidence.figures)
    text += fmt::format("  {:28} {:>22} here {:>22}  {}\n", figure.name, figureText(figure.published, evidence.unit),
                        figureText(figure.ours, evidence.unit),
                        describe(hardware::ErrorRange{figure.error(), figure.error()}));
  for (const hardware::OperatorError& row : evidence.operators)
    text += fmt::format("  {:28} {}\n", row.name, describe(row.range));
  return text + "\n";
}

Json evidenceJson(const Evidence& evidence) {
  Json json = {{"name", evidence.name},         {"kind", kindName(evidence.kind)}, {"core", evidence.core},
               {"board", evidence.board},       {"title", evidence.title},         {"library", evidence.library},
               {"compiler", evidence.compiler}, {"kernels", evidence.kernels},     {"unit", evidence.unit},
               {"source", evidence.source},     {"figures", Json::array()},        {"operators", Json::array()}};
  for (const hardware::PublishedFigure& figure : evidence.figures)
    json["figures"].push_back({{"name", figure.name},
                               {"model", figure.model},
                               {"published", figure.published},
                               {"ours", figure.ours},
                               {"error_percent", figure.error()}});
  for (const hardware::OperatorError& row : evidence.operators)
    json["operators"].push_back({{"name", row.name}, {"low_percent", row.range.low}, {"high_percent", row.range.high}});
  return json;
}

} // namespace

std::string figureText(double value, const std::string& unit) {
  constexpr double kWhole = 1'000; // from here on without decimals
  const int digits = unit == "ms" ? 2 : 3;
  return (unit == "ms" || value < kWhole ? fmt::format("{:.{}f}", value, digits)
                                         : grouped(static_cast<std::uint64_t>(std::llround(value)))) +
         " " + unit;
}

std::string toText(const std::vector<Evidence>& evidence, bool /*colour*/) {
  std::string text;
  for (const Evidence& each : evidence) text += evidenceText(each);
  return text;
}

std::string toJson(const std::vector<Evidence>& evidence) {
  Json all = Json::array();
  for (const Evidence& each : evidence) all.push_back(evidenceJson(each));
  return dumped({{"schema", "arenascope.evidence.1"}, {"evidence", std::move(all)}});
}

} // namespace arenascope::output
