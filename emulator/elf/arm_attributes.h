// What an ELF file for Arm says of the processor that it was built for (its build attributes, Arm IHI 0045).
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace arenascope::elf {

enum class FloatAbi : std::uint8_t { kSoft, kSoftFp, kHard };

struct ArmAttributes {
  std::string target; // whose processor executes such code: "cortex-m4"; empty where none does, or where it is not said
  FloatAbi floats = FloatAbi::kSoft;
};

// The section's type: SHT_ARM_ATTRIBUTES.
inline constexpr std::uint32_t kAttributesSection = 0x70000003;
// section: the contents of a section of type SHT_ARM_ATTRIBUTES.
ArmAttributes readAttributes(std::span<const std::uint8_t> section);

} // namespace arenascope::elf
