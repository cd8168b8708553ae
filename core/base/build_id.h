// Which program this is, exactly: whatever was compiled otherwise is another one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace arenascope {

// Build IDs of this program, and of those it has loaded whose files' names have one of these words in them. Empty where
// the program has none.
std::string loadedIdentity(const std::vector<std::string_view>& libraries);

} // namespace arenascope
