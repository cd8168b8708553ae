#include "ui/window/export_dialog.h"

#include <QApplication>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "ui/charts/arena_frame.h"

namespace arenascope::ui {

namespace {

constexpr qsizetype kMostPreviewed = 60'000; // characters of a preview; the file has all of it
constexpr int kPictureWidth = 620;

} // namespace

ExportDialog::ExportDialog(ReportPointer report, PictureChoice picture, QWidget* parent)
    : QDialog(parent), report_(std::move(report)), picture_(std::move(picture)), kinds_(new QListWidget),
      pages_(new QStackedWidget), text_(new QPlainTextEdit), image_(new QLabel), why_(new QLabel), size_(new QLabel),
      copy_(new QPushButton(tr("&Copy"))), save_(new QPushButton(tr("&Save as..."))) {
  setWindowTitle(tr("Export"));
  resize(940, 560);
  kinds_->setObjectName(QStringLiteral("exportKinds"));
  kinds_->setAccessibleName(tr("Formats"));
  for (const ExportKind& kind : exportKinds()) {
    auto* item = new QListWidgetItem(tr(kind.name), kinds_);
    item->setToolTip(QStringLiteral(".%1").arg(QLatin1String(kind.suffix)));
    if (kind.needsArena && !report_->arena) item->setFlags(Qt::NoItemFlags);
  }
  text_->setObjectName(QStringLiteral("exportText"));
  text_->setAccessibleName(tr("Preview"));
  text_->setReadOnly(true);
  text_->setLineWrapMode(QPlainTextEdit::NoWrap);
  text_->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
  image_->setObjectName(QStringLiteral("exportImage"));
  image_->setAlignment(Qt::AlignCenter);
  why_->setObjectName(QStringLiteral("exportWhy"));
  why_->setWordWrap(true);
  why_->setAlignment(Qt::AlignCenter);
  auto* scroll = new QScrollArea;
  scroll->setWidget(image_);
  scroll->setWidgetResizable(true);
  for (QWidget* page : std::initializer_list<QWidget*>{text_, scroll, why_}) pages_->addWidget(page);
  copy_->setObjectName(QStringLiteral("exportCopy"));
  copy_->setToolTip(tr("All of it, to the clipboard"));
  save_->setObjectName(QStringLiteral("exportSave"));
  save_->setDefault(true);
  save_->setProperty("role", QStringLiteral("primary"));
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  for (QAbstractButton* button : buttons->buttons()) static_cast<QPushButton*>(button)->setAutoDefault(false);
  copy_->setAutoDefault(false);
  buttons->addButton(copy_, QDialogButtonBox::ActionRole);
  buttons->addButton(save_, QDialogButtonBox::AcceptRole); // what Return does; the dialog stays
  auto* below = new QHBoxLayout;
  below->addWidget(size_, 1);
  below->addWidget(buttons);
  auto* right = new QVBoxLayout;
  right->addWidget(pages_, 1);
  right->addLayout(below);
  auto* layout = new QHBoxLayout(this);
  kinds_->setMaximumWidth(280);
  layout->addWidget(kinds_);
  layout->addLayout(right, 1);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(kinds_, &QListWidget::currentRowChanged, this, &ExportDialog::showPreview);
  connect(copy_, &QPushButton::clicked, this, &ExportDialog::copy);
  connect(save_, &QPushButton::clicked, this, [this] { emit wanted(chosen()); });
  connect(kinds_, &QListWidget::itemActivated, save_, &QPushButton::click);
  kinds_->setCurrentRow(0);
}

const ExportKind& ExportDialog::chosen() const {
  return exportKinds()[static_cast<std::size_t>(std::max(0, kinds_->currentRow()))];
}

void ExportDialog::showPreview() {
  const Result<std::string> made = exportContents(report_, picture_, chosen());
  contents_ = made ? *made : std::string();
  copy_->setEnabled(static_cast<bool>(made));
  save_->setEnabled(made || chosen().esphome);
  size_->setText(made ? tr("%1 bytes").arg(groupedText(contents_.size())) : QString());
  if (!made) {
    why_->setText(QString::fromStdString(made.error().message));
    pages_->setCurrentIndex(2);
    return;
  }
  using Picture = ExportKind::Picture;
  if (chosen().picture == Picture::kPng || chosen().picture == Picture::kSvg) {
    QImage image;
    image.loadFromData(reinterpret_cast<const uchar*>(contents_.data()), static_cast<int>(contents_.size()));
    image_->setPixmap(QPixmap::fromImage(image.scaledToWidth(kPictureWidth, Qt::SmoothTransformation)));
    pages_->setCurrentIndex(1);
    return;
  }
  const QString text = QString::fromStdString(contents_);
  text_->setPlainText(text.size() <= kMostPreviewed
                          ? text
                          : text.left(kMostPreviewed) +
                                tr("\n... and %1 characters more")
                                    .arg(groupedText(static_cast<std::uint64_t>(text.size() - kMostPreviewed))));
  pages_->setCurrentIndex(0);
}

void ExportDialog::copy() {
  if (pages_->currentIndex() == 0) return QApplication::clipboard()->setText(QString::fromStdString(contents_));
  QImage image;
  image.loadFromData(reinterpret_cast<const uchar*>(contents_.data()), static_cast<int>(contents_.size()));
  QApplication::clipboard()->setImage(image);
}

} // namespace arenascope::ui
