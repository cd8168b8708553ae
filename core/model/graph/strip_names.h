// Names of tensors that hold some rows of another one, as models that are computed by strips have them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace arenascope::model {

// The end of a tensor's name: all that its strips' names have of it.
std::string stripNameTail(const std::string& whole);
// "conv1 rows 0-3"; both ends included.
std::string stripName(const std::string& whole, std::int32_t first, std::int32_t last);
// The other way round: stripNameTail() of the whole. Nothing for other names.
std::optional<std::string> wholeOfStrip(const std::string& name);

} // namespace arenascope::model
