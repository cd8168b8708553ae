// Names of tensors that hold some rows of another one, in models that are computed by strips.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace arenascope::model {

// The end of a tensor's name that its strips' names keep.
std::string stripNameTail(const std::string& whole);
// "conv1 rows 0-3"; both ends included.
std::string stripName(const std::string& whole, std::int32_t first, std::int32_t last);
// The inverse: stripNameTail() of the whole tensor. Absent for other names.
std::optional<std::string> wholeOfStrip(const std::string& name);

} // namespace arenascope::model
