#include "ui/window/picture_handle.h"

#include <QApplication>
#include <QClipboard>
#include <QDrag>
#include <QEvent>
#include <QMimeData>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QUrl>

#include "core/base/file_writer.h"

namespace arenascope::ui {

PictureHandle::PictureHandle(std::function<Picture()> now, QWidget* parent)
    : QToolButton(parent), now_(std::move(now)) {
  setObjectName(QStringLiteral("pictureHandle"));
  setAccessibleName(tr("Copy the picture"));
  setToolTip(tr("Copies the picture in front; drag it into a document or a folder"));
  setAutoRaise(true);
  drawIcon();
  connect(this, &QToolButton::clicked, this, &PictureHandle::copy);
}

std::unique_ptr<QMimeData> PictureHandle::mimeData() {
  const Picture picture = now_();
  if (!picture.paint) return nullptr;
  auto data = std::make_unique<QMimeData>();
  const QByteArray png = toPng(picture.paint, picture.caption);
  data->setImageData(QImage::fromData(png, "PNG"));
  data->setData(QStringLiteral("image/png"), png);
  data->setData(QStringLiteral("image/svg+xml"), toSvg(picture.paint, picture.title, picture.caption));
  if (!folder_) folder_.emplace();
  const QString file = folder_->filePath(picture.fileName + QStringLiteral(".png"));
  if (folder_->isValid() && !writeFile(file.toStdString(), png.toStdString()))
    data->setUrls({QUrl::fromLocalFile(file)});
  return data;
}

void PictureHandle::copy() {
  if (auto data = mimeData())
    QApplication::clipboard()->setMimeData(data.release());
  else
    QToolTip::showText(mapToGlobal(rect().bottomLeft()), tr("This page has no picture yet"), this);
}

void PictureHandle::mousePressEvent(QMouseEvent* event) {
  pressedAt_ = event->position();
  QToolButton::mousePressEvent(event);
}

void PictureHandle::mouseMoveEvent(QMouseEvent* event) {
  const bool away = (event->position() - pressedAt_).manhattanLength() >= QApplication::startDragDistance();
  if ((event->buttons() & Qt::LeftButton) == 0 || !away) return QToolButton::mouseMoveEvent(event);
  setDown(false);
  auto data = mimeData();
  if (data == nullptr) return;
  constexpr int kShownWidth = 160; // pixels, under the pointer
  auto* drag = new QDrag(this);
  drag->setPixmap(QPixmap::fromImage(data->imageData().value<QImage>()).scaledToWidth(kShownWidth));
  drag->setMimeData(data.release());
  drag->exec(Qt::CopyAction);
}

void PictureHandle::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange) drawIcon();
  QToolButton::changeEvent(event);
}

// A framed picture.
void PictureHandle::drawIcon() {
  constexpr int kSide = 64; // drawn large, shown in the size of icons
  QPixmap pixmap(kSide, kSide);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(palette().color(QPalette::ButtonText), 5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  painter.drawRoundedRect(QRectF(6, 10, 52, 44), 5, 5);
  painter.drawPolyline(QPolygonF({{12, 46}, {25, 30}, {34, 40}, {43, 26}, {53, 46}}));
  painter.setBrush(palette().color(QPalette::ButtonText));
  painter.drawEllipse(QPointF(22, 22), 2, 2);
  setIcon(QIcon(pixmap));
}

} // namespace arenascope::ui
