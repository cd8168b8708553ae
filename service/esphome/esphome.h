// Arena sizes of a micro_wake_word model on the chips and kernel versions used with ESPHome.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

#include "service/esphome/esphome_manifest.h"
#include "service/profile/profile_all.h"

namespace arenascope::service {

// ESPHome builds esp-tflite-micro 1.3.3 with the latest esp-nn, and allocates 20 resource variables separately.
// request: only model, limits and cache are used; for an image, the model in it. Versions with equal needs are merged.
// Fails if the model does not run on one of the chips.
Result<std::vector<ChipArena>> esphomeArenas(const ProfileRequest& request,
                                             const std::function<void(const Progress&)>& onProgress,
                                             BatchControl& control);
// Number of runs, for BatchControl.
std::size_t esphomeRuns();

// A manifest updated with the largest size, or a new one.
struct EsphomeManifest {
  ManifestUpdate update;
  std::vector<ChipArena> sizes;
};
Result<EsphomeManifest> updatedManifest(const std::filesystem::path& manifest, const ProfileRequest& request,
                                        const std::function<void(const Progress&)>& onProgress, BatchControl& control);

} // namespace arenascope::service
