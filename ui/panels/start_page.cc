#include "ui/panels/start_page.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>

#include "service/store/samples.h"
#include "ui/charts/arena_frame.h"
#include "ui/jobs/recent_models.h"
#include "ui/style/tokens.h"
#include "ui/style/type.h"

namespace arenascope::ui {

namespace {

constexpr int kMargin = 24;     // pixels
constexpr int kMostWidth = 860; // of what stands in the middle
constexpr QSize kRecentCell(196, 152);

QLabel* titleOf(const QString& text, TextSize size) {
  auto* label = new QLabel(text);
  label->setFont(textFont(size, QFont::DemiBold));
  label->setWordWrap(true);
  return label;
}

} // namespace

StartPage::StartPage(QWidget* parent)
    : QWidget(parent), recentTitle_(titleOf(tr("Recent"), kTitleText)), recent_(new QListWidget) {
  setObjectName(QStringLiteral("startPage"));
  auto* content = new QWidget;
  content->setMaximumWidth(kMostWidth);
  content->setProperty("role", QStringLiteral("scrolled"));
  auto* column = new QVBoxLayout(content);
  column->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
  column->addWidget(titleOf(tr("Drop a .tflite, a C array or your firmware"), kHeadingText));
  auto* what =
      new QLabel(tr("You see how large its tensor arena must be, what fills it and when, and what would make it "
                    "smaller. Several files are compared."));
  what->setWordWrap(true);
  column->addWidget(what);
  auto* open = new QPushButton(tr("Open a model..."));
  open->setObjectName(QStringLiteral("startOpen"));
  open->setDefault(true);
  open->setProperty("role", QStringLiteral("primary"));
  connect(open, &QPushButton::clicked, this, [this] { emit modelWanted({}); });
  auto* explain = new QPushButton(tr("Paste an error message..."));
  explain->setObjectName(QStringLiteral("startExplain"));
  explain->setToolTip(tr("A device's error message: its meaning, and the right size"));
  connect(explain, &QPushButton::clicked, this, &StartPage::explainWanted);
  auto* buttons = new QHBoxLayout;
  buttons->addWidget(open);
  buttons->addWidget(explain);
  buttons->addStretch(1);
  column->addLayout(buttons);
  recent_->setObjectName(QStringLiteral("startRecent"));
  recent_->setAccessibleName(tr("Models that were open last"));
  recent_->setViewMode(QListView::IconMode);
  recent_->setIconSize(kThumbnailSize);
  recent_->setGridSize(kRecentCell);
  recent_->setMovement(QListView::Static);
  recent_->setResizeMode(QListView::Adjust);
  recent_->setWrapping(false);
  recent_->setWordWrap(false);
  recent_->setTextElideMode(Qt::ElideMiddle);
  recent_->setFrameShape(QFrame::NoFrame);
  recent_->setFixedHeight(kRecentCell.height() + kMargin);
  connect(recent_, &QListWidget::itemActivated, this,
          [this](const QListWidgetItem* item) { emit modelWanted(item->data(Qt::UserRole).toString()); });
  connect(recent_, &QListWidget::itemClicked, recent_, &QListWidget::itemActivated);
  addSamples(column);
  column->addWidget(recentTitle_);
  column->addWidget(recent_);
  column->addStretch(1);
  auto* scroll = new QScrollArea;
  scroll->setWidget(content);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setAlignment(Qt::AlignHCenter);
  scroll->viewport()->setAutoFillBackground(false);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(scroll);
}

void StartPage::addSamples(QVBoxLayout* layout) {
  const auto models = service::sampleModels();
  if (models.empty()) return;
  layout->addWidget(titleOf(tr("Samples"), kTitleText));
  QStringList links;
  for (const std::filesystem::path& model : models) {
    const QString path = QString::fromStdString(model.string());
    links << QStringLiteral("<a href=\"%1\">%2</a>")
                 .arg(path.toHtmlEscaped(),
                      QFileInfo(path).completeBaseName().replace(QLatin1Char('_'), QLatin1Char(' ')));
  }
  auto* samples = new QLabel(links.join(QStringLiteral(" &nbsp;&middot;&nbsp; ")));
  samples->setObjectName(QStringLiteral("startSamples"));
  samples->setTextFormat(Qt::RichText);
  samples->setTextInteractionFlags(Qt::TextBrowserInteraction);
  samples->setWordWrap(true);
  connect(samples, &QLabel::linkActivated, this, &StartPage::modelWanted);
  layout->addWidget(samples);
}

// The place to drop a file at, with the outline of a chart at its foot.
void StartPage::paintEvent(QPaintEvent* /*event*/) {
  constexpr double kInset = 14; // pixels, as the others
  constexpr double kRound = 10;
  constexpr double kOutline = 0.38; // of the height, at most
  constexpr double kOutlineMost = 220;
  constexpr double kHeights[] = {0.42, 0.66, 1.0,  0.83, 0.62, 0.5,  0.5,  0.36,
                                 0.36, 0.27, 0.27, 0.2,  0.2,  0.13, 0.13, 0.08};
  const Tokens& t = tokensOn(palette().color(QPalette::Base));
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QRectF area = QRectF(rect()).adjusted(kInset, kInset, -kInset, -kInset);
  painter.setPen(QPen(t.line, 2, Qt::DashLine));
  painter.setBrush(Qt::NoBrush);
  painter.drawRoundedRect(area, kRound, kRound);
  const double tallest = std::min(area.height() * kOutline, kOutlineMost);
  const double step = (area.width() - 4 * kInset) / static_cast<double>(std::size(kHeights));
  painter.setPen(Qt::NoPen);
  painter.setBrush(t.hairline);
  double left = area.left() + 2 * kInset;
  for (const double height : kHeights) {
    painter.drawRoundedRect(QRectF(left, area.bottom() - 2 * kInset - tallest * height, step - 3, tallest * height), 3,
                            3);
    left += step;
  }
}

void StartPage::showEvent(QShowEvent* event) {
  fillRecent();
  QWidget::showEvent(event);
}

void StartPage::fillRecent() {
  recent_->clear();
  for (const RecentModel& model : recentModels(true)) {
    const QString name = QFileInfo(model.path).fileName();
    auto* item = new QListWidgetItem(
        model.thumbnail, model.recommended == 0 ? name : tr("%1\n%2 bytes").arg(name, groupedText(model.recommended)),
        recent_);
    item->setToolTip(model.path);
    item->setData(Qt::UserRole, model.path);
  }
  recentTitle_->setVisible(recent_->count() > 0);
  recent_->setVisible(recent_->count() > 0);
}

} // namespace arenascope::ui
