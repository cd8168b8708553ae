// `page`: all that the web page shows of a model, as one JSON document.
#pragma once

namespace CLI {
class App;
}

namespace arenascope::cli {

// Adds the subcommand; when it is given, *status becomes the exit status.
void addPageCommand(CLI::App& app, int* status);

// `choices`: the targets, kernel sets and revisions that can be chosen, as JSON.
void addChoicesCommand(CLI::App& app, int* status);

} // namespace arenascope::cli
