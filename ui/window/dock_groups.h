// The docks at the bottom by the question that they answer: those of one group are there at a time, as tabs that fit.
#pragma once

#include <QObject>
#include <QSet>
#include <map>
#include <vector>

class QDockWidget;
class QMainWindow;
class QTabBar;

namespace arenascope::ui {

enum class PageGroup : std::uint8_t { kMemory, kTime, kFit, kDiagnose };
inline constexpr int kPageGroups = 4;

class DockGroups : public QObject {
  Q_OBJECT

public:
  explicit DockGroups(QMainWindow& window);

  // To choose a group with; the window puts it above the docks.
  QTabBar* bar() const { return bar_; }
  // A dock can be in several; one that is in none is always there.
  void add(QDockWidget* dock, const std::vector<PageGroup>& groups);
  PageGroup group() const;
  void choose(PageGroup group);
  // Brings one of them to the front, with its group where it is in none that is shown.
  void show(QDockWidget* dock);
  // A layout as QMainWindow::saveState() gave it, or none; then only the chosen group's docks are there.
  void restore(const QByteArray& layout);
  // Names of the docks that the user has closed, to be remembered.
  QStringList closed() const;
  void setClosed(const QStringList& names);

private:
  struct Member {
    QDockWidget* dock;
    std::vector<PageGroup> groups;
    bool in(PageGroup group) const;
  };

  const Member& memberOf(const QDockWidget* dock) const;
  void apply();
  void openAgain(int group);
  void toggled(QDockWidget* dock, bool shown);
  bool elsewhere(QDockWidget* dock) const;

  QMainWindow& window_;
  QTabBar* bar_;
  std::vector<Member> members_;
  QSet<QDockWidget*> closed_;
  std::map<PageGroup, QDockWidget*> front_;
  bool applying_ = false;
};

} // namespace arenascope::ui
