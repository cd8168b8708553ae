// Numbers with what they count: "1 byte", "1,024 bytes".
#pragma once

#include <cstdint>
#include <string>

namespace arenascope {

// noun: in the singular; its plural ends with an s.
std::string counted(std::uint64_t number, const char* noun);
std::string countedBytes(std::uint64_t bytes);

} // namespace arenascope
