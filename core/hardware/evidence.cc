#include "core/hardware/evidence.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <stdexcept>

#include "core/base/counted.h"
#include "core/base/json_fields.h"
#include "core/base/number_text.h"

namespace arenascope::hardware {

namespace {

using fields::complain;
using fields::Document;
using fields::listIfAny;
using fields::number;
using fields::text;
using fields::textIfAny;

constexpr double kLeast = 1e-6;
constexpr double kMost = 1e15;

struct EvidenceKindName {
  EvidenceKind kind;
  const char* name;
};
constexpr EvidenceKindName kEvidenceKinds[] = {{EvidenceKind::kNetworks, "networks"},
                                               {EvidenceKind::kSameLibrary, "same library"},
                                               {EvidenceKind::kPrograms, "programs"},
                                               {EvidenceKind::kInstructions, "instructions"}};

EvidenceKind kindOf(const std::string& name) {
  std::vector<std::string> names;
  for (const EvidenceKindName& kind : kEvidenceKinds) {
    if (name == kind.name) return kind.kind;
    names.emplace_back(kind.name);
  }
  complain("kind", "takes one of " + joined(names));
}

Evidence evidenceOf(const std::string& name, const Document& json) {
  if (!json.is_object()) throw std::invalid_argument("evidence must be an object: { ... }");
  Evidence evidence{.name = name,
                    .kind = kindOf(text(json, "kind")),
                    .core = text(json, "core"),
                    .board = textIfAny(json, "board"),
                    .title = text(json, "title"),
                    .library = textIfAny(json, "library"),
                    .compiler = text(json, "compiler"),
                    .kernels = textIfAny(json, "kernels"),
                    .unit = textIfAny(json, "unit"),
                    .source = text(json, "source"),
                    .figures = {},
                    .operators = {}};
  for (const Document& figure : listIfAny(json, "figures"))
    evidence.figures.push_back({.name = text(figure, "name"),
                                .model = textIfAny(figure, "model"),
                                .published = number(figure, "published", kLeast, kMost),
                                .ours = number(figure, "ours", kLeast, kMost)});
  for (const Document& row : listIfAny(json, "operators"))
    evidence.operators.push_back(
        {text(row, "name"), {number(row, "low_percent", -100, kMost), number(row, "high_percent", -100, kMost)}});
  if (evidence.figures.empty() && evidence.operators.empty()) complain("figures", "or \"operators\" takes an entry");
  return evidence;
}

std::string percent(double value) {
  const long rounded = std::lround(value);
  return rounded > 0 ? fmt::format("+{}", rounded) : std::to_string(rounded);
}

// A network may have several figures: "person detection, least".
std::set<std::string> networksOf(const Evidence& evidence) {
  std::set<std::string> networks;
  for (const PublishedFigure& figure : evidence.figures) networks.insert(figure.name.substr(0, figure.name.find(',')));
  return networks;
}

// "EK-RA6M4 at 200 MHz -14 to -2 % (4 networks with CMSIS-NN of January 2021)".
std::string sentence(const Evidence& evidence) {
  const std::set<std::string> networks = networksOf(evidence);
  return fmt::format("{} {} ({} with {})", evidence.title, describe(evidence.errors()),
                     counted(networks.size(), "network"), evidence.library);
}

// Sentences about networks and other programs. compared: see Accuracy.
std::string statement(std::vector<std::string> sentences, const std::optional<ErrorRange>& programs, bool compared) {
  if (sentences.empty() && !programs) return "experimental: cycles of this core have not been compared with silicon";
  const bool networks = !sentences.empty();
  if (programs)
    sentences.push_back((networks ? "other programs " : "programs ") + describe(*programs) +
                        (networks ? "" : "; no network has been compared yet"));
  return fmt::format("{}cycles against silicon: {}", compared ? "" : "experimental: ", fmt::join(sentences, "; "));
}

void widen(std::optional<ErrorRange>& range, const ErrorRange& by) {
  range = range ? ErrorRange{std::min(range->low, by.low), std::max(range->high, by.high)} : by;
}

const char* whatIsOff(EvidenceKind kind) {
  switch (kind) {
  case EvidenceKind::kInstructions: return "instructions of our kernels";
  case EvidenceKind::kSameLibrary: return "cycles of the measured library";
  default: return "cycles";
  }
}

// "−10", with a typographic minus.
std::string typeset(std::string text) {
  for (std::size_t at = text.find('-'); at != std::string::npos; at = text.find('-', at + 1))
    if (at + 1 < text.size() && text[at + 1] >= '0' && text[at + 1] <= '9' && (at == 0 || text[at - 1] == ' '))
      text.replace(at, 1, "−");
  return text;
}

std::string operatorsText(const Evidence& evidence) {
  std::vector<std::string> rows;
  for (const OperatorError& row : evidence.operators) rows.push_back(row.name + " " + typeset(describe(row.range)));
  return joined(rows);
}

} // namespace

std::string describe(const ErrorRange& range) {
  const std::string low = percent(range.low);
  const std::string high = percent(range.high);
  return low == high ? low + " %" : low + " to " + high + " %";
}

const char* kindName(EvidenceKind kind) {
  for (const EvidenceKindName& each : kEvidenceKinds)
    if (kind == each.kind) return each.name;
  return "";
}

ErrorRange Evidence::errors() const {
  std::optional<ErrorRange> range;
  for (const PublishedFigure& figure : figures) widen(range, {figure.error(), figure.error()});
  return range.value_or(ErrorRange());
}

Result<Evidence> parseEvidence(const std::string& name, const std::string& json) {
  return fields::parsed("evidence " + name, json, [&](const Document& read) { return evidenceOf(name, read); });
}

Accuracy accuracyOf(std::span<const Evidence> evidence, const std::string& core, const std::string& board,
                    const std::string& kernels) {
  Accuracy accuracy;
  std::vector<std::string> sentences;
  std::vector<std::string> ofBoard;
  std::optional<ErrorRange> others; // other boards
  std::optional<ErrorRange> programs;
  std::size_t count = 0; // number of networks
  const EvidenceKind networks = kernels.empty() ? EvidenceKind::kSameLibrary : EvidenceKind::kNetworks;
  for (const Evidence& each : evidence) {
    if (each.core != core || (each.kind == EvidenceKind::kInstructions && each.kernels != kernels)) continue;
    if (!each.operators.empty())
      accuracy.operators.push_back({fmt::format("{} ({})", whatIsOff(each.kind), each.title), each.operators});
    if (each.kind == EvidenceKind::kPrograms) widen(programs, each.errors());
    if (each.kind != networks) continue;
    count += networksOf(each).size();
    const bool here = !board.empty() && each.board == board;
    (here ? ofBoard : sentences).push_back(sentence(each));
    if (!here) widen(others, each.errors());
  }
  std::vector<std::string> all = ofBoard;
  all.insert(all.end(), sentences.begin(), sentences.end());
  accuracy.compared = count > 1 || programs; // one network of a core does not count as a comparison
  accuracy.ofCore = statement(all, programs, accuracy.compared);
  if (!ofBoard.empty()) {
    sentences = ofBoard;
    if (others) sentences.push_back("networks on other boards of this core " + describe(*others));
  }
  accuracy.text = statement(sentences, programs, accuracy.compared);
  return accuracy;
}

std::string markdownTables(std::span<const Evidence> evidence) {
  std::string text =
      "| core | measured there | with | our error; positive: too many cycles |\n| --- | --- | --- | --- |\n";
  for (const Evidence& each : evidence) {
    if (each.kind == EvidenceKind::kInstructions) continue;
    std::string figures;
    for (const PublishedFigure& figure : each.figures)
      figures += (figures.empty() ? "" : ", ") + figure.name + " " + typeset(percent(figure.error()) + " %");
    if (!each.operators.empty()) figures += (figures.empty() ? "" : "; ") + operatorsText(each);
    text += fmt::format("| `{}` | {} | {}{}{}{} | {} |\n", each.core, each.title, each.library,
                        each.library.empty() ? "" : ", ", each.compiler,
                        each.kind == EvidenceKind::kSameLibrary ? ", run under the timing model" : "", figures);
  }
  text += "\n| core, kernels | instructions of our operators over TensorFlow Lite Micro's own |\n| --- | --- |\n";
  for (const Evidence& each : evidence)
    if (each.kind == EvidenceKind::kInstructions)
      text += fmt::format("| `{}`, `{}` | {} |\n", each.core, each.kernels, operatorsText(each));
  return text;
}

} // namespace arenascope::hardware
