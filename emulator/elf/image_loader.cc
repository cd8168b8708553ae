#include "emulator/elf/image_loader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <fstream>
#include <string_view>
#include <system_error>
#include <utility>

#include "core/base/hash.h"
#include "core/base/text_format.h"
#include "core/model/validate/foreign_file.h"
#include "emulator/cpu/address_map.h"
#include "emulator/elf/arm_attributes.h"
#include "emulator/elf/elf_file.h"
#include "emulator/elf/firmware_loader.h"
#include "emulator/rp2040/rp2040_flash.h"

namespace arenascope::elf {

using protocol::FirmwareImage;

namespace {

constexpr std::array<std::uint8_t, 4> kElf = {0x7F, 'E', 'L', 'F'};
constexpr std::uint32_t kOutsideEnd = 0xA0000000; // end of executable external memory
constexpr std::uint64_t kLargestFlash = std::uint64_t{64} << 20;

// UF2, Microsoft's format for boot loaders that appear as a disk: blocks of 512 bytes, each with a part of the flash.
constexpr std::size_t kUf2Block = 512;
constexpr std::uint32_t kUf2First = 0x0A324655;
constexpr std::uint32_t kUf2Second = 0x9E5D5157;
constexpr std::uint32_t kUf2End = 0x0AB16F30;
constexpr std::uint32_t kUf2NotFlash = 1; // a flag
constexpr std::size_t kUf2Data = 32;      // offset of the data in a block, after its header
constexpr std::size_t kUf2MostData = 476;

Error wrong(const std::filesystem::path& path, const std::string& what) {
  return {Stage::kFirmware, path.string() + ": " + what};
}

std::string ending(const std::filesystem::path& path) { return lowered(path.extension().string()); }

std::uint32_t wordAt(std::span<const std::uint8_t> bytes, std::size_t at) {
  std::uint32_t value = 0;
  if (at + sizeof(value) <= bytes.size()) std::memcpy(&value, bytes.data() + at, sizeof(value));
  return value;
}

Result<std::vector<std::uint8_t>> readBytes(const std::filesystem::path& path, const arenascope::Limits& limits) {
  std::error_code code;
  const std::uintmax_t size = std::filesystem::file_size(path, code);
  if (code) return wrong(path, "cannot be read: " + code.message());
  if (size > limits.modelBytes)
    return wrong(path, fmt::format("the file has {} bytes: {}", size,
                                   arenascope::limitAdvice(&arenascope::Limits::modelBytes, limits)));
  std::ifstream stream(path, std::ios::binary);
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(size));
  if (!stream.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(size)))
    return wrong(path, "could only be read in part");
  return bytes;
}

// Names of processors, by machine number in an ELF file.
std::string machineName(std::uint32_t machine) {
  switch (machine) {
  case EM_XTENSA: return "Xtensa (an ESP32)";
  case EM_RISCV: return "RISC-V";
  case EM_AARCH64: return "64-bit ARM";
  case EM_386:
  case EM_X86_64: return "a PC";
  default: return fmt::format("another processor (number {})", machine);
  }
}

// Wrong class or machine of an ELF file.
std::optional<Error> wrongMachine(const std::filesystem::path& path, std::span<const std::uint8_t> bytes) {
  if (bytes.size() < sizeof(Elf32_Ehdr)) return wrong(path, "the ELF file is cut off");
  Elf32_Ehdr header{};
  std::memcpy(&header, bytes.data(), sizeof(header));
  if (header.e_machine == EM_ARM && header.e_ident[EI_CLASS] == ELFCLASS32 && header.e_ident[EI_DATA] == ELFDATA2LSB) {
    if (header.e_type == ET_EXEC) return std::nullopt;
    return wrong(path, "is not linked: give an executable, not an object file or a library");
  }
  return wrong(path, "is built for " + machineName(header.e_machine) +
                         "; only images for Arm Cortex-M (32 bits, little-endian) can be run");
}

// The first words of a vector table: stack pointer and reset handler.
bool isVectorTable(std::uint32_t stack, std::uint32_t reset, std::uint32_t entry) {
  return (reset | 1U) == (entry | 1U) && stack % 4 == 0 && stack >= cpu::kFirstRam &&
         (stack <= cpu::kRegisters || (stack >= cpu::kOutside && stack <= kOutsideEnd));
}

// Whether a table's fault handlers are code addresses in flash, or zero.
bool hasHandlers(const protocol::ImageFile& file, std::size_t at) {
  constexpr std::size_t kFaultHandlers = 5; // after the reset handler: NMI, HardFault and the configurable faults
  for (std::size_t i = 2; i < 2 + kFaultHandlers; ++i) {
    const std::uint32_t handler = wordAt(file.flash, at + 4 * i);
    if (handler != 0 && (handler % 2 == 0 || !file.isFlash(handler))) return false;
  }
  return true;
}

// Finds the image's vector table: one with the entry point as reset handler, or, if a boot ROM uses the entry point for
// another table, the first plausible one. Symbols are not used.
std::optional<std::uint32_t> findVectors(const protocol::ImageFile& file) {
  constexpr std::size_t kFirstBytes = 0x10000; // that a table may start in
  for (std::size_t at = 0; at + 8 <= file.flash.size(); at += 4)
    if (isVectorTable(wordAt(file.flash, at), wordAt(file.flash, at + 4), file.image.entry()))
      return file.flashBase + static_cast<std::uint32_t>(at);
  for (std::size_t at = 0; at + 64 <= std::min(file.flash.size(), kFirstBytes); at += 4) {
    const std::uint32_t reset = wordAt(file.flash, at + 4);
    if (reset % 2 != 0 && file.isFlash(reset) && isVectorTable(wordAt(file.flash, at), reset, reset) &&
        hasHandlers(file, at))
      return file.flashBase + static_cast<std::uint32_t>(at);
  }
  return std::nullopt;
}

// All contents loaded into flash, contiguous.
std::optional<Error> gatherFlash(const std::filesystem::path& path, protocol::ImageFile& file) {
  std::uint64_t begin = ~std::uint64_t{0};
  std::uint64_t end = 0;
  for (const FirmwareImage::Segment& segment : file.image.segments()) {
    const bool flash =
        segment.loadAddress < cpu::kRam || (segment.loadAddress >= cpu::kOutside && segment.loadAddress < kOutsideEnd);
    if (!flash) continue;
    begin = std::min<std::uint64_t>(begin, segment.loadAddress & ~4095U);
    end = std::max<std::uint64_t>(end, std::uint64_t{segment.loadAddress} + segment.bytes.size());
  }
  if (end == 0) return wrong(path, "has nothing in flash: an image that is loaded into RAM only cannot be booted");
  if (end - begin > kLargestFlash)
    return wrong(path, fmt::format("spreads its flash over {} MB: at most {} MB in one memory are supported",
                                   (end - begin) >> 20, kLargestFlash >> 20));
  file.flashBase = static_cast<std::uint32_t>(begin);
  file.flash.resize(static_cast<std::size_t>(end - begin));
  for (const FirmwareImage::Segment& segment : file.image.segments())
    if (segment.loadAddress >= begin && segment.loadAddress < end)
      std::copy(segment.bytes.begin(), segment.bytes.end(),
                file.flash.begin() + static_cast<std::ptrdiff_t>(segment.loadAddress - begin));
  return std::nullopt;
}

// An RP2040 boot loader at the start of flash; the program's vector table follows it.
bool findLoader(protocol::ImageFile& file) {
  if (file.flashBase != rp2040::kFlash || !rp2040::hasLoader(file.flash)) return false;
  file.rp2040 = true;
  file.core = "cortex-m0plus";
  file.vectorTable = file.flashBase + rp2040::kLoaderBytes;
  return true;
}

Result<protocol::ImageFile> loadElf(const std::filesystem::path& path, std::span<const std::uint8_t> bytes) {
  if (const auto finding = wrongMachine(path, bytes)) return *finding;
  Result<FirmwareImage> image = loadFirmware(path, cpu::kThumbFormat);
  if (!image) return image.error();
  image->setHash(sha256Hex(bytes));
  protocol::ImageFile file{.image = std::move(*image), .core = {}, .flash = {}};
  if (const auto finding = gatherFlash(path, file)) return *finding;
  const Result<ElfFile> elf = ElfFile::open(path, cpu::kThumbFormat);
  if (elf) {
    file.core = readAttributes(sectionOf(elf->get(), kAttributesSection)).target;
    file.compiler = compilerOf(elf->get());
  }
  if (findLoader(file)) return file;
  const auto vectors = findVectors(file);
  if (!vectors) return wrong(path, "has no vector table: no word with its entry point follows a stack address");
  file.vectorTable = *vectors;
  return file;
}

// Number of words in the file that point to functions in it, for this base: functions start with a push.
std::size_t functionPointers(std::span<const std::uint8_t> bytes, std::uint32_t base) {
  std::size_t count = 0;
  for (std::size_t at = 0; at + 4 <= bytes.size(); at += 4) {
    const std::uint32_t pointer = wordAt(bytes, at);
    if (pointer % 2 == 0 || pointer - 1 < base || pointer - 1 - base + 4 > bytes.size()) continue;
    const std::uint32_t code = wordAt(bytes, pointer - 1 - base);
    if ((code & 0xFE00) == 0xB400 || (code & 0xFFFF) == 0xE92D) ++count;
  }
  return count;
}

// Usual flash base addresses of microcontrollers, and those after their boot loaders.
constexpr std::array<std::uint32_t, 14> kBases = {0x08000000, 0x00000000, 0x00010000, 0x00026000, 0x00027000,
                                                  0x00001000, 0x00002000, 0x00004000, 0x00008000, 0x0000C000,
                                                  0x08008000, 0x08010000, 0x08020000, 0x10000000};

Result<protocol::ImageFile> fromFlash(const std::filesystem::path& path, std::vector<std::uint8_t> bytes,
                                      std::uint32_t base, std::string hash) {
  const std::size_t vectors = rp2040::hasLoader(bytes) ? rp2040::kLoaderBytes : 0;
  if (vectors != 0) base = rp2040::kFlash;
  const std::uint32_t entry = wordAt(bytes, vectors + 4);
  if (bytes.size() < vectors + 64 || !isVectorTable(wordAt(bytes, vectors), entry, entry) || entry < base ||
      entry - base >= bytes.size()) {
    if (const std::string is = model::foreignFile(bytes); !is.empty())
      return wrong(path, "is neither a firmware image nor a model: it is " + is);
    return wrong(path, fmt::format("does not start with a vector table at 0x{:08X}: give the file's flash address with "
                                   "--base, or give the ELF file",
                                   base));
  }
  protocol::FirmwareInfo info;
  info.hash = std::move(hash);
  info.entry = entry & ~1U;
  info.segments.push_back({.address = base, .loadAddress = base, .bytes = std::move(bytes)});
  FirmwareImage image(cpu::kThumbFormat, std::move(info));
  protocol::ImageFile file{.image = std::move(image), .core = {}, .flash = {}, .vectorTable = base};
  if (const auto finding = gatherFlash(path, file)) return *finding;
  findLoader(file);
  return file;
}

Result<protocol::ImageFile> loadBinary(const std::filesystem::path& path, std::vector<std::uint8_t> bytes,
                                       std::optional<std::uint32_t> base) {
  if (!base) {
    std::size_t most = 0;
    for (const std::uint32_t candidate : kBases)
      if (const std::size_t count = functionPointers(bytes, candidate); count > most) most = count, base = candidate;
  }
  std::string hash = sha256Hex(bytes);
  return fromFlash(path, std::move(bytes), base.value_or(0), std::move(hash));
}

// Flash contents, collected from the records of a file.
class FlashBytes {
public:
  // False: it would be too large, or start before its first record.
  bool add(std::uint32_t address, std::span<const std::uint8_t> data) {
    if (!base_) base_ = address;
    if (address < *base_ || address - *base_ > kLargestFlash) return false;
    bytes_.resize(std::max<std::size_t>(bytes_.size(), address - *base_ + data.size()), cpu::kErasedFlash);
    std::ranges::copy(data, bytes_.begin() + static_cast<std::ptrdiff_t>(address - *base_));
    return true;
  }
  std::uint32_t base() const { return base_.value_or(0); }
  std::vector<std::uint8_t> take() { return std::move(bytes_); }

private:
  std::optional<std::uint32_t> base_;
  std::vector<std::uint8_t> bytes_;
};

constexpr const char* kOnePiece = "at most {} MB in one piece of flash are supported";

bool isUf2(std::span<const std::uint8_t> file) { return wordAt(file, 0) == kUf2First && wordAt(file, 4) == kUf2Second; }

Result<protocol::ImageFile> loadUf2(const std::filesystem::path& path, std::span<const std::uint8_t> file) {
  FlashBytes flash;
  for (std::size_t at = 0; at < file.size(); at += kUf2Block) {
    const auto block = file.subspan(at, std::min(kUf2Block, file.size() - at));
    const std::uint32_t bytes = wordAt(block, 16);
    if (block.size() < kUf2Block || !isUf2(block) || wordAt(block, kUf2Block - 4) != kUf2End || bytes > kUf2MostData)
      return wrong(path, fmt::format("block {} is not one of a UF2 file", at / kUf2Block));
    if ((wordAt(block, 8) & kUf2NotFlash) != 0) continue;
    if (!flash.add(wordAt(block, 12), block.subspan(kUf2Data, bytes)))
      return wrong(path, fmt::format("block {} is for address 0x{:08X}: {}", at / kUf2Block, wordAt(block, 12),
                                     fmt::format(fmt::runtime(kOnePiece), kLargestFlash >> 20)));
  }
  const std::uint32_t base = flash.base();
  return fromFlash(path, flash.take(), base, sha256Hex(file));
}

// Records of Intel's format: ":LLAAAATT", LL data bytes and a checksum, in hexadecimal.
Result<protocol::ImageFile> loadHex(const std::filesystem::path& path, std::span<const std::uint8_t> file) {
  const std::string_view text(reinterpret_cast<const char*>(file.data()), file.size());
  FlashBytes flash;
  std::uint32_t upper = 0;
  std::size_t line = 0;
  for (std::size_t at = 0; at < text.size(); ++line) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string_view record = text.substr(at, end - at);
    at = end + 1;
    while (!record.empty() && (record.back() == '\r' || record.back() == ' ')) record.remove_suffix(1);
    if (record.empty()) continue;
    std::vector<std::uint8_t> bytes;
    for (std::size_t i = 1; i + 1 < record.size(); i += 2) {
      unsigned value = 0;
      const auto* first = record.data() + i;
      if (std::from_chars(first, first + 2, value, 16).ptr != first + 2) break;
      bytes.push_back(static_cast<std::uint8_t>(value));
    }
    std::uint8_t sum = 0;
    for (const std::uint8_t byte : bytes) sum = static_cast<std::uint8_t>(sum + byte);
    if (record[0] != ':' || bytes.size() < 5 || bytes.size() != bytes[0] + 5U || sum != 0)
      return wrong(path, fmt::format("line {} is not a record of an Intel hex file", line + 1));
    const std::uint32_t offset = bytes[1] * 256U + bytes[2];
    const std::span<const std::uint8_t> data = std::span(bytes).subspan(4, bytes[0]);
    const std::uint32_t number = data.size() == 2 ? data[0] * 256U + data[1] : 0;
    if (bytes[3] == 1) break;
    if (bytes[3] == 2) upper = number << 4;
    if (bytes[3] == 4) upper = number << 16;
    if (bytes[3] != 0) continue;
    const std::uint32_t address = upper + offset;
    if (!flash.add(address, data))
      return wrong(path, fmt::format("line {} is for address 0x{:08X}: {}", line + 1, address,
                                     fmt::format(fmt::runtime(kOnePiece), kLargestFlash >> 20)));
  }
  const std::uint32_t base = flash.base();
  return fromFlash(path, flash.take(), base, sha256Hex(file));
}

} // namespace

bool isImage(const std::filesystem::path& path) {
  std::error_code code;
  if (!std::filesystem::is_regular_file(path, code)) return false; // opening a FIFO would block
  const std::string name = ending(path);
  if (name == ".bin" || name == ".hex") return true;
  std::array<std::uint8_t, 8> first{};
  std::ifstream stream(path, std::ios::binary);
  stream.read(reinterpret_cast<char*>(first.data()), first.size());
  return std::equal(kElf.begin(), kElf.end(), first.begin()) || isUf2(first);
}

Result<protocol::ImageFile> loadImage(const std::filesystem::path& path, std::optional<std::uint32_t> base,
                                      const arenascope::Limits& limits) {
  Result<std::vector<std::uint8_t>> bytes = readBytes(path, limits);
  if (!bytes) return bytes.error();
  if (bytes->size() >= kElf.size() && std::equal(kElf.begin(), kElf.end(), bytes->begin()))
    return loadElf(path, *bytes);
  if (isUf2(*bytes)) return loadUf2(path, *bytes);
  if (ending(path) == ".hex") return loadHex(path, *bytes);
  if (ending(path) == ".bin") return loadBinary(path, std::move(*bytes), base);
  return wrong(path, "is not a firmware image: an ELF file, or .bin, .hex or .uf2");
}

} // namespace arenascope::elf
