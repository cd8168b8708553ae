// Values as bytes for another process of the same build: plain types as they lie in memory, others field by field
// (emulator/protocol/fields.h). Input is treated as hostile: bytes that do not match exactly are refused.
#pragma once

#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "emulator/protocol/fields.h"

namespace arenascope::protocol {

template <typename T>
concept HasFields = requires(T& value) {
  fieldsOf(value);
};
template <typename T>
concept Plain = std::is_trivially_copyable_v<T> && !HasFields<T> && !std::is_pointer_v<T>;
using Bytes = std::span<const std::uint8_t>;

class Writer {
public:
  template <typename... T>
  explicit Writer(const T&... values) {
    (add(values), ...); // counts
    bytes_.reserve(std::exchange(size_, 0));
    counting_ = false;
    (add(values), ...);
  }

  const std::vector<std::uint8_t>& bytes() const { return bytes_; }

private:
  void addRaw(const void* from, std::size_t size) {
    size_ += size;
    if (counting_) return;
    const auto* first = static_cast<const std::uint8_t*>(from);
    bytes_.insert(bytes_.end(), first, first + size);
  }
  template <typename List>
  void addList(const List& list) {
    add(static_cast<std::uint64_t>(list.size()));
    using Element = typename List::value_type;
    if constexpr (Plain<Element> && requires { list.data(); })
      addRaw(list.data(), list.size() * sizeof(Element));
    else
      for (const auto& element : list) add(element);
  }

  template <Plain T>
  void add(const T& value) {
    addRaw(&value, sizeof(value));
  }
  template <HasFields T>
  void add(const T& value) {
    std::apply([this](const auto&... parts) { (this->add(parts), ...); }, fieldsOf(value));
  }
  void add(const Bytes& bytes) { addList(bytes); }
  void add(const std::string& text) { addList(text); }
  template <typename T>
  void add(const std::vector<T>& list) {
    addList(list);
  }
  template <typename K, typename V>
  void add(const std::map<K, V>& map) {
    addList(map);
  }
  template <typename A, typename B>
  void add(const std::pair<A, B>& pair) {
    add(pair.first);
    add(pair.second);
  }
  template <typename T>
  void add(const std::optional<T>& value) {
    add(value.has_value());
    if (value) add(*value);
  }
  template <typename T>
  void add(const std::shared_ptr<T>& value) {
    add(value != nullptr);
    if (value != nullptr) add(*value);
  }

  std::vector<std::uint8_t> bytes_;
  std::size_t size_ = 0;
  bool counting_ = true;
};

class Reader {
public:
  // Spans that are read refer to the bytes, which must outlive them.
  explicit Reader(Bytes bytes) : bytes_(bytes) {}

  // False: the bytes are not exactly these values.
  template <typename... T>
  bool read(T&... values) {
    (take(values), ...);
    return good_ && bytes_.empty();
  }

private:
  Bytes takeRaw(std::uint64_t size) {
    if (size > bytes_.size()) good_ = false;
    if (!good_) return {};
    const Bytes raw = bytes_.first(size);
    bytes_ = bytes_.subspan(size);
    return raw;
  }
  std::uint64_t takeCount() {
    std::uint64_t count = 0;
    take(count);
    if (count > bytes_.size()) good_ = false; // each takes at least a byte
    return good_ ? count : 0;
  }
  template <typename List>
  void takeList(List& list) {
    using Element = typename List::value_type;
    const std::uint64_t count = takeCount();
    if constexpr (Plain<Element> && requires { list.data(); }) {
      const Bytes raw = takeRaw(count * sizeof(Element));
      list.resize(raw.size() / sizeof(Element));
      if (!raw.empty()) std::memcpy(list.data(), raw.data(), raw.size());
    } else {
      while (list.size() < count && good_) take(list.emplace_back());
    }
  }

  void take(bool& value) {
    std::uint8_t byte = 0;
    take(byte);
    value = byte != 0;
  }
  template <Plain T>
  void take(T& value) {
    const Bytes raw = takeRaw(sizeof(value));
    if (raw.size() == sizeof(value)) std::memcpy(&value, raw.data(), sizeof(value));
  }
  template <HasFields T>
  void take(T& value) {
    std::apply([this](auto&... parts) { (this->take(parts), ...); }, fieldsOf(value));
  }
  void take(Bytes& bytes) { bytes = takeRaw(takeCount()); }
  void take(std::string& text) { takeList(text); }
  template <typename T>
  void take(std::vector<T>& list) {
    takeList(list);
  }
  template <typename K, typename V>
  void take(std::map<K, V>& map) {
    for (std::uint64_t count = takeCount(); count > 0 && good_; --count) {
      std::pair<K, V> entry;
      take(entry);
      map.insert(map.end(), std::move(entry));
    }
  }
  template <typename A, typename B>
  void take(std::pair<A, B>& pair) {
    take(pair.first);
    take(pair.second);
  }
  template <typename T>
  void take(std::optional<T>& value) {
    bool there = false;
    take(there);
    if (there) take(value.emplace());
  }
  template <typename T>
  void take(std::shared_ptr<const T>& value) {
    bool there = false;
    take(there);
    if (!there) return;
    const auto made = std::make_shared<T>();
    take(*made);
    value = made;
  }

  Bytes bytes_;
  bool good_ = true;
};

} // namespace arenascope::protocol
