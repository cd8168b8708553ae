// The documentation as plain Markdown, for terminals, the window and /usr/share/doc: without the marks that only the
// site's generator reads, with the tables that they stand for.
#pragma once

#include <filesystem>
#include <optional>

#include "core/base/result.h"

namespace CLI {
class App;
}

namespace arenascope::cli {

// Writes each page for users in `docs` (the source tree's) to the same place in `folder`, with its charts.
std::optional<Error> writeDocumentation(const std::filesystem::path& docs, const std::filesystem::path& folder,
                                        const CLI::App& app);

} // namespace arenascope::cli
