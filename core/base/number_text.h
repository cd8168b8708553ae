// Numbers and names for display.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace arenascope {

// "12,345"
std::string grouped(std::uint64_t number);
// At least three digits: "1.23", "12.3", "123".
std::string threeDigits(double number);
// "12.1 KiB"; below 1024 in bytes.
std::string humanBytes(std::uint64_t bytes);

// "a, b, c"
std::string joined(std::span<const std::string> names);

// Replaces unprintable characters, since names in files may contain anything.
std::string printable(const std::string& text);

} // namespace arenascope
