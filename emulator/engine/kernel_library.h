// A user's TensorFlow Lite Micro as a kernel set: its library, linked with our harness once, and kept under a name.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "emulator/elf/flash_usage.h"

namespace arenascope::engine {

struct KernelLibrary {
  std::string name;    // stands wherever a kernel set does
  std::string target;  // the processor that it was built for
  std::string library; // where it came from
  std::vector<std::string> headers;
  std::string flags;                // of its own, beside those of the processor
  std::filesystem::path image;      // with the harness
  std::vector<std::string> missing; // functions that the library does not have: "tflite::Register_ETHOSU()"
};

// ARENASCOPE_KERNELS_DIR, or the user's folder for data. Empty where there is neither.
std::filesystem::path kernelLibraryFolder();

// By name.
std::vector<KernelLibrary> kernelLibraries();
std::optional<KernelLibrary> findKernelLibrary(const std::string& name);

// What each of its operators takes of flash. Nothing for a library that was added before that was looked at.
std::shared_ptr<const elf::FlashUsage> flashUsageOf(const KernelLibrary& library, const protocol::FirmwareImage& image);

struct NewKernelLibrary {
  std::string name;
  std::filesystem::path library;
  std::vector<std::filesystem::path> headers; // folders; what TFLM downloads for itself is found below them
  std::filesystem::path flags;                // a file with compiler flags; empty: none
  std::string target;                         // empty: as the library's object files say
};

// Compiles the harness with the headers, links it with the library, and keeps it. The same content is built once. The
// error has the compiler's first words, and where the rest is.
Result<KernelLibrary> addKernelLibrary(const NewKernelLibrary& wanted);
// Fails for a name that there is not.
std::optional<Error> removeKernelLibrary(const std::string& name);

} // namespace arenascope::engine
