// The button above the pictures that hands out the one in front: a click copies it, a drag takes it to another program.
#pragma once

#include <QTemporaryDir>
#include <QToolButton>
#include <functional>
#include <memory>
#include <optional>

#include "ui/charts/picture_export.h"

class QMimeData;

namespace arenascope::ui {

class PictureHandle : public QToolButton {
  Q_OBJECT

public:
  struct Picture {
    PaintPicture paint; // none: the page in front has no picture
    QString title;
    QString caption;
    QString fileName; // without .png
  };
  explicit PictureHandle(std::function<Picture()> now, QWidget* parent = nullptr);

  // The picture as PNG, as SVG, and as a file for programs that take nothing else; nullptr where there is none.
  std::unique_ptr<QMimeData> mimeData();

protected:
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void changeEvent(QEvent* event) override;

private:
  void copy();
  void drawIcon();

  std::function<Picture()> now_;
  std::optional<QTemporaryDir> folder_; // of the file, from the first on; taken out of it before the window closes
  QPointF pressedAt_;
};

} // namespace arenascope::ui
