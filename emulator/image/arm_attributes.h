// What an ELF file for Arm says of the processor that it was built for (its build attributes, Arm IHI 0045).
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace arenascope::image {

// The contents of a section of type SHT_ARM_ATTRIBUTES. The target whose processor executes such code: "cortex-m4";
// empty where none does, or where it is not said.
std::string targetOfAttributes(std::span<const std::uint8_t> section);

} // namespace arenascope::image
