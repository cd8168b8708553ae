// The files of a model derived from another one: the model, and headers for the application.
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

// Named after the model: small.tflite, small_arena.h, small_ops.h.
VersionFiles filesBeside(const std::filesystem::path& model);

using WriteFile = std::optional<Error>(const std::filesystem::path&, std::string_view);

// Writes them with writer; header and resolver name the model in its written form. run: of this model. The caller
// ensures that no file replaces the original model or another of these files.
std::optional<Error> writeVersion(const VersionFiles& files, const report::Report& run,
                                  std::span<const std::uint8_t> model,
                                  std::string (*header)(const report::Report&) = toHeader,
                                  WriteFile* writer = writeFile);

} // namespace arenascope::output
