// RAM of an ELF image: sections outside its flash, the objects in them, and symbols of the linker script.
#pragma once

#include <filesystem>
#include <optional>

#include "core/report/ram_contents.h"
#include "emulator/protocol/image_file.h"

namespace arenascope::elf {

// image: the loaded file, whose flash is left out. Absent if the file is not an ELF file, or has no section in RAM.
std::optional<report::RamContents> ramContents(const std::filesystem::path& path, const protocol::ImageFile& image);

} // namespace arenascope::elf
