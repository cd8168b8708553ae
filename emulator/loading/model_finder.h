// The models that lie in a firmware image: FlatBuffers with TensorFlow Lite's identifier.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/model/model_file.h"
#include "emulator/binary/firmware_image.h"

namespace arenascope::image {

struct EmbeddedModel {
  std::uint32_t address = 0;
  profile::ModelFile file; // its name: that of the image, and the address
};

// Those that the gate for files lets through, by address. The error is that of the last it did not.
Result<std::vector<EmbeddedModel>> findModels(const machine::FirmwareImage& image, const std::string& name,
                                              const profile::Limits& limits);

} // namespace arenascope::image
