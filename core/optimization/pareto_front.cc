#include "core/optimization/pareto_front.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "core/base/number_text.h"
#include "core/output/json_parts.h"

namespace arenascope::optimization {

namespace {

Candidate candidateOf(const output::Json& line, std::uint64_t arenaBytes) {
  Candidate candidate;
  candidate.model = line["model"]["path"].get<std::string>();
  candidate.arenaBytes = arenaBytes;
  candidate.cycles = output::figureIn(line, "cycles", "total");
  const auto operators = output::figureIn(line, "resolver", "flash_bytes");
  const auto interpreter = output::figureIn(line, "resolver", "interpreter_flash_bytes");
  const auto model = output::figureIn(line, "model", "bytes");
  if (operators && interpreter && model) candidate.flashBytes = *model + *operators + *interpreter;
  return candidate;
}

using Figures = std::array<std::uint64_t, 3>;

// Smaller or as small in all, and smaller in one.
bool isBetter(const Figures& a, const Figures& b) {
  return a != b && std::equal(a.begin(), a.end(), b.begin(), [](std::uint64_t x, std::uint64_t y) { return x <= y; });
}

std::string cell(const std::optional<std::uint64_t>& number) { return number ? grouped(*number) : "-"; }

} // namespace

Result<Candidates> readCandidates(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return Error{Stage::kUsage, path.string() + " cannot be read"};
  Candidates all;
  std::vector<std::optional<Candidate>> lines; // nothing where it failed
  std::map<std::string, std::size_t> places;
  bool first = true;
  int number = 0;
  for (std::string text; std::getline(stream, text);) {
    ++number;
    const output::Json line = output::Json::parse(text, nullptr, false);
    if (line.is_discarded() && stream.eof()) break; // it was cut off there
    if (!output::isProfile(line))
      return Error{Stage::kUsage, fmt::format("{}: line {} is not a report of this program", path.string(), number)};
    const auto [place, isNew] = places.emplace(line["model"]["path"].get<std::string>(), lines.size());
    if (isNew) lines.emplace_back();
    lines[place->second].reset(); // the model has changed since
    const auto arena = output::figureIn(line, "arena", "minimum_bytes");
    if (!arena || line.value("status", "") != "ok") continue;
    const std::string target = line.value("target", "");
    const std::string kernels = line.value("kernels", "");
    if (!first && (target != all.target || kernels != all.kernels))
      return Error{Stage::kUsage,
                   fmt::format("{}: line {} is for {}, {} kernels, those before it for {}, {}: what is compared needs "
                               "the same target and kernels",
                               path.string(), number, target, kernels, all.target, all.kernels)};
    first = false;
    all.target = target;
    all.kernels = kernels;
    lines[place->second] = candidateOf(line, *arena);
  }
  for (std::optional<Candidate>& line : lines)
    if (line)
      all.models.push_back(std::move(*line));
    else
      ++all.failed;
  return all;
}

std::vector<Candidate> paretoFrontOf(const std::vector<Candidate>& models) {
  const bool cycles =
      std::all_of(models.begin(), models.end(), [](const Candidate& each) { return each.cycles.has_value(); });
  const bool flash =
      std::all_of(models.begin(), models.end(), [](const Candidate& each) { return each.flashBytes.has_value(); });
  const auto figures = [&](const Candidate& each) {
    return Figures{each.arenaBytes, cycles ? *each.cycles : 0, flash ? *each.flashBytes : 0};
  };
  std::vector<Candidate> front;
  for (const Candidate& each : models)
    if (std::none_of(models.begin(), models.end(),
                     [&](const Candidate& other) { return isBetter(figures(other), figures(each)); }))
      front.push_back(each);
  std::stable_sort(front.begin(), front.end(),
                   [&](const Candidate& a, const Candidate& b) { return figures(a) < figures(b); });
  return front;
}

std::string paretoText(const Candidates& candidates) {
  if (candidates.models.empty()) return fmt::format("No model has an arena; {} failed.\n", candidates.failed);
  const std::vector<Candidate> front = paretoFrontOf(candidates.models);
  std::string text = fmt::format(
      "{} of {} models on {} with {} kernels are on the front of arena, cycles and flash{}:\n\n"
      "{:>12} {:>16} {:>12}  {}\n",
      front.size(), candidates.models.size(), candidates.target, candidates.kernels,
      candidates.failed > 0 ? fmt::format("; {} failed", candidates.failed) : "", "arena", "cycles", "flash", "model");
  for (const Candidate& each : front)
    text += fmt::format("{:>12} {:>16} {:>12}  {}\n", grouped(each.arenaBytes), cell(each.cycles),
                        cell(each.flashBytes), printable(each.model));
  return text;
}

} // namespace arenascope::optimization
