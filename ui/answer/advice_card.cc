#include "ui/answer/advice_card.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QStyle>
#include <QVBoxLayout>

#include "core/output/answers/advice_writer.h"
#include "ui/charts/arena_frame.h"
#include "ui/style/icons.h"
#include "ui/style/tokens.h"
#include "ui/style/type.h"

namespace arenascope::ui {

namespace {

// "another plan", for "Nothing to gain from another plan, another order or strips."
QString leverText(optimization::AdviceKind kind) {
  using enum optimization::AdviceKind;
  switch (kind) {
  case kPlan: return AdviceCard::tr("another plan");
  case kOrder: return AdviceCard::tr("another order");
  case kPadding: return AdviceCard::tr("folded padding");
  case kOverlap: return AdviceCard::tr("overlapping buffers");
  case kStrips: return AdviceCard::tr("strips");
  case kKernels: return AdviceCard::tr("other kernels");
  case kTail: return AdviceCard::tr("less persistent memory");
  case kTwoArenas: return AdviceCard::tr("two arenas");
  case kBoard: return AdviceCard::tr("another board");
  case kClock: return AdviceCard::tr("a lower clock");
  case kFlash: return AdviceCard::tr("compressed constants");
  case kQuantize: return AdviceCard::tr("integers instead of floats");
  case kInputSize: return AdviceCard::tr("a smaller input");
  case kWidth: return AdviceCard::tr("fewer channels");
  case kCombination: return AdviceCard::tr("two changes together");
  }
  return {};
}

} // namespace

// The arena before, grey, and after, green, with their sizes.
class BeforeAfterBars : public QWidget {
public:
  BeforeAfterBars() { setFixedHeight(scaled(30)); }

  void setSizes(std::uint64_t before, std::uint64_t after) {
    before_ = before;
    after_ = after;
    setAccessibleName(tr("%1 bytes before, %2 after").arg(groupedText(before), groupedText(after)));
    update();
  }

protected:
  void paintEvent(QPaintEvent* /*event*/) override {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(textFont(kAxisText, QFont::Medium));
    const Tokens& tokens = tokensOn(palette().color(QPalette::Base));
    const double room = width() - painter.fontMetrics().horizontalAdvance(groupedText(std::max(before_, after_))) - 8;
    const auto most = static_cast<double>(std::max<std::uint64_t>(1, std::max(before_, after_)));
    const auto bar = [&](double top, std::uint64_t bytes, const QColor& colour) {
      painter.setPen(Qt::NoPen);
      painter.setBrush(colour);
      painter.drawRoundedRect(QRectF(0, top + scaled(3), room * static_cast<double>(bytes) / most, scaled(8)), 2, 2);
      painter.setPen(tokens.ink);
      painter.drawText(QRectF(0, top, width(), scaled(14)), Qt::AlignRight | Qt::AlignVCenter, groupedText(bytes));
    };
    bar(0, before_, tokens.of(Family::kOther).fill);
    bar(scaled(15), after_, after_ <= before_ ? tokens.good : tokens.peak);
  }

private:
  std::uint64_t before_ = 0;
  std::uint64_t after_ = 0;
};

QString gainText(const optimization::AdviceReport& advice, const optimization::Suggestion& suggestion) {
  if (suggestion.savedBytes == 0) return {};
  const double share = 100.0 * static_cast<double>(suggestion.savedBytes) /
                       static_cast<double>(std::max<std::uint64_t>(1, advice.before.arena->recommended));
  return suggestion.savedBytes > 0 ? AdviceCard::tr("\u2212%1 %").arg(share, 0, 'f', 1)
                                   : AdviceCard::tr("+%1 %").arg(-share, 0, 'f', 1);
}

AdviceCard::AdviceCard(QWidget* parent)
    : QFrame(parent), title_(new QLabel), gain_(new QLabel), bars_(new BeforeAfterBars), costs_(new QLabel),
      show_(new QPushButton(tr("Show before and after"))), save_(new QPushButton(tr("Save model..."))) {
  setObjectName(QStringLiteral("adviceCard"));
  setProperty("role", QStringLiteral("card"));
  title_->setObjectName(QStringLiteral("adviceTitle"));
  title_->setFont(textFont(kBodyText, QFont::DemiBold));
  title_->setWordWrap(true);
  gain_->setProperty("role", QStringLiteral("good"));
  gain_->setFont(textFont(kBodyText, QFont::DemiBold));
  costs_->setProperty("role", QStringLiteral("small"));
  costs_->setWordWrap(true);
  costs_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  show_->setObjectName(QStringLiteral("adviceShow"));
  show_->setProperty("role", QStringLiteral("primary"));
  save_->setObjectName(QStringLiteral("adviceSave"));
  save_->setToolTip(tr("The model with its header and resolver, named for it"));
  connect(show_, &QPushButton::clicked, this, &AdviceCard::showWanted);
  connect(save_, &QPushButton::clicked, this, &AdviceCard::saveWanted);
  for (QPushButton* button : {show_, save_}) button->setFont(textFont(kSmallText, QFont::Medium));
  auto* top = new QHBoxLayout;
  top->addWidget(title_, 1);
  top->addWidget(gain_, 0, Qt::AlignTop);
  auto* actions = new QHBoxLayout;
  actions->setSpacing(scaled(8));
  actions->addWidget(show_);
  actions->addWidget(save_);
  actions->addStretch(1);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(scaled(12), scaled(12), scaled(12), scaled(12));
  layout->setSpacing(scaled(8));
  layout->addLayout(top);
  layout->addWidget(bars_);
  layout->addWidget(costs_);
  layout->addLayout(actions);
}

void AdviceCard::setSuggestion(const AdvicePointer& advice, std::size_t suggestion) {
  const optimization::Suggestion& best = advice->suggestions[suggestion];
  title_->setText(QString::fromStdString(output::actionOf(best)));
  gain_->setText(gainText(*advice, best));
  gain_->setEnabled(best.savedBytes > 0); // what takes more is no gain
  bars_->setVisible(best.after && best.after->arena);
  if (best.after && best.after->arena)
    bars_->setSizes(advice->before.arena->recommended, best.after->arena->recommended);
  costs_->setText(withMinus(output::describeCosts(*advice, best)));
  hasPicture_ = best.after.has_value();
  save_->setVisible(!best.model.empty());
  showState();
}

void AdviceCard::setShown(bool shown) {
  if (shown == shown_) return;
  shown_ = shown;
  showState();
}

// An accent around it, and its button says so.
void AdviceCard::showState() {
  const QString role = shown_ ? QStringLiteral("chosenCard") : QStringLiteral("card");
  show_->setText(shown_ ? tr("Shown beside it") : hasPicture_ ? tr("Show before and after") : tr("Show"));
  show_->setIcon(shown_ ? icon(Glyph::kDone, QPalette::Link) : QIcon());
  if (property("role").toString() == role) return;
  setProperty("role", role);
  show_->setProperty("role", shown_ ? QStringLiteral("chosen") : QStringLiteral("primary"));
  for (QWidget* widget : std::initializer_list<QWidget*>{this, show_}) {
    widget->style()->unpolish(widget);
    widget->style()->polish(widget);
  }
}

QString leversText(const std::vector<optimization::AdviceReport::Nothing>& all) {
  QStringList levers;
  for (const auto& one : all) levers << leverText(one.kind);
  const QString last = levers.isEmpty() ? QString() : levers.takeLast();
  return levers.isEmpty() ? last : AdviceCard::tr("%1 or %2").arg(levers.join(QStringLiteral(", ")), last);
}

} // namespace arenascope::ui
