// The choice of what a model runs on: target, kernel set and board, which depend on each other.
#pragma once

#include <QObject>
#include <optional>
#include <vector>

#include "core/hardware/board.h"
#include "service/profile/profiler.h"

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

  void setBoards(std::vector<hardware::Board> boards);
  void applyTo(service::ProfileRequest& request) const;
  // Without a signal. board: its name, or empty.
  void choose(const QString& target, const QString& kernels, const QString& board);
  // What a firmware image ran on, with kernels that are part of it; and again what was chosen for models.
  void showImage(const QString& target);
  void leaveImage();
  struct Chosen {
    QString target;
    QString kernels;
    QString board; // its name; empty: none
  };
  // For models: what is chosen, and what is chosen again once the board is left.
  struct State {
    Chosen now;
    std::optional<Chosen> beforeBoard;
  };
  State state() const;
  void restore(const State& state);

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
  Chosen chosen() const;
  void show(Chosen chosen);
  const hardware::Board* boardNamed(const QString& name) const;
  const hardware::Board* chosenBoard() const;

  QComboBox* target_;
  QComboBox* kernels_;
  QComboBox* board_;
  QString lastTarget_;                  // that was chosen
  std::optional<Chosen> beforeBoard_;   // target and kernels, where a board has taken their place
  std::optional<State> beforeImage_;    // while one is shown
  std::vector<hardware::Board> boards_; // in the order of board_, after its first entry
};

} // namespace arenascope::ui
