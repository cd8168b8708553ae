#pragma once

namespace CLI {
class App;
}

namespace arenascope::cli {

// `arenascope schema`: the JSON of the other subcommands, described.
void addSchemaCommand(CLI::App& app, int* status);

} // namespace arenascope::cli
