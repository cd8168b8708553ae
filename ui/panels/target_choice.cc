#include "ui/panels/target_choice.h"

#include <QComboBox>
#include <QCompleter>
#include <QLineEdit>
#include <QStandardItemModel>
#include <algorithm>
#include <utility>

#include "emulator/engine/target.h"
#include "service/profile/kernel_sets.h"
#include "service/profile/requested_target.h"

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
  for (const engine::Target& target : engine::targets()) {
    if (const char* name = engine::familyName(target.family); family != name) {
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
  target_->setCurrentIndex(target_->findText(QString::fromLatin1(engine::kDefaultTarget)));
  lastTarget_ = chosenTarget();
  connect(target_->lineEdit(), &QLineEdit::editingFinished, this, [this] { target_->setEditText(chosenTarget()); });
}

// What is chosen, whatever is being typed.
QString TargetChoice::chosenTarget() const { return target_->itemText(target_->currentIndex()); }

// The one that is chosen stays, under its name.
void TargetChoice::setBoards(std::vector<hardware::Board> boards) {
  const QString chosen = board_->currentData().toString();
  boards_ = std::move(boards);
  const QSignalBlocker quiet(board_);
  while (board_->count() > 1) board_->removeItem(1);
  for (const hardware::Board& board : boards_)
    board_->addItem(QString::fromStdString(board.title), QString::fromStdString(board.name));
  board_->setCurrentIndex(chosen.isEmpty() ? 0 : std::max(0, board_->findData(chosen)));
}

const hardware::Board* TargetChoice::chosenBoard() const {
  const int chosen = board_->currentIndex();
  return chosen > 0 ? &boards_[static_cast<std::size_t>(chosen - 1)] : nullptr;
}

void TargetChoice::applyTo(service::ProfileRequest& request) const {
  request.target = chosenTarget().toStdString();
  request.kernels = kernels_->currentText().toStdString();
  request.board.reset();
  if (const hardware::Board* board = chosenBoard()) request.board = *board;
}

void TargetChoice::choose(const QString& target, const QString& kernels, const QString& board) {
  const Chosen before = chosen();
  show({target, kernels, board});
  if (chosenBoard() == nullptr)
    beforeBoard_.reset();
  else if (before.board.isEmpty())
    beforeBoard_ = before;
}

void TargetChoice::show(Chosen chosen) {
  const QSignalBlocker quietTarget(target_);
  const QSignalBlocker quietKernels(kernels_);
  const QSignalBlocker quietBoard(board_);
  if (const hardware::Board* board = boardNamed(chosen.board)) chosen.target = QString::fromStdString(board->core);
  if (const int found = target_->findText(chosen.target); found >= 0) target_->setCurrentIndex(found);
  lastTarget_ = chosenTarget();
  fillKernelSets();
  if (kernels_->findText(chosen.kernels) >= 0) kernels_->setCurrentText(chosen.kernels);
  board_->setCurrentIndex(chosen.board.isEmpty() ? 0 : std::max(0, board_->findData(chosen.board)));
}

const hardware::Board* TargetChoice::boardNamed(const QString& name) const {
  const auto found = std::find_if(boards_.begin(), boards_.end(),
                                  [&](const hardware::Board& board) { return board.name == name.toStdString(); });
  return found == boards_.end() ? nullptr : &*found;
}

TargetChoice::Chosen TargetChoice::chosen() const {
  return {chosenTarget(), kernels_->currentText(), board_->currentData().toString()};
}

TargetChoice::State TargetChoice::state() const { return beforeImage_.value_or(State{chosen(), beforeBoard_}); }

void TargetChoice::restore(const State& state) {
  show(state.now);
  beforeBoard_ = chosenBoard() == nullptr ? std::nullopt : state.beforeBoard;
}

void TargetChoice::showImage(const QString& target) {
  if (!beforeImage_) beforeImage_ = state();
  show({target, {}, board_->currentData().toString()});
  const QSignalBlocker quiet(kernels_);
  kernels_->setCurrentIndex(-1);
  kernels_->setEnabled(false);
  kernels_->setToolTip(tr("A firmware image runs with the kernels that are linked into it"));
}

// A board that was chosen for the image stays.
void TargetChoice::leaveImage() {
  if (!beforeImage_) return;
  const QString board = chosen().board;
  kernels_->setEnabled(true);
  kernels_->setToolTip({});
  restore(*std::exchange(beforeImage_, std::nullopt));
  const QSignalBlocker quiet(this);
  selectBoard(board);
}

void TargetChoice::selectBoard(const QString& board) { board_->setCurrentIndex(std::max(0, board_->findData(board))); }

// Those of the target; the one that was chosen stays where the target has it.
void TargetChoice::fillKernelSets() {
  const QSignalBlocker quiet(kernels_);
  const QString chosen = kernels_->currentText();
  kernels_->clear();
  const engine::Target* target = engine::findTarget(chosenTarget().toStdString());
  for (const std::string& set : service::kernelSets(*target)) kernels_->addItem(QString::fromStdString(set));
  kernels_->setCurrentIndex(std::max(0, kernels_->findText(chosen)));
}

// Kernels are compiled as the board's usual library.
void TargetChoice::chooseLevel() {
  const QSignalBlocker quiet(kernels_);
  const std::string chosen = kernels_->currentText().toStdString();
  const engine::Target& target = *engine::findTarget(chosenTarget().toStdString());
  kernels_->setCurrentText(QString::fromStdString(service::kernelsAtLevelOf(target, chosen, chosenBoard())));
}

// Another core is not the board's.
void TargetChoice::targetChosen() {
  if (engine::findTarget(chosenTarget().toStdString()) == nullptr) { // the name of a family was typed
    const QSignalBlocker quiet(target_);
    target_->setCurrentIndex(target_->findText(lastTarget_));
    return;
  }
  lastTarget_ = chosenTarget();
  fillKernelSets();
  const hardware::Board* board = chosenBoard();
  if (board != nullptr && chosenTarget().toStdString() != board->core) {
    const QSignalBlocker quiet(board_);
    board_->setCurrentIndex(0);
    beforeBoard_.reset();
    chooseLevel();
  }
  emit changed();
}

// A board has its own core, and a library that is usual there. Without it all is as it was before.
void TargetChoice::boardChosen() {
  const hardware::Board* board = chosenBoard();
  if (board == nullptr) {
    if (beforeBoard_) show(*std::exchange(beforeBoard_, std::nullopt));
    emit changed();
    return;
  }
  if (!beforeBoard_) beforeBoard_ = Chosen{chosenTarget(), kernels_->currentText(), {}};
  const QSignalBlocker quiet(target_);
  target_->setCurrentIndex(target_->findText(QString::fromStdString(board->core)));
  lastTarget_ = chosenTarget();
  fillKernelSets();
  chooseLevel();
  emit changed();
}

} // namespace arenascope::ui
