// `arenascope review`: what a change does to a project's models, for a comment under a pull request.
#pragma once

namespace CLI {
class App;
}

namespace arenascope::cli {

void addReviewCommand(CLI::App& app, int* status);

} // namespace arenascope::cli
