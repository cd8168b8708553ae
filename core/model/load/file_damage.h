// Diagnoses a file with a model's identifier and an inconsistent structure.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace arenascope::model {

// Whether the FlatBuffers structure of a model is consistent; other bytes may follow it. The bytes must be 8-byte
// aligned.
bool holdsTogether(std::span<const std::uint8_t> bytes);

// For a person: the missing bytes, or the change made by a transfer, and a remedy.
std::string damageOf(std::span<const std::uint8_t> bytes);

} // namespace arenascope::model
