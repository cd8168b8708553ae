#include "ui/panels/start_page.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include "service/store/samples.h"
#include "ui/charts/arena_frame.h"
#include "ui/jobs/recent_models.h"

namespace arenascope::ui {

namespace {

constexpr int kMargin = 24;     // pixels
constexpr int kMostWidth = 860; // of what stands in the middle
constexpr QSize kRecentCell(196, 152);

QLabel* titleOf(const QString& text, double size) {
  auto* label = new QLabel(text);
  QFont font = label->font();
  font.setBold(true);
  font.setPointSizeF(font.pointSizeF() * size);
  label->setFont(font);
  label->setWordWrap(true);
  return label;
}

} // namespace

StartPage::StartPage(QWidget* parent)
    : QWidget(parent), recentTitle_(titleOf(tr("Open last"), 1.1)), recent_(new QListWidget) {
  setObjectName(QStringLiteral("startPage"));
  auto* content = new QWidget;
  content->setMaximumWidth(kMostWidth);
  auto* column = new QVBoxLayout(content);
  column->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
  column->addWidget(titleOf(tr("Drop a .tflite file here"), 1.7));
  auto* what = new QLabel(tr("You will see how large its tensor arena must be, what fills it and when, and what would "
                             "make it smaller. C arrays and firmware images with TensorFlow Lite Micro in them are "
                             "opened as well; two or more files are compared."));
  what->setWordWrap(true);
  column->addWidget(what);
  auto* open = new QPushButton(tr("Open a model..."));
  open->setObjectName(QStringLiteral("startOpen"));
  open->setDefault(true);
  connect(open, &QPushButton::clicked, this, [this] { emit modelWanted({}); });
  auto* explain = new QPushButton(tr("Paste an error message..."));
  explain->setObjectName(QStringLiteral("startExplain"));
  explain->setToolTip(tr("What a device printed when it failed: what it means, and which size will do"));
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
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(scroll);
}

void StartPage::addSamples(QVBoxLayout* layout) {
  const auto models = service::sampleModels();
  if (models.empty()) return;
  layout->addWidget(titleOf(tr("Samples"), 1.1));
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
