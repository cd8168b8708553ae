// The documentation's pages for users, plain Markdown: what `--help topics` and the window show. The build writes them
// from docs/ with the reference's tables (app/cli/documentation_writer.h).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace arenascope::service {

struct DocumentationPage {
  std::string topic; // folder and name: "how-to/board", "glossary"
  std::string title;
  std::filesystem::path file;
};

// Of the installation, or of the source tree's build: get started, how-to, explanation, reference, glossary. Empty if
// they are not there.
std::vector<DocumentationPage> documentationPages();

// By topic, or by its last part if only one page has it. nullptr if there is none.
const DocumentationPage* findPage(const std::vector<DocumentationPage>& pages, const std::string& topic);

// The page's Markdown.
Result<std::string> readPage(const DocumentationPage& page);

// Markdown without charts and without targets of links between pages, for a terminal.
std::string forTerminal(const std::string& markdown);

} // namespace arenascope::service
