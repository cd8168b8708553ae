#include "emulator/runners/split_runner.h"

namespace arenascope::runners {

std::string SplitRunner::identity() const {
  const std::string memory = memory_->identity();
  const std::string code = code_->identity();
  return memory.empty() || code.empty() ? "" : memory + code;
}

} // namespace arenascope::runners
