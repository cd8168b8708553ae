// The choice of what a model runs on: target, kernel set and board, which depend on each other.
#pragma once

#include <QObject>
#include <vector>

#include "core/analysis/board.h"
#include "emulator/session/profiler.h"

class QComboBox;

namespace arenascope::ui {

class TargetChoice : public QObject {
  Q_OBJECT

public:
  explicit TargetChoice(QObject* parent = nullptr);

  // For whoever lays them out.
  QComboBox* target() const { return target_; }
  QComboBox* kernels() const { return kernels_; }
  QComboBox* board() const { return board_; }

  void setBoards(std::vector<profile::Board> boards);
  void applyTo(session::ProfileRequest& request) const;
  // Without a signal. board: its name, or empty.
  void choose(const QString& target, const QString& kernels, const QString& board);

  // As if the user had chosen it.
  void selectBoard(const QString& board);

signals:
  void changed();

private:
  void fillTargets();
  QString chosenTarget() const;
  void fillKernelSets();
  void targetChosen();
  void boardChosen();
  void chooseLevel();
  const profile::Board* chosenBoard() const;

  QComboBox* target_;
  QComboBox* kernels_;
  QComboBox* board_;
  QString lastTarget_;                 // that was chosen
  std::vector<profile::Board> boards_; // in the order of board_, after its first entry
};

} // namespace arenascope::ui
