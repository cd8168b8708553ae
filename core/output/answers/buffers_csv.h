// Buffers to place, as comma-separated values with a heading: id, lower, upper (the half-open lifetime), size, and
// optionally offset, a buffer's fixed place (empty: anywhere). Columns in any order; others are ignored.
#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/planner/placement.h"

namespace arenascope::output {

struct NamedBuffers {
  std::vector<std::string> ids;
  std::vector<planner::Buffer> buffers;
};

// `name` is the file in messages, which also name the line.
Result<NamedBuffers> readBuffers(const std::string& text, const std::string& name);

// The same with an offset for each.
std::string writeBuffers(const NamedBuffers& named, const planner::Offsets& offsets);

} // namespace arenascope::output
