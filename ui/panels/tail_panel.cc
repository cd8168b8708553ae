#include "ui/panels/tail_panel.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QSplitter>
#include <QVBoxLayout>

#include "core/report/tail_breakdown.h"
#include "ui/charts/arena_frame.h"
#include "ui/charts/treemaps.h"
#include "ui/views/treemap_view.h"

namespace arenascope::ui {

TailPanel::TailPanel(Selection& selection, QWidget* parent)
    : QWidget(parent), view_(new TreemapView(selection, tr("Persistent section by category and operator"))),
      order_(new QComboBox), sum_(new QLabel), savings_(new QLabel) {
  order_->addItems({tr("by category"), tr("by operator")});
  order_->setAccessibleName(tr("Tail grouped"));
  order_->setObjectName(QStringLiteral("tailOrder"));
  savings_->setWordWrap(true);
  savings_->setAlignment(Qt::AlignTop);
  savings_->setMargin(8);
  savings_->setObjectName(QStringLiteral("tailSavings"));
  savings_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* scroll = new QScrollArea;
  scroll->setWidget(savings_);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setMinimumWidth(240);
  auto* bar = new QHBoxLayout;
  bar->setContentsMargins(8, 4, 8, 0);
  bar->addWidget(new QLabel(tr("Tail")));
  bar->addWidget(order_);
  bar->addWidget(sum_, 1);
  auto* both = new QSplitter(Qt::Horizontal);
  both->addWidget(view_);
  both->addWidget(scroll);
  both->setStretchFactor(0, 3);
  both->setStretchFactor(1, 2);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(2);
  layout->addLayout(bar);
  layout->addWidget(both, 1);
  connect(order_, &QComboBox::currentIndexChanged, this, &TailPanel::showTail);
  setFocusProxy(view_);
  setTabOrder(view_, order_); // Tab comes to the view first
  setReport(nullptr);
}

void TailPanel::setReport(const ReportPointer& report) {
  report_ = report;
  showTail();
}

void TailPanel::showTail() {
  const bool known = report_ != nullptr && report_->arena.has_value();
  view_->setContent(report_, known ? tailTreemap(*report_, static_cast<TailOrder>(order_->currentIndex())) : Treemap{},
                    tr("Open a model to see what the persistent section of its arena consists of."));
  sum_->setText(known ? tr("%1, as long as the model lives").arg(countedText(report_->arena->tail)) : QString());
  if (!known) {
    savings_->clear();
    return;
  }
  const std::vector<report::TailGroup> groups = tailGroups(*report_);
  QString text;
  if (groups.empty() || !groups.front().savings.front().removable)
    text = tr("<p>No savings possible by changing the model.</p>");
  for (const report::TailGroup& group : groups) {
    text += QStringLiteral("<p><b>%1</b></p>").arg(QString::fromStdString(group.title).toHtmlEscaped());
    for (const report::TailSaving& saving : group.savings)
      text +=
          QStringLiteral("<p><b>%1</b> %2</p>")
              .arg(countedText(saving.bytes) + QLatin1Char(':'), QString::fromStdString(saving.text).toHtmlEscaped());
  }
  savings_->setText(text);
}

} // namespace arenascope::ui
