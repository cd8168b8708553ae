// Settings of a firmware image: options of the command line, or lines of a small file next to it,
// such as
//
//   # the display is not there
//   skip BSP_LCD_Init=0
//   set 0x40021000=0x02000000
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "service/profile/profiler.h"

namespace arenascope::service {

// name: entry, skip, set, base or model; text: its value.
std::optional<Error> setImageOption(ImageOptions& options, const std::string& name, const std::string& text);

// "app.elf.arenascope" for "app.elf".
std::filesystem::path imageSettingsFile(const std::filesystem::path& image);
// Reads that file, if it exists; present settings have precedence.
std::optional<Error> readImageSettings(const std::filesystem::path& image, ImageOptions& options);

} // namespace arenascope::service
