// Recognises a name that is not one of its kind but of another: the name of a board given as a target, and so on.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace arenascope::service {

enum class NameKind : std::uint8_t { kTarget, kBoard, kKernels, kRevision };

// To append to a message: "; pico is a board, whose target is cortex-m0plus", or as didYouMean() among `known`, the
// names of that kind. Empty if nothing is near.
std::string meantName(const std::string& given, NameKind kind, std::span<const std::string> known);

} // namespace arenascope::service
