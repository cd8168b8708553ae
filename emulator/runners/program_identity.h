// What of this very program a run's answers depend on: another build has another.
#pragma once

#include <string>

namespace arenascope::runners {

// Empty where the linker left no build ID; nothing may be kept then.
std::string programIdentity();
// program, worker and `rest`; empty where the program or the worker does not know itself. worker: client::identityOf().
std::string identityWith(const std::string& worker, const std::string& rest);

} // namespace arenascope::runners
