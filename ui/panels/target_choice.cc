#include "ui/panels/target_choice.h"

#include <QComboBox>
#include <QCompleter>
#include <QLineEdit>
#include <QStandardItemModel>

#include "emulator/session/requested_target.h"
#include "emulator/targets/target.h"

namespace arenascope::ui {

TargetChoice::TargetChoice(QObject* parent)
    : QObject(parent), target_(new QComboBox), kernels_(new QComboBox), board_(new QComboBox) {
  target_->setAccessibleName(tr("Target"));
  kernels_->setAccessibleName(tr("Kernel set"));
  board_->setAccessibleName(tr("Board"));
  board_->setToolTip(tr("Its clock and flash make milliseconds of cycles, its memory says what fits"));
  fillTargets();
  board_->addItem(tr("none"));
  fillKernelSets();
  connect(target_, &QComboBox::currentIndexChanged, this, &TargetChoice::targetChosen);
  connect(board_, &QComboBox::currentIndexChanged, this, &TargetChoice::boardChosen);
  connect(kernels_, &QComboBox::currentIndexChanged, this, &TargetChoice::changed);
}

// By family, each with its name above; what is typed is looked for in the names.
void TargetChoice::fillTargets() {
  auto* rows = qobject_cast<QStandardItemModel*>(target_->model());
  const char* family = nullptr;
  for (const session::Target& target : session::targets()) {
    if (const char* name = session::familyName(target.family); family != name) {
      family = name;
      target_->addItem(QString::fromUtf8(name));
      QStandardItem* heading = rows->item(target_->count() - 1);
      heading->setFlags(Qt::NoItemFlags);
      QFont font = heading->font();
      font.setBold(true);
      heading->setFont(font);
    }
    target_->addItem(QString::fromStdString(target.name));
    target_->setItemData(target_->count() - 1, QString::fromStdString(target.description), Qt::ToolTipRole);
  }
  target_->setEditable(true);
  target_->setInsertPolicy(QComboBox::NoInsert);
  target_->completer()->setFilterMode(Qt::MatchContains);
  target_->completer()->setCompletionMode(QCompleter::PopupCompletion);
  target_->setCurrentIndex(target_->findText(QString::fromLatin1(session::kDefaultTarget)));
  lastTarget_ = chosenTarget();
  connect(target_->lineEdit(), &QLineEdit::editingFinished, this, [this] { target_->setEditText(chosenTarget()); });
}

// What is chosen, whatever is being typed.
QString TargetChoice::chosenTarget() const { return target_->itemText(target_->currentIndex()); }

void TargetChoice::setBoards(std::vector<profile::Board> boards) {
  boards_ = std::move(boards);
  const QSignalBlocker quiet(board_);
  while (board_->count() > 1) board_->removeItem(1);
  for (const profile::Board& board : boards_)
    board_->addItem(QString::fromStdString(board.title), QString::fromStdString(board.name));
}

const profile::Board* TargetChoice::chosenBoard() const {
  const int chosen = board_->currentIndex();
  return chosen > 0 ? &boards_[static_cast<std::size_t>(chosen - 1)] : nullptr;
}

void TargetChoice::applyTo(session::ProfileRequest& request) const {
  request.target = chosenTarget().toStdString();
  request.kernels = kernels_->currentText().toStdString();
  request.board.reset();
  if (const profile::Board* board = chosenBoard()) request.board = *board;
}

void TargetChoice::choose(const QString& target, const QString& kernels, const QString& board) {
  const QSignalBlocker quietTarget(target_);
  const QSignalBlocker quietKernels(kernels_);
  const QSignalBlocker quietBoard(board_);
  if (const int found = target_->findText(target); found >= 0) target_->setCurrentIndex(found);
  fillKernelSets();
  if (kernels_->findText(kernels) >= 0) kernels_->setCurrentText(kernels);
  board_->setCurrentIndex(board.isEmpty() ? 0 : std::max(0, board_->findData(board)));
}

void TargetChoice::selectBoard(const QString& board) { board_->setCurrentIndex(std::max(0, board_->findData(board))); }

// Those of the target; the one that was chosen stays where the target has it.
void TargetChoice::fillKernelSets() {
  const QSignalBlocker quiet(kernels_);
  const QString chosen = kernels_->currentText();
  kernels_->clear();
  const session::Target* target = session::findTarget(chosenTarget().toStdString());
  for (const std::string& set : session::kernelSets(*target)) kernels_->addItem(QString::fromStdString(set));
  kernels_->setCurrentIndex(std::max(0, kernels_->findText(chosen)));
}

// Kernels are compiled as the board's usual library.
void TargetChoice::chooseLevel() {
  const QSignalBlocker quiet(kernels_);
  const std::string chosen = kernels_->currentText().toStdString();
  const session::Target& target = *session::findTarget(chosenTarget().toStdString());
  kernels_->setCurrentText(QString::fromStdString(session::kernelsAtLevelOf(target, chosen, chosenBoard())));
}

// Another core is not the board's.
void TargetChoice::targetChosen() {
  if (session::findTarget(chosenTarget().toStdString()) == nullptr) { // the name of a family was typed
    const QSignalBlocker quiet(target_);
    target_->setCurrentIndex(target_->findText(lastTarget_));
    return;
  }
  lastTarget_ = chosenTarget();
  fillKernelSets();
  const profile::Board* board = chosenBoard();
  if (board != nullptr && chosenTarget().toStdString() != board->core) {
    const QSignalBlocker quiet(board_);
    board_->setCurrentIndex(0);
    chooseLevel();
  }
  emit changed();
}

// A board has its own core, and a library that is usual there.
void TargetChoice::boardChosen() {
  if (const profile::Board* board = chosenBoard()) {
    const QSignalBlocker quiet(target_);
    target_->setCurrentIndex(target_->findText(QString::fromStdString(board->core)));
    fillKernelSets();
  }
  chooseLevel();
  emit changed();
}

} // namespace arenascope::ui
