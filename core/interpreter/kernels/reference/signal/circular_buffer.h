// A queue of samples in one block of memory, with twice the capacity as in TensorFlow Lite Micro.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/interpreter/kernels/checks.h"
#include "core/interpreter/tflm/struct_sizes.h"

namespace arenascope::kernels::reference::signal {

class CircularBuffer {
public:
  static std::size_t bytes(int capacity) {
    return kHeaderBytes + sizeof(std::int16_t) * 2 * static_cast<std::size_t>(capacity);
  }

  // nullptr if it does not fit the arena.
  static CircularBuffer* create(Context& context, int capacity) {
    void* block = context.allocatePersistent(bytes(capacity));
    if (block == nullptr) return nullptr;
    auto* buffer = new (block) CircularBuffer;
    buffer->capacity_ = capacity;
    buffer->reset();
    return buffer;
  }

  void reset() {
    read_ = 0;
    available_ = 0;
    std::fill_n(samples(), capacity_, std::int16_t{0});
  }

  int available() const { return available_; }
  // count: at most capacity - available().
  void write(const std::int16_t* values, int count) {
    for (int i = 0; i < count; ++i) samples()[position(available_++)] = values[i];
  }
  void writeZeros(int count) {
    for (int i = 0; i < count; ++i) samples()[position(available_++)] = 0;
  }
  // Repeats the `count` newest samples `times` times.
  void repeatNewest(int count, int times) {
    for (int i = 0; i < count * times; ++i) {
      const std::int16_t value = samples()[position(available_ - count)];
      samples()[position(available_++)] = value;
    }
  }
  // count: at most available().
  void peek(std::int16_t* values, int count) const {
    for (int i = 0; i < count; ++i) values[i] = samples()[position(i)];
  }
  void discard(int count) {
    read_ = position(count);
    available_ -= count;
  }

private:
  static constexpr std::size_t kHeaderBytes = tflm::bySize(24, 40);

  int position(int offset) const {
    const int index = read_ + offset;
    return index >= capacity_ ? index - capacity_ : index;
  }
  std::int16_t* samples() {
    return reinterpret_cast<std::int16_t*>(reinterpret_cast<std::uint8_t*>(this) + kHeaderBytes);
  }
  const std::int16_t* samples() const {
    return reinterpret_cast<const std::int16_t*>(reinterpret_cast<const std::uint8_t*>(this) + kHeaderBytes);
  }

  std::int32_t capacity_;
  std::int32_t read_;
  std::int32_t available_;
};

} // namespace arenascope::kernels::reference::signal
