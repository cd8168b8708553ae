#include "core/output/baseline_reader.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/number_text.h"
#include "core/output/json_writer.h"

namespace arenascope::output {

using report::Baseline;
using Document = nlohmann::json;

namespace {

std::optional<std::uint64_t> numberAt(const Document& json, const std::string& pointer) {
  const Document::json_pointer at(pointer);
  if (!json.contains(at) || !json.at(at).is_number_unsigned()) return std::nullopt;
  return json.at(at).get<std::uint64_t>();
}

std::string textAt(const Document& json, const char* key) {
  return json.contains(key) && json[key].is_string() ? json[key].get<std::string>() : "";
}

std::optional<std::uint64_t> stackIn(const Document& json) {
  std::optional<std::uint64_t> most;
  for (const char* stage : {"/stack/create_bytes", "/stack/allocate_bytes", "/stack/invoke_bytes"})
    if (const auto bytes = numberAt(json, stage)) most = std::max(most.value_or(0), *bytes);
  return most;
}

Baseline baselineOf(const Document& json, const std::string& name) {
  const Document model = json.contains("model") && json["model"].is_object() ? json["model"] : Document::object();
  Baseline baseline{.name = name,
                    .model = textAt(model, "path"),
                    .sha256 = textAt(model, "sha256"),
                    .target = textAt(json, "target"),
                    .kernels = textAt(json, "kernels"),
                    .figures = {}};
  if (const std::string tflm = textAt(json, "tflm"); !tflm.empty()) baseline.tflm = tflm;
  for (const report::FigureId id : report::limitedFigures())
    if (const report::FigureKind& kind = report::figureKind(id); kind.inJson != nullptr)
      if (const auto value = numberAt(json, kind.inJson)) baseline.figures[kind.key] = *value;
  if (const auto stack = stackIn(json)) baseline.figures[report::figureKind(report::FigureId::kStack).key] = *stack;
  return baseline;
}

} // namespace

Result<Baseline> readBaseline(std::string_view text, const std::string& name) {
  const auto wrong = [&](const std::string& what) { return Error{Stage::kBaseline, "baseline " + name + " " + what}; };
  const Document json = Document::parse(text, nullptr, false);
  if (json.is_discarded()) return wrong("is not JSON; it takes a report as `arenascope profile --json` writes it");
  const std::string schema = json.is_object() ? textAt(json, "schema") : "";
  if (schema.empty()) return wrong("is not a report of ArenaScope: it has no \"schema\"");
  if (schema != kProfileSchema)
    return wrong("has the kind or version " + printable(schema) + "; this program reads " + kProfileSchema +
                 ": write it again with this program");
  if (textAt(json, "status") != "ok") return wrong("is the report of a failed run: write one of a model that runs");
  Baseline baseline = baselineOf(json, name);
  if (baseline.figures.empty()) return wrong("has no figures");
  return baseline;
}

} // namespace arenascope::output
