#include "app/cli/help_topics.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "app/cli/options/exit_status.h"
#include "app/cli/options/run_options.h"
#include "app/cli/results/output_files.h"
#include "core/base/likely_name.h"
#include "core/diagnosis/messages_table.h"
#include "core/report/text/support_tables.h"
#include "service/store/documentation.h"

namespace arenascope::cli {

namespace {

using service::DocumentationPage;

int printed(const std::string& text) { return print(text) ? kExitDone : complain(cannotPrint()); }

int listTopics(const std::vector<DocumentationPage>& pages) {
  std::string text = "Topics, for `arenascope --help TOPIC`:\n\n";
  for (const DocumentationPage& page : pages) text += fmt::format("  {:28}{}\n", page.topic, page.title);
  return printed(text);
}

// Without targets of links between pages, which a terminal cannot follow.
std::string withoutLinks(const std::string& markdown) {
  std::string text;
  std::size_t at = 0;
  for (std::size_t middle = markdown.find("]("); middle != std::string::npos; middle = markdown.find("](", at)) {
    const std::size_t open = markdown.rfind('[', middle);
    const std::size_t end = markdown.find(')', middle);
    if (open == std::string::npos || open < at || end == std::string::npos) break;
    const bool isOutside = markdown.compare(middle + 2, 4, "http") == 0;
    text += isOutside ? markdown.substr(at, end + 1 - at)
                      : markdown.substr(at, open - at) + markdown.substr(open + 1, middle - open - 1);
    at = end + 1;
  }
  return text + markdown.substr(at);
}

std::string generatedText(const std::string& comment) {
  constexpr std::string_view kTable = "table ";
  return comment.starts_with(kTable) ? referenceTable(comment.substr(kTable.size())) : std::string();
}

} // namespace

std::string referenceTable(const std::string& name) {
  if (name == "operators") return report::operatorsTable();
  if (name == "revisions") return report::revisionsTable();
  if (name == "messages") return diagnosis::messagesTable();
  return {};
}

std::optional<std::string> requestedTopic(const CLI::App& app, int argc, const char* const* argv) {
  if (argc != 3) return std::nullopt;
  const std::string option = argv[1];
  const std::string topic = argv[2];
  if ((option != "--help" && option != "-h") || topic.starts_with("-")) return std::nullopt;
  for (const CLI::App* subcommand : app.get_subcommands([](const CLI::App*) { return true; }))
    if (subcommand->get_name() == topic) return std::nullopt;
  return topic;
}

int printTopic(const std::string& topic) {
  const std::vector<DocumentationPage> pages = service::documentationPages();
  if (pages.empty()) return complain({Stage::kUsage, "the documentation is not installed with this program"});
  if (topic == "topics") return listTopics(pages);
  if (const DocumentationPage* page = service::findPage(pages, topic)) {
    const Result<std::string> text = service::readPage(*page, generatedText);
    return text ? printed(withoutLinks(*text)) : complain(text.error());
  }
  std::vector<std::string> names;
  for (const DocumentationPage& page : pages) names.push_back(page.topic);
  return complain({Stage::kUsage, "unknown topic or subcommand " + topic + didYouMean(topic, names) +
                                      "; `arenascope --help topics` lists all topics"});
}

} // namespace arenascope::cli
