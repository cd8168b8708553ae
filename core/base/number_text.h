// Numbers and names as people read them.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace arenascope {

// "12,345"
std::string grouped(std::uint64_t number);
// With three digits or more: "1.23", "12.3", "123".
std::string threeDigits(double number);
// "12.1 KiB"; below 1024 in bytes.
std::string humanBytes(std::uint64_t bytes);

// "a, b, c"
std::string joined(std::span<const std::string> names);

// Names in files may hold anything; a terminal or a comment gets printable characters only.
std::string printable(const std::string& text);

} // namespace arenascope
