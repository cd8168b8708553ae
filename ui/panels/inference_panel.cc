#include "ui/panels/inference_panel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSettings>
#include <QShortcut>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/panels/start_page.h"

namespace arenascope::ui {

namespace {

QComboBox* makeChoice(const QString& objectName, const QString& name, const QString& help, const QStringList& items) {
  auto* box = new QComboBox;
  box->setObjectName(objectName);
  box->setAccessibleName(name);
  box->setToolTip(help);
  box->addItems(items);
  box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  box->setMinimumContentsLength(4);
  box->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  box->setMaximumWidth(static_cast<int>(170 * textScale()));
  return box;
}

QToolButton* makeButton(const QString& text, const QString& help) {
  auto* button = new QToolButton;
  button->setText(text);
  button->setToolTip(help);
  return button;
}

} // namespace

InferencePanel::InferencePanel(Selection& selection, const Annotations& notes, QWidget* parent)
    : QWidget(parent), view_(new InferenceView(selection, notes)), start_(new StartPage), pages_(new QStackedWidget),
      colourBy_(makeChoice(
          QStringLiteral("colourBy"), tr("Colour by"),
          tr("What has the same colour and pattern: each tensor its own, the operator that writes it, or its kind"),
          {tr("tensor"), tr("operator"), tr("kind")})),
      axis_(makeChoice(QStringLiteral("timeAxis"), tr("Axis of time"),
                       tr("How wide an operator is: a column each, or to the scale of its cycles"),
                       {tr("columns"), tr("cycles, to scale")})),
      patterns_(new QCheckBox(tr("Patterns"))), cycles_(new QCheckBox(tr("Cycles"))),
      whole_(makeButton(tr("Whole"), tr("The whole picture, not zoomed (0, or double-click in the picture)"))),
      headOnly_(makeButton(tr("Head"), tr("Zooms to the planned buffers (Ctrl+P)"))),
      undo_(makeButton(tr("Undo"), tr("The zoom before: Backspace in the picture; Shift+Backspace does it again"))),
      search_(new QLineEdit) {
  buildLayout();
  restoreOptions();
  connect(colourBy_, &QComboBox::currentIndexChanged, this, &InferencePanel::applyOptions);
  connect(axis_, &QComboBox::currentIndexChanged, this, &InferencePanel::applyOptions);
  connect(patterns_, &QCheckBox::toggled, this, &InferencePanel::applyOptions);
  connect(cycles_, &QCheckBox::toggled, this, &InferencePanel::applyOptions);
  connect(whole_, &QToolButton::clicked, view_, &ArenaView::resetZoom);
  connect(headOnly_, &QToolButton::clicked, this, &InferencePanel::showHeadOnly);
  connect(undo_, &QToolButton::clicked, view_, &ArenaView::undoZoom);
  headOnly_->setShortcut(QStringLiteral("Ctrl+P"));
  connect(search_, &QLineEdit::textChanged, this, &InferencePanel::search);
  auto* find = new QShortcut(QKeySequence::Find, this, nullptr, nullptr, Qt::WidgetWithChildrenShortcut);
  connect(find, &QShortcut::activated, search_, [this] { search_->setFocus(), search_->selectAll(); });
}

void InferencePanel::buildLayout() {
  patterns_->setToolTip(tr("Hatches besides colours, for grey print and for people who do not tell hues apart"));
  cycles_->setToolTip(tr("The cycles of each operator under the picture, on the same axis"));
  cycles_->setObjectName(QStringLiteral("showCycles"));
  auto* bar = new QHBoxLayout;
  bar->setContentsMargins(6, 4, 6, 0);
  bar->addWidget(new QLabel(tr("Colour")));
  bar->addWidget(colourBy_, 3);
  bar->addWidget(new QLabel(tr("Axis")));
  bar->addWidget(axis_, 4);
  bar->addWidget(patterns_);
  bar->addWidget(cycles_);
  bar->addStretch(1);
  search_->setObjectName(QStringLiteral("searchPicture"));
  search_->setAccessibleName(tr("Search in the picture"));
  search_->setPlaceholderText(tr("Search"));
  search_->setToolTip(tr("Buffers and operators with this in their names light up (Ctrl+F)"));
  search_->setClearButtonEnabled(true);
  search_->setMaximumWidth(static_cast<int>(170 * textScale()));
  bar->addWidget(search_, 3);
  for (QToolButton* button : {headOnly_, whole_, undo_}) bar->addWidget(button);
  auto* picture = new QWidget;
  auto* column = new QVBoxLayout(picture);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(2);
  column->addLayout(bar);
  column->addWidget(view_, 1);
  pages_->addWidget(start_);
  pages_->addWidget(picture);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(pages_);
}

void InferencePanel::restoreOptions() {
  const QSettings settings;
  colourBy_->setCurrentIndex(settings.value(QStringLiteral("lens/colourBy"), 0).toInt());
  axis_->setCurrentIndex(settings.value(QStringLiteral("lens/axis"), 0).toInt());
  patterns_->setChecked(settings.value(QStringLiteral("lens/patterns"), true).toBool());
  cycles_->setChecked(settings.value(QStringLiteral("lens/cycles"), true).toBool());
  applyOptions();
}

void InferencePanel::applyOptions() {
  const InferenceOptions options{.colourBy = static_cast<ColourBy>(std::max(0, colourBy_->currentIndex())),
                                 .timeAxis = static_cast<TimeAxis>(std::max(0, axis_->currentIndex())),
                                 .patterns = patterns_->isChecked(),
                                 .cycles = cycles_->isChecked()};
  QSettings settings;
  settings.setValue(QStringLiteral("lens/colourBy"), colourBy_->currentIndex());
  settings.setValue(QStringLiteral("lens/axis"), axis_->currentIndex());
  settings.setValue(QStringLiteral("lens/patterns"), options.patterns);
  settings.setValue(QStringLiteral("lens/cycles"), options.cycles);
  view_->setOptions(options);
  emit colourByChanged(options.colourBy);
}

void InferencePanel::setReport(const ReportPointer& report) {
  report_ = report;
  view_->setReport(report);
  showStartOrPicture();
}

void InferencePanel::setWaiting(const QString& text) {
  waiting_ = !text.isEmpty();
  view_->setWaiting(text);
  showStartOrPicture();
}

// A search that finds nothing is seen to.
void InferencePanel::search(const QString& text) {
  const bool nothing = view_->search(text) == 0 && !text.isEmpty();
  QPalette colours = palette();
  if (nothing) colours.setColor(QPalette::Text, Theme::from(colours).peak);
  search_->setPalette(colours);
}

void InferencePanel::showStartOrPicture() { pages_->setCurrentIndex(report_ == nullptr && !waiting_ ? 0 : 1); }

void InferencePanel::showHeadOnly() {
  constexpr double kRoomAbove = 1.12; // for the label of the peak
  if (report_ != nullptr && report_->arena)
    view_->showBytes({0.0, static_cast<double>(report_->arena->head) * kRoomAbove});
}

} // namespace arenascope::ui
