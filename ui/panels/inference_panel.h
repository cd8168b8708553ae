// The inference view with the choices of what it shows.
#pragma once

#include <QWidget>

#include "ui/views/inference_view.h"

class QCheckBox;
class QComboBox;
class QFrame;
class QLabel;
class QLineEdit;
class QStackedWidget;
class QToolButton;

namespace arenascope::ui {

class LegendBar;
class StartPage;

class InferencePanel : public QWidget {
  Q_OBJECT

public:
  InferencePanel(Selection& selection, const Annotations& notes, QWidget* parent = nullptr);

  void setReport(const ReportPointer& report);
  // What to say until there is one; empty: nothing is on its way.
  void setWaiting(const QString& text);
  // In front while nothing is open and nothing on its way.
  StartPage* start() const { return start_; }
  InferenceView* view() const { return view_; }
  // Legend and choices, to be put above the chart.
  QWidget* tools() const { return tools_; }

signals:
  void colourByChanged(arenascope::ui::ColourBy by);

protected:
  void changeEvent(QEvent* event) override;

private:
  void buildLayout();
  void buildOptions();
  void openOptions();
  void openSearch();
  void restoreOptions();
  void applyOptions();
  void showHeadOnly();
  void search(const QString& text);
  void stepSearch(int direction);
  void showStartOrPicture();

  ReportPointer report_;
  bool waiting_ = false;
  InferenceView* view_;
  StartPage* start_;
  QStackedWidget* pages_;
  QComboBox* colourBy_;
  QComboBox* axis_;
  QCheckBox* patterns_;
  QCheckBox* cycles_;
  QWidget* tools_;
  LegendBar* legend_;
  QFrame* options_; // a popover
  QToolButton* show_;
  QToolButton* whole_;
  QToolButton* headOnly_;
  QToolButton* undo_;
  QLineEdit* search_;
  QLabel* found_; // "2 of 12"
  int matches_ = 0;
};

} // namespace arenascope::ui
