// The documentation's pages in the window's help: the same as on the site and in `arenascope --help topics`.
#pragma once

#include <QString>
#include <QUrl>
#include <optional>
#include <vector>

#include "service/store/documentation.h"

namespace arenascope::ui {

class HelpTopics {
public:
  HelpTopics();

  // By chapter; none where they are not installed.
  std::size_t count() const { return pages_.size(); }
  QString title(std::size_t page) const;
  // What to show of a page that cannot be read is the reason.
  QString markdown(std::size_t page) const;
  QString folder(std::size_t page) const; // of its charts
  // Pages that answer the query, best first; all of them if it is empty.
  std::vector<std::size_t> found(const QString& query) const;
  // The page that a link on one leads to; nothing for an address outside of the documentation.
  std::optional<std::size_t> linked(std::size_t from, const QUrl& link) const;

private:
  std::vector<service::DocumentationPage> pages_;
};

} // namespace arenascope::ui
