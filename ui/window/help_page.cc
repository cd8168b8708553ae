#include "ui/window/help_page.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QMenu>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace arenascope::ui {

namespace {

const char* const kText = QT_TRANSLATE_NOOP("HelpPage", R"(
<h2>What you see</h2>
<p>A TensorFlow Lite Micro application gives its interpreter one block of memory, the <b>tensor arena</b>. Drop a
<code>.tflite</code> file (or a C array of one): the number on the left is what to write as
<code>kTensorArenaSize</code>. It is exact, not estimated: verified by running the model; 16 bytes less fails.</p>
<p>The arena is used from both ends. The <b>head</b> holds the planned buffers: tensors and scratch memory, which share
bytes when they are not needed at the same time. The <b>tail</b> holds what stays: structs, tables of kernels,
variables. <b>Temporary</b> memory lies on the head while the model is set up and is gone afterwards.</p>
<h3>Running</h3>
<p>Each rectangle is a buffer: across, the operators during which it is in use; upwards, its bytes. Red marks the peak, and nothing else: the
buffers with a red edge fill the head. To need less, make one of them smaller, or make
it live shorter. Select a buffer, or draw along the axis of bytes, to see everything that ever lives in the same bytes
(<i>Shared bytes</i>). The strip below shows cycles; with the width <i>By cycles</i> a layer is as wide as its cycles.</p>
<h3>Setting up</h3>
<p>Every allocation from the interpreter's construction to the end of <code>AllocateTensors()</code>. The marked moment
leaves least free space: it sets the minimum, which is often more than <code>arena_used_bytes()</code> says afterwards.
The bar below shows the arena as it lies in memory then; the slider and the play button walk through the events.</p>
<h3>Graph, Time, Boards</h3>
<p>The model's operators and tensors, and what is selected is the same everywhere; functions by cycles, and a board's
measured times beside them; which boards it fits, what is in flash, and which operators to register.</p>
<h3>Before and after</h3>
<p><i>Compare</i> in the bar: what would help, another plan, layers in strips, other kernel sets or models on one scale,
and any other setting. Drop a file on the right half of the window to compare it.</p>
<h3>What would help</h3>
<p>What would make the arena smaller or the inference faster, looked for once a model has stood on screen for a moment:
what costs nothing first, then what costs cycles. Each was run; select one to see the arena before and after, and write
the model or the header. The rows in grey say what there is nothing to gain from, and why.</p>
<h3>Plan</h3>
<p>TensorFlow Lite Micro places buffers by a simple rule, which is not always the best. The best plan, searched, stands
beside it: what it saves, and which buffers keep it from being smaller. <i>Write model</i> makes a file with the plan
inside, which the same interpreter reads; both versions were run before. Drag a buffer of the plan (or choose it with
left and right, move it with up and down and press Return) to see what becomes of the arena when it has to be there.</p>
<h3>What if</h3>
<p>Other targets, kernel sets, boards, planners, two arenas, an arena shared by several models, or an arena of a given
size: drag its line in the picture. Everything is compared with a baseline that you pin.</p>
<h3>Explain</h3>
<p>Paste what the device printed when it failed. It says which section of the arena was too small, which operator asked
for memory and when, how large the arena on the device is, and how large it must be.</p>
<h3>Done in a minute</h3>
<p><b>"It says missing 7,560 bytes":</b> drop the model that is on the device, paste the message into <i>Explain</i> and
write the <code>kTensorArenaSize</code> that it names. What is missing in the message is often not all.</p>
<p><b>Shrink the arena of a model:</b> look at the buffers with a red edge, then at <i>Plan</i>: <i>Write model</i> gives
the same model with a better plan. <i>Tail</i> lists what else can be saved.</p>
<p><b>Which board do I need:</b> <i>Boards</i> has a row for each, with time, RAM and flash left; a click chooses it.</p>
<p><b>Guard the budget:</b> <code>arenascope profile model.tflite --budget 65536</code> in the build fails with exit
status 3 when the model has grown; <code>--baseline old.json</code> compares with an earlier report.</p>
<h3>Files that you do not trust</h3>
<p>Every model is checked before it is run, and nothing goes on for ever: <i>File, Limits</i> says how far a run may
go. <i>File, Watch memory accesses</i> stops a run at the first access of a kernel to bytes of the arena that are not
its own.</p>
<h3>Which figure is how sure</h3>
<p>Bytes are exact for the revision of TensorFlow Lite Micro and CMSIS-NN that the summary names, built with
arm-none-eabi-gcc; a board's library may be of another year, or a vendor's, and then need another size. Instructions are those of ArenaScope's own kernels. Cycles come from a timing model of the
processor; each report says how far it was off where it was compared with silicon.</p>
)");

const char* const kChartKeys = QT_TRANSLATE_NOOP("HelpPage", R"(
<table cellpadding="3">
<tr><td>wheel</td><td>zooms time; with Ctrl also bytes; with Shift moves along time</td></tr>
<tr><td>drag</td><td>moves; with the right button zooms to a box; along the axis of bytes selects bytes; below the
picture sums up operators: cycles, share, bytes in use and free (Escape: no longer)</td></tr>
<tr><td>click</td><td>selects a buffer or an operator; again: nothing</td></tr>
<tr><td>+ - 0</td><td>zoom in, zoom out, whole picture (double-click)</td></tr>
<tr><td>W A S D</td><td>zoom in and out where the pointer is, move back and on along time</td></tr>
<tr><td>F</td><td>fits the selection, or the operators that are summed up</td></tr>
<tr><td>Ctrl+F</td><td>searches in the picture: what has the words in its name lights up</td></tr>
<tr><td>Ctrl+B</td><td>notes something on the selected buffer or operator, or only marks it</td></tr>
<tr><td>the small map</td><td>is there while a part is shown: click or drag in it to see another</td></tr>
<tr><td>Backspace</td><td>undoes a zoom; with Shift does it again. Ctrl+Z undoes a change of settings: target,
kernels, board and what What if has</td></tr>
<tr><td>left, right</td><td>the operator or event before or after; with Shift moves</td></tr>
<tr><td>up, down</td><td>move along bytes; in the graph the operator before or after</td></tr>
</table>
)");

void addShortcuts(const QList<QAction*>& actions, const QString& menu, QString& rows) {
  for (const QAction* action : actions) {
    const QString name = action->text().remove(QLatin1Char('&'));
    if (action->menu() != nullptr)
      addShortcuts(action->menu()->actions(), name, rows);
    else if (!action->shortcut().isEmpty())
      rows += QStringLiteral("<tr><td>%1</td><td>%2: %3</td></tr>")
                  .arg(action->shortcut().toString(QKeySequence::NativeText).toHtmlEscaped(), menu.toHtmlEscaped(),
                       name.toHtmlEscaped());
  }
}

} // namespace

QString chartKeys() { return HelpPage::tr(kChartKeys); }

QString windowKeys(const QMenu* menu) {
  QString rows;
  addShortcuts(menu->actions(), {}, rows);
  rows += HelpPage::tr("<tr><td>Ctrl+J</td><td>folds the tables, or shows them</td></tr>"
                       "<tr><td>Ctrl+F, Ctrl+C, Ctrl+Shift+C</td><td>in a table: filter, copy as text, copy as CSV</td>"
                       "</tr>");
  return QStringLiteral("<table cellpadding=\"3\">%1</table>").arg(rows);
}

HelpPage::HelpPage(const QMenu* menu, QWidget* window) : QDialog(window) {
  setWindowTitle(tr("Help"));
  auto* text = new QTextBrowser;
  text->setAccessibleName(tr("Help text"));
  text->setHtml(tr(kText) + tr("<h3>Mouse and keys in the charts</h3>") + chartKeys() +
                tr("<h3>Keys of the window</h3>") + windowKeys(menu));
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  auto* layout = new QVBoxLayout(this);
  layout->addWidget(text);
  layout->addWidget(buttons);
  resize(720, 640);
}

} // namespace arenascope::ui
