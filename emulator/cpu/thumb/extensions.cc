#include "emulator/cpu/thumb/extensions.h"

#include "emulator/cpu/thumb/thumb.h"

namespace arenascope::thumb {

namespace {

struct Encoding {
  std::uint32_t first = 0;  // halfword
  std::uint32_t second = 0; // of a 32-bit instruction

  bool matches(std::uint32_t mask, std::uint32_t value) const { return (first & mask) == value; }
};

} // namespace

// The DSP extension's multiplications share encodings with those of every Armv7-M.
bool isDspMultiply(std::uint32_t first, std::uint32_t second) {
  const Encoding code{first, second};
  const std::uint32_t kind = (code.first >> 4) & 0x7;
  const std::uint32_t detail = (code.second >> 4) & 0xF;
  if (code.matches(0xFF80, 0xFB00)) return kind != 0;                           // all but MUL, MLA and MLS
  if (!code.matches(0xFF80, 0xFB80)) return false;                              // long multiplies and divides
  return (kind == 4 && detail >= 8) || kind == 5 || (kind == 6 && detail == 6); // SMLALxy and SMLALD, SMLSLD, UMAAL
}

bool isDspData(std::uint32_t first, std::uint32_t second) {
  const Encoding code{first, second};
  if (code.matches(0xFF80, 0xFA80)) { // parallel arithmetic, and miscellaneous operations
    const std::uint32_t row = (code.first >> 4) & 0x7;
    const bool miscellaneous = (code.second & 0xF0C0) == 0xF080;
    return !miscellaneous || row == 0 || row == 2; // all but REV, RBIT, CLZ and the like
  }
  if (code.matches(0xFF80, 0xFA00) && (code.second & 0xF080) == 0xF080) { // extensions
    const std::uint32_t row = (code.first >> 4) & 0x7;
    return row == 2 || row == 3 || (code.first & 0xF) != 0xF; // of two bytes, or with an addition
  }
  if (code.matches(0xFFF0, 0xEAC0)) return true; // PKHBT, PKHTB
  return (code.matches(0xFFF0, 0xF320) || code.matches(0xFFF0, 0xF3A0)) &&
         (code.second & 0xF0C0) == 0; // SSAT16, USAT16
}

namespace {

// Among 16-bit instructions, Armv6-M lacks CBZ, CBNZ and IT.
const char* missingShort(const InstructionSet& set, const Encoding& code) {
  if (set.mainline) return nullptr;
  if (code.matches(0xF500, 0xB100)) return "a compare and branch (it needs Armv7-M)";
  if (code.matches(0xFF00, 0xBF00) && (code.first & 0xF) != 0) return "an if-then block (it needs Armv7-M)";
  return nullptr;
}

// Among 32-bit instructions, Armv6-M has only BL, MSR, MRS, the barriers and a permanently undefined one.
const char* missingBaseline(const Encoding& code) {
  const bool call = code.matches(0xF800, 0xF000) && (code.second & 0xD000) == 0xD000;
  const bool system = (code.matches(0xFFE0, 0xF380) || code.matches(0xFFF0, 0xF3B0) || code.matches(0xFFE0, 0xF3E0)) &&
                      (code.second & 0xD000) == 0x8000;
  const bool undefined = code.matches(0xFFF0, 0xF7F0) && (code.second & 0xF000) == 0xA000;
  return call || system || undefined ? nullptr : "a 32-bit instruction (it needs Armv7-M)";
}

bool isFloat(const Encoding& code) { return code.matches(0xEC00, 0xEC00) && (code.second & 0x0E00) == 0x0A00; }

const char* missingFloat(const InstructionSet& set, const Encoding& code) {
  if (set.floats == FloatUnit::kNone) return "a floating-point instruction (the processor has no floating-point unit)";
  const bool dataProcessing = code.matches(0xEF00, 0xEE00) && (code.second & 0x10) == 0;
  if (dataProcessing && code.matches(0xFF00, 0xFE00) && set.floats == FloatUnit::kSingleV4)
    return "a floating-point selection, maximum or rounding (it needs FPv5)";
  if (dataProcessing && (code.second & 0x0100) != 0 && set.floats != FloatUnit::kDoubleV5)
    return "a double-precision calculation (the processor's floating-point unit has single precision)";
  return nullptr;
}

const char* missingLong(const InstructionSet& set, const Encoding& code) {
  if (!set.mainline) return missingBaseline(code);
  if (code.matches(0xEF00, 0xEF00)) return set.vectors ? nullptr : "a vector instruction";
  if (isFloat(code)) return missingFloat(set, code);
  if (!set.dsp && (isDspMultiply(code.first, code.second) || isDspData(code.first, code.second)))
    return "an instruction of the DSP extension";
  // LDA and STL are encoded among the exclusive loads and stores.
  if (!set.version8 && code.matches(0xFFE0, 0xE8C0) && (code.second & 0x00C0) == 0x0080)
    return "a load-acquire or store-release (it needs Armv8-M)";
  return nullptr;
}

} // namespace

std::optional<cpu::MissingInstruction> findMissing(const InstructionSet& set, std::span<const std::uint8_t> code,
                                                   std::uint32_t address) {
  for (std::size_t at = 0; at + 1 < code.size();) {
    const std::uint32_t first = halfwordAt(code, at);
    const bool isLong = instructionBytes(first) == 4;
    const Encoding encoding{first, isLong ? halfwordAt(code, at + 2) : 0};
    const char* missing = isLong ? missingLong(set, encoding) : missingShort(set, encoding);
    if (missing != nullptr) return cpu::MissingInstruction{static_cast<std::uint32_t>(address + at), missing};
    at += instructionBytes(first);
  }
  return std::nullopt;
}

} // namespace arenascope::thumb
