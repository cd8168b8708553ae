#include "ui/window/command_palette.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QRegularExpression>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/style/clear_button.h"

namespace arenascope::ui {

namespace {

constexpr QSize kSize(560, 380);
constexpr std::size_t kMostShown = 200;
constexpr int kFromTop = 60; // pixels, of the window

} // namespace

std::vector<std::size_t> matching(const std::vector<Command>& commands, const QString& query) {
  const QString asked = query.simplified();
  const QStringList words = asked.split(QLatin1Char(' '), Qt::SkipEmptyParts);
  static const QRegularExpression kBetween(QStringLiteral("[^\\w]+"));
  struct Match {
    std::size_t position;
    bool begins;
    qsizetype whole; // of the words that are typed: how many are words of it, not parts
  };
  std::vector<Match> found;
  for (std::size_t i = 0; i < commands.size(); ++i) {
    const QString& title = commands[i].title;
    if (!std::ranges::all_of(words, [&](const QString& word) { return title.contains(word, Qt::CaseInsensitive); }))
      continue;
    const QStringList own = title.split(kBetween);
    const auto isWhole = [&](const QString& word) { return own.contains(word, Qt::CaseInsensitive); };
    found.push_back({i, title.startsWith(asked, Qt::CaseInsensitive), std::ranges::count_if(words, isWhole)});
  }
  std::ranges::stable_sort(found, [](const Match& a, const Match& b) {
    return std::pair(a.begins, a.whole) > std::pair(b.begins, b.whole);
  });
  std::vector<std::size_t> positions;
  for (const Match& match : found) positions.push_back(match.position);
  return positions;
}

CommandPalette::CommandPalette(std::vector<Command> commands, QWidget* parent)
    : QDialog(parent), commands_(std::move(commands)), line_(new QLineEdit), list_(new QListWidget) {
  setWindowTitle(tr("Find anything"));
  setObjectName(QStringLiteral("palette"));
  setWindowFlag(Qt::FramelessWindowHint);
  resize(kSize);
  line_->setObjectName(QStringLiteral("paletteLine"));
  line_->setPlaceholderText(tr("An action, operator, buffer, board or figure"));
  line_->setAccessibleName(tr("Search"));
  addClearButton(*line_);
  line_->installEventFilter(this);
  list_->setObjectName(QStringLiteral("paletteList"));
  list_->setAccessibleName(tr("Results"));
  list_->setFocusPolicy(Qt::NoFocus);
  list_->setUniformItemSizes(true);
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  list_->setTextElideMode(Qt::ElideMiddle);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(8, 8, 8, 8);
  layout->addWidget(line_);
  layout->addWidget(list_, 1);
  connect(line_, &QLineEdit::textChanged, this, &CommandPalette::showMatches);
  connect(line_, &QLineEdit::returnPressed, this, &CommandPalette::choose);
  connect(list_, &QListWidget::itemClicked, this, &CommandPalette::choose);
  if (parent != nullptr)
    move(parent->mapToGlobal(QPoint((parent->width() - width()) / 2, std::min(kFromTop, parent->height() / 4))));
  showMatches();
}

void CommandPalette::showMatches() {
  shown_ = matching(commands_, line_->text());
  shown_.resize(std::min(shown_.size(), kMostShown));
  list_->clear();
  for (const std::size_t i : shown_) {
    const Command& command = commands_[i];
    list_->addItem(command.detail.isEmpty() ? command.title
                                            : tr("%1    %2", "found, detail").arg(command.title, command.detail));
  }
  list_->setCurrentRow(0);
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::KeyPress) return QDialog::eventFilter(watched, event);
  const auto* key = static_cast<QKeyEvent*>(event);
  constexpr int kPage = 10;
  const int step = key->key() == Qt::Key_Down       ? 1
                   : key->key() == Qt::Key_Up       ? -1
                   : key->key() == Qt::Key_PageDown ? kPage
                   : key->key() == Qt::Key_PageUp   ? -kPage
                                                    : 0;
  if (step == 0) return QDialog::eventFilter(watched, event);
  list_->setCurrentRow(std::clamp(list_->currentRow() + step, 0, std::max(0, list_->count() - 1)));
  return true;
}

void CommandPalette::choose() {
  const int row = list_->currentRow();
  if (row < 0) return;
  const std::function<void()> run = commands_[shown_[static_cast<std::size_t>(row)]].run;
  accept();
  run();
}

} // namespace arenascope::ui
