// The manifest of a micro_wake_word model of ESPHome: its tensor_arena_size.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace arenascope::service {

// What the model needs on one chip with one version of its kernels.
struct ChipArena {
  std::string chip;          // "ESP32-S3"
  std::string kernels;       // "esp-nn 1.2.1", or several: "esp-nn 1.1.2 to 1.2.0"
  std::uint64_t minimum = 0; // of an arena that is 16-byte aligned
  std::uint64_t bytes = 0;   // enough wherever the arena lies: ESPHome's is where its heap has room
};

struct ManifestUpdate {
  std::string text;                    // of the manifest
  std::uint64_t bytes = 0;             // its tensor_arena_size
  std::optional<std::uint64_t> before; // the one that it had
  bool kept = false;                   // because it is larger than any of the sizes
};

// The manifest with the largest of the sizes in it, everything else as it was; `manifest` empty: one with what is known
// of the model's file. A larger size that it has already stays: kernels of versions that nobody here knows may need it.
// name: of the manifest's file, for messages. sizes: at least one.
Result<ManifestUpdate> withArenaSize(std::string_view manifest, const std::string& name, const std::string& modelFile,
                                     const std::vector<ChipArena>& sizes);

// A line for each size, and what the manifest has now and why.
std::string describe(const ManifestUpdate& update, const std::vector<ChipArena>& sizes);

} // namespace arenascope::service
