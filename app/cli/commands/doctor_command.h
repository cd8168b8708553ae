// `arenascope doctor`: checks what works on this computer.
#pragma once

namespace CLI {
class App;
}

namespace arenascope::cli {

void addDoctorCommand(CLI::App& app, int* status);

} // namespace arenascope::cli
