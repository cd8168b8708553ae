#include "ui/panels/inference_panel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QFormLayout>
#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSettings>
#include <QShortcut>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/panels/start_page.h"
#include "ui/state/escape_key.h"
#include "ui/style/clear_button.h"
#include "ui/style/icons.h"
#include "ui/views/legend_bar.h"

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
  button->setAccessibleName(text);
  return button;
}

} // namespace

InferencePanel::InferencePanel(Selection& selection, const Annotations& notes, QWidget* parent)
    : QWidget(parent), view_(new InferenceView(selection, notes)), start_(new StartPage), pages_(new QStackedWidget),
      colourBy_(makeChoice(QStringLiteral("colourBy"), tr("Colour by"),
                           tr("A colour for each kind of layer, tensor, operator that writes it, or use"),
                           {tr("Each its own"), tr("Operator"), tr("Use"), tr("Kind of layer")})),
      axis_(makeChoice(QStringLiteral("timeAxis"), tr("Width of layers"),
                       tr("All layers equally wide, or each as wide as its cycles"), {tr("Equal"), tr("By cycles")})),
      patterns_(new QCheckBox(tr("Patterns (colour-blind safe)"))),
      cycles_(new QCheckBox(tr("Cycles below the chart"))), tools_(new QWidget(this)), legend_(new LegendBar),
      options_(new QFrame(this, Qt::Popup | Qt::FramelessWindowHint)),
      show_(makeButton(tr("View"), tr("Colours, width of layers, patterns, cycles"))),
      whole_(makeButton({}, tr("Show all (0, or double-click in the chart)"))),
      headOnly_(makeButton(tr("Zoom to head"), tr("Zooms to the planned buffers (Ctrl+P)"))),
      undo_(makeButton(tr("Back"), tr("The zoom before: Backspace in the chart; Shift+Backspace does it again"))),
      search_(new QLineEdit), found_(new QLabel) {
  setFocusProxy(view_);
  buildLayout();
  buildOptions();
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
  connect(find, &QShortcut::activated, this, &InferencePanel::openSearch);
  connect(search_, &QLineEdit::returnPressed, this, [this] { stepSearch(1); });
  auto* back = new QShortcut(Qt::SHIFT | Qt::Key_Return, search_, nullptr, nullptr, Qt::WidgetShortcut);
  connect(back, &QShortcut::activated, this, [this] { stepSearch(-1); });
  new EscapeKey(
      search_, [] { return true; },
      [this] {
        search_->clear();
        search_->hide();
        view_->setFocus();
      });
}

void InferencePanel::buildLayout() {
  search_->setObjectName(QStringLiteral("searchPicture"));
  search_->setProperty("role", QStringLiteral("filter"));
  search_->setAccessibleName(tr("Search in the chart"));
  search_->setPlaceholderText(tr("Search"));
  search_->setToolTip(tr("Buffers and layers with this in their names light up (Ctrl+F); Enter selects the next, "
                         "Shift+Enter the one before, "
                         "Escape ends the search"));
  addClearButton(*search_);
  search_->setMaximumWidth(scaled(170));
  search_->hide();
  found_->setObjectName(QStringLiteral("searchFound"));
  found_->setProperty("role", QStringLiteral("quiet"));
  found_->hide();
  show_->setAccessibleName(tr("View options"));
  connect(show_, &QToolButton::clicked, this, &InferencePanel::openOptions);
  whole_->setIcon(icon(Glyph::kShowAll));
  whole_->setAccessibleName(tr("Show all"));
  auto* bar = new QHBoxLayout(tools_);
  bar->setContentsMargins(0, 0, 0, 0);
  bar->setSpacing(scaled(8));
  bar->addWidget(legend_, 1);
  bar->addWidget(search_);
  bar->addWidget(found_);
  bar->addWidget(show_);
  bar->addWidget(whole_);
  pages_->addWidget(start_);
  pages_->addWidget(view_);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(pages_);
}

void InferencePanel::buildOptions() {
  patterns_->setToolTip(tr("A pattern for each colour, also for print in grey"));
  cycles_->setToolTip(tr("The cycles of each layer, below the chart on the same axis"));
  cycles_->setObjectName(QStringLiteral("showCycles"));
  options_->setProperty("role", QStringLiteral("popover"));
  options_->setAccessibleName(tr("View options"));
  auto* form = new QFormLayout(options_);
  form->setContentsMargins(scaled(16), scaled(12), scaled(16), scaled(12));
  form->addRow(tr("Colour by"), colourBy_);
  form->addRow(tr("Width"), axis_);
  form->addRow(patterns_);
  form->addRow(cycles_);
  auto* zoom = new QHBoxLayout;
  zoom->addWidget(headOnly_);
  zoom->addWidget(undo_);
  zoom->addStretch(1);
  form->addRow(zoom);
}

void InferencePanel::openOptions() {
  options_->adjustSize();
  options_->move(show_->mapToGlobal(QPoint(show_->width() - options_->width(), show_->height() + scaled(4))));
  options_->show();
}

void InferencePanel::openSearch() {
  search_->show();
  search_->setFocus();
  search_->selectAll();
}

// The legend's colours are those of the scheme that was there when it was made.
void InferencePanel::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) legend_->setItems(view_->legend());
}

void InferencePanel::restoreOptions() {
  const QSettings settings;
  colourBy_->setCurrentIndex(settings.value(QStringLiteral("chart/colourBy"), 3).toInt());
  axis_->setCurrentIndex(settings.value(QStringLiteral("chart/axis"), 0).toInt());
  patterns_->setChecked(settings.value(QStringLiteral("chart/patterns"), false).toBool());
  cycles_->setChecked(settings.value(QStringLiteral("chart/cycles"), true).toBool());
  applyOptions();
}

void InferencePanel::applyOptions() {
  const InferenceOptions options{.colourBy = static_cast<ColourBy>(std::max(0, colourBy_->currentIndex())),
                                 .timeAxis = static_cast<TimeAxis>(std::max(0, axis_->currentIndex())),
                                 .patterns = patterns_->isChecked(),
                                 .cycles = cycles_->isChecked(),
                                 .legend = false};
  QSettings settings;
  settings.setValue(QStringLiteral("chart/colourBy"), colourBy_->currentIndex());
  settings.setValue(QStringLiteral("chart/axis"), axis_->currentIndex());
  settings.setValue(QStringLiteral("chart/patterns"), options.patterns);
  settings.setValue(QStringLiteral("chart/cycles"), options.cycles);
  view_->setOptions(options);
  legend_->setItems(view_->legend());
  emit colourByChanged(options.colourBy);
}

void InferencePanel::setReport(const ReportPointer& report) {
  report_ = report;
  view_->setReport(report);
  legend_->setItems(view_->legend());
  showStartOrPicture();
}

void InferencePanel::setWaiting(const QString& text) {
  waiting_ = !text.isEmpty();
  view_->setWaiting(text);
  showStartOrPicture();
}

// A search that finds nothing is seen to.
void InferencePanel::search(const QString& text) {
  matches_ = view_->search(text);
  const bool nothing = matches_ == 0 && !text.isEmpty();
  found_->setVisible(!text.isEmpty());
  found_->setText(nothing ? tr("none") : tr("%1 found").arg(matches_));
  QPalette colours = palette();
  if (nothing) colours.setColor(QPalette::Text, Theme::from(colours).peak);
  search_->setPalette(colours);
}

void InferencePanel::stepSearch(int direction) {
  if (const int match = view_->stepMatch(direction); match > 0)
    found_->setText(tr("%1 of %2").arg(match).arg(matches_));
}

void InferencePanel::showStartOrPicture() {
  pages_->setCurrentIndex(report_ == nullptr && !waiting_ ? 0 : 1);
  for (QWidget* widget : std::initializer_list<QWidget*>{legend_, show_, whole_})
    widget->setEnabled(report_ != nullptr && report_->arena);
}

void InferencePanel::showHeadOnly() {
  constexpr double kRoomAbove = 1.12; // for the label of the peak
  if (report_ != nullptr && report_->arena)
    view_->showBytes({0.0, static_cast<double>(report_->arena->head) * kRoomAbove});
}

} // namespace arenascope::ui
