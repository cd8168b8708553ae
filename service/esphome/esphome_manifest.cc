#include "service/esphome/esphome_manifest.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/base/number_text.h"
#include "core/output/json_parts.h"

namespace arenascope::service {

namespace {

const ChipArena& largest(const std::vector<ChipArena>& sizes) {
  return *std::max_element(sizes.begin(), sizes.end(),
                           [](const ChipArena& a, const ChipArena& b) { return a.bytes < b.bytes; });
}

} // namespace

Result<ManifestUpdate> withArenaSize(std::string_view manifest, const std::string& name, const std::string& modelFile,
                                     const std::vector<ChipArena>& sizes) {
  const std::string model = std::filesystem::path(modelFile).filename().string();
  output::Json json = {{"type", "micro"}, {"model", model}, {"version", 2}, {"micro", output::Json::object()}};
  if (!manifest.empty()) {
    json = output::Json::parse(manifest, nullptr, false);
    if (json.is_discarded() || !json.is_object())
      return Error{Stage::kExport, "manifest " + name + " is not a JSON object"};
    if (!json.contains("micro") || !json["micro"].is_object())
      return Error{Stage::kExport,
                   "manifest " + name + " has no object \"micro\": it is not a manifest of micro_wake_word"};
  }
  ManifestUpdate update{.text = {}, .bytes = largest(sizes).bytes, .before = std::nullopt};
  output::Json& size = json["micro"]["tensor_arena_size"];
  if (size.is_number() && size.get<double>() >= 0 && size.get<double>() <= 4e9)
    update.before = size.get<std::uint64_t>();
  update.kept = update.before && *update.before > update.bytes;
  if (update.kept)
    update.bytes = *update.before;
  else
    size = update.bytes;
  update.text = output::dumped(json);
  return update;
}

std::string describe(const ManifestUpdate& update, const std::vector<ChipArena>& sizes) {
  std::string text;
  for (const ChipArena& size : sizes) {
    text += fmt::format("  {:20} {:24} {:>9} bytes, {:>9} at any address\n", size.chip, size.kernels,
                        grouped(size.minimum), grouped(size.bytes));
    for (const std::string& hazard : size.hazards) text += fmt::format("  {:20} hazard: {}\n", "", hazard);
  }
  const ChipArena& most = largest(sizes);
  if (update.kept)
    return text + fmt::format("tensor_arena_size stays {}: the largest known need is {} bytes ({}, {}), and later "
                              "versions of esp-nn may need more\n",
                              update.bytes, most.bytes, most.chip, most.kernels);
  return text + fmt::format("tensor_arena_size is {}{}: {} with {} needs this at any address, the most of all\n",
                            update.bytes, update.before ? fmt::format(" (before: {})", *update.before) : "", most.chip,
                            most.kernels);
}

} // namespace arenascope::service
