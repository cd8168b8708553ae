#include "core/base/process.h"

#include "core/base/child_process.h"

namespace arenascope {

bool runProgram(const std::vector<std::string>& words, const std::filesystem::path& log) {
  ChildProcess::Options options;
  options.command = words;
  options.log = log;
  Result<ChildProcess> program = ChildProcess::start(options);
  if (!program) return false;
  program->wait();
  return program->succeeded();
}

} // namespace arenascope
