// Options of custom operators: a FlexBuffers map, read in place. Never reads outside the given bytes.
#pragma once

#include <cstddef>
#include <cstdint>

namespace arenascope::kernels {

class FlexMap {
public:
  FlexMap(const void* bytes, std::size_t count);

  // 0 if the bytes hold no map or vector.
  int size() const { return size_; }
  // Index of a key, -1 if absent. Values are in the order of their keys.
  int find(const char* key) const;
  // Values by index; 0 if absent or not a number.
  std::int32_t integer(int position) const { return static_cast<std::int32_t>(number(position).integer); }
  float real(int position) const { return static_cast<float>(number(position).real); }
  bool boolean(int position) const { return number(position).integer != 0; }

private:
  struct Number {
    std::int64_t integer = 0;
    double real = 0.0;
  };

  bool inside(std::size_t offset, std::size_t count) const { return offset <= count_ && count <= count_ - offset; }
  std::uint64_t unsignedAt(std::size_t offset, std::size_t width) const;
  std::int64_t signedAt(std::size_t offset, std::size_t width) const;
  double realAt(std::size_t offset, std::size_t width) const;
  Number number(int position) const;
  bool keyIs(std::size_t keys, std::size_t width, int position, const char* key) const;

  const std::uint8_t* bytes_;
  std::size_t count_;
  std::size_t values_ = 0; // offset of the first value
  std::size_t width_ = 1;  // bytes of each
  int size_ = 0;
};

} // namespace arenascope::kernels
