// The bar at the top of the window: what is open, what it runs on, the search, and what can be done with it.
#pragma once

#include <QWidget>

class QAction;
class QLabel;
class QMenu;
class QPushButton;
class QToolButton;

namespace arenascope::ui {

class RunPopover;
class TargetChoice;

class Bar : public QWidget {
  Q_OBJECT

public:
  explicit Bar(TargetChoice& choice, QWidget* parent = nullptr);

  // Opened by the mark; the window fills it.
  QMenu* menu() const { return menu_; }
  // Under the model's name; filled by the window when it is about to be shown.
  QMenu* models() const { return models_; }
  RunPopover& run() const { return *run_; }
  QSize minimumSizeHint() const override;
  void setModel(const QString& name);
  // What the controls in the popover have, in words.
  void showChoice();
  void setReady(bool ready);
  void openRun();

signals:
  void searchWanted();
  void explainWanted();
  void compareWanted();
  void exportWanted();
  void schemeWanted();

protected:
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;

private:
  QToolButton* pill(const QString& text, const QIcon& icon);
  void fit();
  void buildLayout();
  void fillBoards();
  void showScheme();

  TargetChoice& choice_;
  RunPopover* run_;
  QMenu* menu_;
  QMenu* models_;
  QMenu* boards_;
  QToolButton* mark_;
  QToolButton* model_;
  QToolButton* target_;
  QToolButton* board_;
  QLabel* searchKeys_;
  QPushButton* search_;
  QToolButton* explain_;
  QToolButton* compare_;
  QToolButton* export_;
  QToolButton* scheme_;
};

} // namespace arenascope::ui
