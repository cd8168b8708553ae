// The answer: the number, what proves it, the line to copy, what it consists of and why, what would help, where it
// fits.
#pragma once

#include <QTimer>
#include <QVariantAnimation>
#include <QWidget>

#include "ui/jobs/history_job.h"
#include "ui/jobs/run_settings.h"
#include "ui/jobs/search_job.h"
#include "ui/state/report_pointer.h"
#include "ui/tables/boards_model.h"

class QDoubleSpinBox;
class QHBoxLayout;
class QLabel;
class QPushButton;
class QScrollArea;
class QSpinBox;
class QToolButton;
class QVBoxLayout;

namespace arenascope::ui {

class AdviceCard;
class BoardBars;
class FigureList;
class FitPips;
class PartsBar;
class PastLine;
class Skeleton;

class AnswerColumn : public QWidget {
  Q_OBJECT

public:
  explicit AnswerColumn(QWidget* parent = nullptr);

  void setReport(const ReportPointer& report);
  // While there is no report: whether one is on its way; its places are kept then.
  void setComing(bool coming);
  // It will be replaced: until then it is not the answer.
  void setStale();
  // What the report was made with that no other control shows: a chip each, below the number.
  void setOverrides(const RunOverrides& overrides);
  // What would help; text: what goes on, "4 of 12"; empty once that is all. nullptr: it is not known, and why.
  void setAdvice(const AdvicePointer& advice, const QString& text);
  // Of the advice: what stands beside the model at the moment; -1: nothing of it.
  void setShown(int suggestion);
  // The model on all boards; empty: not known.
  void setBoards(const std::vector<BoardRow>& rows);
  // The line of C++ that the copy button puts on the clipboard; empty without a report.
  QString sizeLine() const;
  // The same with the given array size in bytes.
  QString arrayLines() const;

signals:
  // One of the things that would help is to be looked at, or saved as a model.
  void adviceWanted(int suggestion);
  void saveWanted(int suggestion);
  // A search that a limit ended is to go on.
  void goOnWanted();
  // The arena does not fit the board, and the user wants one that does, of the given size in bytes.
  void smallerWanted(std::uint64_t budget);
  // The user's limits: bytes of arena, and milliseconds for an inference; 0: any.
  void fitWanted(std::uint64_t bytes);
  void deadlineWanted(double milliseconds);
  // The user takes back what was chosen; these are left.
  void overridesChanged(const arenascope::ui::RunOverrides& overrides);
  void boardWanted(const QString& name);
  void revisionWanted();
  // The commits of the model's project.
  void historyWanted(const arenascope::ui::HistoryPointer& history);
  // The layer that is the reason.
  void layerWanted(int row);

protected:
  void changeEvent(QEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

private:
  void buildFrame();
  void fitMargins();
  void showReason();
  void showHazards();
  QVBoxLayout* addSection(const QString& title, QLabel** detail = nullptr, QWidget* corner = nullptr);
  void buildNumber(QVBoxLayout* layout);
  QWidget* buildLine(); // the declaration, to copy
  QWidget* buildMoreToCopy();
  void buildParts(QVBoxLayout* layout);
  void buildReason();
  void buildAdvice();
  QWidget* buildTarget();
  void askForTarget(bool asked);
  void showRest();
  void showCard();
  QString moreLines() const;
  QString restText(bool looking) const;
  void explainLink(const QString& link);
  void buildFit();
  void buildFigures();
  void addChip(const QString& text, const QString& name, const RunOverrides& without);
  void showParts();
  void showNumber();
  void rollTo(std::uint64_t bytes);
  void showDifference(std::uint64_t before, std::uint64_t now);
  void showPlaces();
  void showBoard();
  void copyText(const QString& text);

  ReportPointer report_;
  AdvicePointer advice_;
  std::size_t onCard_ = 0; // of its suggestions
  QString waiting_;        // what goes on, while it is looked for
  int shown_ = -1;
  QWidget* content_; // all but the foot
  QVBoxLayout* layout_;
  QScrollArea* scroll_;
  QLabel* proof_;
  QLabel* size_;
  QVariantAnimation roll_; // of the size, to what it is now
  QLabel* unit_;
  QTimer difference_; // how long it stands beside the unit
  bool coming_ = false;
  QLabel* detail_; // "80.4 KiB. With 16 bytes less it fails."
  PastLine* past_;
  QLabel* hazards_; // kernels that are known to break their promise with this model
  QLabel* misfit_;  // what does not fit the board
  QPushButton* shrink_;
  QHBoxLayout* chips_;
  QWidget* code_ = nullptr; // around the line
  QLabel* line_;
  QPushButton* copy_;
  PartsBar* bar_;
  QWidget* parts_ = nullptr; // a row each
  Skeleton* places_;         // of what is not known yet
  QLabel* nothingOpen_;
  QWidget* reasonSection_ = nullptr;
  QLabel* reason_;
  QLabel* adviceState_ = nullptr;
  Skeleton* cardPlace_;
  AdviceCard* card_;
  QLabel* more_;              // other suggestions
  QLabel* nothing_;           // what there is nothing to gain from
  QWidget* target_ = nullptr; // what the user has
  QSpinBox* fit_;
  QDoubleSpinBox* deadline_;
  QWidget* fitSection_ = nullptr;
  QLabel* fitState_ = nullptr;
  FitPips* pips_;
  QLabel* smallest_;
  QLabel* time_; // on the chosen board
  BoardBars* boardBars_;
  QToolButton* showFigures_;
  FigureList* figures_;
  QLabel* evidence_;
  QLabel* revision_; // of TFLM, to choose another one
};

} // namespace arenascope::ui
