#include "core/output/answers/candidate_reader.h"

#include <fmt/format.h>

#include <fstream>
#include <map>

#include "core/output/json_parts.h"

namespace arenascope::output {

using optimization::Candidate;
using optimization::Candidates;

namespace {

Candidate candidateOf(const Json& line, std::uint64_t arenaBytes) {
  Candidate candidate;
  candidate.model = line["model"]["path"].get<std::string>();
  candidate.arenaBytes = arenaBytes;
  candidate.cycles = figureIn(line, "cycles", "total");
  const auto operators = figureIn(line, "resolver", "flash_bytes");
  const auto interpreter = figureIn(line, "resolver", "interpreter_flash_bytes");
  const auto model = figureIn(line, "model", "bytes");
  if (operators && interpreter && model) candidate.flashBytes = *model + *operators + *interpreter;
  return candidate;
}

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
    const Json line = Json::parse(text, nullptr, false);
    if (line.is_discarded() && stream.eof()) break; // it was cut off there
    if (!isProfile(line))
      return Error{Stage::kUsage, fmt::format("{}: line {} is not a report of this program", path.string(), number)};
    const auto [place, isNew] = places.emplace(line["model"]["path"].get<std::string>(), lines.size());
    if (isNew) lines.emplace_back();
    lines[place->second].reset(); // the model has changed since
    const auto arena = figureIn(line, "arena", "minimum_bytes");
    if (!arena || line.value("status", "") != "ok") continue;
    const std::string target = line.value("target", "");
    const std::string kernels = line.value("kernels", "");
    if (!first && (target != all.target || kernels != all.kernels))
      return Error{Stage::kUsage, fmt::format("{}: line {} is for {}, {} kernels, the lines before it for {}, {}: only "
                                              "reports of the same target and kernels can be compared",
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

} // namespace arenascope::output
