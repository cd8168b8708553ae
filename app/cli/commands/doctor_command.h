// `arenascope doctor`: what works on this machine.
#pragma once

namespace CLI {
class App;
}

namespace arenascope::cli {

void addDoctorCommand(CLI::App& app, int* status);

} // namespace arenascope::cli
