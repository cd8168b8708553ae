#include "emulator/runners/program_identity.h"

#include "core/base/build_id.h"

namespace arenascope::runners {

std::string programIdentity() { return loadedIdentity({"arenascope-kernels", "libarenascope_"}); }

std::string identityWith(const std::string& worker, const std::string& rest) {
  const std::string program = worker.empty() ? "" : programIdentity();
  return program.empty() ? "" : program + worker + rest;
}

} // namespace arenascope::runners
