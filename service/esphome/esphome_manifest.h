// Manifest of an ESPHome micro_wake_word model: its tensor_arena_size.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace arenascope::service {

// Arena sizes for one chip with one version of its kernels.
struct ChipArena {
  std::string chip;                      // "ESP32-S3"
  std::string kernels;                   // "esp-nn 1.2.1", or several: "esp-nn 1.1.2 to 1.2.0"
  std::uint64_t minimum = 0;             // for a 16-byte aligned arena
  std::uint64_t bytes = 0;               // sufficient at any address: ESPHome allocates from the heap
  std::vector<std::string> hazards = {}; // kernels that break their promise with this model, in sentences
};

struct ManifestUpdate {
  std::string text;                    // the manifest
  std::uint64_t bytes = 0;             // its tensor_arena_size
  std::optional<std::uint64_t> before; // previous value
  bool kept = false;                   // unchanged, since it exceeds all sizes
};

// The manifest with the largest of the sizes, otherwise unchanged; if `manifest` is empty, a new one with what the
// model's file tells. A larger existing size stays: unknown versions of kernels may need it. name: file name for
// messages. sizes: not empty.
Result<ManifestUpdate> withArenaSize(std::string_view manifest, const std::string& name, const std::string& modelFile,
                                     const std::vector<ChipArena>& sizes);

// A line per size, and the manifest's new value with the reason.
std::string describe(const ManifestUpdate& update, const std::vector<ChipArena>& sizes);

} // namespace arenascope::service
