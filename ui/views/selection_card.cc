#include "ui/views/selection_card.h"

#include <QEvent>
#include <QFontInfo>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QRegularExpression>
#include <QTextBrowser>
#include <QToolButton>
#include <QUrl>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "ui/charts/arena_frame.h"
#include "ui/state/escape_key.h"
#include "ui/style/icons.h"

namespace arenascope::ui {

namespace {

constexpr int kSelectionWidth = 304; // without the shadow
constexpr int kPadding = 14;
constexpr int kSelectionRadius = 10;
constexpr int kLabelWidth = 58;
constexpr int kDetailsHeight = 220;

QFont sized(const QFont& font, double pixels, QFont::Weight weight) {
  constexpr double kBody = 13.0;
  QFont result = font;
  result.setPixelSize(std::max(1, static_cast<int>(std::lround(QFontInfo(font).pixelSize() * pixels / kBody))));
  result.setWeight(weight);
  return result;
}

// Without its first words where it is too long, since layers differ in their last ones; whole in its tooltip.
void setShortened(QLabel* label, const QString& text, int width) {
  const QFontMetrics metrics(label->font());
  QString shown = text;
  while (metrics.horizontalAdvance(shown) > width) {
    static const QRegularExpression kSeparator(QStringLiteral("[_./ -]"));
    const qsizetype next = shown.indexOf(kSeparator, 1);
    if (next < 0 || next + 1 >= shown.indexOf(QStringLiteral(", "))) break;
    shown = shown.mid(next + 1);
  }
  label->setText(metrics.elidedText(shown, Qt::ElideMiddle, width));
  label->setToolTip(label->text() == text ? QString() : text);
}

// "op:3" and "tensor:12"; empty for a line that leads nowhere.
QString linkTo(const report::DetailTarget& target) {
  if (target.op >= 0) return QStringLiteral("op:%1").arg(target.op);
  return target.tensor >= 0 ? QStringLiteral("tensor:%1").arg(target.tensor) : QString();
}

QString htmlOf(const std::string& text) { return QString::fromStdString(text).toHtmlEscaped(); }

QToolButton* flatButton(Qt::ArrowType arrow, const QString& name) {
  auto* button = new QToolButton;
  button->setAutoRaise(true);
  button->setArrowType(arrow);
  button->setAccessibleName(name);
  button->setToolTip(name);
  return button;
}

} // namespace

SelectionCard::SelectionCard(Selection& selection, QWidget* parent)
    : QFrame(parent), selection_(selection), title_(new QLabel), tag_(new QLabel(tr("peak"))),
      close_(flatButton(Qt::NoArrow, tr("Close the card (Escape)"))), lines_(new QGridLayout),
      whatIf_(new QPushButton(tr("What if..."))), note_(new QPushButton(tr("Note"))),
      graph_(new QPushButton(tr("In the graph"))), unfold_(flatButton(Qt::DownArrow, tr("All details"))),
      details_(new QTextBrowser) {
  setObjectName(QStringLiteral("selectionCard"));
  setAccessibleName(tr("Details of the selection"));
  buildLayout();
  setColours();
  hide();
  if (parent != nullptr) parent->installEventFilter(this);
  new EscapeKey(
      this, [this] { return !selection_.empty(); }, [this] { selection_.clear(); });
  connect(close_, &QToolButton::clicked, this, [this] { selection_.clear(); });
  connect(whatIf_, &QPushButton::clicked, this, &SelectionCard::whatIfWanted);
  connect(note_, &QPushButton::clicked, this, &SelectionCard::noteWanted);
  connect(graph_, &QPushButton::clicked, this, &SelectionCard::graphWanted);
  connect(unfold_, &QToolButton::toggled, this, &SelectionCard::setUnfolded);
  connect(details_, &QTextBrowser::anchorClicked, this, &SelectionCard::follow);
  connect(&selection_, &Selection::changed, this, &SelectionCard::showSelection);
}

void SelectionCard::buildLayout() {
  setFixedWidth(scaled(kSelectionWidth) + 2 * kShadow);
  setCursor(Qt::ArrowCursor);
  close_->setIcon(icon(Glyph::kClose));
  close_->setIconSize(QSize(scaled(16), scaled(16)));
  note_->setIcon(icon(Glyph::kNote));
  note_->setIconSize(QSize(scaled(14), scaled(14)));
  unfold_->setArrowType(Qt::NoArrow);
  unfold_->setIcon(icon(Glyph::kDown));
  unfold_->setIconSize(QSize(scaled(16), scaled(16)));
  unfold_->setCheckable(true);
  unfold_->setObjectName(QStringLiteral("allDetails"));
  title_->setTextFormat(Qt::PlainText);
  tag_->setObjectName(QStringLiteral("peakTag"));
  details_->setObjectName(QStringLiteral("cardDetails"));
  details_->setAccessibleName(tr("All details of what is selected"));
  details_->setOpenLinks(false);
  details_->setFrameShape(QFrame::NoFrame);
  details_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  details_->hide();
  auto* head = new QHBoxLayout;
  head->setSpacing(8);
  head->addWidget(title_);
  head->addWidget(tag_, 0, Qt::AlignVCenter);
  head->addStretch(1);
  head->addWidget(unfold_);
  head->addWidget(close_);
  lines_->setHorizontalSpacing(6);
  lines_->setVerticalSpacing(3);
  lines_->setColumnMinimumWidth(0, scaled(kLabelWidth) - 6);
  lines_->setColumnStretch(1, 1);
  auto* acts = new QHBoxLayout;
  acts->setSpacing(8);
  for (QPushButton* button : {whatIf_, note_, graph_}) {
    button->setProperty("role", QStringLiteral("small"));
    acts->addWidget(button);
  }
  acts->addStretch(1);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(kShadow + kPadding, kShadow + 10, kShadow + kPadding - 4, kShadow + 12);
  column->setSpacing(8);
  column->addLayout(head);
  column->addLayout(lines_);
  column->addLayout(acts);
  column->addWidget(details_);
}

void SelectionCard::setReport(const ReportPointer& report) {
  report_ = report;
  showSelection();
}

void SelectionCard::setMostHeight(int height) {
  const int others = sizeHint().height() - (details_->isHidden() ? 0 : details_->height());
  details_->setFixedHeight(std::max(60, std::min(scaled(kDetailsHeight), height - others - 8)));
}

std::optional<report::Card> SelectionCard::card() const {
  if (report_ == nullptr || !report_->arena || !selection_.fits(*report_)) return std::nullopt;
  if (selection_.op() >= 0) return operatorCard(*report_, selection_.op());
  if (selection_.buffer() >= 0) return bufferCard(*report_, selection_.buffer());
  if (selection_.tensor() >= 0) return tensorCard(*report_, selection_.tensor());
  return std::nullopt;
}

// Where there is a card.
report::Details SelectionCard::details() const {
  if (selection_.op() >= 0) return operatorDetails(*report_, selection_.op());
  if (selection_.buffer() >= 0) return bufferDetails(*report_, selection_.buffer());
  return tensorDetails(*report_, selection_.tensor());
}

// Nothing is written on the card of a view that nobody sees.
void SelectionCard::showSelection() {
  if (parentWidget() != nullptr && !parentWidget()->isVisible()) return hide();
  const std::optional<report::Card> now = card();
  if (now) {
    fill(*now);
    if (unfold_->isChecked()) details_->setHtml(toHtml(details()));
  }
  setVisible(now.has_value());
  if (now) adjustSize();
  emit changed();
}

bool SelectionCard::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Show || event->type() == QEvent::Resize) showSelection();
  return QFrame::eventFilter(watched, event);
}

void SelectionCard::leadToArena() { graph_->setText(tr("In the arena")); }

void SelectionCard::placeAt(const QPointF& corner) {
  move((corner - QPointF(kShadow, kShadow)).toPoint());
  raise();
}

// Labels of lines are kept from one selection to the next.
void SelectionCard::addRow() {
  std::array<QLabel*, 3> row{};
  for (std::size_t column = 0; column < row.size(); ++column) {
    row[column] = new QLabel(this);
    row[column]->setTextFormat(Qt::PlainText);
    row[column]->setForegroundRole(QPalette::WindowText); // the picture's is another one
    lines_->addWidget(row[column], static_cast<int>(rows_.size()), static_cast<int>(column),
                      column == 2 ? Qt::AlignRight : Qt::Alignment());
  }
  rows_.push_back(row);
}

void SelectionCard::fill(const report::Card& card) {
  tag_->setVisible(card.peak);
  const int inside = scaled(kSelectionWidth) - 2 * kPadding;
  title_->setFont(sized(font(), 13, QFont::DemiBold));
  setShortened(title_, QString::fromStdString(card.title), inside - 40 - (card.peak ? tag_->sizeHint().width() : 0));
  if (title_->toolTip().isEmpty()) title_->setToolTip(QString::fromStdString(card.fullName));
  while (rows_.size() < card.lines.size()) addRow();
  const Theme theme = Theme::from(palette());
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const bool shown = i < card.lines.size();
    const report::CardLine line = shown ? card.lines[i] : report::CardLine();
    const auto& [label, text, value] = rows_[i];
    const auto dress = [&](QLabel* which, const QColor& ink, QFont::Weight weight) {
      which->setVisible(shown);
      which->setFont(sized(font(), 12, weight));
      QPalette colours = palette();
      colours.setColor(QPalette::WindowText, ink);
      which->setPalette(colours);
    };
    dress(label, theme.weakText, QFont::Normal);
    dress(text, theme.text, QFont::Normal);
    dress(value, theme.text, QFont::Medium);
    label->setText(QString::fromStdString(line.label));
    value->setText(QString::fromStdString(line.value));
    setShortened(text, QString::fromStdString(line.text),
                 inside - scaled(kLabelWidth) - 10 - value->sizeHint().width());
  }
  for (QPushButton* button : {whatIf_, note_, graph_}) button->setFont(sized(font(), 12, QFont::Medium));
  layout()->activate();
}

void SelectionCard::setUnfolded(bool unfolded) {
  unfold_->setIcon(icon(unfolded ? Glyph::kUp : Glyph::kDown));
  if (unfolded && card()) details_->setHtml(toHtml(details()));
  details_->setVisible(unfolded);
  adjustSize();
  emit changed();
}

QString SelectionCard::toHtml(const report::Details& details) const {
  const QString weak = Theme::from(palette()).weakText.name();
  QString html = QStringLiteral("<table cellspacing=0 cellpadding=2 width='100%'>");
  for (const report::DetailSection& section : details.sections) {
    html += QStringLiteral("<tr><td colspan=2><b>%1</b></td></tr>").arg(htmlOf(section.title));
    for (const report::DetailLine& line : section.lines) {
      const QString link = linkTo(line.target);
      const QString value =
          link.isEmpty() ? htmlOf(line.value) : QStringLiteral("<a href='%1'>%2</a>").arg(link, htmlOf(line.value));
      html += line.label.empty() ? QStringLiteral("<tr><td colspan=2>%1</td></tr>").arg(value)
                                 : QStringLiteral("<tr><td style='color:%1'>%2&nbsp;</td><td>%3</td></tr>")
                                       .arg(weak, htmlOf(line.label), value);
    }
  }
  return html + QStringLiteral("</table>");
}

void SelectionCard::follow(const QUrl& link) {
  const int number = link.path().toInt();
  if (link.scheme() == QStringLiteral("op")) return selection_.selectOperator(number);
  const int buffer = buffersByTensor(*report_)[static_cast<std::size_t>(number)];
  buffer >= 0 ? selection_.selectBuffer(buffer) : selection_.selectTensor(number);
}

void SelectionCard::setColours() {
  const Theme theme = Theme::from(palette());
  QColor soft = theme.peak;
  soft.setAlpha(theme.dark ? 48 : 28);
  tag_->setFont(sized(font(), 11, QFont::Medium));
  tag_->setStyleSheet(QStringLiteral("color: %1; background: rgba(%2, %3, %4, %5); border-radius: 4px; padding: 0 6px")
                          .arg(theme.peak.name())
                          .arg(soft.red())
                          .arg(soft.green())
                          .arg(soft.blue())
                          .arg(soft.alpha()));
}

void SelectionCard::changeEvent(QEvent* event) {
  QFrame::changeEvent(event);
  if (event->type() != QEvent::PaletteChange && event->type() != QEvent::FontChange) return;
  setColours();
  showSelection();
}

// A shadow is a few rings that get weaker.
void SelectionCard::paintEvent(QPaintEvent* /*event*/) {
  constexpr int kDown = 3; // pixels, that the shadow lies lower
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const Theme theme = Theme::from(palette());
  const QRectF card = QRectF(rect()).adjusted(kShadow, kShadow, -kShadow, -kShadow);
  painter.setBrush(Qt::NoBrush);
  for (int ring = 1; ring < kShadow - kDown; ++ring) {
    const int alpha = (theme.dark ? 60 : 18) * (kShadow - kDown - ring) / (kShadow - kDown);
    painter.setPen(QPen(QColor(0, 0, 0, alpha), 1.5));
    painter.drawRoundedRect(card.adjusted(-ring, kDown - ring, ring, kDown + ring), kSelectionRadius + ring,
                            kSelectionRadius + ring);
  }
  painter.setPen(QPen(theme.line, 1));
  painter.setBrush(theme.background);
  painter.drawRoundedRect(card.adjusted(0.5, 0.5, -0.5, -0.5), kSelectionRadius, kSelectionRadius);
}

} // namespace arenascope::ui
