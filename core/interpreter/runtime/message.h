// A message assembled without a heap and sent to the listener as the reason of a refusal.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>

#include "core/interpreter/runtime/status.h"
#include "core/interpreter/trace/tracer.h"

namespace arenascope::runtime {

class Message {
public:
  Message& operator<<(const char* text);
  Message& operator<<(std::integral auto number) { return append(static_cast<std::int64_t>(number)); }

  // Sends the text and returns kError, so that a check reads `return Message() … .fail(tracer)`.
  Status fail(const trace::Tracer& tracer) const;

private:
  Message& append(std::int64_t number);

  static constexpr std::size_t kCapacity = 224;
  char text_[kCapacity] = {};
  std::size_t length_ = 0;
};

} // namespace arenascope::runtime
