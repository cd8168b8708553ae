#include "service/store/documentation.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <system_error>

#include "core/base/folders.h"
#include "core/devtree/checkout.h"

namespace arenascope::service {

namespace {

namespace fs = std::filesystem;

fs::path documentationFolder() {
  const auto ours = devtree::checkout();
  return ours ? ours->build / "app/cli/words/docs" : installedFolder("docs");
}

std::string titleOf(const fs::path& file) {
  std::ifstream text(file);
  for (std::string line; std::getline(text, line);)
    if (line.starts_with("# ")) return line.substr(2);
  return {};
}

// "[text](page.md)" as "text"; addresses stay.
std::string withoutLinks(const std::string& line) {
  std::string text;
  std::size_t at = 0;
  for (std::size_t middle = line.find("]("); middle != std::string::npos; middle = line.find("](", at)) {
    const std::size_t open = line.rfind('[', middle);
    const std::size_t end = line.find(')', middle);
    if (open == std::string::npos || open < at || end == std::string::npos) break;
    const bool isOutside = line.compare(middle + 2, 4, "http") == 0;
    text += isOutside ? line.substr(at, end + 1 - at)
                      : line.substr(at, open - at) + line.substr(open + 1, middle - open - 1);
    at = end + 1;
  }
  return text + line.substr(at);
}

} // namespace

std::vector<DocumentationPage> documentationPages() {
  std::vector<DocumentationPage> pages;
  const fs::path root = documentationFolder();
  std::error_code code;
  const auto add = [&](const fs::path& place) {
    if (fs::exists(root / place, code))
      pages.push_back({fs::path(place).replace_extension().generic_string(), titleOf(root / place), root / place});
  };
  add("index.md");
  for (const char* folder : {"get-started", "how-to", "explanation", "reference"}) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(root / folder, code))
      if (entry.path().extension() == ".md") files.push_back(folder / entry.path().filename());
    std::sort(files.begin(), files.end());
    std::for_each(files.begin(), files.end(), add);
  }
  add("glossary.md");
  return pages;
}

const DocumentationPage* findPage(const std::vector<DocumentationPage>& pages, const std::string& topic) {
  const DocumentationPage* found = nullptr;
  for (const DocumentationPage& page : pages) {
    if (page.topic == topic) return &page;
    if (!page.topic.ends_with("/" + topic)) continue;
    if (found != nullptr) return nullptr;
    found = &page;
  }
  return found;
}

Result<std::string> readPage(const DocumentationPage& page) {
  std::ifstream file(page.file);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file) return Error{Stage::kInput, page.file.string() + " cannot be read"};
  return text.str();
}

std::string forTerminal(const std::string& markdown) {
  std::string text;
  std::istringstream lines(markdown);
  for (std::string line; std::getline(lines, line);)
    if (!line.starts_with("![")) text += withoutLinks(line) + "\n";
  return text;
}

} // namespace arenascope::service
