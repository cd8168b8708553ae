// How calls on the host answer: a value, or an error that says at which stage, what, and for which operator.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace arenascope {

// What was being done when something went wrong.
enum class Stage : std::uint8_t {
  kNone, // nothing that needs a name: the message says it all
  // Of the interpreter.
  kCreate,
  kStart,
  kInit,
  kPrepare,
  kFinish,
  kIo,
  kAllocate,
  kInvoke,
  // Before it.
  kUsage,
  kLoad,
  kValidate,
  kTarget,
  kBoard,
  kFirmware,
  kInput,
  kEmulate,
  kLimit,
  kCancelled,
  kInternal,
  // Of what is made from its answers.
  kPlan,
  kBuffers,
  kExpect,
  kExport,
  kBaseline,
  kBudget,
  kCache,
  kMessage,
};
// As reports name it: "allocate"; empty for kNone.
const char* stageName(Stage stage);
// kNone for a name that is none.
Stage stageOf(std::string_view name);

struct Error {
  Stage stage = Stage::kNone;
  std::string message{}; // for a person: what is wrong, where, what to do
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
