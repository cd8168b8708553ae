#include "core/output/esphome.h"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/output/json_parts.h"

namespace arenascope::profile {

Result<std::string> withArenaSize(std::string_view manifest, const std::string& name, const Report& report) {
  const std::string model = std::filesystem::path(report.model.path).filename().string();
  Json json = {{"type", "micro"}, {"model", model}, {"version", 2}, {"micro", Json::object()}};
  if (!manifest.empty()) {
    json = Json::parse(manifest, nullptr, false);
    if (json.is_discarded() || !json.is_object())
      return Error{Stage::kExport, "manifest " + name + " is not a JSON object"};
    if (!json.contains("micro") || !json["micro"].is_object())
      return Error{Stage::kExport, "manifest " + name + " has no object \"micro\": it is none of micro_wake_word"};
  }
  Json& size = json["micro"]["tensor_arena_size"];
  if (size.is_number() && size.get<double>() > static_cast<double>(report.arena->recommended))
    return Error{Stage::kExport,
                 fmt::format("manifest {} has tensor_arena_size {} and keeps it: {} bytes are enough on {}, "
                             "but ESP32 chips run with kernels (esp-nn) that need scratch memory of their "
                             "own, on an ESP32-S3 often more than the manifest's size",
                             name, size.dump(), report.arena->recommended, describeSettings(report))};
  size = report.arena->recommended;
  return dumped(json);
}

} // namespace arenascope::profile
