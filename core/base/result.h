// How calls on the host answer: a value, or an error that says at which stage, what, and for which operator.
#pragma once

#include <string>
#include <utility>
#include <variant>

namespace arenascope {

struct Error {
  std::string stage;   // "load", "validate", "create", "allocate", "invoke", "emulate", "export", …
  std::string message; // for a person: what is wrong, where, what to do
  int subgraph = -1;
  int op = -1;
};

template <typename T>
class [[nodiscard]] Result {
public:
  Result(T value) : state_(std::move(value)) {}
  Result(Error error) : state_(std::move(error)) {}

  explicit operator bool() const { return std::holds_alternative<T>(state_); }
  T& operator*() { return std::get<T>(state_); }
  const T& operator*() const { return std::get<T>(state_); }
  T* operator->() { return &std::get<T>(state_); }
  const T* operator->() const { return &std::get<T>(state_); }
  const Error& error() const { return std::get<Error>(state_); }

private:
  std::variant<T, Error> state_;
};

} // namespace arenascope
