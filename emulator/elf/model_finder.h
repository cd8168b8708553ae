// Finds models in a firmware image: FlatBuffers with TensorFlow Lite's identifier.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/model/load/model_file.h"
#include "emulator/protocol/firmware_image.h"

namespace arenascope::elf {

struct EmbeddedModel {
  std::uint32_t address = 0;
  model::ModelFile file; // its name: embeddedName()
};

// "app.elf (model at 0x0800B0F0)": such a model's name in reports and requests.
std::string embeddedName(const std::string& image, std::uint32_t address);
// The image and the address in such a name; nothing for other names.
struct EmbeddedPlace {
  std::filesystem::path image;
  std::uint32_t address = 0;
};
std::optional<EmbeddedPlace> embeddedPlace(const std::filesystem::path& name);

// All that the validator accepts, by address. If there is none: the last error.
Result<std::vector<EmbeddedModel>> findModels(const protocol::FirmwareImage& image, const std::string& name,
                                              const arenascope::Limits& limits);

} // namespace arenascope::elf
