#include "ui/panels/start_page.h"

#include <QEvent>
#include <QFileInfo>
#include <QFrame>
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
#include "ui/charts/theme.h"
#include "ui/jobs/recent_models.h"
#include "ui/style/tokens.h"
#include "ui/style/type.h"

namespace arenascope::ui {

namespace {

// Pixels of the design.
constexpr int kInCard = 20;
constexpr int kCardWidth = 820;    // at most
constexpr int kTextGap = 6;        // between a title and what belongs to it
constexpr int kPartsGap = 14;      // between parts
constexpr int kRecentSide = 20;    // of a cell, beside its picture
constexpr int kRecentText = 46;    // of a cell, below its picture
constexpr int kAreaInset = 14;     // of the dashed line
constexpr int kSketchInset = 20;   // from there to the plot
constexpr double kSketchTail = 26; // percent of the plot's height
constexpr double kSketchStrip = 11;

QLabel* titleOf(const QString& text, TextSize size) {
  auto* label = new QLabel(text);
  label->setFont(textFont(size, QFont::DemiBold));
  label->setWordWrap(true);
  return label;
}

} // namespace

StartPage::StartPage(QWidget* parent)
    : QWidget(parent), recentTitle_(titleOf(tr("Recent"), kBodyText)), recent_(new QListWidget) {
  setObjectName(QStringLiteral("startPage"));
  auto* card = new QFrame;
  card->setProperty("role", QStringLiteral("card"));
  card->setMaximumWidth(scaled(kCardWidth));
  auto* column = new QVBoxLayout(card);
  column->setContentsMargins(scaled(kInCard), scaled(kInCard), scaled(kInCard), scaled(kInCard));
  column->setSpacing(scaled(kTextGap));
  addTitle(column);
  addButtons(column);
  addRecent(column);
  addSamples(column);
  auto* content = new QWidget;
  content->setProperty("role", QStringLiteral("scrolled"));
  auto* middle = new QHBoxLayout(content);
  middle->setContentsMargins(scaled(kAreaInset), scaled(kAreaInset), scaled(kAreaInset), scaled(kAreaInset));
  middle->addStretch(1);
  middle->addWidget(card, 1000, Qt::AlignVCenter);
  middle->addStretch(1);
  auto* scroll = new QScrollArea;
  scroll->setWidget(content);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->viewport()->setAutoFillBackground(false);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(scroll);
}

void StartPage::addTitle(QVBoxLayout* layout) {
  layout->addWidget(titleOf(tr("Drop a .tflite, a C array or your firmware"), kHeadingText));
  auto* what =
      new QLabel(tr("You see how large its tensor arena must be, what fills it and when, and what would make it "
                    "smaller. Several files are compared."));
  what->setProperty("role", QStringLiteral("reason"));
  what->setWordWrap(true);
  layout->addWidget(what);
}

void StartPage::addButtons(QVBoxLayout* layout) {
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
  buttons->setContentsMargins(0, scaled(kPartsGap - kTextGap), 0, 0);
  buttons->setSpacing(scaled(8));
  buttons->addWidget(open);
  buttons->addWidget(explain);
  buttons->addStretch(1);
  layout->addLayout(buttons);
}

void StartPage::addRecent(QVBoxLayout* layout) {
  const QSize cell = kThumbnailSize + QSize(scaled(kRecentSide), scaled(kRecentText));
  recent_->setObjectName(QStringLiteral("startRecent"));
  recent_->setProperty("role", QStringLiteral("plain"));
  recent_->setAccessibleName(tr("Models that were open last"));
  recent_->setViewMode(QListView::IconMode);
  recent_->setIconSize(kThumbnailSize);
  recent_->setGridSize(cell);
  recent_->setMovement(QListView::Static);
  recent_->setResizeMode(QListView::Adjust);
  recent_->setWrapping(false);
  recent_->setWordWrap(false);
  recent_->setTextElideMode(Qt::ElideMiddle);
  recent_->setFrameShape(QFrame::NoFrame);
  recent_->setFont(textFont(kSmallText));
  recent_->setFixedHeight(cell.height() + scaled(kTextGap));
  connect(recent_, &QListWidget::itemActivated, this,
          [this](const QListWidgetItem* item) { emit modelWanted(item->data(Qt::UserRole).toString()); });
  connect(recent_, &QListWidget::itemClicked, recent_, &QListWidget::itemActivated);
  recentTitle_->setContentsMargins(0, scaled(kPartsGap - kTextGap), 0, 0);
  layout->addWidget(recentTitle_);
  layout->addWidget(recent_);
}

void StartPage::addSamples(QVBoxLayout* layout) {
  const auto models = service::sampleModels();
  if (models.empty()) return;
  QLabel* title = titleOf(tr("Samples"), kBodyText);
  title->setContentsMargins(0, scaled(kPartsGap - kTextGap), 0, 0);
  layout->addWidget(title);
  QStringList links;
  for (const std::filesystem::path& model : models) {
    const QString path = QString::fromStdString(model.string());
    links << QStringLiteral("<a href=\"%1\" style=\"text-decoration: none\">%2</a>")
                 .arg(path.toHtmlEscaped(),
                      QFileInfo(path).completeBaseName().replace(QLatin1Char('_'), QStringLiteral("&nbsp;")));
  }
  auto* samples = new QLabel(links.join(QStringLiteral(" &nbsp;&middot;&nbsp; ")));
  samples->setObjectName(QStringLiteral("startSamples"));
  samples->setTextFormat(Qt::RichText);
  samples->setTextInteractionFlags(Qt::TextBrowserInteraction);
  samples->setWordWrap(true);
  connect(samples, &QLabel::linkActivated, this, &StartPage::modelWanted);
  layout->addWidget(samples);
}

namespace {

// Boxes of a plot that nobody has measured: one on the other, each as wide as two columns.
void paintSketchBoxes(QPainter& painter, const QRectF& head) {
  constexpr double kSizes[] = {0.3,  0.45, 0.55, 0.45, 0.27, 0.33, 0.24, 0.18, 0.2,  0.12,
                               0.14, 0.1,  0.11, 0.1,  0.11, 0.1,  0.08, 0.05, 0.05, 0.03}; // of the height
  const double step = head.width() / static_cast<double>(std::size(kSizes) + 1);
  double below = 0;
  for (std::size_t i = 0; i < std::size(kSizes); ++i) {
    const double bottom = i % 2 == 0 ? 0.0 : std::max(below, i + 1 < std::size(kSizes) ? kSizes[i + 1] : 0.0);
    const QRectF box(head.left() + step * static_cast<double>(i), head.bottom() - head.height() * (bottom + kSizes[i]),
                     2 * step, head.height() * kSizes[i]);
    painter.drawRoundedRect(box.adjusted(1, 1, -1, 0), 3, 3);
    below = kSizes[i];
  }
}

} // namespace

// The place to drop a file at, with the sketch of a plot in it.
void StartPage::paintEvent(QPaintEvent* /*event*/) {
  const Tokens& t = tokensOn(palette().color(QPalette::Base));
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const int inset = scaled(kAreaInset);
  const QRectF area = QRectF(rect()).adjusted(inset, inset, -inset, -inset);
  painter.setPen(QPen(mixed(t.line, t.ink3, 0.5), 1, Qt::DashLine));
  painter.setBrush(Qt::NoBrush);
  painter.drawRoundedRect(area, scaled(10), scaled(10));
  const int sketch = scaled(kSketchInset);
  const QRectF all = area.adjusted(sketch, sketch, -sketch, -sketch);
  const double strip = all.height() * kSketchStrip / 100;
  const QRectF plot = all.adjusted(0, 0, 0, -strip - sketch);
  const double tail = plot.height() * kSketchTail / 100;
  painter.fillRect(QRectF(plot.topLeft(), QSizeF(plot.width(), tail)), t.sunk);
  painter.setPen(QPen(t.line, 1));
  painter.setBrush(t.hairline);
  paintSketchBoxes(painter, plot.adjusted(0, tail, 0, 0));
  painter.drawLine(plot.bottomLeft(), plot.bottomRight());
  painter.setPen(Qt::NoPen);
  constexpr double kBars[] = {1.0,  0.74, 0.97, 0.35, 0.58, 0.67, 0.78, 0.17, 0.39, 0.32, 0.6,
                              0.08, 0.31, 0.15, 0.52, 0.15, 0.52, 0.15, 0.52, 0.15, 0.52};
  const double step = all.width() / static_cast<double>(std::size(kBars));
  for (std::size_t i = 0; i < std::size(kBars); ++i)
    painter.drawRect(QRectF(all.left() + step * static_cast<double>(i) + 2, all.bottom() - strip * kBars[i], step - 4,
                            strip * kBars[i]));
}

void StartPage::showEvent(QShowEvent* event) {
  fillRecent();
  QWidget::showEvent(event);
}

// Its pictures are of the scheme.
void StartPage::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange && isVisible()) fillRecent();
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
