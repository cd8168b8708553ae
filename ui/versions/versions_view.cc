#include "ui/versions/versions_view.h"

#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QToolButton>

#include "core/output/header_writer.h"
#include "core/report/board_fit.h"
#include "ui/charts/arena_frame.h"
#include "ui/panels/image_note.h"
#include "ui/panels/model_files.h"
#include "ui/style/icons.h"
#include "ui/style/type.h"
#include "ui/versions/hand_tool.h"
#include "ui/versions/other_runs.h"
#include "ui/versions/settings_tool.h"
#include "ui/versions/version_line.h"
#include "ui/versions/version_tables.h"

namespace arenascope::ui {

namespace {

constexpr int kColumnWidth = 296; // pixels of the design

// Of two lists that were made after each other: whether it is the same version.
bool isSame(const Version& a, const Version& b) {
  using Origin = Version::Origin;
  if (a.origin == Origin::kModel || a.origin == Origin::kSettings || a.origin == Origin::kHand)
    return a.origin == b.origin;
  const auto arenaOf = [](const Version& version) {
    return version.report == nullptr ? 0 : version.report->arena->minimum;
  };
  return a.origin == b.origin && a.title == b.title && arenaOf(a) == arenaOf(b);
}

QString sentenceOf(const Version& version) {
  return version.costs.isEmpty() ? version.title : version.title + QStringLiteral(". ") + version.costs;
}

} // namespace

// As high as the longest of several sentences needs: dragging along the line moves nothing.
class SteadyLabel : public QLabel {
public:
  void setRoomFor(const QStringList& sentences) {
    if (sentences == sentences_) return;
    sentences_ = sentences;
    updateGeometry();
  }
  int heightForWidth(int width) const override {
    const QFontMetrics metrics(font());
    int height = std::max(metrics.lineSpacing(), QLabel::heightForWidth(width));
    for (const QString& sentence : sentences_)
      height =
          std::max(height, metrics.boundingRect(0, 0, width, QWIDGETSIZE_MAX, Qt::TextWordWrap, sentence).height());
    return height;
  }

private:
  QStringList sentences_;
};

VersionsView::VersionsView(VersionSearch& search, QWidget* parent)
    : QWidget(parent), search_(search), tools_(new QWidget), sizes_(new QLabel),
      stop_(new QPushButton(tr("Stop, keep the best"))), goOn_(new QPushButton(tr("Go on"))), copy_(new QPushButton),
      compareFrom_(new QPushButton(tr("Compare from here"))), add_(new QPushButton(tr("Add a version"))),
      menu_(new QMenu(this)), leave_(new QPushButton(tr("Stop comparing"))),
      save_(new QPushButton(tr("Save this model..."))), line_(new VersionLine), imageNote_(new ImageNote),
      message_(new SteadyLabel), pictures_(new PlanView), column_(new QFrame), columnTitle_(new QLabel),
      settings_(new SettingsTool), hand_(new HandTool), others_(new OtherRuns(this)), tables_(new VersionTables(this)) {
  setObjectName(QStringLiteral("versions"));
  buildTools();
  buildLayout();
  connectTools();
  connect(&search_, &VersionSearch::foundChanged, this, &VersionsView::showFound);
  connect(line_, &VersionLine::versionChosen, this, [this](std::size_t version) {
    touched_ = true;
    showVersion(version);
  });
  connect(stop_, &QPushButton::clicked, &search_, &VersionSearch::stop);
  connect(goOn_, &QPushButton::clicked, &search_, &VersionSearch::goOn);
  connect(copy_, &QPushButton::clicked, this, [this] { QApplication::clipboard()->setText(chosen().command); });
  connect(compareFrom_, &QPushButton::clicked, this, &VersionsView::compareFromSelected);
  connect(save_, &QPushButton::clicked, this, &VersionsView::save);
  connect(leave_, &QPushButton::clicked, this, [this] {
    closeTool();
    emit leaveWanted();
  });
  showFound(nullptr, {});
}

void VersionsView::buildTools() {
  sizes_->setObjectName(QStringLiteral("versionSizes"));
  sizes_->setTextFormat(Qt::RichText);
  stop_->setObjectName(QStringLiteral("versionsStop"));
  stop_->setToolTip(tr("Ends the search: what was found by now is the answer"));
  goOn_->setObjectName(QStringLiteral("versionsGoOn"));
  goOn_->setToolTip(tr("Looks on where the search ended; what was found stays"));
  copy_->setObjectName(QStringLiteral("adviceCopy"));
  copy_->setAccessibleName(tr("Copy command"));
  copy_->setToolTip(tr("Copy the command that does the same without a window"));
  copy_->setIcon(icon(Glyph::kCopy, QPalette::Link));
  copy_->setIconSize(QSize(scaled(14), scaled(14)));
  compareFrom_->setObjectName(QStringLiteral("versionsBase"));
  compareFrom_->setToolTip(tr("From now on other versions are compared with this one"));
  add_->setObjectName(QStringLiteral("versionsAdd"));
  add_->setToolTip(tr("Other settings, buffers placed by hand, other kernels or models"));
  add_->setMenu(menu_);
  add_->setIcon(icon(Glyph::kDown, QPalette::Link));
  add_->setIconSize(QSize(scaled(12), scaled(12)));
  add_->setLayoutDirection(Qt::RightToLeft); // the arrow behind the words
  add_->setStyleSheet(QStringLiteral("QPushButton::menu-indicator { image: none; width: 0; }"));
  menu_->setToolTipsVisible(true);
  menu_->setLayoutDirection(Qt::LeftToRight);
  connect(menu_, &QMenu::aboutToShow, this, &VersionsView::fillMenu);
  leave_->setObjectName(QStringLiteral("versionsLeave"));
  save_->setObjectName(QStringLiteral("versionsSave"));
  save_->setProperty("role", QStringLiteral("primary"));
  for (QPushButton* button : {leave_, save_}) button->setFont(textFont(kSmallText, QFont::Medium));
  auto* row = new QHBoxLayout(tools_);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(scaled(8));
  row->addStretch(1);
  for (QWidget* each : std::initializer_list<QWidget*>{sizes_, leave_, save_}) row->addWidget(each);
}

void VersionsView::buildLayout() {
  message_->setObjectName(QStringLiteral("versionMessage"));
  message_->setProperty("role", QStringLiteral("small"));
  message_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  message_->setWordWrap(true);
  message_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  pictures_->setOfVersions(true);
  pictures_->setObjectName(QStringLiteral("versionPictures"));
  auto* row = new QHBoxLayout;
  row->setContentsMargins(scaled(16), scaled(6), scaled(16), 0);
  row->setSpacing(scaled(8));
  row->addWidget(message_, 1);
  auto* search = new QGridLayout; // one place: only one of the two is ever shown
  row->addLayout(search);
  for (QPushButton* button : {stop_, goOn_}) search->addWidget(button, 0, 0, Qt::AlignTop | Qt::AlignRight);
  for (QPushButton* button : {copy_, compareFrom_, add_}) row->addWidget(button, 0, Qt::AlignTop);
  for (QPushButton* button : {stop_, goOn_, copy_, compareFrom_, add_})
    button->setProperty("role", QStringLiteral("rowLink"));
  for (QPushButton* button : {stop_, goOn_, copy_, compareFrom_}) {
    QSizePolicy kept = button->sizePolicy(); // nothing moves where they go
    kept.setRetainSizeWhenHidden(true);
    button->setSizePolicy(kept);
  }
  auto* parts = new QHBoxLayout;
  parts->setSpacing(0);
  parts->addWidget(pictures_, 1);
  parts->addWidget(buildColumn());
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(line_);
  layout->addWidget(imageNote_);
  layout->addLayout(row);
  layout->addLayout(parts, 1);
}

// Beside the pictures, with a tool that makes a version.
QWidget* VersionsView::buildColumn() {
  columnTitle_->setFont(textFont(kBodyText, QFont::DemiBold));
  auto* close = new QToolButton;
  close->setObjectName(QStringLiteral("closeTool"));
  close->setIcon(icon(Glyph::kClose));
  close->setAccessibleName(tr("Close the tool"));
  close->setToolTip(tr("Close; its version is taken off the line"));
  connect(close, &QToolButton::clicked, this, &VersionsView::closeTool);
  auto* top = new QHBoxLayout;
  top->addWidget(columnTitle_, 1);
  top->addWidget(close);
  auto* scroll = new QScrollArea;
  auto* inside = new QWidget;
  auto* column = new QVBoxLayout(inside);
  column->setContentsMargins(scaled(12), scaled(8), scaled(12), scaled(12));
  column->setSpacing(scaled(8));
  column->addLayout(top);
  column->addWidget(settings_);
  column->addWidget(hand_, 1);
  scroll->setWidget(inside);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  for (QWidget* ground : {scroll->viewport(), inside}) ground->setAutoFillBackground(false);
  auto* line = new QFrame;
  line->setFixedWidth(1);
  line->setProperty("role", QStringLiteral("divider"));
  auto* layout = new QHBoxLayout(column_);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(line);
  layout->addWidget(scroll, 1);
  column_->setObjectName(QStringLiteral("versionTool"));
  column_->setFixedWidth(scaled(kColumnWidth));
  column_->hide();
  settings_->hide();
  hand_->hide();
  return column_;
}

void VersionsView::connectTools() {
  // What a tool makes is what one looks at.
  const auto follow = [this](const std::optional<Version>& made) {
    collect();
    for (std::size_t i = 0; made && i < versions_.size(); ++i) {
      if (!isSame(versions_[i], *made)) continue;
      touched_ = true;
      return showVersion(i);
    }
  };
  connect(settings_, &SettingsTool::changed, this, [this, follow] { follow(settings_->version()); });
  connect(hand_, &HandTool::changed, this, [this, follow] { follow(hand_->version()); });
  connect(others_, &OtherRuns::changed, this, &VersionsView::collect);
  connect(others_, &OtherRuns::added, this, [this, follow] { follow(others_->versions().back()); });
  connect(pictures_, &PlanView::moving, hand_, &HandTool::say);
  connect(pictures_, &PlanView::moved, hand_, &HandTool::pin);
}

void VersionsView::fillMenu() {
  menu_->clear();
  const bool known = report_ != nullptr && report_->arena;
  const auto add = [this, known](QMenu* menu, const QString& text, const char* name, const auto& slot) {
    QAction* action = menu->addAction(text, this, slot);
    action->setObjectName(QLatin1String(name));
    action->setEnabled(known);
    return action;
  };
  add(menu_, tr("Other settings..."), "trySettings", [this] {
    trySettings();
  })->setToolTip(tr("Target, kernels, board, revision of TFLM, planner, one arena or two, an arena of another size"));
  add(menu_, tr("Place buffers by hand"), "placeByHand", [this] { placeByHand(); });
  add(menu_, tr("Another model..."), "addModel", [this] {
    const QStringList paths = QFileDialog::getOpenFileNames(this, tr("Compare with models"), {}, modelFilter());
    if (!paths.isEmpty()) compareWith(paths);
  });
  menu_->addSeparator();
  QMenu* targets = nullptr;
  for (const OtherRuns::Choice& choice : others_->choices()) {
    const bool own = choice.target == report_->target;
    if (!own && targets == nullptr) targets = menu_->addMenu(tr("Another target"));
    add(own ? menu_ : targets, own ? tr("With %1").arg(choice.name) : choice.name, "",
        [this, choice] { others_->add(choice); });
  }
}

void VersionsView::openTool(QWidget* tool) {
  for (QWidget* each : std::initializer_list<QWidget*>{settings_, hand_}) each->setVisible(each == tool);
  column_->setVisible(tool != nullptr);
  columnTitle_->setText(tool == settings_ ? tr("Other settings") : tr("Place buffers by hand"));
  settings_->setOpen(tool == settings_);
  hand_->setOpen(tool == hand_);
}

void VersionsView::trySettings() { openTool(settings_); }

void VersionsView::placeByHand() { openTool(hand_); }

void VersionsView::closeTool() { openTool(nullptr); }

void VersionsView::pin(std::int32_t index, std::int64_t offset) {
  placeByHand();
  hand_->pin(index, offset);
}

void VersionsView::compareWith(const QStringList& paths) { others_->addModels(paths); }

void VersionsView::forget() {
  kept_.reset();
  closeTool();
  others_->forget();
}

void VersionsView::setReport(const ReportPointer& report) {
  report_ = report;
  if (report == nullptr) closeTool();
  imageNote_->setReport(report);
  settings_->setReport(report);
  hand_->setReport(report);
  others_->setReport(report);
  search_.setReport(report);
}

void VersionsView::setStale() {
  report_ = nullptr;
  search_.setReport(nullptr);
}

void VersionsView::setInView(bool inView) {
  inView_ = inView;
  others_->setInView(inView);
  tellShown();
}

void VersionsView::tellShown() {
  emit shownChanged(inView_ && !versions_.empty() && selected_ != base_ ? chosen().suggestion : -1);
}

bool VersionsView::busy() const { return settings_->busy() || hand_->busy() || others_->busy(); }

QString VersionsView::message() const { return message_->text(); }

// What is best of what was found: it is shown first.
std::size_t VersionsView::bestFound() const {
  for (std::size_t i = 1; i < versions_.size(); ++i)
    if (versions_[i].suggestion == 0 && versions_[i].report != nullptr) return i;
  return 0;
}

// The smallest change that fits; 0 where there is none.
std::size_t VersionsView::fittingVersion() const {
  const AdvicePointer& found = search_.found();
  const optimization::Suggestion* fitting = found == nullptr ? nullptr : found->fitting();
  for (std::size_t i = 1; fitting != nullptr && i < versions_.size(); ++i)
    if (versions_[i].suggestion == fitting - found->suggestions.data()) return i;
  return 0;
}

void VersionsView::showFound(const AdvicePointer& found, const QString& text) {
  if (found == nullptr && !settings_->version() && !hand_->version() && others_->versions().empty()) touched_ = false;
  line_->setState(found == nullptr      ? QString()
                  : !text.isEmpty()     ? tr("Looking for savings, %1").arg(text)
                  : found->isComplete() ? QString()
                                        : tr("Not finished"));
  line_->setTarget(found == nullptr ? 0 : found->fit.value_or(0));
  collect();
  if (!wantsFit_ || touched_ || found == nullptr) return;
  if (const std::size_t fitting = fittingVersion(); fitting > 0) showVersion(fitting);
}

// All versions that there are now. The one that was chosen stays; otherwise the best is shown.
void VersionsView::collect() {
  const std::optional<Version> wanted =
      touched_ && selected_ < versions_.size() ? std::optional(versions_[selected_]) : std::nullopt;
  const AdvicePointer& found = search_.found();
  const ReportPointer own = found == nullptr ? report_ : ReportPointer(found, &found->before);
  std::vector<Version> all;
  if (own != nullptr && own->arena && report_ != nullptr) {
    all = versionsOf(found);
    for (const std::optional<Version>& made : {settings_->version(), hand_->version()})
      if (made) all.push_back(*made);
    all.insert(all.end(), others_->versions().begin(), others_->versions().end());
    const auto isKept = [this](const Version& each) { return isSame(each, *kept_); };
    if (kept_ && std::none_of(all.begin(), all.end(), isKept)) {
      kept_->origin = Version::Origin::kKept;
      all.push_back(*kept_);
    }
    sortVersions(all);
    all.insert(all.begin(), modelAsItIs(own));
  }
  versions_ = std::move(all);
  base_ = 0;
  touched_ = false;
  std::size_t selected = bestFound();
  for (std::size_t i = 0; i < versions_.size(); ++i) {
    if (kept_ && isSame(versions_[i], *kept_)) base_ = i;
    if (!wanted || !isSame(versions_[i], *wanted)) continue;
    touched_ = true;
    selected = i;
  }
  line_->setVersions(versions_);
  line_->setBase(base_);
  const auto& board = report_ == nullptr ? std::nullopt : report_->board;
  const auto fit = board ? report::fitOn(*board, *report_) : std::nullopt;
  line_->setBoard(fit ? fit->arenaCapacity : 0, board ? QString::fromStdString(board->title) : QString());
  QStringList sentences;
  for (const Version& version : versions_)
    if (version.onLine) sentences << sentenceOf(version);
  message_->setRoomFor(sentences);
  showVersion(selected);
}

void VersionsView::fitInto(std::uint64_t bytes) {
  wantsFit_ = bytes > 0;
  touched_ = false;
  search_.setFit(bytes);
  showFound(search_.found(), search_.text());
}

void VersionsView::select(int suggestion) {
  touched_ = true;
  for (std::size_t i = 0; i < versions_.size(); ++i)
    if (versions_[i].suggestion == suggestion) return showVersion(i);
}

void VersionsView::showVersion(std::size_t version) {
  selected_ = version;
  line_->setSelected(version);
  showSelected();
}

void VersionsView::compareFromSelected() {
  if (versions_.empty()) return;
  kept_ = selected_ == 0 ? std::nullopt : std::optional(chosen());
  touched_ = true;
  collect();
}

void VersionsView::showSelected() {
  showPictures();
  const bool any = !versions_.empty() && selected_ != base_ && chosen().report != nullptr;
  tables_->setVersions(any ? &before() : nullptr, any ? &chosen() : nullptr);
  showSizes();
  showButtons();
  showMessage();
  tellShown();
}

void VersionsView::showMessage() {
  if (!others_->message().isEmpty())
    message_->setText(others_->message());
  else if (versions_.empty())
    message_->setText(search_.text());
  else if (selected_ != base_)
    message_->setText(sentenceOf(chosen()));
  else
    message_->setText(versions_.size() == 1 && search_.text().isEmpty()
                          ? tr("Nothing was found that makes the arena smaller.")
                          : tr("Drag along the line to see a version beside this one."));
}

void VersionsView::showPictures() {
  std::vector<SideBySideView::Titled> shown;
  const auto add = [&shown](const Version& version) {
    if (version.report != nullptr && version.report->arena)
      shown.push_back({version.pictureTitle.isEmpty() ? version.title : version.pictureTitle, version.report});
  };
  if (!versions_.empty()) add(before());
  for (std::size_t i = 0; i < versions_.size(); ++i) {
    const bool together = chosen().together != 0 && versions_[i].together == chosen().together;
    if (i != base_ && (i == selected_ || together)) add(versions_[i]);
  }
  const bool byHand = shown.size() == 2 && chosen().origin == Version::Origin::kHand;
  pictures_->setEmptyText(search_.text());
  pictures_->setReports(std::move(shown));
  pictures_->setPlan(byHand ? hand_->plan() : nullptr, hand_->pins());
}

void VersionsView::showSizes() {
  sizes_->clear();
  if (versions_.empty() || selected_ == base_ || chosen().report == nullptr) return;
  const std::uint64_t was = before().report->arena->recommended;
  const std::uint64_t is = chosen().report->arena->recommended;
  const Theme theme = Theme::from(palette());
  const QString change = is == was  ? tr("the same")
                         : is < was ? tr("\u2212%1 bytes").arg(groupedText(was - is))
                                    : tr("+%1 bytes").arg(groupedText(is - was));
  sizes_->setText(QStringLiteral("<b>%1</b> \u2192 <b style=\"color:%2\">%3</b>&nbsp; %4")
                      .arg(groupedText(was), (is <= was ? theme.good : theme.peak).name(), groupedText(is), change));
}

void VersionsView::showButtons() {
  const bool any = !versions_.empty();
  stop_->setVisible(search_.running());
  goOn_->setVisible(!search_.busy() && search_.found() != nullptr && !search_.found()->isComplete());
  copy_->setVisible(any && selected_ > 0 && !chosen().command.isEmpty());
  compareFrom_->setVisible(any && selected_ != base_ && chosen().report != nullptr);
  save_->setEnabled(canSave());
  const bool headerAlone = any && selected_ > 0 && chosen().model == nullptr;
  save_->setText(headerAlone ? tr("Save its header...") : tr("Save this model..."));
  save_->setToolTip(headerAlone ? tr("kTensorArenaSize with what is selected, for your firmware")
                                : tr("The model with its header and its resolver beside it, named for it"));
}

// Another model has its files already.
bool VersionsView::canSave() const {
  if (versions_.empty() || selected_ == 0 || chosen().report == nullptr || !chosen().report->arena) return false;
  return chosen().model != nullptr || chosen().report->model.sha256 == versions_.front().report->model.sha256;
}

void VersionsView::save() {
  if (!canSave()) return;
  const report::Report& original = *versions_.front().report;
  if (chosen().model == nullptr) {
    // Not the name of the header that the model has as it is.
    const QString ending = chosen().ending + QStringLiteral("_arena.h");
    const QString path = askWhere(this, tr("Save the size as a header"), original, ending, tr("C++ headers (*.h)"));
    if (!path.isEmpty()) saveHeaderTo(path);
    return;
  }
  const QString path =
      askWhereAll(this, tr("Save this version of the model"), original, chosen().ending + QStringLiteral(".tflite"));
  if (!path.isEmpty()) saveTo(path);
}

bool VersionsView::say(bool written, const QString& text) {
  message_->setText(text);
  return written;
}

bool VersionsView::saveTo(const QString& path) {
  if (!canSave() || chosen().model == nullptr) return false;
  const WriteOutcome outcome = writeWithHeaders(path, *chosen().report, *chosen().model);
  return say(outcome.written, outcome.message);
}

bool VersionsView::saveHeaderTo(const QString& path) {
  if (!canSave() || chosen().model != nullptr) return false;
  const WriteOutcome outcome = writeChosen(path, output::toHeader(*chosen().report), *versions_.front().report);
  return say(outcome.written, outcome.message);
}

} // namespace arenascope::ui
