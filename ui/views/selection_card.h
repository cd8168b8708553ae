// A card over the picture: what is selected, and what can be done with it. All details unfold below.
#pragma once

#include <QFrame>
#include <array>
#include <vector>

#include "core/report/text/card.h"
#include "core/report/text/details.h"
#include "ui/state/report_pointer.h"
#include "ui/state/selection.h"

class QGridLayout;
class QLabel;
class QPushButton;
class QTextBrowser;
class QToolButton;
class QUrl;

namespace arenascope::ui {

class SelectionCard : public QFrame {
  Q_OBJECT

public:
  explicit SelectionCard(Selection& selection, QWidget* parent = nullptr);

  // Shows the selection in that report; hides where nothing of it is selected.
  void setReport(const ReportPointer& report);
  // At most so high, in pixels, with all details unfolded.
  void setMostHeight(int height);
  // The third button leads from the graph to the arena instead.
  void leadToArena();
  // With its upper left corner, without the shadow, at a place of its parent.
  void placeAt(const QPointF& corner);
  // Without the shadow, in pixels.
  QSizeF shownSize() const { return size() - 2 * QSize(kShadow, kShadow); }
  // Around the card, for its shadow, in pixels.
  static constexpr int kShadow = 12;

signals:
  void whatIfWanted();
  void noteWanted();
  void graphWanted(); // or the arena
  // Its size or visibility is another one.
  void changed();

protected:
  void paintEvent(QPaintEvent* event) override;
  void changeEvent(QEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

private:
  void buildLayout();
  void showSelection();
  void fill(const report::Card& card);
  void addRow();
  void setColours();
  void setUnfolded(bool unfolded);
  void follow(const QUrl& link);
  QString toHtml(const report::Details& details) const;
  std::optional<report::Card> card() const;
  report::Details details() const;

  Selection& selection_;
  ReportPointer report_;
  QLabel* title_;
  QLabel* tag_;
  QToolButton* close_;
  QGridLayout* lines_;
  std::vector<std::array<QLabel*, 3>> rows_; // of lines_: label, text and value
  QPushButton* whatIf_;
  QPushButton* note_;
  QPushButton* graph_;
  QToolButton* unfold_;
  QTextBrowser* details_;
};

} // namespace arenascope::ui
