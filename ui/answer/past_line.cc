#include "ui/answer/past_line.h"

#include <QLocale>

#include "core/history/earlier.h"
#include "ui/charts/arena_frame.h"

namespace arenascope::ui {

namespace {

constexpr int kWeek = 7; // days: until then the day's name is enough

// "today", "on Tuesday", "on 12 November", "on 12 November 2025".
QString dayText(const std::string& authored, const QDate& today) {
  const QDate day = QDateTime::fromString(QString::fromStdString(authored), Qt::ISODate).date();
  const qint64 ago = day.daysTo(today);
  if (ago == 0) return PastLine::tr("today");
  if (ago == 1) return PastLine::tr("yesterday");
  const bool isNamed = ago > 0 && ago < kWeek;
  const char* form = isNamed ? "dddd" : day.year() == today.year() ? "d MMMM" : "d MMMM yyyy";
  return PastLine::tr("on %1").arg(QLocale().toString(day, QLatin1String(form)));
}

} // namespace

QString pastText(const history::Series& history, std::uint64_t now, const QDate& today) {
  if (const history::Point* before = history::lastOther(history, "recommended", now))
    return PastLine::tr("Was %1 %2")
        .arg(groupedText(*before->row.figure("recommended")), dayText(before->row.authored, today));
  const history::Row& first = history.points.front().row;
  return first.figure("recommended") ? PastLine::tr("The same size %1").arg(dayText(first.authored, today)) : QString();
}

PastLine::PastLine(QWidget* parent) : QToolButton(parent) {
  setObjectName(QStringLiteral("past"));
  setProperty("role", QStringLiteral("inlineLink"));
  setToolTip(tr("From the project's history: show the commits that moved it"));
  hide();
  connect(&job_, &HistoryJob::found, this, &PastLine::showHistory);
  connect(this, &QToolButton::clicked, this, [this] { emit historyWanted(history_); });
}

void PastLine::setReport(const ReportPointer& report) {
  report_ = report;
  job_.cancel();
  // A report comes twice, before its inference and after it: the line stays where it is.
  if (report != nullptr && report->arena)
    job_.start(report);
  else
    showHistory(nullptr);
}

void PastLine::showHistory(const HistoryPointer& history) {
  history_ = history;
  const QString text =
      history == nullptr ? QString() : pastText(*history, report_->arena->recommended, QDate::currentDate());
  setText(text);
  setVisible(!text.isEmpty());
}

} // namespace arenascope::ui
