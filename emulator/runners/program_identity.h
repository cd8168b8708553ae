// The build of this program, for identities of runs: another build has another identity.
#pragma once

#include <string>

namespace arenascope::runners {

// Empty if the linker wrote no build ID; then nothing may be cached.
std::string programIdentity();
// program, worker and `rest`; empty if the program or the worker has no build ID. worker: client::identityOf().
std::string identityWith(const std::string& worker, const std::string& rest);

} // namespace arenascope::runners
