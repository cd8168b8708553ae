// What a model can be run on.
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

// What CMSIS-NN is built for, where that is more than the plain instruction set.
enum class ArmExtension : std::uint8_t { kNone, kDsp, kVectors };

struct Target {
  std::string name; // as on the command line
  Family family = Family::kCortexM;
  std::string description;             // for a person
  bool hasCycles = true;               // false: its arena is known, what its processor does is not
  std::string processor = {};          // whose firmware image runs; empty: the target's own
  std::string vectorProcessor = {};    // whose image has its own code, for a worker that has its vector instructions
  const cpu::Format* format = nullptr; // of that image, unless it is the host
  bool ownImage = true; // there is an image that is this target and nothing else; otherwise every run is configured
  tflm::EspChip espChip = tflm::EspChip::kGeneric; // of Espressif's
  ArmExtension extension = ArmExtension::kNone;    // of a Cortex-M
  std::string otherCLibrary = {};                  // what there are images with beside newlib (Board::cLibrary)

  // This computer, whose kernels run where nothing watches them, and which is no microcontroller.
  bool isHost() const { return family == Family::kHost; }
  // How its compilers lay structs out.
  tflm::Abi abi() const {
    return family == Family::kCortexM ? tflm::Abi::kShortEnums32
           : family == Family::kHost  ? tflm::Abi::kHost64
                                      : tflm::Abi::kWideEnums32;
  }
  const std::string& image() const { return processor.empty() ? name : processor; }
};

// What is run on where nothing else is asked for.
inline constexpr const char* kDefaultTarget = "cortex-m4";

std::span<const Target> targets();
std::vector<std::string> targetNames();
// Whether the program knows it and this build has no firmware for it, and what an error says then.
bool isLeftOut(const std::string& name);
inline constexpr const char* kLeftOut =
    "which this build has no firmware for: configure it with -DARENASCOPE_RISCV=ON, once gcc-riscv64-unknown-elf and "
    "picolibc-riscv64-unknown-elf are installed";
// nullptr for an unknown name.
const Target* findTarget(const std::string& name);

// The built-in kernel sets for a target; the first is what it runs with unless another is asked for. Of esp-nn's
// versions those that differ in memory.
std::vector<std::string> ownKernelSets(const Target& target);
// What a kernel set is called in full, where a short form stands for it: "esp-nn" is its newest version whose memory is
// proven.
std::string fullKernelsName(const std::string& name);
// Kernels are compiled at this level, as TensorFlow Lite Micro's own makefile has them; "cmsis-nn@Os" and "cmsis-nn@O3"
// are the same at another one.
inline constexpr const char* kUsualLevel = "-O2";
std::string levelOf(const std::string& kernels);
// A kernel built-in set, compiled at the level of another: "reference@Os" for "cmsis-nn@Os".
std::string ofSameLevel(const std::string& kernels, const std::string& other);
// How an interpreter is configured to be that target with a kernel set, given by its full name.
tflm::Variant variantOf(const Target& target, const std::string& kernels);

// These and all versions of esp-nn, at other levels, and as other compilers translate them where their memory differs.
std::vector<std::string> builtInKernelSets(const Target& target);

} // namespace arenascope::engine
