#include "ui/charts/html_report.h"

#include <QFileInfo>

#include <array>

#include "core/model/graph/weights.h"
#include "core/output/answers/advice_writer.h"
#include "core/report/figures.h"
#include "core/report/tail_breakdown.h"
#include "core/report/text/report_text.h"
#include "ui/charts/arena_frame.h"
#include "ui/charts/picture_export.h"

namespace arenascope::ui {

using report::Report;

namespace {

const char* const kStyle =
    "body{font:15px/1.45 system-ui,sans-serif;color:#12181e;background:#fff;max-width:1200px;margin:2em auto;padding:0 "
    "1em}h1{font-size:1.5em}h2{font-size:1.15em;margin-top:2em}.size{font-size:2.6em;font-weight:700}"
    "table{border-collapse:collapse;font-size:.9em}td,th{padding:.2em .8em;border-bottom:1px solid #dde1e5;"
    "text-align:right}td:first-child,th:first-child,td.t,th.t{text-align:left}.wide{overflow-x:auto}"
    "svg{width:100%;min-width:1190px;height:auto}.weak{color:#5b656e}.bad{color:#b3261e;font-weight:700}";

QString escaped(const std::string& text) { return QString::fromStdString(text).toHtmlEscaped(); }

// Columns whose heading begins with "<" hold words.
QString table(const QStringList& headings, const std::vector<QStringList>& rows) {
  const auto line = [&](const QStringList& cells, const QString& tag) {
    QString text = QStringLiteral("<tr>");
    for (qsizetype i = 0; i < cells.size(); ++i) {
      const QString kind = headings[i].startsWith(QLatin1Char('<')) ? QStringLiteral(" class=\"t\"") : QString();
      text += QStringLiteral("<%1%2>%3</%1>").arg(tag, kind, cells[i]);
    }
    return text + QStringLiteral("</tr>\n");
  };
  QStringList names = headings;
  for (QString& name : names)
    if (name.startsWith(QLatin1Char('<'))) name.remove(0, 1);
  QString text = QStringLiteral("<div class=\"wide\"><table>\n") + line(names, QStringLiteral("th"));
  for (const QStringList& row : rows) text += line(row, QStringLiteral("td"));
  return text + QStringLiteral("</table></div>\n");
}

// Without the declaration in front, as HTML takes it.
QString inlineSvg(const QByteArray& file) {
  const QString svg = QString::fromUtf8(file);
  return QStringLiteral("<div class=\"wide\">%1</div>\n")
      .arg(svg.mid(std::max<qsizetype>(0, svg.indexOf(QStringLiteral("<svg")))));
}

QString figures(const Report& report) {
  using enum report::FigureId;
  constexpr std::array kShown = {kMinimum, kUsed,          kHead,   kTail,         kTemporary,    kStack,      kWeights,
                                 kFlash,   kOperatorFlash, kCycles, kMicroseconds, kInstructions, kInterpreter};
  std::vector<QStringList> rows;
  for (const report::FigureId id : kShown) {
    const report::FigureKind& kind = report::figureKind(id);
    const auto value = kind.read(report);
    if (!value) continue;
    const QString help = id == report::FigureId::kMinimum
                             ? QObject::tr("the smallest arena that works; %1").arg(escaped(describeProof(report)))
                             : escaped(kind.help);
    rows.push_back({escaped(kind.name), groupedText(*value), escaped(kind.unit),
                    QStringLiteral("<span class=\"weak\">%1</span>").arg(help)});
  }
  return table({QObject::tr("<figure"), QString(), QStringLiteral("<"), QStringLiteral("<")}, rows);
}

QString operatorTable(const Report& report) {
  std::vector<QStringList> rows;
  for (const report::OperatorReport& op : report.operators)
    rows.push_back({QString::fromStdString(operatorPlace(op)), escaped(op.name), groupedText(op.liveBytes),
                    report.cost ? groupedText(op.cost.cycles) : QString(),
                    report.cost ? groupedText(op.cost.instructions) : QString(), groupedText(op.macs),
                    groupedText(op.weightBytes)});
  return table({QStringLiteral("#"), QObject::tr("<operator"), QObject::tr("live bytes"), QObject::tr("cycles"),
                QObject::tr("instructions"), QObject::tr("MACs"), QObject::tr("weight bytes")},
               rows);
}

QString bufferTable(const Report& report) {
  std::vector<QStringList> rows;
  const std::vector<int> steps = report::rowsByStep(report);
  for (const report::PlannedBuffer& buffer : report.buffers) {
    const report::Lifetime lifetime = lifetimeOf(report, steps, buffer);
    rows.push_back({escaped(buffer.name), QString::fromLatin1(bufferKindName(bufferKind(report, buffer))),
                    escaped(buffer.detail), groupedText(buffer.bytes), groupedText(buffer.offset),
                    QString::fromStdString(lifetime.from), QString::fromStdString(lifetime.to)});
  }
  return table({QObject::tr("<buffer"), QObject::tr("<kind"), QObject::tr("<type"), QObject::tr("bytes"),
                QObject::tr("offset"), QObject::tr("from operator"), QObject::tr("to operator")},
               rows);
}

QString tailTables(const Report& report) {
  std::vector<QStringList> rows;
  for (const report::TailPart& part : tailByCategory(report))
    rows.push_back(
        {QString::fromLatin1(run::categoryText(part.category)), groupedText(part.bytes), groupedText(part.blocks)});
  QString text = table({QObject::tr("<category"), QObject::tr("bytes"), QObject::tr("blocks")}, rows);
  for (const report::TailGroup& group : tailGroups(report)) {
    text += QStringLiteral("<p>%1:</p>\n<ul>\n").arg(escaped(group.title));
    for (const report::TailSaving& saving : group.savings)
      text += QObject::tr("<li><b>%1 bytes</b>: %2</li>\n").arg(groupedText(saving.bytes), escaped(saving.text));
    text += QStringLiteral("</ul>\n");
  }
  return text;
}

QString reasonList(const QString& title, const std::vector<optimization::AdviceReport::Nothing>& reasons) {
  if (reasons.empty()) return {};
  QString text = QStringLiteral("<p>%1</p>\n<ul>\n").arg(title);
  for (const optimization::AdviceReport::Nothing& each : reasons)
    text += QStringLiteral("<li>%1: %2</li>\n").arg(escaped(adviceTitle(each.kind)), escaped(each.reason));
  return text + QStringLiteral("</ul>\n");
}

QString adviceTable(const optimization::AdviceReport& advice) {
  QString text = QStringLiteral("<p>%1</p>\n").arg(escaped(output::describeAdvice(advice)));
  std::vector<QStringList> rows;
  for (const optimization::Suggestion& suggestion : advice.suggestions)
    rows.push_back(
        {escaped(suggestion.title), escaped(output::describeGain(advice, suggestion)),
         suggestion.after ? groupedText(suggestion.after->arena->recommended) : QString(),
         QStringLiteral("<span class=\"weak\">%1</span>").arg(escaped(suggestion.reason)),
         suggestion.command.empty() ? QString() : QStringLiteral("<code>%1</code>").arg(escaped(suggestion.command))});
  if (!rows.empty())
    text += table({QObject::tr("<what"), QObject::tr("<gain"), QObject::tr("kTensorArenaSize"), QObject::tr("<why"),
                   QObject::tr("<how")},
                  rows);
  return text + reasonList(QObject::tr("Nothing to gain:"), advice.nothing) +
         reasonList(QObject::tr("Not finished:"), advice.unfinished);
}

QString noteTable(const Report& report, const std::vector<service::Note>& notes) {
  std::vector<QStringList> rows;
  for (const service::Note& note : notes)
    rows.push_back(
        {escaped(describeSubject(report, note)), note.text.empty() ? QObject::tr("bookmark") : escaped(note.text)});
  return table({QObject::tr("<on"), QObject::tr("<note")}, rows);
}

QString heading(const QString& text) { return QStringLiteral("<h2>%1</h2>\n").arg(text); }

} // namespace

QByteArray toHtml(const ReportPointer& report, const InferenceOptions& options,
                  const optimization::AdviceReport* advice, const std::vector<service::Note>& notes) {
  const QString title = pictureTitle(*report);
  QString body =
      QStringLiteral("<h1>%1</h1>\n<p>%2</p>\n").arg(title.toHtmlEscaped(), escaped(describeSettings(*report)));
  if (report->error) body += QStringLiteral("<p class=\"bad\">%1</p>\n").arg(escaped(report->error->message));
  if (report->arena)
    body += QStringLiteral(
                "<p>kTensorArenaSize<br><span class=\"size\">%1</span> bytes</p>\n<p>%2</p>\n<p>%3</p>\n<p>%4</p>\n")
                .arg(groupedText(report->arena->recommended), escaped(explainMinimum(*report)),
                     escaped(describeHead(*report)), escaped(describeInterpreter(*report)));
  for (const std::string& note : notesOf(*report)) body += QStringLiteral("<p>%1</p>\n").arg(escaped(note));
  if (const std::string guard = describeGuard(*report); !guard.empty())
    body += QStringLiteral("<p>%1</p>\n").arg(escaped(guard));
  body += figures(*report);
  if (!notes.empty()) body += heading(QObject::tr("Notes")) + noteTable(*report, notes);
  if (advice != nullptr) body += heading(QObject::tr("What would help")) + adviceTable(*advice);
  if (report->arena) {
    body += heading(QObject::tr("While it runs"));
    body += inlineSvg(toSvgWithHover(report, options, title));
    body += heading(QObject::tr("While it is set up"));
    body += inlineSvg(toSvg(allocationPainter(report), title, {}));
  }
  body += heading(QObject::tr("Operators")) + operatorTable(*report);
  if (report->arena) {
    body += heading(QObject::tr("Planned buffers")) + bufferTable(*report);
    body += heading(QObject::tr("The tail, by category")) + tailTables(*report);
  }
  QStringList small{escaped(describeKernels(*report)), escaped(describeAccuracy(*report))};
  for (const std::string& line : describeOperatorErrors(*report)) small << escaped(line);
  small << QStringLiteral("SHA-256 ") + QString::fromStdString(report->model.sha256);
  body += QStringLiteral("<p class=\"weak\">%1</p>\n").arg(small.join(QStringLiteral("<br>")));
  body += QObject::tr("<p class=\"weak\">Made by ArenaScope %1</p>\n").arg(QStringLiteral(ARENASCOPE_VERSION));
  return QStringLiteral(
             "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
             "<meta name=\"viewport\" content=\"width=device-width\"><title>%1</title><style>%2</style></head>"
             "<body>\n%3</body></html>\n")
      .arg(title.toHtmlEscaped(), QString::fromLatin1(kStyle), body)
      .toUtf8();
}

} // namespace arenascope::ui
