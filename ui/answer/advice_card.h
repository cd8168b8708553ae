// The best that can be done, as a card: before and after as bars, all costs in a sentence, and what to do with it.
#pragma once

#include <QFrame>

#include "ui/jobs/search_job.h"

class QLabel;
class QPushButton;

namespace arenascope::ui {

class BeforeAfterBars;

class AdviceCard : public QFrame {
  Q_OBJECT

public:
  explicit AdviceCard(QWidget* parent = nullptr);

  void setSuggestion(const AdvicePointer& advice, std::size_t suggestion);
  // It is what stands beside the model at the moment.
  void setShown(bool shown);

signals:
  void showWanted();
  void saveWanted();

private:
  void showState();

  bool hasPicture_ = false;
  bool shown_ = false;
  QLabel* title_;
  QLabel* gain_;
  BeforeAfterBars* bars_;
  QLabel* costs_;
  QPushButton* show_;
  QPushButton* save_;
};

// "-28.5 %"; empty where nothing is saved.
QString gainText(const optimization::AdviceReport& advice, const optimization::Suggestion& suggestion);
// "another plan, another order or strips", for "Nothing to gain from ...".
QString leversText(const std::vector<optimization::AdviceReport::Nothing>& levers);

} // namespace arenascope::ui
