// A model that was made of another one, as files: the model, and what the application takes beside it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/base/file_writer.h"
#include "core/output/header_writer.h"
#include "core/report/report.h"

namespace arenascope::output {

// Empty: not written.
struct VersionFiles {
  std::filesystem::path model;
  std::filesystem::path header;   // with kTensorArenaSize
  std::filesystem::path resolver; // with the operators to register
};

// Named for the model: small.tflite, small_arena.h, small_ops.h.
VersionFiles filesBeside(const std::filesystem::path& model);

using WriteFile = std::optional<Error>(const std::filesystem::path&, std::string_view);

// Writes them with writer; header and resolver name the model as it is written. run: of this model. That no file takes
// the place of the model that it was made of, or of another of these, is the caller's to see to.
std::optional<Error> writeVersion(const VersionFiles& files, const report::Report& run,
                                  std::span<const std::uint8_t> model,
                                  std::string (*header)(const report::Report&) = toHeader,
                                  WriteFile* writer = writeFile);

} // namespace arenascope::output
