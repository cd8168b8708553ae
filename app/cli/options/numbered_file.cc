#include "app/cli/options/numbered_file.h"

#include <charconv>

#include "app/cli/options/input_file.h"

namespace arenascope::cli {

Result<NumberedFile> readNumberedFile(const std::string& option, const std::string& text) {
  constexpr std::size_t kMostTensors = 1000;
  NumberedFile file;
  const std::size_t equals = text.find('=');
  const char* end = text.data() + std::min(equals, text.size());
  const auto [read, code] = std::from_chars(text.data(), end, file.number);
  if (equals == std::string::npos || code != std::errc() || read != end || file.number > kMostTensors)
    return Error{Stage::kUsage, option + " takes a number and a file, for example 0=tensor.npy, not \"" + text + "\""};
  Result<std::vector<std::uint8_t>> bytes = readInputFile(text.substr(equals + 1));
  if (!bytes) return bytes.error();
  file.bytes = std::move(*bytes);
  return file;
}

} // namespace arenascope::cli
