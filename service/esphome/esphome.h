// What a micro_wake_word model needs on the chips and with the kernels that ESPHome's users have.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

#include "service/esphome/esphome_manifest.h"
#include "service/profile/profile_all.h"

namespace arenascope::service {

// ESPHome builds esp-tflite-micro 1.3.3 with whatever esp-nn is the newest then, and makes resource variables in memory
// of their own, room for 20. request: its model, limits and cache count, of an image the model in it. Versions that
// need the same are one entry. Fails where the model does not run on one of the chips.
Result<std::vector<ChipArena>> esphomeArenas(const ProfileRequest& request,
                                             const std::function<void(const Progress&)>& onProgress,
                                             BatchControl& control);
// How many runs that makes, for BatchControl.
std::size_t esphomeRuns();

// The manifest in a file, or a new one, with the largest of them: what it became.
struct EsphomeManifest {
  ManifestUpdate update;
  std::vector<ChipArena> sizes;
};
Result<EsphomeManifest> updatedManifest(const std::filesystem::path& manifest, const ProfileRequest& request,
                                        const std::function<void(const Progress&)>& onProgress, BatchControl& control);

} // namespace arenascope::service
