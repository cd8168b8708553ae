// What the window shows before a model is open: where to drop one, those that were open last, the samples, and where a
// message goes.
#pragma once

#include <QWidget>

class QLabel;
class QListWidget;
class QVBoxLayout;

namespace arenascope::ui {

class StartPage : public QWidget {
  Q_OBJECT

public:
  explicit StartPage(QWidget* parent = nullptr);

signals:
  void modelWanted(const QString& path); // empty: one that is still to be chosen
  void explainWanted();

protected:
  void paintEvent(QPaintEvent* event) override;
  void showEvent(QShowEvent* event) override; // what was open last may be another one
  void changeEvent(QEvent* event) override;

private:
  void fillRecent();
  static void addTitle(QVBoxLayout* layout);
  void addButtons(QVBoxLayout* layout);
  void addRecent(QVBoxLayout* layout);
  void addSamples(QVBoxLayout* layout);

  QLabel* recentTitle_;
  QListWidget* recent_;
};

} // namespace arenascope::ui
