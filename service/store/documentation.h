// The documentation's pages, Markdown as in docs/, for readers without a browser.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace arenascope::service {

struct DocumentationPage {
  std::string topic; // folder and name: "how-to/board", "glossary"
  std::string title;
  std::filesystem::path file;
};

// Pages of the installation, or of the source tree, for users: get started, how-to, explanation, reference, glossary.
// Empty if they are not installed.
std::vector<DocumentationPage> documentationPages();

// By topic, or by its last part if only one page has it. nullptr if there is none.
const DocumentationPage* findPage(const std::vector<DocumentationPage>& pages, const std::string& topic);

// Text that a comment on a page stands for: "table operators", "commands". Empty if unknown.
using GeneratedText = std::function<std::string(const std::string& comment)>;

// Markdown with included files and generated text, without images and lists of pages, which only the site uses.
Result<std::string> readPage(const DocumentationPage& page, const GeneratedText& generated = {});

} // namespace arenascope::service
