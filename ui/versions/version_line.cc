#include "ui/versions/version_line.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "ui/charts/arena_frame.h"
#include "ui/style/type.h"

namespace arenascope::ui {

namespace {

constexpr int kLineHeight = 86; // pixels of the design
constexpr int kTitleWidth = 230;
constexpr int kLineMargin = 50;   // at the right, for half a label
constexpr double kFineStep = 103; // bytes: below a tenth of a KiB, sizes are said in bytes
constexpr double kPointRadius = 4.5;
constexpr double kChosenRadius = 6.5; // of the selected point

double bytesOf(const Version& version) { return static_cast<double>(version.report->arena->recommended); }

} // namespace

VersionLine::VersionLine(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("versionLine"));
  setAccessibleName(tr("Versions: arena against cycles"));
  setFocusPolicy(Qt::StrongFocus);
  setFixedHeight(scaled(kLineHeight));
}

QSize VersionLine::sizeHint() const { return {scaled(700), scaled(kLineHeight)}; }

void VersionLine::setVersions(std::vector<Version> versions) {
  versions_ = std::move(versions);
  if (selected_ >= versions_.size()) selected_ = 0;
  if (base_ >= versions_.size()) base_ = 0;
  update();
}

void VersionLine::setSelected(std::size_t version) {
  selected_ = version;
  if (version < versions_.size())
    setAccessibleDescription(versions_[version].title + QLatin1Char(' ') + versions_[version].costs);
  update();
}

void VersionLine::setBase(std::size_t version) {
  base_ = version;
  update();
}

void VersionLine::setTarget(std::uint64_t bytes) {
  target_ = bytes;
  update();
}

void VersionLine::setState(const QString& state) {
  state_ = state;
  update();
}

void VersionLine::setBoard(std::uint64_t bytes, const QString& name) {
  board_ = bytes;
  boardName_ = name;
  update();
}

std::vector<std::size_t> VersionLine::onLine() const {
  std::vector<std::size_t> shown;
  for (std::size_t i = 0; i < versions_.size(); ++i)
    if (versions_[i].onLine && versions_[i].report != nullptr && versions_[i].report->arena) shown.push_back(i);
  return shown;
}

VersionLine::Axis VersionLine::axis() const {
  Axis axis;
  axis.plot = QRectF(scaled(kTitleWidth), scaled(28), width() - scaled(kTitleWidth) - scaled(kLineMargin), scaled(26));
  bool first = true;
  for (const std::size_t i : onLine()) {
    const double bytes = bytesOf(versions_[i]);
    axis.first = first ? bytes : std::max(axis.first, bytes);
    axis.last = first ? bytes : std::min(axis.last, bytes);
    axis.least = std::min(axis.least, versions_[i].growth);
    axis.most = std::max(axis.most, versions_[i].growth);
    first = false;
  }
  if (target_ > 0) {
    axis.first = std::max(axis.first, static_cast<double>(target_));
    axis.last = std::min(axis.last, static_cast<double>(target_));
  }
  if (axis.first - axis.last < 1) axis.last = axis.first - 1;
  return axis;
}

QPointF VersionLine::placeOn(const Axis& axis, double bytes, double growth) {
  return {axis.plot.left() + (axis.first - bytes) / (axis.first - axis.last) * axis.plot.width(),
          axis.plot.top() + (growth - axis.least) / (axis.most - axis.least) * axis.plot.height()};
}

QPointF VersionLine::centreOf(std::size_t version) const {
  return placeOn(axis(), bytesOf(versions_[version]), versions_[version].growth);
}

std::optional<std::size_t> VersionLine::nearest(double x) const {
  std::optional<std::size_t> found;
  double distance = 0;
  for (const std::size_t i : onLine()) {
    const double away = std::abs(centreOf(i).x() - x);
    if (found && away >= distance) continue;
    found = i;
    distance = away;
  }
  return found;
}

void VersionLine::choose(std::optional<std::size_t> version) {
  if (!version || *version == selected_) return;
  setSelected(*version);
  emit versionChosen(*version);
}

void VersionLine::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || event->position().x() < scaled(kTitleWidth) - scaled(kLineMargin / 2.0))
    return QWidget::mousePressEvent(event);
  choose(nearest(event->position().x()));
}

void VersionLine::mouseMoveEvent(QMouseEvent* event) {
  if ((event->buttons() & Qt::LeftButton) != 0) choose(nearest(event->position().x()));
}

void VersionLine::keyPressEvent(QKeyEvent* event) {
  const std::vector<std::size_t> shown = onLine();
  if (shown.empty()) return QWidget::keyPressEvent(event);
  const auto at = std::find(shown.begin(), shown.end(), selected_);
  const std::size_t place = at == shown.end() ? 0 : static_cast<std::size_t>(at - shown.begin());
  switch (event->key()) {
  case Qt::Key_Left:
  case Qt::Key_Up: choose(shown[place == 0 ? 0 : place - 1]); break;
  case Qt::Key_Right:
  case Qt::Key_Down: choose(shown[std::min(place + 1, shown.size() - 1)]); break;
  case Qt::Key_Home: choose(shown.front()); break;
  case Qt::Key_End: choose(shown.back()); break;
  default: QWidget::keyPressEvent(event);
  }
}

bool VersionLine::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const auto point = nearest(help->pos().x());
  if (point && std::abs(centreOf(*point).x() - help->pos().x()) < 2 * kChosenRadius)
    QToolTip::showText(help->globalPos(), versions_[*point].title + QLatin1Char('\n') + versions_[*point].costs, this);
  else
    QToolTip::hideText();
  return true;
}

QString VersionLine::labelOf(std::size_t version) const {
  const Version& shown = versions_[version];
  if (version == 0) return tr("as it is");
  if (version == base_) return tr("compared from here");
  QString bytes = groupedText(shown.report->arena->recommended);
  if (std::abs(shown.growth) < 0.05) return bytes;
  return tr("%1, %2%3 %")
      .arg(bytes, shown.growth > 0 ? QStringLiteral("+") : QStringLiteral("\u2212"))
      .arg(std::abs(shown.growth), 0, 'f', 1);
}

void VersionLine::paintTitle(QPainter& painter, const Theme& theme) const {
  const std::size_t count = onLine().size() - 1;
  painter.setFont(textFont(kBodyText, QFont::DemiBold));
  painter.setPen(theme.text);
  const auto all = [this](const auto& is) {
    return std::all_of(versions_.begin() + 1, versions_.end(),
                       [&](const Version& each) { return !each.onLine || is(each); });
  };
  const bool smaller = all([this](const Version& each) { return bytesOf(each) < bytesOf(versions_.front()); });
  painter.drawText(QPointF(scaled(16), scaled(34)), count == 0              ? tr("No other version yet")
                                                    : count == 1 && smaller ? tr("One smaller version")
                                                    : count == 1            ? tr("One other version")
                                                    : smaller               ? tr("%1 smaller versions").arg(count)
                                                                            : tr("%1 other versions").arg(count));
  painter.setFont(textFont(kSmallText));
  painter.setPen(theme.weakText);
  const bool same = all([](const Version& each) { return each.model != nullptr; });
  painter.drawText(QPointF(scaled(16), scaled(52)), !state_.isEmpty()   ? state_
                                                    : count > 0 && same ? tr("All give the same outputs.")
                                                                        : tr("To the right: less arena."));
  painter.drawText(QPointF(scaled(16), scaled(68)), tr("Further down: more cycles."));
}

void VersionLine::paintAxis(QPainter& painter, const Axis& axis, const Theme& theme) const {
  painter.setFont(textFont(kAxisText));
  const double step = tickStep((axis.first - axis.last) / axis.plot.width(), scaled(90), true);
  for (double bytes = std::floor(axis.first / step) * step; bytes >= axis.last; bytes -= step) {
    const double x = std::round(placeOn(axis, bytes, axis.least).x());
    painter.fillRect(QRectF(x, scaled(18), 1, scaled(46)), theme.grid);
    painter.setPen(theme.faintText);
    painter.drawText(QRectF(x - scaled(50), scaled(68), scaled(100), scaled(16)), Qt::AlignCenter,
                     step < kFineStep ? tr("%1 B").arg(groupedText(static_cast<std::uint64_t>(bytes)))
                                      : shortBytesText(bytes));
  }
}

void VersionLine::paintMark(QPainter& painter, const Axis& axis, std::uint64_t bytes, const QString& name,
                            const QColor& colour) const {
  const auto size = static_cast<double>(bytes);
  if (bytes == 0 || size > axis.first || size < axis.last) return;
  const double x = placeOn(axis, size, axis.least).x();
  painter.setPen(QPen(colour, 1.5, Qt::DashLine));
  painter.drawLine(QPointF(x, scaled(4)), QPointF(x, scaled(64)));
  painter.setFont(textFont(kAxisText, QFont::Medium));
  const double wide = painter.fontMetrics().horizontalAdvance(name);
  const double gap = scaled(4);
  painter.drawText(QPointF(x + gap + wide <= width() ? x + gap : x - gap - wide, scaled(64)), name);
}

void VersionLine::paintPoints(QPainter& painter, const Axis& axis, const Theme& theme) const {
  QPolygonF line; // through what was found: of the rest, none follows from another
  for (const std::size_t i : onLine())
    if (i == 0 || versions_[i].origin == Version::Origin::kSearch)
      line << placeOn(axis, bytesOf(versions_[i]), versions_[i].growth);
  const QColor edge = theme.family(report::Family::kOther).edge;
  painter.setPen(QPen(edge, 1.5));
  painter.setBrush(Qt::NoBrush);
  painter.drawPolyline(line);
  for (const std::size_t i : onLine()) {
    const QPointF centre = placeOn(axis, bytesOf(versions_[i]), versions_[i].growth);
    const bool chosen = i == selected_ && i != base_;
    const bool smaller = bytesOf(versions_[i]) <= bytesOf(versions_[base_]);
    painter.setPen(QPen(chosen || i == base_ ? theme.background : edge, chosen ? 2.5 : 1.5));
    painter.setBrush(i == base_ ? theme.faintText : !chosen ? theme.background : smaller ? theme.good : theme.peak);
    painter.drawEllipse(centre, chosen ? kChosenRadius : kPointRadius, chosen ? kChosenRadius : kPointRadius);
  }
  painter.setBrush(Qt::NoBrush);
}

// The chosen one's first, then as many others as there is room for.
void VersionLine::paintLabels(QPainter& painter, const Axis& axis, const Theme& theme) const {
  std::vector<std::size_t> order = onLine();
  std::stable_partition(order.begin(), order.end(),
                        [this](std::size_t i) { return i == selected_ || i == base_ || i == 0; });
  std::vector<QRectF> taken;
  for (const std::size_t i : order) {
    const bool chosen = i == selected_ && i != base_;
    painter.setFont(textFont(kAxisText, chosen ? QFont::DemiBold : QFont::Normal));
    const QString text = labelOf(i);
    const double wide = painter.fontMetrics().horizontalAdvance(text) + scaled(8);
    const QPointF centre = placeOn(axis, bytesOf(versions_[i]), versions_[i].growth);
    QRectF box(centre.x() - wide / 2, centre.y() - scaled(24), wide, scaled(16));
    box.moveRight(std::min(box.right(), width() - 4.0));
    if (std::any_of(taken.begin(), taken.end(), [&](const QRectF& other) { return other.intersects(box); })) continue;
    taken.push_back(box);
    const bool smaller = bytesOf(versions_[i]) <= bytesOf(versions_[base_]);
    painter.setPen(!chosen ? theme.weakText : smaller ? theme.good : theme.peak);
    painter.drawText(box, Qt::AlignCenter, text);
  }
}

void VersionLine::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const Theme theme = Theme::from(palette());
  painter.fillRect(rect(), theme.background);
  if (onLine().empty()) return;
  paintTitle(painter, theme);
  const Axis now = axis();
  paintAxis(painter, now, theme);
  paintMark(painter, now, board_, boardName_, theme.weakText);
  if (target_ != board_) paintMark(painter, now, target_, tr("target"), theme.selection);
  paintPoints(painter, now, theme);
  paintLabels(painter, now, theme);
  painter.fillRect(QRectF(0, height() - 1, width(), 1), theme.line);
  if (hasFocus()) drawFocus(painter, rect(), theme);
}

} // namespace arenascope::ui
