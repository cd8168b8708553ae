#include "ui/window/help_page.h"

#include <QAbstractTextDocumentLayout>
#include <QAction>
#include <QDesktopServices>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace arenascope::ui {

namespace {

constexpr int kThisWindow = -1; // beside the numbers of topics

const char* const kText = QT_TRANSLATE_NOOP("HelpPage", R"(
<h2>This window</h2>
<p>A TensorFlow Lite Micro application gives its interpreter one block of memory, the <b>tensor arena</b>. Drop a
<code>.tflite</code> file, or a C array of one: the number on the left is the value of <code>kTensorArenaSize</code>.
It is exact: the model has run in an arena of that size, and with 16 bytes less it fails.</p>
<p>The arena is used from both ends. The <b>head</b> holds the planned buffers: tensors and scratch memory, which
share bytes unless they are needed at the same time. The <b>tail</b> holds persistent data: structs, kernel tables,
variables. <b>Temporary</b> memory lies between both during set-up only.</p>
<h3>Running</h3>
<p>Each rectangle is a buffer: horizontally the operators that need it, vertically its bytes. Red marks the peak and
nothing else: buffers with a red edge fill the head. Make one of them smaller or shorter-lived to shrink the arena.
Select a buffer, or draw along the axis of bytes, to list everything that shares these bytes (<i>Shared bytes</i>).
The strip below shows cycles; with the width <i>By cycles</i>, a layer is as wide as its cycles.</p>
<h3>Setting up</h3>
<p>Every allocation from the interpreter's constructor to the end of <code>AllocateTensors()</code>. The marked step
leaves least free space and sets the minimum, which often exceeds <code>arena_used_bytes()</code>. The bar below shows
the arena at that step; the slider and the play button walk through the steps.</p>
<h3>Graph, Time, Boards</h3>
<p><i>Graph</i> shows operators and tensors; the selection is the same in all views. <i>Time</i> lists functions by
cycles, beside times that a board has measured. <i>Boards</i> shows which boards are large enough, the contents of the
flash, and the operators to register.</p>
<h3>What would help</h3>
<p>ArenaScope searches for changes that make the arena smaller or the inference faster once a model has been on screen
for a moment. Changes without cost come first, then those that cost cycles. Each has been run. Select one to see the
arena before and after, and to save the model or its header. Grey rows are changes without a gain, with the
reason.</p>
<h3>Before and after</h3>
<p><i>Compare</i> in the bar shows the model and its versions on one line: suggestions, a better memory plan, layers
in strips. <i>Add a version</i> adds others: <i>Other settings</i> (target, kernels, board, planner, two arenas, an
arena shared by several models, an arena of a given size), <i>Place buffers by hand</i>, another kernel set or model.
Drop a file on the right half of the window to compare it.</p>
<p><i>Place buffers by hand</i> begins with the best plan: drag a buffer to another place, or choose it with left and
right, move it with up and down and press Return. <i>Save this model</i> writes the version, for the same interpreter;
it has been run.</p>
<h3>Explain</h3>
<p>Paste the output of a device whose model has failed. The answer names the section that was too small, the operator
and the step, the size of the device's arena, and the size that it needs.</p>
<h3>Done in a minute</h3>
<p><b>"It says missing 7,560 bytes":</b> drop the model of the device, paste the message into <i>Explain</i>, and
write the <code>kTensorArenaSize</code> of the answer. The missing bytes in the message are often not all.</p>
<p><b>Shrink the arena of a model:</b> look at the buffers with a red edge, then at <i>What would help</i>; select a
suggestion and save its model. <i>The tail</i> in <i>Setting up</i> lists further savings.</p>
<p><b>Which board do I need:</b> <i>Boards</i> has a row for each, with time, RAM and flash left. Double-click one to
choose it.</p>
<p><b>Guard the budget:</b> <code>arenascope profile model.tflite --budget 65536</code> fails the build with exit
status 3 when the model has grown; <code>--baseline old.json</code> compares with an earlier report.</p>
<h3>Untrusted files</h3>
<p>Every model is validated before it runs, and every run has limits (<i>File, Limits</i>). <i>File, Watch memory
accesses</i> stops a run at the first access of a kernel outside its own memory.</p>
<h3>Accuracy</h3>
<p>Bytes are exact for the named revisions of TensorFlow Lite Micro and CMSIS-NN, built with arm-none-eabi-gcc. A
board's library may be older, or a vendor's, and then needs another size. Instructions are those of ArenaScope's own
kernels. Cycles come from a timing model of the processor; each report states its error against silicon.</p>
)");

const char* const kChartKeys = QT_TRANSLATE_NOOP("HelpPage", R"(
<table cellpadding="3">
<tr><td>wheel</td><td>zooms time, with Ctrl also bytes; with Shift moves along time</td></tr>
<tr><td>drag</td><td>moves; with the right button zooms to a box; along the axis of bytes selects bytes; below the
chart sums up operators: cycles, share, bytes in use and free</td></tr>
<tr><td>click</td><td>selects a buffer or an operator; a second click clears the selection</td></tr>
<tr><td>+ - 0</td><td>zoom in, zoom out, whole chart (double-click)</td></tr>
<tr><td>W A S D</td><td>zoom in and out at the pointer, move back and forward in time</td></tr>
<tr><td>F</td><td>fits the selection, or the range of operators</td></tr>
<tr><td>Ctrl+F</td><td>searches in the chart: matching names light up; Enter selects the next, Shift+Enter the
previous</td></tr>
<tr><td>Escape</td><td>ends a search, clears marks and the selection</td></tr>
<tr><td>Ctrl+B</td><td>writes a note on the selected buffer or operator, or marks it</td></tr>
<tr><td>overview map</td><td>appears when zoomed in: click or drag in it to move</td></tr>
<tr><td>Backspace</td><td>undoes a zoom, with Shift redoes it. Ctrl+Z undoes a change of settings: target,
kernels, board and others</td></tr>
<tr><td>left, right</td><td>previous or next operator or step; with Shift moves</td></tr>
<tr><td>up, down</td><td>move along bytes; in the graph, previous or next operator</td></tr>
</table>
)");

// All of an action's: "Ctrl+1, 1".
QString keysOf(const QAction& action) {
  QStringList keys;
  for (const QKeySequence& each : action.shortcuts()) keys << each.toString(QKeySequence::NativeText);
  return keys.join(QStringLiteral(", "));
}

void addShortcuts(const QList<QAction*>& actions, const QString& menu, QString& rows) {
  for (const QAction* action : actions) {
    const QString name = action->text().remove(QLatin1Char('&'));
    if (action->menu() != nullptr)
      addShortcuts(action->menu()->actions(), name, rows);
    else if (!action->shortcut().isEmpty())
      rows += QStringLiteral("<tr><td>%1</td><td>%2: %3</td></tr>")
                  .arg(keysOf(*action).toHtmlEscaped(), menu.toHtmlEscaped(), name.toHtmlEscaped());
  }
}

} // namespace

QString chartKeys() { return HelpPage::tr(kChartKeys); }

QString windowKeys(const QMenu* menu) {
  QString rows;
  addShortcuts(menu->actions(), {}, rows);
  rows += HelpPage::tr("<tr><td>Ctrl+J</td><td>hides or shows the tables</td></tr>"
                       "<tr><td>Ctrl+F, Ctrl+C, Ctrl+Shift+C</td><td>in a table: filter, copy as text, copy as CSV</td>"
                       "</tr>");
  return QStringLiteral("<table cellpadding=\"3\">%1</table>").arg(rows);
}

HelpPage::HelpPage(const QMenu* menu, QWidget* window)
    : QDialog(window), keys_(tr(kText) + tr("<h3>Mouse and keys in the charts</h3>") + chartKeys() +
                             tr("<h3>Keys of the window</h3>") + windowKeys(menu)),
      search_(new QLineEdit), list_(new QListWidget), text_(new QTextBrowser) {
  setWindowTitle(tr("Help"));
  search_->setPlaceholderText(tr("Search the documentation"));
  search_->setAccessibleName(tr("Search the documentation"));
  search_->setClearButtonEnabled(true);
  list_->setAccessibleName(tr("Topics"));
  text_->setAccessibleName(tr("Help text"));
  text_->setOpenLinks(false);
  auto* topics = new QVBoxLayout;
  topics->addWidget(search_);
  topics->addWidget(list_);
  auto* columns = new QHBoxLayout;
  columns->addLayout(topics, 2);
  columns->addWidget(text_, 5);
  for (QWidget* each : {static_cast<QWidget*>(search_), static_cast<QWidget*>(list_)})
    each->setVisible(topics_.count() > 0); // a build of the window alone has no pages
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(search_, &QLineEdit::textChanged, this, &HelpPage::fillList);
  connect(list_, &QListWidget::currentItemChanged, this, [this](const QListWidgetItem* item) {
    if (item != nullptr) showTopic(item->data(Qt::UserRole).toInt());
  });
  connect(text_, &QTextBrowser::anchorClicked, this, &HelpPage::follow);
  auto* layout = new QVBoxLayout(this);
  layout->addLayout(columns);
  layout->addWidget(buttons);
  resize(980, 680);
  fillList();
}

void HelpPage::fillList() {
  list_->clear();
  const auto add = [this](const QString& title, int topic) {
    auto* item = new QListWidgetItem(title, list_);
    item->setData(Qt::UserRole, topic);
  };
  if (search_->text().trimmed().isEmpty()) add(tr("This window"), kThisWindow);
  for (const std::size_t topic : topics_.found(search_->text())) add(topics_.title(topic), static_cast<int>(topic));
  list_->setCurrentRow(0);
}

void HelpPage::showTopic(int topic) {
  shown_ = topic;
  if (topic == kThisWindow) {
    text_->setHtml(keys_);
    return;
  }
  const auto page = static_cast<std::size_t>(topic);
  text_->setSearchPaths({topics_.folder(page)});
  text_->setMarkdown(topics_.markdown(page));
}

void HelpPage::follow(const QUrl& link) {
  if (!link.isRelative()) QDesktopServices::openUrl(link);
  const auto topic = shown_ == kThisWindow ? std::nullopt : topics_.linked(static_cast<std::size_t>(shown_), link);
  if (!topic) return;
  if (static_cast<int>(*topic) != shown_) {
    search_->clear(); // the list then has all
    list_->setCurrentRow(static_cast<int>(*topic) + 1);
  }
  if (link.hasFragment()) showHeading(link.fragment());
}

// Anchors are headings in small letters, with hyphens for blanks.
void HelpPage::showHeading(const QString& anchor) {
  for (QTextBlock block = text_->document()->begin(); block.isValid(); block = block.next()) {
    if (block.blockFormat().headingLevel() == 0) continue;
    if (block.text().toLower().replace(QLatin1Char(' '), QLatin1Char('-')) != anchor) continue;
    text_->setTextCursor(QTextCursor(block));
    text_->verticalScrollBar()->setValue(
        static_cast<int>(text_->document()->documentLayout()->blockBoundingRect(block).top()));
    return;
  }
}

} // namespace arenascope::ui
