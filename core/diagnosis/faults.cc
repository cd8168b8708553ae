// Why a processor stopped, by what a handler prints of its registers.
#include <fmt/format.h>

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "core/diagnosis/explaining_parts.h"
#include "core/diagnosis/message_texts.h"

namespace arenascope::diagnosis {

namespace {

// Bits of the CFSR (Armv7-M and Armv8-M), and what they say; those that only say that an address is valid are not here.
struct FaultBit {
  unsigned int bit;
  std::string_view name;   // in handlers' output
  std::string_view zephyr; // Zephyr's words; empty where it has none
  const char* says;
};
constexpr const char* kBadJump = "a jump to an address without code, through a null or overwritten function pointer, "
                                 "such as one of a resolver that was a local variable";
constexpr const char* kOverwrittenStack = "the stack's pointer or a return address was overwritten";
constexpr const char* kFullStack = "the stack ran out";
constexpr const char* kProtected =
    "an access to protected memory: a null pointer, past an array, or a stack that ran into its guard";
constexpr const char* kForeignCode =
    "an instruction that this processor does not have: a library for another core, or a jump into data";
constexpr const char* kFpuOff = "a floating-point instruction while the FPU is off: enable it at start (SCB->CPACR)";
constexpr const char* kNotAligned =
    "an access that is not aligned: a byte array read as float or int32; declare model and arena alignas(16)";
constexpr FaultBit kFaultBits[] = {
    {0, "IACCVIOL", "Instruction Access Violation", kBadJump},
    {1, "DACCVIOL", "Data Access Violation", kProtected},
    {3, "MUNSTKERR", "Unstacking error", kOverwrittenStack},
    {4, "MSTKERR", "Stacking error", kFullStack},
    {8, "IBUSERR", "Instruction bus error", kBadJump},
    {9, "PRECISERR", "Precise data bus error", "an access to an address without memory"},
    {10, "IMPRECISERR", "Imprecise data bus error",
     "a write to an address without memory, some instructions before the reported place"},
    {11, "UNSTKERR", "", kOverwrittenStack},
    {12, "STKERR", "", kFullStack},
    {16, "UNDEFINSTR", "Attempt to execute undefined instruction", kForeignCode},
    {17, "INVSTATE", "Illegal use of the EPSR", kBadJump},
    {18, "INVPC", "", kOverwrittenStack},
    {19, "NOCP", "No coprocessor instructions", kFpuOff},
    {20, "STKOF", "", kFullStack},
    {24, "UNALIGNED", "Unaligned memory access", kNotAligned},
    {25, "DIVBYZERO", "Division by zero",
     "a division by zero: a size of 0, such as one read from bytes that are not the model"},
};

constexpr unsigned int kBfsr = 8;
constexpr unsigned int kUfsr = 16;

std::uint64_t shownBits(const std::string& name, std::uint64_t value) {
  if (name.starts_with("BFSR")) return value << kBfsr;
  return name.starts_with("UFSR") ? value << kUfsr : value;
}

std::string faultBits(std::uint64_t value) {
  std::string text;
  for (const FaultBit& each : kFaultBits)
    if ((value >> each.bit & 1U) != 0 && text.find(each.says) == std::string::npos)
      text += (text.empty() ? "" : "; ") + std::string(each.says);
  return text.empty() ? text : "Its kind: " + text + ".";
}

// Handlers print the address whether it is valid or not: then it is of the register itself, or nothing.
std::string faultAddress(std::uint64_t address) {
  constexpr std::uint64_t kNullPage = 0x1000;
  constexpr std::uint64_t kSystem = 0xe0000000;
  if (address == 0 || address >= kSystem) return {};
  if (address < kNullPage)
    return fmt::format(
        "The access was to address {:#x}: through a null pointer, to a field {} bytes behind it. "
        "input(), output() and the model are null pointers if AllocateTensors() has failed or was not called.",
        address, address);
  constexpr std::uint64_t kRam = 0x20000000;
  constexpr std::uint64_t kRamEnd = 0x40000000;
  if (address < kRam || address >= kRamEnd)
    return fmt::format("The access was to address {:#x}, through an overwritten or uninitialised pointer.", address);
  return fmt::format("The access was to address {:#x}: compare it with the arrays and stacks in the map file; the one "
                     "that ends right before it has been overrun.",
                     address);
}

} // namespace

std::string faultRegisterMeaning(const TflmMessage& message) {
  if (*message.row->means != '\0') return message.row->means;
  constexpr int kHexadecimalBase = 16;
  const std::uint64_t value =
      message.values.empty() ? 0 : std::strtoull(message.values.front().c_str(), nullptr, kHexadecimalBase);
  const std::string name = message.row->pattern;
  for (const FaultBit& each : kFaultBits)
    if (name == each.name || name == each.zephyr) return faultBits(std::uint64_t{1} << each.bit);
  return name.find("FSR") != std::string::npos ? faultBits(shownBits(name, value)) : faultAddress(value);
}

} // namespace arenascope::diagnosis
