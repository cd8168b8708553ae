// Every export in one place, each seen before it is written.
#pragma once

#include <QDialog>

#include "ui/window/exporter.h"

class QLabel;
class QListWidget;
class QPlainTextEdit;
class QPushButton;
class QStackedWidget;

namespace arenascope::ui {

class ExportDialog : public QDialog {
  Q_OBJECT

public:
  ExportDialog(ReportPointer report, PictureChoice picture, QWidget* parent = nullptr);

signals:
  // To a file that is still to be chosen.
  void wanted(const arenascope::ui::ExportKind& kind);

private:
  const ExportKind& chosen() const;
  void showPreview();
  void copy();

  ReportPointer report_;
  PictureChoice picture_;
  std::string contents_; // of what is chosen; empty where it cannot be shown before
  QListWidget* kinds_;
  QStackedWidget* pages_;
  QPlainTextEdit* text_;
  QLabel* image_;
  QLabel* why_; // there is no preview
  QLabel* size_;
  QPushButton* copy_;
  QPushButton* save_;
};

} // namespace arenascope::ui
