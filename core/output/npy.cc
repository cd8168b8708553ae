#include "core/output/npy.h"

#include <cstring>
#include <map>

namespace arenascope::output {

namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::size_t kHeaderAlignment = 64; // of the whole, so that data can be mapped

const std::map<std::string, std::string>& descriptions() {
  static const std::map<std::string, std::string> kTypes = {
      {"float32", "<f4"}, {"float64", "<f8"}, {"float16", "<f2"}, {"int8", "|i1"},   {"uint8", "|u1"},
      {"int16", "<i2"},   {"uint16", "<u2"},  {"int32", "<i4"},   {"uint32", "<u4"}, {"int64", "<i8"},
      {"uint64", "<u8"},  {"bool", "|b1"},    {"int4", "|i1"}};
  return kTypes;
}

std::string descriptionOf(const std::string& type) {
  const auto found = descriptions().find(type);
  return found == descriptions().end() ? "|u1" : found->second;
}

// Of a header's 'descr'; the description itself for a type that no tensor has.
std::string typeIn(const std::string& header) {
  constexpr std::string_view kKey = "'descr': '";
  const std::size_t start = header.find(kKey);
  if (start == std::string::npos) return "unknown";
  std::string description =
      header.substr(start + kKey.size(), header.find('\'', start + kKey.size()) - start - kKey.size());
  for (const auto& [type, each] : descriptions())
    if (each == description && type != "int4") return type;
  return description;
}

std::size_t bytesOf(const std::string& description) { return static_cast<std::size_t>(description.back() - '0'); }

} // namespace

// Format: magic, version major and minor, length of the header (2 bytes little-endian in version 1, else 4), header.
Result<Array> readArray(std::span<const std::uint8_t> file) {
  const bool numpy = file.size() >= 10 && std::memcmp(file.data(), kMagic.data(), kMagic.size()) == 0;
  if (!numpy) return Array{{}, {file.begin(), file.end()}};
  const bool longLength = file[6] >= 2;
  const std::size_t lengthBytes = longLength ? 4 : 2;
  std::size_t headerBytes = 0;
  for (std::size_t i = 0; i < lengthBytes && 8 + i < file.size(); ++i)
    headerBytes |= static_cast<std::size_t>(file[8 + i]) << (8 * i);
  const std::size_t start = 8 + lengthBytes + headerBytes;
  if (start > file.size()) return Error{Stage::kInput, "the .npy file is cut off"};
  const std::string header(file.begin() + static_cast<std::ptrdiff_t>(8 + lengthBytes),
                           file.begin() + static_cast<std::ptrdiff_t>(start));
  if (header.find("'fortran_order': True") != std::string::npos)
    return Error{Stage::kInput, "the .npy file is in Fortran order: save it in C order"};
  if (header.find("'descr': '>") != std::string::npos)
    return Error{Stage::kInput, "the .npy file is big-endian: save it little-endian"};
  return Array{typeIn(header), {file.begin() + static_cast<std::ptrdiff_t>(start), file.end()}};
}

Result<std::vector<std::uint8_t>> arrayData(std::span<const std::uint8_t> file) {
  Result<Array> array = readArray(file);
  if (!array) return array.error();
  return std::move(array->bytes);
}

std::string toNpy(const std::string& type, const std::vector<std::int32_t>& shape, std::span<const std::uint8_t> data) {
  const std::string description = descriptionOf(type);
  std::size_t elements = 1;
  std::string sizes;
  for (const std::int32_t size : shape) {
    elements *= static_cast<std::size_t>(size);
    sizes += std::to_string(size) + ", ";
  }
  // A shape that does not say how many there are is a row of them.
  if (elements * bytesOf(description) != data.size()) sizes = std::to_string(data.size() / bytesOf(description)) + ", ";
  std::string header = "{'descr': '" + description + "', 'fortran_order': False, 'shape': (" + sizes + "), }";
  const std::size_t before = kMagic.size() + 4; // version and length of the header
  header.resize((before + header.size()) / kHeaderAlignment * kHeaderAlignment + kHeaderAlignment - before - 1, ' ');
  header += '\n';
  std::string file(kMagic);
  file += {'\x01', '\x00', static_cast<char>(header.size() & 0xFF), static_cast<char>(header.size() >> 8)};
  file += header;
  file.append(reinterpret_cast<const char*>(data.data()), data.size());
  return file;
}

} // namespace arenascope::output
