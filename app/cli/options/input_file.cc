#include "app/cli/options/input_file.h"

#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <string>

#include "core/output/npy.h"

namespace arenascope::cli {

namespace {
constexpr std::uintmax_t kMaxInputBytes = std::uintmax_t{1} << 30;
} // namespace

Result<std::vector<std::uint8_t>> readInputFile(const std::filesystem::path& path) {
  std::error_code code;
  const auto unreadable = [&](const char* why) {
    return Error{Stage::kInput, "input file " + path.string() + " cannot be read" + why};
  };
  if (!std::filesystem::exists(path, code)) return unreadable(": no such file");
  if (std::filesystem::is_directory(path, code)) return unreadable(": it is a folder");
  if (!std::filesystem::is_regular_file(path, code))
    return unreadable(": it is not a regular file"); // a FIFO would block
  if (const std::uintmax_t size = std::filesystem::file_size(path, code); code || size > kMaxInputBytes)
    return Error{Stage::kInput, fmt::format("input file {} has {} bytes; a tensor has at most {}", path.string(), size,
                                            kMaxInputBytes)};
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return unreadable("");
  const std::vector<char> bytes((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
  Result<std::vector<std::uint8_t>> data =
      output::arrayData({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
  if (!data) return Error{Stage::kInput, path.string() + ": " + data.error().message};
  if (data->empty()) return Error{Stage::kInput, "input file " + path.string() + " is empty"};
  return data;
}

} // namespace arenascope::cli
