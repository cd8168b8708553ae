// A user's TensorFlow Lite Micro as a kernel set: its library, linked once with our harness, and saved under a name.
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
  std::string name;    // used like any kernel set's name
  std::string target;  // the processor it has been built for
  std::string library; // its source
  std::vector<std::string> headers;
  std::string flags;                // its own, besides those of the processor
  std::filesystem::path image;      // with the harness
  std::vector<std::string> missing; // functions that the library lacks: "tflite::Register_ETHOSU()"
};

// ARENASCOPE_KERNELS_DIR, or the user's folder for data. Empty if neither is set.
std::filesystem::path kernelLibraryFolder();

// By name.
std::vector<KernelLibrary> kernelLibraries();
// "one, two", or the text if none was added.
std::string addedNames(const std::string& none);
std::optional<KernelLibrary> findKernelLibrary(const std::string& name);

// Flash by operator. Absent for a library that an early version added.
std::shared_ptr<const elf::FlashUsage> flashUsageOf(const KernelLibrary& library, const protocol::FirmwareImage& image);

struct NewKernelLibrary {
  std::string name;
  std::filesystem::path library;
  std::vector<std::filesystem::path> headers; // include folders; TFLM's downloads are found below them
  std::filesystem::path flags;                // a file with compiler flags; empty: none
  std::string target;                         // empty: that of the library's object files
};

// Compiles the harness with the headers, links it with the library, and saves it. Equal contents are built once. The
// error has the compiler's first message, and the file with the rest.
Result<KernelLibrary> addKernelLibrary(const NewKernelLibrary& wanted);
// Error: an unknown name.
std::optional<Error> removeKernelLibrary(const std::string& name);

} // namespace arenascope::engine
