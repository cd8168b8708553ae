// What is going on, at the foot of the canvas, with a way to end it; and short messages, which go away by themselves.
#pragma once

#include <QFrame>
#include <QTimer>

class QLabel;
class QProgressBar;
class QPushButton;

namespace arenascope::ui {

class WorkNote : public QFrame {
  Q_OBJECT

public:
  explicit WorkNote(QWidget* canvas);

  // fraction: below 0 where it is not known.
  void setProgress(const QString& step, double fraction);
  // Nothing is running any more.
  void finish();
  void show(const QString& message, int milliseconds = 5000);
  QString text() const;

signals:
  void cancelWanted();

protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

private:
  void place();

  QLabel* text_;
  QProgressBar* bar_;
  QPushButton* cancel_;
  QTimer hide_;
};

} // namespace arenascope::ui
