// Arguments of the form "I=FILE": the bytes of a tensor of the model, by the number of the input or output.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace arenascope::cli {

struct NumberedFile {
  std::size_t number = 0;
  std::vector<std::uint8_t> bytes; // of the numbers themselves
};

// `option` stands in the message about a text of another form.
Result<NumberedFile> readNumberedFile(const std::string& option, const std::string& text);

} // namespace arenascope::cli
