// The drawer below the canvas: one table at a time, closed to its row of tabs by Ctrl+J.
#pragma once

#include <QWidget>

class QStackedWidget;
class QTabBar;
class QToolButton;

namespace arenascope::ui {

class Drawer : public QWidget {
  Q_OBJECT

public:
  explicit Drawer(QWidget* parent = nullptr);

  // filter: in the row of tabs while the page is in front; may be nullptr.
  void add(QWidget* page, const QString& name, const QString& title, QWidget* filter);
  // In the tab, after its title; 0: none.
  void setCount(const QString& name, std::size_t count);
  // Opens it with this page; false where there is no such page.
  bool show(const QString& name);
  bool isOpen() const { return open_; }
  void setOpen(bool open);
  QString current() const;

signals:
  void openChanged(bool open);

protected:
  void resizeEvent(QResizeEvent* event) override;

private:
  void fitTabs();
  int find(const QString& name) const;
  void choose(int tab);

  QTabBar* tabs_;
  QStackedWidget* filters_;
  QStackedWidget* pages_;
  QToolButton* toggle_;
  QStringList names_;
  QStringList titles_;
  QStringList counts_; // by tab, as text
  bool open_ = true;
};

} // namespace arenascope::ui
