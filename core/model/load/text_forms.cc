#include "core/model/load/text_forms.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>

#include "core/base/text_parts.h"
#include "core/model/load/number_list.h"

namespace arenascope::model {

namespace {

using FormBytes = std::vector<std::uint8_t>;

bool isBlankOrBreak(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

int hexValue(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const int lower = std::tolower(static_cast<unsigned char>(c));
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

int base64Value(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+' || c == '-') return 62; // '-' and '_' in addresses
  return c == '/' || c == '_' ? 63 : -1;
}

// Digits of `perDigit` bits, `skipped` characters among them; up to the first
// other character, if `stops`.
std::optional<FormBytes> modelOfCode(std::string_view text, int (*digit)(char), unsigned int perDigit,
                                     std::string_view skipped, bool stops) {
  FormBytes bytes;
  std::uint32_t held = 0;
  unsigned int bits = 0;
  for (const char c : text) {
    if (skipped.find(c) != std::string_view::npos) continue;
    const int value = digit(c);
    if (value < 0) {
      if (c == '=' || stops) break;
      return std::nullopt;
    }
    held = held << perDigit | static_cast<std::uint32_t>(value);
    bits += perDigit;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push_back(static_cast<std::uint8_t>(held >> bits));
    if (bytes.size() == 8 && !hasIdentifier(bytes)) return std::nullopt;
  }
  if (!hasIdentifier(bytes)) return std::nullopt;
  return bytes;
}

std::string_view takeLine(std::string_view& text) {
  std::string_view line = takeUntil(text, '\n');
  while (!line.empty() && isBlankOrBreak(line.back())) line.remove_suffix(1);
  while (!line.empty() && isBlankOrBreak(line.front())) line.remove_prefix(1);
  return line;
}

// A line of a dump: what stands behind its address, in groups of digits.
struct DumpLine {
  std::string address;
  std::vector<std::string> groups;
};

constexpr std::size_t kFewestDigits = 6; // of an address

bool areHexadecimal(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return hexValue(c) >= 0; });
}

// "00000000: 1c00 0000 5446 4c33  ....TFL3", and with "|....TFL3|" behind.
std::optional<DumpLine> dumpLine(std::string_view line) {
  const std::size_t end = std::min(line.find_first_of(": \t"), line.size());
  if (end < kFewestDigits || !areHexadecimal(line.substr(0, end))) return std::nullopt;
  DumpLine read{.address = std::string(line.substr(0, end)), .groups = {}};
  const bool ofXxd = end < line.size() && line[end] == ':';
  line.remove_prefix(std::min(end + 1, line.size()));
  line = line.substr(0, std::min(line.find('|'), line.size()));
  constexpr std::size_t kMostDigits = 32; // where nothing shows the end: "1c 00
                                          // 00 00  5446" has two blanks as well
  std::size_t digits = 0;
  for (std::size_t at = 0; at < line.size() && (ofXxd || digits < kMostDigits);) {
    const std::size_t begin = line.find_first_not_of(" \t", at);
    if (begin == std::string_view::npos || (ofXxd && begin > at + 1)) break;
    const std::size_t stop = std::min(line.find_first_of(" \t", begin), line.size());
    const std::string_view group = line.substr(begin, stop - begin);
    if (!areHexadecimal(group) || group.size() % 2 != 0) break;
    read.groups.emplace_back(group);
    digits += group.size();
    at = stop;
  }
  return read;
}

enum class GroupOrder : std::uint8_t { kAsWritten, kLittleEndian, kBinary };

void appendGroup(FormBytes& bytes, const std::string& group, GroupOrder order) {
  constexpr int kBits = 2;
  constexpr int kDigits = 16;
  if (order == GroupOrder::kBinary) {
    bytes.push_back(static_cast<std::uint8_t>(std::strtoul(group.c_str(), nullptr, kBits)));
    return;
  }
  const std::size_t begin = bytes.size();
  for (std::size_t i = 0; i + 1 < group.size(); i += 2)
    bytes.push_back(static_cast<std::uint8_t>(std::strtoul(group.substr(i, 2).c_str(), nullptr, kDigits)));
  if (order == GroupOrder::kLittleEndian) std::reverse(bytes.begin() + static_cast<std::ptrdiff_t>(begin), bytes.end());
}

class Dump {
public:
  explicit Dump(std::string_view text) {
    while (!text.empty()) {
      const std::string_view line = takeLine(text);
      if (line == "*")
        lines_.push_back({"*", {}});
      else if (std::optional<DumpLine> read = dumpLine(line))
        lines_.push_back(std::move(*read));
    }
  }

  std::optional<FormBytes> model() const {
    for (const GroupOrder order : {GroupOrder::kAsWritten, GroupOrder::kLittleEndian, GroupOrder::kBinary})
      if (FormBytes bytes = read(order); hasIdentifier(bytes)) return bytes;
    return std::nullopt;
  }

private:
  FormBytes read(GroupOrder order) const {
    FormBytes bytes;
    FormBytes last;
    bool repeats = false;
    for (const DumpLine& line : lines_) {
      if (line.address == "*") {
        repeats = true;
        continue;
      }
      constexpr std::size_t kMost = std::size_t{1} << 28;
      const std::size_t address = addressOf(line);
      while (repeats && !last.empty() && bytes.size() < std::min(address, kMost))
        bytes.insert(bytes.end(), last.begin(), last.end());
      repeats = false;
      if (line.groups.empty()) { // the length, of a dump that fills its last word
        if (address < bytes.size() && address + last.size() > bytes.size()) bytes.resize(address);
        continue;
      }
      last.clear();
      for (const std::string& group : line.groups) appendGroup(last, group, order);
      bytes.insert(bytes.end(), last.begin(), last.end());
      if (bytes.size() >= 8 && !hasIdentifier(bytes)) return {};
    }
    return bytes;
  }

  // od writes addresses in octal.
  std::size_t addressOf(const DumpLine& line) const {
    constexpr int kOctal = 8;
    constexpr int kHexadecimal = 16;
    const bool octal = lines_.size() > 1 && lines_[1].address.ends_with("020");
    return std::strtoull(line.address.c_str(), nullptr, octal ? kOctal : kHexadecimal);
  }

  std::vector<DumpLine> lines_;
};

// "  12  0x1c, 0x00" where 12 is the number of the line.
bool takeNumber(std::string_view& line, std::size_t number) {
  const std::string text = std::to_string(number);
  if (!line.starts_with(text)) return false;
  const std::string_view rest = line.substr(text.size());
  if (!rest.empty() && std::string_view(" \t:|").find(rest.front()) == std::string_view::npos) return false;
  line = rest.substr(std::min(rest.find_first_not_of(" \t:|"), rest.size()));
  return true;
}

} // namespace

std::optional<FormBytes> modelInDump(std::string_view text) { return Dump(text).model(); }

std::optional<FormBytes> modelOfHexDigits(std::string_view text) {
  return modelOfCode(text, hexValue, 4, " \t\r\n,:;-", false);
}

std::optional<FormBytes> modelOfBase64(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  if (auto model = modelOfCode(text, base64Value, 6, kBlanks, false)) return model;
  constexpr std::string_view kIdentifier = "AAAAFRGTD"; // "TFL3" behind an offset that is a multiple of 4
  for (std::size_t at = text.find(kIdentifier); at != std::string_view::npos; at = text.find(kIdentifier, at + 1))
    if (at > 0)
      if (auto model = modelOfCode(text.substr(at - 1), base64Value, 6, kBlanks, true)) return model;
  return std::nullopt;
}

std::vector<std::string> definitionsIn(std::string_view source) {
  constexpr std::string_view kDefine = "#define";
  std::vector<std::string> found;
  while (!source.empty()) {
    std::string_view line = takeLine(source);
    if (!line.starts_with(kDefine)) continue;
    line.remove_prefix(kDefine.size());
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    line.remove_prefix(std::min(line.find_first_of(" \t"), line.size())); // its name
    std::string text(line);
    while (text.ends_with('\\') && !source.empty()) {
      text.back() = ' ';
      text += takeLine(source);
    }
    found.push_back(std::move(text));
  }
  return found;
}

std::optional<std::string> withoutMargins(std::string_view text) {
  std::string plain;
  std::size_t marks = 0;
  std::size_t lines = 0;
  std::size_t number = static_cast<std::size_t>(
      std::strtoull(std::string(text.substr(0, std::min<std::size_t>(text.size(), 32))).c_str(), nullptr, 10));
  for (std::string_view rest = text; !rest.empty(); ++number) {
    std::string_view line = takeLine(rest);
    ++lines;
    if (takeNumber(line, number) || line.starts_with('+')) ++marks;
    if (line.starts_with('+')) line.remove_prefix(1);
    plain.append(line).append("\n");
  }
  constexpr std::size_t kFewest = 4;
  if (marks < kFewest || 2 * marks < lines) return std::nullopt;
  return plain;
}

std::optional<std::string> fromWideText(std::span<const std::uint8_t> bytes) {
  constexpr std::size_t kLooked = 64;
  if (bytes.size() < 4 || bytes.size() % 2 != 0) return std::nullopt;
  const auto zeros = [&](std::size_t first) {
    std::size_t count = 0;
    for (std::size_t i = first; i < std::min(bytes.size(), kLooked); i += 2)
      if (bytes[i] == 0) ++count;
    return count;
  };
  const std::size_t looked = std::min(bytes.size(), kLooked) / 2;
  const bool bigEndian = (bytes[0] == 0xfe && bytes[1] == 0xff) || zeros(0) + 1 >= looked;
  const bool littleEndian = (bytes[0] == 0xff && bytes[1] == 0xfe) || zeros(1) + 1 >= looked;
  if (bigEndian == littleEndian) return std::nullopt;
  std::string text;
  for (std::size_t i = 0; i + 1 < bytes.size(); i += 2) {
    const unsigned int high = bytes[bigEndian ? i : i + 1];
    const unsigned int unit = high << 8U | bytes[bigEndian ? i + 1 : i];
    if (unit == 0xfeff) continue;
    text += unit < 0x80 ? static_cast<char>(unit) : '?'; // outside the bytes of a model
  }
  return text;
}

} // namespace arenascope::model
