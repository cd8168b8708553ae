// How every call in the core answers. There are no exceptions: a status is checked where it is received.
#pragma once

#include <cstdint>

namespace arenascope::runtime {

// kAbort: an operator ends this inference early, and nothing is wrong (CIRCULAR_BUFFER while it collects).
enum class [[nodiscard]] Status : std::uint8_t{kOk, kError, kAbort};

} // namespace arenascope::runtime

// Leaves the function with the status of `expression` unless that is kOk.
#define ARENASCOPE_TRY(expression)                                                                                     \
  do {                                                                                                                 \
    if (const auto status_ = (expression); status_ != ::arenascope::runtime::Status::kOk) return status_;              \
  } while (false)
