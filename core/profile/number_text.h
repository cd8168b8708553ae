// Numbers as people read them.
#pragma once

#include <cstdint>
#include <string>

namespace arenascope::profile {

// "12,345"
std::string grouped(std::uint64_t number);
// "12.1 KiB"; below 1024 in bytes.
std::string humanBytes(std::uint64_t bytes);

} // namespace arenascope::profile
