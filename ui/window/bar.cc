#include "ui/window/bar.h"

#include <QApplication>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QResizeEvent>
#include <QStyleOptionToolButton>
#include <QStylePainter>
#include <QToolButton>

#include "ui/panels/run_popover.h"
#include "ui/panels/target_choice.h"
#include "ui/style/icons.h"
#include "ui/style/tokens.h"
#include "ui/style/type.h"
#include "ui/window/colour_scheme.h"

namespace arenascope::ui {

namespace {

// Pixels of the design.
constexpr int kSign = 16; // an icon, or the arrow of what opens something
constexpr int kGap = 8;
constexpr int kSide = 10;
constexpr int kIconSide = 8; // where there is nothing but an icon
constexpr int kMarkSide = 5; // of the program's own

// An icon, a text of which the end can be weaker, and an arrow where it opens something. The properties "opens" and
// "quietFrom", a place in the text, say so.
class PillButton : public QToolButton {
public:
  QSize sizeHint() const override {
    const int side = iconSize().width() > scaled(kSign) ? kMarkSide : kIconSide;
    if (!hasText() && !opens()) return {iconSize().width() + 2 * scaled(side), scaled(32)};
    int width = 2 * scaled(kSide) - scaled(kGap);
    if (hasIcon()) width += iconSize().width() + scaled(kGap);
    if (hasText()) width += fontMetrics().horizontalAdvance(text()) + scaled(kGap);
    if (opens()) width += scaled(kSign + kGap);
    return {width, scaled(32)};
  }
  QSize minimumSizeHint() const override { return sizeHint(); }

protected:
  void paintEvent(QPaintEvent* /*event*/) override {
    QStylePainter painter(this);
    QStyleOptionToolButton option;
    initStyleOption(&option);
    option.text.clear();
    option.icon = {};
    option.features = QStyleOptionToolButton::None;
    painter.drawComplexControl(QStyle::CC_ToolButton, option);
    int left = hasText() || opens() ? scaled(kSide) : (width() - iconSize().width()) / 2;
    const auto draw = [&](const QIcon& sign, const QSize& size) {
      sign.paint(&painter, QRect(QPoint(left, (height() - size.height()) / 2), size), Qt::AlignCenter,
                 isEnabled() ? QIcon::Normal : QIcon::Disabled);
      left += size.width() + scaled(kGap);
    };
    if (hasIcon()) draw(icon(), iconSize());
    if (hasText()) {
      const QVariant from = property("quietFrom");
      const QString strong = text().left(from.isValid() ? from.toInt() : -1);
      // Its own palette is what the style sheet makes of it.
      const Tokens& tokens = tokensOn(QApplication::palette().color(QPalette::Base));
      for (const auto& [part, colour] : {std::pair(strong, isEnabled() ? tokens.ink : tokens.ink3),
                                         std::pair(text().mid(strong.size()), tokens.ink2)}) {
        painter.setPen(colour);
        painter.drawText(QRect(left, 0, width(), height()), Qt::AlignLeft | Qt::AlignVCenter, part);
        left += fontMetrics().horizontalAdvance(part);
      }
      left += scaled(kGap);
    }
    if (opens()) draw(ui::icon(Glyph::kDown), QSize(scaled(kSign), scaled(kSign)));
  }

private:
  bool opens() const { return property("opens").toBool(); }
  bool hasIcon() const { return !icon().isNull(); }
  bool hasText() const { return !text().isEmpty() && toolButtonStyle() != Qt::ToolButtonIconOnly; }
};

// Looks like a line to type into; where it is narrow, its text is a shorter one, and the keys go.
class SearchButton : public QPushButton {
public:
  SearchButton(const QString& text, QLabel* keys) : keys_(keys) {
    setText(text);
    setAccessibleName(text);
  }

protected:
  QSize sizeHint() const override { return {scaled(316), scaled(32)}; }
  QSize minimumSizeHint() const override { return {scaled(160), scaled(32)}; }
  void resizeEvent(QResizeEvent* event) override {
    constexpr int kKeysNeed = 200; // pixels of the field
    QPushButton::resizeEvent(event);
    keys_->setVisible(width() >= scaled(kKeysNeed));
  }
  void paintEvent(QPaintEvent* /*event*/) override {
    QStylePainter painter(this);
    QStyleOptionButton option;
    initStyleOption(&option);
    painter.drawControl(QStyle::CE_PushButtonBevel, option);
    const int sign = scaled(kSign);
    icon().paint(&painter, QRect(scaled(kSide), (height() - sign) / 2, sign, sign));
    const int left = scaled(kSide) + sign + scaled(kGap);
    const int right = keys_->isVisible() ? keys_->x() : width();
    const QRect room(left, 0, right - scaled(kGap) - left, height());
    painter.setPen(palette().color(QPalette::ButtonText));
    QString shown = QObject::tr("Find");
    for (const QString& longer : {QObject::tr("Find anything"), text()})
      if (fontMetrics().horizontalAdvance(longer) <= room.width()) shown = longer;
    painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter, shown);
  }

private:
  QLabel* keys_;
};

} // namespace

Bar::Bar(TargetChoice& choice, QWidget* parent)
    : QWidget(parent), choice_(choice), run_(new RunPopover(choice, this)), menu_(new QMenu(this)),
      models_(new QMenu(this)), boards_(new QMenu(this)), mark_(pill({}, markIcon())), model_(pill(tr("No model"), {})),
      target_(pill({}, icon(Glyph::kProcessor))), board_(pill({}, icon(Glyph::kBoard))),
      searchKeys_(new QLabel(tr("Ctrl K"))),
      search_(new SearchButton(tr("Find a layer, a board, an action"), searchKeys_)),
      explain_(pill(tr("Explain an error"), icon(Glyph::kMessage))),
      compare_(pill(tr("Compare"), icon(Glyph::kCompare))), export_(pill(tr("Export"), icon(Glyph::kExport))),
      scheme_(pill({}, icon(Glyph::kMoon))) {
  setObjectName(QStringLiteral("bar"));
  setAttribute(Qt::WA_StyledBackground);
  mark_->setAccessibleName(tr("Menu"));
  mark_->setToolTip(tr("Menu (Alt+M)"));
  mark_->setShortcut(QStringLiteral("Alt+M"));
  mark_->setMenu(menu_);
  mark_->setPopupMode(QToolButton::InstantPopup);
  mark_->setIconSize(QSize(scaled(22), scaled(22)));
  model_->setObjectName(QStringLiteral("modelPill"));
  model_->setMenu(models_);
  model_->setPopupMode(QToolButton::InstantPopup);
  target_->setObjectName(QStringLiteral("targetPill"));
  connect(target_, &QToolButton::clicked, this, &Bar::openRun);
  board_->setObjectName(QStringLiteral("boardPill"));
  board_->setMenu(boards_);
  board_->setPopupMode(QToolButton::InstantPopup);
  connect(boards_, &QMenu::aboutToShow, this, &Bar::fillBoards);
  search_->setObjectName(QStringLiteral("search"));
  search_->setProperty("role", QStringLiteral("search"));
  search_->setIcon(icon(Glyph::kSearch));
  search_->setToolTip(tr("Everything that the window knows and can do (Ctrl+K)"));
  connect(search_, &QPushButton::clicked, this, &Bar::searchWanted);
  explain_->setToolTip(tr("Paste what a device printed: what it means, and which size is right"));
  connect(explain_, &QToolButton::clicked, this, &Bar::explainWanted);
  compare_->setToolTip(tr("This model before and after a change, or beside another"));
  connect(compare_, &QToolButton::clicked, this, &Bar::compareWanted);
  export_->setToolTip(tr("Header, resolver, reports and charts (Ctrl+E)"));
  connect(export_, &QToolButton::clicked, this, &Bar::exportWanted);
  scheme_->setObjectName(QStringLiteral("scheme"));
  connect(scheme_, &QToolButton::clicked, this, &Bar::schemeWanted);
  for (QToolButton* opening : {model_, target_, board_}) opening->setProperty("opens", true);
  buildLayout();
  showChoice();
  showScheme();
  setReady(false);
}

QToolButton* Bar::pill(const QString& text, const QIcon& icon) {
  auto* button = new PillButton;
  button->setProperty("role", QStringLiteral("pill"));
  button->setText(text);
  button->setAccessibleName(text);
  button->setIcon(icon);
  button->setIconSize(QSize(scaled(16), scaled(16)));
  button->setToolButtonStyle(text.isEmpty() && !icon.isNull() ? Qt::ToolButtonIconOnly
                             : icon.isNull()                  ? Qt::ToolButtonTextOnly
                                                              : Qt::ToolButtonTextBesideIcon);
  button->setFocusPolicy(Qt::StrongFocus);
  return button;
}

void Bar::buildLayout() {
  target_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  board_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  QFont strong = textFont(kBodyText, QFont::DemiBold);
  model_->setFont(strong);
  searchKeys_->setObjectName(QStringLiteral("searchKeys"));
  searchKeys_->setProperty("role", QStringLiteral("keys"));
  searchKeys_->setIndent(0);
  auto* inSearch = new QHBoxLayout(search_);
  inSearch->setContentsMargins(0, 0, scaled(8), 0);
  inSearch->addStretch(1);
  inSearch->addWidget(searchKeys_, 0, Qt::AlignVCenter);
  search_->setMinimumWidth(scaled(100));
  search_->setMaximumWidth(scaled(316));
  search_->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  auto* divider = new QFrame;
  divider->setProperty("role", QStringLiteral("hairline"));
  divider->setFixedSize(1, scaled(20));
  divider->setStyleSheet(QStringLiteral("max-height: %1px; min-height: %1px;").arg(scaled(20)));
  auto* layout = new QHBoxLayout(this);
  layout->setSizeConstraint(QLayout::SetNoConstraint); // it gives names up first
  layout->setContentsMargins(scaled(16 - kMarkSide), 0, scaled(12), 0);
  layout->setSpacing(scaled(kGap));
  layout->addWidget(mark_);
  layout->addWidget(model_);
  layout->addSpacing(scaled(4));
  layout->addWidget(divider);
  layout->addSpacing(scaled(4));
  layout->addWidget(target_);
  layout->addWidget(board_);
  layout->addStretch(1);
  layout->addWidget(search_);
  layout->addStretch(1);
  layout->addWidget(explain_);
  layout->addWidget(compare_);
  layout->addWidget(export_);
  layout->addWidget(scheme_);
  setFixedHeight(scaled(52));
}

void Bar::setModel(const QString& name) {
  const QString shown = name.isEmpty() ? tr("No model") : name;
  model_->setText(fontMetrics().elidedText(shown, Qt::ElideMiddle, scaled(220)));
  model_->setToolTip(shown);
  model_->setAccessibleName(tr("Model: %1").arg(shown));
  fit();
}

void Bar::showChoice() {
  target_->setText(run_->summary());
  target_->setProperty("quietFrom", run_->titleLength());
  target_->setAccessibleName(tr("Runs on %1").arg(run_->summary()));
  target_->setToolTip(tr("Target, kernels, revision of TFLM and planner"));
  const QComboBox* board = choice_.board();
  const QString name = board->currentIndex() <= 0 ? tr("No board") : board->currentText();
  board_->setText(fontMetrics().elidedText(name, Qt::ElideRight, scaled(180)));
  board_->setProperty("quietFrom", board->currentIndex() <= 0 ? QVariant(0) : QVariant());
  board_->setAccessibleName(tr("Board: %1").arg(name));
  board_->setToolTip(board->currentIndex() <= 0 ? board->toolTip() : name);
  fit();
}

void Bar::setReady(bool ready) {
  export_->setEnabled(ready);
  compare_->setEnabled(ready);
}

void Bar::openRun() {
  run_->adjustSize();
  run_->move(target_->mapToGlobal(QPoint(0, target_->height() + scaled(4))));
  run_->show();
  choice_.target()->setFocus();
}

void Bar::fillBoards() {
  boards_->clear();
  const QComboBox* board = choice_.board();
  for (int i = 0; i < board->count(); ++i) {
    QAction* action = boards_->addAction(i == 0 ? tr("No board") : board->itemText(i), this,
                                         [this, name = board->itemData(i).toString()] { choice_.selectBoard(name); });
    action->setCheckable(true);
    action->setChecked(i == board->currentIndex());
  }
}

void Bar::showScheme() {
  scheme_->setIcon(icon(isDarkNow() ? Glyph::kSun : Glyph::kMoon));
  const QString text = isDarkNow() ? tr("Light colours") : tr("Dark colours");
  scheme_->setToolTip(text);
  scheme_->setAccessibleName(text);
}

// Where names have no room, the icons of what can be done stand alone.
void Bar::fit() {
  const std::initializer_list<QToolButton*> actions = {explain_, compare_, export_};
  for (QToolButton* action : actions) action->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  const QMargins margins = layout()->contentsMargins();
  int need = margins.left() + margins.right() + search_->minimumWidth();
  for (int i = 0; i < layout()->count(); ++i) {
    const QWidget* part = layout()->itemAt(i)->widget();
    need += layout()->spacing() + (part == nullptr || part == search_ ? 0 : part->sizeHint().width());
  }
  if (need <= width()) return;
  for (QToolButton* action : actions) action->setToolButtonStyle(Qt::ToolButtonIconOnly);
}

QSize Bar::minimumSizeHint() const {
  constexpr int kLeast = 640;
  return {scaled(kLeast), height()};
}

void Bar::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fit();
}

void Bar::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) showScheme();
}

} // namespace arenascope::ui
