#include "app/cli/documentation_writer.h"

#include <fstream>
#include <sstream>
#include <system_error>
#include <vector>

#include "app/cli/reference_tables.h"
#include "core/base/file_writer.h"

namespace arenascope::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFence = "```";
constexpr std::string_view kIncludeMark = "```{include} ";
constexpr std::string_view kTableMark = "<!-- table ";
constexpr std::string_view kCommentEnd = " -->";
constexpr std::string_view kImage = "![";

// The rest of a directive, up to its closing fence.
std::vector<std::string> directiveOptions(std::istream& lines) {
  std::vector<std::string> options;
  for (std::string line; std::getline(lines, line) && line != kFence;) options.push_back(line);
  return options;
}

// A file, from the line after the one that the directive names.
Result<std::string> included(const fs::path& file, const std::vector<std::string>& options) {
  constexpr std::string_view kStart = ":start-after: ";
  std::ifstream stream(file);
  if (!stream) return Error{Stage::kInput, file.string() + " cannot be read: a page includes it"};
  std::ostringstream whole;
  whole << stream.rdbuf();
  std::string text = whole.str();
  for (const std::string& option : options) {
    if (!option.starts_with(kStart)) continue;
    std::string start = option.substr(kStart.size());
    std::erase(start, '"');
    const std::size_t found = text.find(start);
    if (found == std::string::npos) return Error{Stage::kInput, file.string() + " has no line " + start};
    text = text.substr(text.find('\n', found) + 1);
  }
  return text;
}

// "![…](chart.svg)": whether the chart lies beside its page.
bool hasFileBeside(const std::string& image, const fs::path& page) {
  const std::size_t open = image.find("](");
  const std::string file = image.substr(open + 2, image.rfind(')') - open - 2);
  return file.find('/') == std::string::npos && fs::exists(page.parent_path() / file);
}

Result<std::string> plainPage(const fs::path& page, const CLI::App& app) {
  std::ifstream lines(page);
  if (!lines) return Error{Stage::kInput, page.string() + " cannot be read"};
  std::string text;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(kIncludeMark)) {
      const fs::path file = page.parent_path() / line.substr(kIncludeMark.size());
      const Result<std::string> part = included(file, directiveOptions(lines));
      if (!part) return part.error();
      text += *part;
    } else if (line.starts_with("```{")) {
      directiveOptions(lines);
    } else if (line.starts_with(kTableMark) && line.ends_with(kCommentEnd)) {
      const std::string name = line.substr(kTableMark.size(), line.size() - kTableMark.size() - kCommentEnd.size());
      const std::string table = referenceTable(name, app);
      if (table.empty()) return Error{Stage::kInput, page.string() + ": there is no table " + name};
      text += table;
    } else if (!(line.starts_with("<!--") && line.ends_with("-->")) &&
               (!line.starts_with(kImage) || hasFileBeside(line, page))) {
      text += line + "\n";
    }
  }
  return text;
}

// Whether a reader of the program needs the page: not what is about its development, nor mere lists of pages.
bool isForUsers(const fs::path& page) {
  const std::string folder = page.begin()->string();
  if (folder == "develop") return false;
  return page.stem() != "index" || folder == "index.md" || folder == "get-started";
}

} // namespace

std::optional<Error> writeDocumentation(const fs::path& docs, const fs::path& folder, const CLI::App& app) {
  std::error_code code;
  for (fs::recursive_directory_iterator entry(docs, code), end; !code && entry != end; entry.increment(code)) {
    const fs::path place = entry->path().lexically_relative(docs);
    const bool isPage = place.extension() == ".md" && isForUsers(place);
    if (!isPage && place.extension() != ".svg") continue;
    fs::create_directories((folder / place).parent_path(), code);
    if (isPage) {
      const Result<std::string> text = plainPage(entry->path(), app);
      if (!text) return text.error();
      if (auto failed = writeFile(folder / place, *text)) return failed;
    } else {
      fs::copy_file(entry->path(), folder / place, code);
    }
    if (code) break;
  }
  if (code)
    return Error{Stage::kExport, "documentation cannot be written to " + folder.string() + ": " + code.message()};
  return std::nullopt;
}

} // namespace arenascope::cli
