// One line to find everything by typing: actions, operators, buffers, boards and figures. Every word that is typed must
// be in what is found.
#pragma once

#include <QDialog>
#include <functional>
#include <vector>

class QLineEdit;
class QListWidget;

namespace arenascope::ui {

struct Command {
  QString title;             // what is looked for
  QString detail{};          // beside it: a shortcut, a value
  std::function<void()> run; // may refer only to objects that still exist when a command is chosen
};

// Positions of those that have all words of a query, in upper or lower case: those that begin with it first, then
// those that have its words whole, else in their order.
std::vector<std::size_t> matching(const std::vector<Command>& commands, const QString& query);

class CommandPalette : public QDialog {
  Q_OBJECT

public:
  CommandPalette(std::vector<Command> commands, QWidget* parent);

protected:
  // Keys that move in the list while the line has the keyboard.
  bool eventFilter(QObject* watched, QEvent* event) override;

private:
  void showMatches();
  void choose();

  std::vector<Command> commands_;
  std::vector<std::size_t> shown_;
  QLineEdit* line_;
  QListWidget* list_;
};

} // namespace arenascope::ui
