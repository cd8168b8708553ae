#include "app/cli/help_topics.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "app/cli/options/exit_status.h"
#include "app/cli/options/run_options.h"
#include "app/cli/results/output_files.h"
#include "core/base/likely_name.h"
#include "service/store/documentation_search.h"

namespace arenascope::cli {

namespace {

using service::DocumentationPage;

std::string lineOf(const DocumentationPage& page) { return fmt::format("  {:28}{}\n", page.topic, page.title); }

int listTopics(const std::vector<DocumentationPage>& pages) {
  std::string text = "Topics, for `arenascope --help TOPIC`; `arenascope --help \"WORDS\"` searches in them:\n\n";
  for (const DocumentationPage& page : pages) text += lineOf(page);
  return printed(text);
}

int listFound(const std::vector<const DocumentationPage*>& found) {
  constexpr std::size_t kMost = 5;
  std::string text = "These topics have it, for `arenascope --help TOPIC`:\n\n";
  for (std::size_t i = 0; i < std::min(found.size(), kMost); ++i) text += lineOf(*found[i]);
  return printed(text);
}

} // namespace

std::optional<std::string> requestedTopic(int argc, const char* const* argv) {
  if (argc != 3) return std::nullopt;
  const std::string option = argv[1];
  const std::string topic = argv[2];
  if ((option != "--help" && option != "-h") || topic.starts_with("-")) return std::nullopt;
  return topic;
}

int printTopic(const CLI::App& app, const std::string& topic) {
  for (const CLI::App* subcommand :
       app.get_subcommands([&](const CLI::App* each) { return each->get_name() == topic; }))
    return printed(subcommand->help(app.get_name()));
  const std::vector<DocumentationPage> pages = service::documentationPages();
  if (pages.empty()) return complain({Stage::kUsage, "the documentation is not installed with this program"});
  if (topic == "topics") return listTopics(pages);
  if (const DocumentationPage* page = service::findPage(pages, topic)) {
    const Result<std::string> text = service::readPage(*page);
    return text ? printed(service::forTerminal(*text)) : complain(text.error());
  }
  std::vector<std::string> names;
  for (const DocumentationPage& page : pages) names.push_back(page.topic);
  const std::string similar = didYouMean(topic, names);
  const auto found = service::searchPages(pages, topic);
  if (similar.empty() && !found.empty()) return listFound(found);
  return complain({Stage::kUsage,
                   "unknown topic or subcommand " + topic + similar + "; `arenascope --help topics` lists all topics"});
}

} // namespace arenascope::cli
