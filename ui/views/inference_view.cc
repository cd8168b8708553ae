#include "ui/views/inference_view.h"

#include <QApplication>
#include <QClipboard>
#include <QMenu>
#include <algorithm>
#include <cmath>
#include <map>

#include "ui/charts/arena_frame.h"
#include "ui/state/escape_key.h"
#include "ui/views/arena_accessible.h"
#include "ui/views/motion.h"

namespace arenascope::ui {

namespace {
constexpr int kFadeTime = 120; // milliseconds
} // namespace

InferenceView::InferenceView(Selection& selection, const Annotations& notes, QWidget* parent)
    : ArenaView(parent), selection_(selection), notes_(notes), card_(new SelectionCard(selection, this)),
      hint_(new PictureHint(this)) {
  installArenaAccessibility(); // before anything asks how it is read
  setAccessibleName(tr("Arena during inference"));
  setReport(nullptr);
  new EscapeKey(
      this, [this] { return rows_ || !selection_.empty(); },
      [this] {
        timesChosen(std::nullopt);
        selection_.clear();
      });
  connect(&selection_, &Selection::changed, this, qOverload<>(&QWidget::update));
  connect(&selection_, &Selection::changed, hint_, [this] {
    if (!selection_.empty()) hint_->dismiss();
  });
  connect(card_, &SelectionCard::whatIfWanted, this, &InferenceView::whatIfWanted);
  connect(card_, &SelectionCard::noteWanted, this, &InferenceView::noteWanted);
  connect(card_, &SelectionCard::graphWanted, this, &InferenceView::graphWanted);
  connect(card_, &SelectionCard::changed, this, &InferenceView::placeCard);
  motion_.setStartValue(0.0);
  motion_.setEndValue(1.0);
  motion_.setEasingCurve(QEasingCurve::InOutQuad);
  connect(&motion_, &QVariantAnimation::valueChanged, this, [this](const QVariant& value) {
    offsets_.resize(from_.size());
    for (std::size_t i = 0; i < from_.size(); ++i)
      offsets_[i] = std::lerp(from_[i], static_cast<double>(report_->buffers[i].offset), value.toDouble());
    update();
  });
  connect(&motion_, &QVariantAnimation::finished, this, [this] {
    offsets_.clear();
    update();
  });
  growth_.setStartValue(0.0);
  growth_.setEndValue(1.0);
  growth_.setEasingCurve(QEasingCurve::OutCubic);
  connect(&growth_, &QVariantAnimation::valueChanged, this, qOverload<>(&QWidget::update));
  connect(&growth_, &QVariantAnimation::finished, this, &InferenceView::placeHint);
  fade_.setStartValue(0.0);
  fade_.setEndValue(1.0);
  connect(&fade_, &QVariantAnimation::valueChanged, this, qOverload<>(&QWidget::update));
  connect(&notes_, &Annotations::changed, this, qOverload<>(&QWidget::update));
}

void InferenceView::setReport(const ReportPointer& report) {
  baseline_ = report;
  showBaselineOrCandidate();
}

void InferenceView::setCandidate(const ReportPointer& candidate) {
  if (std::exchange(candidate_, candidate) != candidate) showBaselineOrCandidate();
}

void InferenceView::showBaselineOrCandidate() {
  const bool fits = candidate_ != nullptr && candidate_->arena && baseline_ != nullptr && baseline_->arena &&
                    candidate_->model.sha256 == baseline_->model.sha256 &&
                    candidate_->operators.size() == baseline_->operators.size();
  const ReportPointer before = std::exchange(report_, fits ? candidate_ : baseline_);
  shownOf_.clear();
  baseOf_.clear();
  if (report_ != baseline_) {
    // Scratch buffers are numbered as the kernels ask for them: of other kernels, the same number is another one.
    std::map<std::pair<std::int32_t, std::string>, int> places;
    for (const report::PlannedBuffer& buffer : report_->buffers)
      places.emplace(std::pair(buffer.index, buffer.name), static_cast<int>(places.size()));
    baseOf_.assign(report_->buffers.size(), -1);
    for (const report::PlannedBuffer& buffer : baseline_->buffers) {
      const auto found = places.find({buffer.index, buffer.name});
      if (found != places.end()) baseOf_[static_cast<std::size_t>(found->second)] = static_cast<int>(shownOf_.size());
      shownOf_.push_back(found == places.end() ? -1 : found->second);
    }
  }
  makePicture();
  moveFrom(before);
}

int InferenceView::shownOf(int baseBuffer) const {
  return baseBuffer < 0 || shownOf_.empty() ? baseBuffer : shownOf_[static_cast<std::size_t>(baseBuffer)];
}

int InferenceView::baseOf(int shownBuffer) const {
  return shownBuffer < 0 || baseOf_.empty() ? shownBuffer : baseOf_[static_cast<std::size_t>(shownBuffer)];
}

// Of the same model, a buffer is seen to go from its old place to the new one.
void InferenceView::moveFrom(const ReportPointer& before) {
  if (before == report_) return;
  motion_.stop();
  offsets_.clear();
  const bool sameModel = before != nullptr && report_ != nullptr && before->arena && report_->arena &&
                         before->model.sha256 == report_->model.sha256;
  if (!sameModel) grow();
  if (!sameModel || moveTime().count() == 0 || !isVisible()) return;
  std::map<std::int32_t, double> old;
  for (const report::PlannedBuffer& buffer : before->buffers)
    old.emplace(buffer.index, static_cast<double>(buffer.offset));
  from_.clear();
  bool moved = false;
  for (const report::PlannedBuffer& buffer : report_->buffers) {
    const auto now = static_cast<double>(buffer.offset);
    const auto was = old.find(buffer.index);
    from_.push_back(was == old.end() ? now : was->second);
    moved = moved || from_.back() != now;
  }
  if (!moved) return;
  motion_.setDuration(static_cast<int>(moveTime().count()));
  motion_.start();
}

void InferenceView::grow() {
  growth_.stop();
  if (moveTime().count() > 0 && isVisible() && report_ != nullptr && report_->arena) {
    growth_.setDuration(static_cast<int>(moveTime().count()));
    growth_.start();
  }
  placeHint();
}

// The middle of the peak's column, in pixels.
double InferenceView::peakPlace(const ArenaLayout& layout) const {
  const AxisRange time = picture_->peakRow() < 0 ? layout.time : picture_->timeOfRow(picture_->peakRow());
  return std::clamp(layout.xOf((time.first + time.last) / 2), layout.plot.left, layout.plot.right);
}

// Where the card of a selection would be.
void InferenceView::placeHint() {
  const bool wanted = picture_ && report_->arena && !growing() && selection_.empty() && hint_->isNeeded();
  hint_->adjustSize();
  hint_->setVisible(wanted && hint_->width() < width() / 2);
  if (!hint_->isHidden()) hint_->move(picture_->freeCorner(layoutFor(size()), hint_->size()).toPoint());
}

// In the corner in which it covers least; a small picture has no room for one.
void InferenceView::placeCard() {
  constexpr QSize kLeast(640, 320);
  constexpr int kMargin = 16;
  const bool room = picture_ && width() >= kLeast.width() * textScale() && height() >= kLeast.height();
  if (!room) return card_->hide();
  if (card_->isHidden()) return;
  card_->setMostHeight(height() - 2 * kMargin);
  card_->adjustSize();
  card_->placeAt(picture_->freeCorner(layoutFor(size()), card_->shownSize()));
}

void InferenceView::resizeEvent(QResizeEvent* event) {
  ArenaView::resizeEvent(event);
  placeHint();
}

void InferenceView::setWaiting(const QString& text) {
  waiting_ = text;
  if (report_ == nullptr) makePicture();
}

void InferenceView::setOptions(const InferenceOptions& options) {
  options_ = options;
  makePicture();
}

void InferenceView::makePicture() {
  hovered_ = -1;
  rows_.reset();
  InferenceOptions options = options_;
  if (report_ != baseline_) options.leastBytes = static_cast<double>(baseline_->arena->minimum); // both on one scale
  setPicture(
      picture_, report_,
      waiting_.isEmpty()
          ? tr("Drop a .tflite file here, or open one with Ctrl+O.\n\nYou will see how large its tensor arena must be, "
               "and what fills it.\nDrop two or more files to compare them.")
          : waiting_,
      options);
  search(searched_);
  card_->setReport(baseline_);
}

int InferenceView::search(const QString& text) {
  searched_ = text;
  matches_ = picture_ && !text.isEmpty() ? picture_->matching(text) : std::vector<char>();
  update();
  return static_cast<int>(std::count(matches_.begin(), matches_.end(), char{1}));
}

int InferenceView::stepMatch(int direction) {
  std::vector<int> found;
  for (std::size_t i = 0; i < matches_.size(); ++i)
    if (matches_[i] != 0) found.push_back(static_cast<int>(i));
  if (found.empty()) return 0;
  const auto count = static_cast<int>(found.size());
  const auto now = std::find(found.begin(), found.end(), shownOf(selection_.buffer()));
  const int from = now != found.end() ? static_cast<int>(now - found.begin()) : direction > 0 ? -1 : 0;
  const int next = (from + direction + count) % count;
  const report::PlannedBuffer& buffer =
      report_->buffers[static_cast<std::size_t>(found[static_cast<std::size_t>(next)])];
  selectShown(found[static_cast<std::size_t>(next)], picture_->operatorAt(buffer.firstOp).value_or(-1));
  return next + 1;
}

std::vector<int> InferenceView::buffersAt(int op) const {
  std::vector<int> live;
  const PlannerStep time = report_->operators[static_cast<std::size_t>(op)].time;
  for (std::size_t i = 0; i < report_->buffers.size(); ++i)
    if (report_->buffers[i].liveAt(time)) live.push_back(static_cast<int>(i));
  return live;
}

QString InferenceView::nameOf(const Place& place) const {
  return place.buffer < 0 ? operatorTitle(report_->operators[static_cast<std::size_t>(place.op)])
                          : QString::fromStdString(report_->buffers[static_cast<std::size_t>(place.buffer)].name);
}

QString InferenceView::descriptionOf(const Place& place) const {
  return plainText(place.buffer < 0 ? picture_->describeOperator(place.op) : picture_->describeBuffer(place.buffer));
}

QRect InferenceView::areaOf(const Place& place) const {
  const ArenaLayout layout = layoutFor(size());
  if (place.buffer < 0) return toRect(layout.box(picture_->timeOfRow(place.op), layout.bytes)).toAlignedRect();
  const report::ByteRange range = bytesOf(report_->buffers[static_cast<std::size_t>(place.buffer)]);
  return toRect(layout.box(picture_->timeOf(place.buffer),
                           {static_cast<double>(range.first), static_cast<double>(range.end)}))
      .toAlignedRect();
}

bool InferenceView::isSelected(const Place& place) const {
  return place.buffer < 0 ? selection_.op() == place.op : shownOf(selection_.buffer()) == place.buffer;
}

void InferenceView::select(const Place& place) { selectShown(place.buffer, place.op); }

// A buffer; one that is only there in what is tried stands for its operator.
void InferenceView::selectShown(int buffer, int op) {
  if (const int base = baseOf(buffer); base >= 0)
    selection_.selectBuffer(base);
  else if (op >= 0)
    selection_.selectOperator(op);
}

// Cycles come later than memory: their place is kept, so that nothing jumps.
double InferenceView::stripHeight() const {
  if (!picture_ || !options_.cycles) return 0;
  const bool never = report_->ok() && report_->invoked && !report_->cost && !baseline_->cost;
  return never ? 0 : kStripHeight;
}

std::vector<LegendItem> InferenceView::legend() const {
  return picture_ ? picture_->legend(Theme::from(palette())) : std::vector<LegendItem>();
}

// Of what is tried.
std::vector<char> InferenceView::notedBuffers() const {
  std::vector<char> noted(report_->buffers.size(), 0);
  for (std::size_t i = 0; i < noted.size(); ++i)
    if (const int base = baseOf(static_cast<int>(i)); base >= 0)
      noted[i] = notes_.onBuffers()[static_cast<std::size_t>(base)];
  return noted;
}

void InferenceView::paintPicture(QPainter& painter, const ArenaLayout& layout, const Theme& theme) const {
  if (!picture_) return;
  const bool hasNotes = notes_.report() == baseline_;
  const bool trying = report_ != baseline_;
  const std::vector<char> noted = hasNotes && trying ? notedBuffers() : std::vector<char>();
  painter.save();
  if (growing()) {
    const double peak = peakPlace(layout);
    const double done = growth_.currentValue().toDouble();
    const double left = std::lerp(peak, 0.0, done);
    painter.setClipRect(QRectF(left, 0, std::lerp(peak, static_cast<double>(width()), done) - left, height()));
  }
  picture_->paint(painter, layout, theme,
                  {.op = selection_.op(),
                   .buffer = shownOf(selection_.buffer()),
                   .hovered = hovered_,
                   .fade = fade_.state() == QAbstractAnimation::Running ? fade_.currentValue().toDouble() : 1.0,
                   .bytes = selection_.bytes(),
                   .arenaLine = arenaLine(),
                   .rows = rows_,
                   .matches = matches_.empty() ? nullptr : &matches_,
                   .noted = !hasNotes ? nullptr
                            : trying  ? &noted
                                      : &notes_.onBuffers(),
                   .notedRows = hasNotes ? &notes_.onRows() : nullptr,
                   .offsets = offsets_.empty() ? nullptr : &offsets_,
                   .overlay = trying ? baseline_.get() : nullptr});
  painter.restore();
}

void InferenceView::paintPlain(QPainter& painter, const ArenaLayout& layout, const Theme& theme) const {
  if (picture_) picture_->paint(painter, layout, theme, {});
}

QString InferenceView::describeAt(double time, double bytes) const {
  if (!picture_) return {};
  QString text = picture_->describe(time, bytes);
  if (notes_.report() != baseline_) return text;
  const auto buffer = picture_->bufferAt(time, bytes);
  const QString note =
      notes_.textOn(baseOf(buffer.value_or(-1)), buffer ? -1 : picture_->operatorAt(time).value_or(-1));
  return note.isEmpty() ? text : text + QStringLiteral("<p><i>%1</i></p>").arg(note.toHtmlEscaped());
}

void InferenceView::hover(double time, double bytes) {
  const int now = picture_ && time >= 0 ? picture_->bufferAt(time, bytes).value_or(-1) : -1;
  if (now == hovered_) return;
  const bool begins = hovered_ < 0;
  hovered_ = now;
  fade_.stop();
  if (begins && selection_.buffer() < 0 && moveTime().count() > 0) {
    fade_.setDuration(kFadeTime);
    fade_.start();
  }
  update();
}

void InferenceView::clicked(double time, double bytes) {
  const auto op = picture_->operatorAt(time);
  if (const auto buffer = picture_->bufferAt(time, bytes))
    shownOf(selection_.buffer()) == *buffer ? selection_.clear() : selectShown(*buffer, op.value_or(-1));
  else if (op)
    selection_.op() == *op ? selection_.clear() : selection_.selectOperator(*op);
  else
    selection_.clear();
}

void InferenceView::bytesChosen(const std::optional<AxisRange>& bytes) {
  if (!bytes)
    selection_.clear();
  else
    selection_.selectBytes({static_cast<std::uint64_t>(bytes->first), static_cast<std::uint64_t>(bytes->last)});
}

void InferenceView::timesChosen(const std::optional<AxisRange>& times) {
  rows_ = picture_ && times ? picture_->rowsIn(*times) : std::nullopt;
  update();
}

std::optional<ZoomState> InferenceView::selectedPart() const {
  if (!picture_) return std::nullopt;
  constexpr double kAround = 0.5; // of what is shown, on either side
  const auto wider = [](AxisRange range) {
    return AxisRange{range.first - kAround * range.length(), range.last + kAround * range.length()};
  };
  if (rows_)
    return ZoomState{{picture_->timeOfRow(rows_->first).first, picture_->timeOfRow(rows_->second).last},
                     bytesView().full()};
  if (selection_.op() >= 0) return ZoomState{wider(picture_->timeOfRow(selection_.op())), bytesView().full()};
  const int buffer = shownOf(selection_.buffer());
  const auto bytes =
      buffer >= 0 ? std::optional(bytesOf(report_->buffers[static_cast<std::size_t>(buffer)])) : selection_.bytes();
  if (!bytes) return std::nullopt;
  const AxisRange range{static_cast<double>(bytes->first), static_cast<double>(bytes->end)};
  return ZoomState{buffer >= 0 ? wider(picture_->timeOf(buffer)) : timeView().full(), wider(range)};
}

QString InferenceView::timeText(double time) const {
  const auto op = picture_ ? picture_->operatorAt(time) : std::nullopt;
  return op ? operatorTitle(report_->operators[static_cast<std::size_t>(*op)]) : picture_ ? tr("inputs") : QString();
}

void InferenceView::stepSelection(int direction) {
  if (picture_) selection_.stepOperator(direction, report_->operators.size());
}

void InferenceView::fillMenu(QMenu& menu, double time, double bytes) {
  const auto copy = [&menu, this](const QString& title, const QString& text) {
    menu.addAction(title, this, [text] { QApplication::clipboard()->setText(text); });
  };
  const auto buffer = picture_->bufferAt(time, bytes);
  if (!buffer) {
    const auto op = picture_->operatorAt(time);
    if (!op) return;
    menu.addAction(tr("Select operator"), this, [this, op] { selection_.selectOperator(*op); });
    menu.addAction(tr("Note..."), this, [this, op] {
      selection_.selectOperator(*op);
      emit noteWanted();
    });
    copy(tr("Copy name"), operatorTitle(report_->operators[static_cast<std::size_t>(*op)]));
    return;
  }
  const report::PlannedBuffer& what = report_->buffers[static_cast<std::size_t>(*buffer)];
  const report::ByteRange range = bytesOf(what);
  copy(tr("Copy name"), QString::fromStdString(what.name));
  copy(tr("Copy offset"), QString::number(what.offset));
  copy(tr("Copy size"), QString::number(what.bytes));
  menu.addSeparator();
  const int op = picture_->operatorAt(time).value_or(-1);
  menu.addAction(tr("Find in the graph"), this, [this, buffer, op] {
    selectShown(*buffer, op);
    emit graphWanted();
  });
  menu.addAction(tr("Note..."), this, [this, buffer, op] {
    selectShown(*buffer, op);
    emit noteWanted();
  });
  // The interpreter places scratch buffers while it runs: a plan cannot.
  if (!what.scratch)
    menu.addAction(tr("Pin here in the plan"), this, [this, index = what.index, offset = what.offset] {
      emit pinWanted(index, static_cast<std::int64_t>(offset));
    });
  menu.addAction(tr("What shares its bytes"), this, [this, range] { selection_.selectBytes(range); });
  menu.addAction(tr("Zoom to it"), this, [this, buffer, range] {
    showPart(picture_->timeOf(*buffer), {static_cast<double>(range.first), static_cast<double>(range.end)});
  });
}

} // namespace arenascope::ui
