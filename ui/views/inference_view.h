// The widget of the inference view.
#pragma once

#include <QVariantAnimation>
#include <optional>

#include "ui/charts/inference_chart.h"
#include "ui/state/annotations.h"
#include "ui/state/selection.h"
#include "ui/views/arena_view.h"
#include "ui/views/picture_hint.h"
#include "ui/views/selection_card.h"

namespace arenascope::ui {

class InferenceView : public ArenaView {
  Q_OBJECT

public:
  // notes: of the same report, once there is one.
  InferenceView(Selection& selection, const Annotations& notes, QWidget* parent = nullptr);

  void setReport(const ReportPointer& report);
  // What the same model would be with other settings: that is shown instead, over outlines of what is; nullptr, or of
  // another model: nothing is tried.
  void setCandidate(const ReportPointer& candidate);
  // What is tried, and shown.
  ReportPointer candidate() const { return report_ == baseline_ ? nullptr : report_; }
  // What to say while there is no report yet; empty: what to do to have one.
  void setWaiting(const QString& text);
  void setOptions(const InferenceOptions& options);
  const InferenceOptions& options() const { return options_; }
  // What colours mean in what is shown.
  std::vector<LegendItem> legend() const;
  void paintPicture(QPainter& painter, const ArenaLayout& layout, const Theme& theme) const override;
  void paintPlain(QPainter& painter, const ArenaLayout& layout, const Theme& theme) const override;

  // Buffers are on their way from where they were.
  bool moving() const { return motion_.state() == QAbstractAnimation::Running; }
  // A model that was not there before: its picture is uncovered from the peak to both sides.
  bool growing() const { return growth_.state() == QAbstractAnimation::Running; }

  // Buffers whose names have it in them light up, the others fade; empty: all are as before. Answers how many there
  // are.
  int search(const QString& text);
  // Selects the next one of them, or the one before (-1); answers its number, from 1; 0: there is none.
  int stepMatch(int direction);

  // For who reads the picture without seeing it (arena_accessible.h): an operator, or a buffer that is in use there.
  struct Place {
    int op = -1;     // row of Report::operators
    int buffer = -1; // position in Report::buffers, or -1
  };
  // What is shown: what is tried, where something is.
  const ReportPointer& report() const { return report_; }
  int operatorCount() const { return picture_ ? static_cast<int>(report_->operators.size()) : 0; }
  // Positions in Report::buffers.
  std::vector<int> buffersAt(int op) const;
  QString nameOf(const Place& place) const;
  QString descriptionOf(const Place& place) const;
  QRect areaOf(const Place& place) const; // in the widget
  bool isSelected(const Place& place) const;
  void select(const Place& place);

signals:
  void graphWanted(); // with what is selected
  void noteWanted();  // on what is selected
  void whatIfWanted();
  // In a plan, profile::PlannedBuffer::index is to be at that offset.
  void pinWanted(std::int32_t index, std::int64_t offset);

protected:
  void resizeEvent(QResizeEvent* event) override;
  double stripHeight() const override;
  double timeAxisHeight() const override { return picture_ ? picture_->axisHeight() : axisHeight(); }
  bool hasLegend() const override { return options_.legend; }
  QString describeAt(double time, double bytes) const override;
  void hover(double time, double bytes) override;
  void clicked(double time, double bytes) override;
  void bytesChosen(const std::optional<AxisRange>& bytes) override;
  void timesChosen(const std::optional<AxisRange>& times) override;
  std::optional<ZoomState> selectedPart() const override;
  QString timeText(double time) const override;
  void stepSelection(int direction) override;
  void fillMenu(QMenu& menu, double time, double bytes) override;

private:
  void makePicture();
  void placeCard();
  void moveFrom(const ReportPointer& before);
  void grow();
  double peakPlace(const ArenaLayout& layout) const;
  void placeHint();
  void showBaselineOrCandidate();
  // What is selected is of the report on screen everywhere else; positions in Report::buffers, -1: it has none.
  int shownOf(int baseBuffer) const;
  int baseOf(int shownBuffer) const;
  void selectShown(int buffer, int op);
  std::vector<char> notedBuffers() const;

  Selection& selection_;
  const Annotations& notes_;
  SelectionCard* card_;
  PictureHint* hint_;
  ReportPointer baseline_;  // what everything else in the window shows
  ReportPointer candidate_; // as it was told
  ReportPointer report_;
  std::vector<int> shownOf_; // where something is tried, by buffer of base_
  std::vector<int> baseOf_;  // and back
  QString waiting_;
  InferenceOptions options_;
  std::optional<InferenceChart> picture_;
  QVariantAnimation motion_;
  QVariantAnimation growth_;
  std::vector<double> from_;    // by buffer, offsets in bytes where they were
  std::vector<double> offsets_; // and where they are; empty: at rest
  int hovered_ = -1;
  QVariantAnimation fade_;                  // of what does not share bytes with what is pointed at
  std::optional<std::pair<int, int>> rows_; // that are summed up
  QString searched_;
  std::vector<char> matches_; // by buffer; empty: nothing is searched for
};

} // namespace arenascope::ui
