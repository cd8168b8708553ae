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
  return ours ? ours->source / "docs" : installedFolder("docs");
}

std::string titleOf(const fs::path& file) {
  std::ifstream text(file);
  for (std::string line; std::getline(text, line);)
    if (line.starts_with("# ")) return line.substr(2);
  return {};
}

// The rest of a directive of the site's generator, up to its closing fence.
std::vector<std::string> directiveOptions(std::istream& lines) {
  std::vector<std::string> options;
  for (std::string line; std::getline(lines, line) && line != "```";) options.push_back(line);
  return options;
}

// A file of resources/, without the lines up to the one that the directive names.
std::string included(const std::string& path, const std::vector<std::string>& options) {
  constexpr std::string_view kResources = "resources/";
  constexpr std::string_view kStart = ":start-after: ";
  const std::size_t at = path.find(kResources);
  if (at == std::string::npos) return {};
  std::ostringstream whole;
  whole << std::ifstream(devtree::dataFolder(path.substr(at + kResources.size()).c_str())).rdbuf();
  std::string text = whole.str();
  for (const std::string& option : options) {
    if (!option.starts_with(kStart)) continue;
    std::string start = option.substr(kStart.size());
    std::erase(start, '"');
    if (const std::size_t found = text.find(start); found != std::string::npos)
      text = text.substr(text.find('\n', found) + 1);
  }
  return text;
}

constexpr std::string_view kCommentStart = "<!-- ";
constexpr std::string_view kCommentEnd = " -->";

bool isComment(const std::string& line) { return line.starts_with(kCommentStart) && line.ends_with(kCommentEnd); }

std::string contentsOf(const std::string& comment) {
  return comment.substr(kCommentStart.size(), comment.size() - kCommentStart.size() - kCommentEnd.size());
}

} // namespace

std::vector<DocumentationPage> documentationPages() {
  std::vector<DocumentationPage> pages;
  const fs::path root = documentationFolder();
  std::error_code code;
  for (const char* folder : {"get-started", "how-to", "explanation", "reference"}) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(root / folder, code))
      if (entry.path().extension() == ".md") files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    for (const fs::path& file : files)
      if (file.stem() != "index" || std::string_view(folder) == "get-started") // the others only list pages
        pages.push_back({std::string(folder) + "/" + file.stem().string(), titleOf(file), file});
  }
  if (fs::exists(root / "glossary.md", code)) pages.push_back({"glossary", "Glossary", root / "glossary.md"});
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

Result<std::string> readPage(const DocumentationPage& page, const GeneratedText& generated) {
  std::ifstream lines(page.file);
  if (!lines) return Error{Stage::kInput, page.file.string() + " cannot be read"};
  constexpr std::string_view kInclude = "```{include} ";
  std::string text;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(kInclude)) {
      const std::string path = line.substr(kInclude.size());
      text += included(path, directiveOptions(lines));
    } else if (line.starts_with("```{")) {
      directiveOptions(lines);
    } else if (isComment(line)) {
      if (generated) text += generated(contentsOf(line));
    } else if (!line.starts_with("![")) {
      text += line + "\n";
    }
  }
  return text;
}

} // namespace arenascope::service
