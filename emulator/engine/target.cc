#include "emulator/engine/target.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "core/interpreter/tflm/esp_nn_versions.h"

namespace arenascope::engine {

namespace {

Target cortexM(const char* name, const char* description, ArmExtension extension, const char* processor = "") {
  return {.name = name,
          .description = description,
          .processor = processor,
          .format = &cpu::kThumbFormat,
          .extension = extension};
}

// With Arm's M-profile vector extension, which Unicorn does not have: for its memory the code of a Cortex-M7 computes,
// which has floating-point registers of the same kind.
Target withVectors(const char* name, const char* description, const char* vectorProcessor = "") {
  Target target = cortexM(name, description, ArmExtension::kVectors, "cortex-m7");
  target.hasCycles = vectorProcessor[0] != '\0';
  target.vectorProcessor = vectorProcessor;
  target.ownImage = false;
  return target;
}

[[maybe_unused]] Target riscV(const char* name, const char* description) {
  return {.name = name,
          .family = Family::kRiscV,
          .description = description,
          .processor = "rv32imc",
          .format = &cpu::kRiscVFormat,
          .ownImage = false};
}

// With the floating-point registers of its chip, which floats are rounded by.
[[maybe_unused]] Target espressif(const char* name, const char* description, const char* processor, bool hasCycles) {
  return {.name = name,
          .family = Family::kEspressif,
          .description = description,
          .hasCycles = hasCycles,
          .processor = processor,
          .format = &cpu::kRiscVFormat,
          .ownImage = false,
          .espChip = tflm::espChipOf(name)};
}

constexpr std::string_view kEspNn = "esp-nn";
constexpr std::string_view kCmsisNn = "cmsis-nn";
constexpr std::string_view kByArmCompiler = "cmsis-nn@armclang";
constexpr const char* kOtherLevels[] = {"@Os", "@O3"};

// The version that "esp-nn" means first, if it is one of them; then the newest.
std::vector<std::string> espNnSets(bool (*isWanted)(const tflm::EspNnVersion& version)) {
  std::vector<std::string> sets;
  for (const tflm::EspNnVersion& version : tflm::kEspNnVersions) {
    if (!isWanted(version)) continue;
    std::string set = fmt::format("{}@{}", kEspNn, version.name);
    sets.insert(&version == &tflm::provenEspNn() ? sets.begin() : sets.end(), std::move(set));
  }
  return sets;
}

Target withCLibrary(const char* cLibrary, Target target) {
  target.otherCLibrary = cLibrary;
  return target;
}

} // namespace

const char* familyName(Family family) {
  switch (family) {
  case Family::kCortexM: return "Arm Cortex-M";
  case Family::kEspressif: return "Espressif";
  case Family::kRiscV: return "RISC-V";
  default: return "This computer";
  }
}

std::span<const Target> targets() {
  static const std::array kTargets = {
      cortexM("cortex-m4", "Cortex-M4 with FPU, no wait states (emulated)", ArmExtension::kDsp),
      withCLibrary("pico-sdk",
                   cortexM("cortex-m0plus", "Cortex-M0+, no FPU, no wait states (emulated)", ArmExtension::kNone)),
      cortexM("cortex-m3", "Cortex-M3, no FPU, no wait states (emulated)", ArmExtension::kNone),
      cortexM("cortex-m7", "Cortex-M7 with double-precision FPU, no wait states (emulated)", ArmExtension::kDsp),
      cortexM("cortex-m33", "Cortex-M33 with DSP extension and FPU, no wait states (emulated)", ArmExtension::kDsp),
      withVectors("cortex-m55", "Cortex-M55 with vectors (MVE), no wait states (emulated by QEMU)", "cortex-m55"),
      withVectors("cortex-m85", "Cortex-M85 with vectors (MVE): arena and results, no cycles"),
#ifndef ARENASCOPE_WITHOUT_RISCV // ARENASCOPE_RISCV of the build
      espressif("esp32", "ESP32 (Xtensa LX6): arena and results, no cycles", "rv32imafc", false),
      espressif("esp32s2", "ESP32-S2 (Xtensa LX7, no FPU): arena and results, no cycles", "rv32imc", false),
      espressif("esp32s3", "ESP32-S3 (Xtensa LX7 with vectors): arena and results, no cycles", "rv32imafc", false),
      espressif("esp32c3", "ESP32-C3 (RISC-V, no FPU), no wait states (emulated)", "rv32imc", true),
      espressif("esp32c6", "ESP32-C6 (RISC-V, no FPU), no wait states (emulated)", "rv32imc", true),
      espressif("esp32p4", "ESP32-P4 (RISC-V with FPU and vectors): arena and results, no cycles", "rv32imafc", false),
      espressif("esp32s31", "ESP32-S31 (RISC-V with FPU and vectors): arena and results, no cycles", "rv32imafc",
                false),
      riscV("riscv32", "32-bit RISC-V (RV32IMC), single issue, no wait states (emulated)"),
#endif
      Target{.name = "host",
             .family = Family::kHost,
             .description = "this computer, 64-bit sizes, no cycles",
             .hasCycles = false}};
  // The last one is there where pointers have its size.
  return std::span(kTargets).first(kTargets.size() - (tflm::kOwnAbi == tflm::Abi::kHost64 ? 0 : 1));
}

std::vector<std::string> targetNames() {
  std::vector<std::string> names;
  for (const Target& target : targets()) names.push_back(target.name);
  return names;
}

bool isLeftOut([[maybe_unused]] const std::string& name) {
#ifdef ARENASCOPE_WITHOUT_RISCV
  return name.starts_with("esp32") || name == "riscv32";
#else
  return false;
#endif
}

const Target* findTarget(const std::string& name) {
  const auto all = targets();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Target& target) { return target.name == name; });
  return found == all.end() ? nullptr : &*found;
}

std::vector<std::string> ownKernelSets(const Target& target) {
  switch (target.family) {
  case Family::kCortexM: return {std::string(kCmsisNn), "reference"};
  case Family::kEspressif: {
    std::vector<std::string> sets = espNnSets([](const tflm::EspNnVersion& version) { return version.stands; });
    sets.emplace_back("reference");
    return sets;
  }
  default: return {"reference"};
  }
}

std::string fullKernelsName(const std::string& name) {
  return name == kEspNn ? fmt::format("{}@{}", kEspNn, tflm::provenEspNn().name) : name;
}

std::string levelOf(const std::string& kernels) {
  const std::size_t at = kernels.find("@O");
  return at == std::string::npos ? kUsualLevel : "-" + kernels.substr(at + 1);
}

std::string ofSameLevel(const std::string& kernels, const std::string& other) {
  const std::string level = levelOf(other);
  return level == kUsualLevel ? kernels : kernels + "@" + level.substr(1);
}

tflm::Variant variantOf(const Target& target, const std::string& kernels) {
  tflm::Variant variant;
  const tflm::EspNnVersion* version = tflm::espNnVersion(kernels);
  if (version != nullptr)
    variant = {.espChip = tflm::espChipAt(target.espChip, version->number), .espNn = version->number};
  if (kernels.starts_with(kCmsisNn)) variant.vectors = target.extension == ArmExtension::kVectors ? 1 : 0;
  variant.armCompiler = kernels == kByArmCompiler ? 1 : 0;
  return variant;
}

std::vector<std::string> builtInKernelSets(const Target& target) {
  std::vector<std::string> names = ownKernelSets(target);
  if (target.family == Family::kEspressif)
    for (std::string& set : espNnSets([](const tflm::EspNnVersion& version) { return !version.stands; }))
      names.push_back(std::move(set));
  if (target.family == Family::kCortexM && target.ownImage)
    for (const std::string& set : ownKernelSets(target))
      for (const char* level : kOtherLevels) names.push_back(set + level);
  if (target.extension != ArmExtension::kNone) names.emplace_back(kByArmCompiler);
  return names;
}

} // namespace arenascope::engine
