// Build attributes of an ELF file for Arm: the processor it was built for (Arm IHI 0045).
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace arenascope::elf {

enum class FloatAbi : std::uint8_t { kSoft, kSoftFp, kHard };

struct ArmAttributes {
  std::string target; // "cortex-m4"; empty if no target runs such code, or the file does not say
  FloatAbi floats = FloatAbi::kSoft;
};

// The section's type, SHT_ARM_ATTRIBUTES.
inline constexpr std::uint32_t kAttributesSection = 0x70000003;
// section: contents of a section of type SHT_ARM_ATTRIBUTES.
ArmAttributes readAttributes(std::span<const std::uint8_t> section);

} // namespace arenascope::elf
