// The targets that a model can run on.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/interpreter/tflm/struct_sizes.h"
#include "core/interpreter/tflm/variant.h"
#include "emulator/cpu/format.h"

namespace arenascope::engine {

enum class Family : std::uint8_t { kCortexM, kEspressif, kRiscV, kHost };
const char* familyName(Family family); // for a person

// The extension of the instruction set that CMSIS-NN is built for.
enum class ArmExtension : std::uint8_t { kNone, kDsp, kVectors };

struct Target {
  std::string name; // as on the command line
  Family family = Family::kCortexM;
  std::string description;             // for a person
  bool hasCycles = true;               // false: its arena is known, but its cycles are not
  std::string processor = {};          // processor of the firmware image; empty: the target's own
  std::string vectorProcessor = {};    // its image has the target's own code, for a worker with vectors
  const cpu::Format* format = nullptr; // of the image; null for the host
  bool ownImage = true;                // an image exists for this target alone; otherwise every run is configured
  tflm::EspChip espChip = tflm::EspChip::kGeneric; // for Espressif's chips
  ArmExtension extension = ArmExtension::kNone;    // for a Cortex-M
  std::string otherCLibrary = {};                  // images exist with it besides newlib (Board::cLibrary)

  // This computer: not a microcontroller, and its kernels run unobserved.
  bool isHost() const { return family == Family::kHost; }
  // The struct layout of its compilers.
  tflm::Abi abi() const {
    return family == Family::kCortexM ? tflm::Abi::kShortEnums32
           : family == Family::kHost  ? tflm::Abi::kHost64
                                      : tflm::Abi::kWideEnums32;
  }
  const std::string& image() const { return processor.empty() ? name : processor; }
};

// The target unless another is requested.
inline constexpr const char* kDefaultTarget = "cortex-m4";

std::span<const Target> targets();
std::vector<std::string> targetNames();
// Whether it is known but this build has no firmware for it; and the error's text in that case.
bool isLeftOut(const std::string& name);
inline constexpr const char* kLeftOut =
    "which this build has no firmware for: configure it with -DARENASCOPE_RISCV=ON, once gcc-riscv64-unknown-elf and "
    "picolibc-riscv64-unknown-elf are installed";
// nullptr for an unknown name.
const Target* findTarget(const std::string& name);

// The built-in kernel sets for a target; the first is the default. Of esp-nn's versions only those that differ in their
// use of memory are listed.
std::vector<std::string> ownKernelSets(const Target& target);
// The full name of a kernel set with a short form: "esp-nn" stands for the newest version of it whose memory is proven.
std::string fullKernelsName(const std::string& name);
// Optimization level of kernels, as in TensorFlow Lite Micro's own makefile; "cmsis-nn@Os" and "cmsis-nn@O3" are the
// same kernels at another level.
inline constexpr const char* kUsualLevel = "-O2";
std::string levelOf(const std::string& kernels);
// A built-in kernel set, compiled at the level of another one: "reference@Os" for "cmsis-nn@Os".
std::string ofSameLevel(const std::string& kernels, const std::string& other);
// The configuration of an interpreter for that target with a kernel set, given by its full name.
tflm::Variant variantOf(const Target& target, const std::string& kernels);

// These, all versions of esp-nn, other levels, and other compilers' builds if their memory differs.
std::vector<std::string> builtInKernelSets(const Target& target);

} // namespace arenascope::engine
