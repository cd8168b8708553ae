#include "ui/panels/log_panel.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "service/diagnose/doctor.h"
#include "ui/state/escape_key.h"
#include "ui/style/clear_button.h"

namespace arenascope::ui {

namespace {
constexpr int kMostLines = 5'000;
} // namespace

LogPanel::LogPanel(QWidget* parent)
    : QWidget(parent), level_(new QComboBox), search_(new QLineEdit), lines_(new QPlainTextEdit),
      copy_(new QPushButton(tr("Copy for a bug report"))) {
  for (const log::Level level : {log::Level::kDebug, log::Level::kInfo, log::Level::kWarning, log::Level::kError})
    level_->addItem(QString::fromLatin1(log::levelName(level)), static_cast<int>(level));
  level_->setCurrentIndex(1);
  level_->setObjectName(QStringLiteral("logLevel"));
  level_->setAccessibleName(tr("Least important level shown"));
  search_->setObjectName(QStringLiteral("logSearch"));
  search_->setPlaceholderText(tr("Search"));
  search_->setAccessibleName(tr("Search in the log"));
  addClearButton(*search_);
  new EscapeKey(
      search_, [this] { return !search_->text().isEmpty(); }, [this] { search_->clear(); });
  lines_->setObjectName(QStringLiteral("logLines"));
  lines_->setAccessibleName(tr("Log"));
  lines_->setReadOnly(true);
  lines_->setMaximumBlockCount(kMostLines);
  lines_->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
  lines_->setPlaceholderText(tr("Nothing of this level has been logged."));
  copy_->setObjectName(QStringLiteral("copyBugReport"));
  copy_->setToolTip(tr("These lines, and what works on this machine"));
  auto* bar = new QHBoxLayout;
  bar->addWidget(new QLabel(tr("From")));
  bar->addWidget(level_);
  bar->addWidget(search_, 1);
  bar->addWidget(copy_);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(6, 6, 6, 0);
  layout->addLayout(bar);
  layout->addWidget(lines_, 1);
  connect(level_, &QComboBox::currentIndexChanged, this, &LogPanel::showAll);
  connect(search_, &QLineEdit::textChanged, this, &LogPanel::showAll);
  connect(copy_, &QPushButton::clicked, this, &LogPanel::copyBugReport);
  connect(this, &LogPanel::examined, this, [this](const QString& findings) {
    QApplication::clipboard()->setText(tr("ArenaScope %1\n\n").arg(QStringLiteral(ARENASCOPE_VERSION)) + findings +
                                       QLatin1Char('\n') + text());
    copy_->setEnabled(true);
  });
  connect(this, &LogPanel::written, this, &LogPanel::add, Qt::QueuedConnection);
  log::listen([this](const log::Entry& entry) { emit written(entry); });
  showAll();
}

LogPanel::~LogPanel() { log::listen({}); }

bool LogPanel::isShown(const log::Entry& entry) const {
  return static_cast<int>(entry.level) >= level_->currentData().toInt() &&
         QString::fromStdString(entry.text).contains(search_->text(), Qt::CaseInsensitive);
}

void LogPanel::showAll() {
  QStringList lines;
  for (const log::Entry& entry : log::recent())
    if (isShown(entry)) lines << QString::fromStdString(toLine(entry));
  lines_->setPlainText(lines.join(QLatin1Char('\n')));
}

void LogPanel::add(const log::Entry& entry) {
  if (isShown(entry)) lines_->appendPlainText(QString::fromStdString(toLine(entry)));
}

QString LogPanel::text() const { return lines_->toPlainText(); }

// Targets are tried by running something on each: not in the window's own thread.
void LogPanel::copyBugReport() {
  copy_->setEnabled(false);
  examination_ = std::async(std::launch::async, [this] {
    QString findings;
    for (const service::Finding& finding : service::examine())
      findings += QString::fromStdString(finding.part + ": " + finding.text + "\n");
    emit examined(findings);
  });
}

} // namespace arenascope::ui
