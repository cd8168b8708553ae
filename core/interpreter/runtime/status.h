// Results of calls in the core. There are no exceptions: callers check the status.
#pragma once

#include <cstdint>

namespace arenascope::runtime {

// kAbort: an operator ends this inference early without an error (CIRCULAR_BUFFER while it collects).
enum class [[nodiscard]] Status : std::uint8_t{kOk, kError, kAbort};

} // namespace arenascope::runtime

// Returns the status of `expression` from the function unless it is kOk.
#define ARENASCOPE_TRY(expression)                                                                                     \
  do {                                                                                                                 \
    if (const auto status_ = (expression); status_ != ::arenascope::runtime::Status::kOk) return status_;              \
  } while (false)
