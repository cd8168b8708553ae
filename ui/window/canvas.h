// The middle of the window: five views of the model, and the mode Before and after in their place.
#pragma once

#include <QString>
#include <QWidget>
#include <array>
#include <map>
#include <vector>

class QFrame;
class QHBoxLayout;
class QStackedWidget;
class QTabBar;
class QTabWidget;

namespace arenascope::ui {

enum class View : std::uint8_t { kRunning, kSettingUp, kGraph, kTime, kBoards, kVersions };
inline constexpr int kTabbedViews = 5; // the last is a mode

class Canvas : public QWidget {
  Q_OBJECT

public:
  explicit Canvas(QWidget* parent = nullptr);

  // A view of several pages has a tab for each. tools: in the row above while the page is in front; may be nullptr.
  void add(View view, QWidget* page, const QString& title, QWidget* tools);
  // At the right end of the row above, whatever is in front.
  void addHandle(QWidget* handle);
  // Once all pages are there.
  void finish();

  // Brings a page to the front; false where it is none of this canvas.
  bool show(const QWidget* page);
  void show(View view);
  // The view that Before and after was opened from.
  void leaveVersions();
  View view() const { return view_; }
  QWidget* page() const; // in front
  // For what floats over the pages.
  QFrame* plot() const { return plot_; }

signals:
  void changed();

private:
  struct Part {
    QTabWidget* tabs = nullptr; // of several pages
    QWidget* only = nullptr;
  };
  struct Place {
    QWidget* page;
    View view;
    QString title;
    QWidget* tools;
  };

  void showTools();

  View view_ = View::kRunning;
  View before_ = View::kRunning; // the mode
  std::vector<Place> places_;
  std::array<Part, kTabbedViews + 1> parts_;
  QHBoxLayout* row_;
  QTabBar* tabs_;
  QWidget* tools_ = nullptr;
  QFrame* plot_;
  QStackedWidget* views_;
};

} // namespace arenascope::ui
