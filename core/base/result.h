// Results of calls on the host: a value, or an error with its stage, message and operator.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace arenascope {

// What was being done when the error occurred.
enum class Stage : std::uint8_t {
  kNone, // the message is sufficient
  // The interpreter's stages.
  kCreate,
  kStart,
  kInit,
  kPrepare,
  kFinish,
  kIo,
  kAllocate,
  kInvoke,
  // Before a run.
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
  // After a run.
  kPlan,
  kBuffers,
  kExpect,
  kExport,
  kBaseline,
  kBudget,
  kCache,
  kMessage,
};
// Its name in reports: "allocate"; empty for kNone.
const char* stageName(Stage stage);
// kNone for an unknown name.
Stage stageOf(std::string_view name);

struct Error {
  Stage stage = Stage::kNone;
  std::string message{}; // for users: what is wrong, where, what to do
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
