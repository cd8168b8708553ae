#include "ui/window/help_topics.h"

#include <numeric>

#include "service/store/documentation_search.h"

namespace arenascope::ui {

HelpTopics::HelpTopics() : pages_(service::documentationPages()) {}

QString HelpTopics::title(std::size_t page) const { return QString::fromStdString(pages_[page].title); }

QString HelpTopics::markdown(std::size_t page) const {
  const Result<std::string> text = service::readPage(pages_[page]);
  return QString::fromStdString(text ? *text : text.error().message);
}

QString HelpTopics::folder(std::size_t page) const {
  return QString::fromStdString(pages_[page].file.parent_path().string());
}

std::vector<std::size_t> HelpTopics::found(const QString& query) const {
  std::vector<std::size_t> numbers;
  if (query.trimmed().isEmpty()) {
    numbers.resize(pages_.size());
    std::iota(numbers.begin(), numbers.end(), 0);
    return numbers;
  }
  for (const service::DocumentationPage* page : service::searchPages(pages_, query.toStdString()))
    numbers.push_back(static_cast<std::size_t>(page - pages_.data()));
  return numbers;
}

std::optional<std::size_t> HelpTopics::linked(std::size_t from, const QUrl& link) const {
  if (!link.isRelative()) return std::nullopt;
  if (link.path().isEmpty()) return from;
  const std::filesystem::path file = (pages_[from].file.parent_path() / link.path().toStdString()).lexically_normal();
  for (std::size_t i = 0; i < pages_.size(); ++i)
    if (pages_[i].file.lexically_normal() == file) return i;
  return std::nullopt;
}

} // namespace arenascope::ui
