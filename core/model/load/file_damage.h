// What is wrong with a file that has a model's identifier and does not hold together.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace arenascope::model {

// Whether the FlatBuffers structure of a model holds together; other bytes may follow it. The bytes must be 8-byte
// aligned.
bool holdsTogether(std::span<const std::uint8_t> bytes);

// For a person: how much is missing, or what a transfer has made of it, and what to do.
std::string damageOf(std::span<const std::uint8_t> bytes);

} // namespace arenascope::model
