#include "core/interpreter/runtime/message.h"

namespace arenascope::runtime {

Message& Message::operator<<(const char* text) {
  while (*text != '\0' && length_ + 1 < kCapacity) text_[length_++] = *text++;
  return *this;
}

Message& Message::append(std::int64_t number) {
  char digits[24];
  std::size_t count = sizeof(digits);
  digits[--count] = '\0';
  // Uses negative remainders: the smallest number has no positive counterpart.
  std::int64_t rest = number;
  do {
    const auto digit = static_cast<int>(rest % 10);
    digits[--count] = static_cast<char>('0' + (digit < 0 ? -digit : digit));
    rest /= 10;
  } while (rest != 0);
  if (number < 0) digits[--count] = '-';
  return *this << &digits[count];
}

Status Message::fail(const trace::Tracer& tracer) const {
  tracer.emit(trace::Event{
      .kind = trace::EventKind::kMessage, .bytes = length_, .address = reinterpret_cast<std::uintptr_t>(text_)});
  return Status::kError;
}

} // namespace arenascope::runtime
