// Arguments "I=FILE": data of a model's input or output, by number.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace arenascope::cli {

struct NumberedFile {
  std::size_t number = 0;
  std::vector<std::uint8_t> bytes; // of the array only
};

// `option` is named in the error for malformed text.
Result<NumberedFile> readNumberedFile(const std::string& option, const std::string& text);

} // namespace arenascope::cli
