#include "app/cli/input_file.h"

#include <cstring>
#include <fstream>
#include <iterator>
#include <string>

namespace arenascope::cli {

using profile::Error;
using profile::Result;

namespace {
constexpr std::string_view kNumpyMagic = "\x93NUMPY";
constexpr std::uintmax_t kMaxInputBytes = std::uintmax_t{1} << 30;
} // namespace

// Format: magic, version major and minor, length of the header (2 bytes little-endian in version 1, else 4), header.
Result<std::vector<std::uint8_t>> arrayData(std::span<const std::uint8_t> file) {
  const bool numpy = file.size() >= 10 && std::memcmp(file.data(), kNumpyMagic.data(), kNumpyMagic.size()) == 0;
  if (!numpy) return std::vector<std::uint8_t>(file.begin(), file.end());
  const bool longLength = file[6] >= 2;
  const std::size_t lengthBytes = longLength ? 4 : 2;
  std::size_t headerBytes = 0;
  for (std::size_t i = 0; i < lengthBytes && 8 + i < file.size(); ++i)
    headerBytes |= static_cast<std::size_t>(file[8 + i]) << (8 * i);
  const std::size_t start = 8 + lengthBytes + headerBytes;
  if (start > file.size()) return Error{"input", "the .npy file is cut off"};
  const std::string header(file.begin() + static_cast<std::ptrdiff_t>(8 + lengthBytes),
                           file.begin() + static_cast<std::ptrdiff_t>(start));
  if (header.find("'fortran_order': True") != std::string::npos)
    return Error{"input", "the .npy file is in Fortran order: save it in C order"};
  if (header.find("'descr': '>") != std::string::npos)
    return Error{"input", "the .npy file is big-endian: save it little-endian"};
  return std::vector<std::uint8_t>(file.begin() + static_cast<std::ptrdiff_t>(start), file.end());
}

Result<std::vector<std::uint8_t>> readInputFile(const std::filesystem::path& path) {
  std::error_code code;
  const auto unreadable = [&] { return Error{"input", "input file " + path.string() + " cannot be read"}; };
  if (!std::filesystem::is_regular_file(path, code)) return unreadable(); // opening a pipe would wait
  if (const std::uintmax_t size = std::filesystem::file_size(path, code); code || size > kMaxInputBytes)
    return Error{"input", "input file " + path.string() + " has " + std::to_string(size) +
                              " bytes, no tensor has more than " + std::to_string(kMaxInputBytes)};
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return unreadable();
  const std::vector<char> bytes((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
  Result<std::vector<std::uint8_t>> data =
      arrayData({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
  if (!data) return Error{"input", path.string() + ": " + data.error().message};
  if (data->empty()) return Error{"input", "input file " + path.string() + " is empty"};
  return data;
}

} // namespace arenascope::cli
