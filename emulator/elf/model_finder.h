// The models that lie in a firmware image: FlatBuffers with TensorFlow Lite's identifier.
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

// "app.elf (model at 0x0800B0F0)": what such a model is called in reports, and can be asked for by.
std::string embeddedName(const std::string& image, std::uint32_t address);
// The image and the address in such a name; nothing where it is another.
struct EmbeddedPlace {
  std::filesystem::path image;
  std::uint32_t address = 0;
};
std::optional<EmbeddedPlace> embeddedPlace(const std::filesystem::path& name);

// Those that the validator lets through, by address. The error is that of the last it did not.
Result<std::vector<EmbeddedModel>> findModels(const protocol::FirmwareImage& image, const std::string& name,
                                              const arenascope::Limits& limits);

} // namespace arenascope::elf
