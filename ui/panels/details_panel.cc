#include "ui/panels/details_panel.h"

#include <QEvent>
#include <QTextBrowser>
#include <QUrl>
#include <QVBoxLayout>

#include "ui/charts/arena_frame.h"

namespace arenascope::ui {

namespace {

QString escaped(const std::string& text) { return QString::fromStdString(text).toHtmlEscaped(); }

// "op:3" and "tensor:12"; empty for a line that leads nowhere.
QString linkOf(const report::DetailTarget& target) {
  if (target.op >= 0) return QStringLiteral("op:%1").arg(target.op);
  return target.tensor >= 0 ? QStringLiteral("tensor:%1").arg(target.tensor) : QString();
}

} // namespace

DetailsPanel::DetailsPanel(Selection& selection, QWidget* parent)
    : QWidget(parent), selection_(selection), text_(new QTextBrowser) {
  text_->setObjectName(QStringLiteral("detailsText"));
  text_->setAccessibleName(tr("Details of what is selected"));
  text_->setOpenLinks(false);
  text_->setFrameShape(QFrame::NoFrame);
  text_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(text_);
  connect(text_, &QTextBrowser::anchorClicked, this, &DetailsPanel::follow);
  connect(&selection_, &Selection::changed, this, &DetailsPanel::showSelection);
  setReport(nullptr);
}

void DetailsPanel::setReport(const ReportPointer& report) {
  report_ = report;
  showSelection();
}

// Links have the colour of the scheme that was there when they were written.
void DetailsPanel::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) showSelection();
}

void DetailsPanel::setInView(bool inView) {
  inView_ = inView;
  showSelection();
}

void DetailsPanel::showSelection() {
  if (!inView_) return;
  if (report_ == nullptr || !selection_.fits(*report_))
    return text_->setHtml(tr("<p>Open a model to see details.</p>"));
  if (selection_.op() >= 0) return text_->setHtml(toHtml(operatorDetails(*report_, selection_.op())));
  if (selection_.buffer() >= 0) return text_->setHtml(toHtml(bufferDetails(*report_, selection_.buffer())));
  if (selection_.tensor() >= 0) return text_->setHtml(toHtml(tensorDetails(*report_, selection_.tensor())));
  if (const auto& bytes = selection_.bytes())
    return text_->setHtml(tr("<h3>Bytes %1 to %2 of the head</h3><p>%3 buffers live there, one after the other or side "
                             "by side: the page Reuse lists them.</p>")
                              .arg(groupedText(bytes->first), groupedText(bytes->end))
                              .arg(historyOf(*report_, *bytes).size()));
  text_->setHtml(tr("<p>Select an operator or a buffer, in a picture or in a table, to see everything about it.</p>"));
}

QString DetailsPanel::toHtml(const report::Details& details) const {
  const QString weak = Theme::from(palette()).weakText.name();
  QString html =
      QStringLiteral(
          "<h3 style='margin-top:6px; margin-left:2px'>%1</h3><table cellspacing=0 cellpadding=2 width='100%'>")
          .arg(escaped(details.title));
  for (const report::DetailSection& section : details.sections) {
    html += QStringLiteral("<tr><td colspan=2><b>%1</b></td></tr>").arg(escaped(section.title));
    for (const report::DetailLine& line : section.lines) {
      const QString link = linkOf(line.target);
      const QString value =
          link.isEmpty() ? escaped(line.value) : QStringLiteral("<a href='%1'>%2</a>").arg(link, escaped(line.value));
      html += line.label.empty() ? QStringLiteral("<tr><td colspan=2>%1</td></tr>").arg(value)
                                 : QStringLiteral("<tr><td style='color:%1'>%2&nbsp;</td><td>%3</td></tr>")
                                       .arg(weak, escaped(line.label), value);
    }
    html += QStringLiteral("<tr><td colspan=2 style='font-size:4pt'>&nbsp;</td></tr>");
  }
  return html + QStringLiteral("</table>");
}

void DetailsPanel::follow(const QUrl& link) {
  const int number = link.path().toInt();
  if (link.scheme() == QStringLiteral("op")) return selection_.selectOperator(number);
  const int buffer = buffersByTensor(*report_)[static_cast<std::size_t>(number)];
  buffer >= 0 ? selection_.selectBuffer(buffer) : selection_.selectTensor(number);
}

} // namespace arenascope::ui
