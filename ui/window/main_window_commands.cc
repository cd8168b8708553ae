// The part of MainWindow that knows what there is to find: actions, operators, buffers, tensors, boards and figures.
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QMenu>
#include <QPointer>

#include "core/report/buffer_info.h"
#include "core/report/figures.h"
#include "core/report/text/short_names.h"
#include "ui/charts/arena_frame.h"
#include "ui/panels/target_choice.h"
#include "ui/window/bar.h"
#include "ui/window/command_palette.h"
#include "ui/window/main_window.h"
#include "ui/window/work_note.h"

namespace arenascope::ui {

namespace {

// What a menu and those in it do, by their way there: "View: Colours: Dark".
void addCommandsOf(const QMenu& menu, const QString& way, std::vector<Command>& commands) {
  for (QAction* action : menu.actions()) {
    if (action->isSeparator() || !action->isEnabled()) continue;
    const QString name = action->text().remove(QLatin1Char('&'));
    const QString title = way.isEmpty() ? name : QStringLiteral("%1: %2").arg(way, name);
    if (action->menu() != nullptr)
      addCommandsOf(*action->menu(), title, commands);
    else
      commands.push_back(
          {title, action->shortcut().toString(QKeySequence::NativeText), [it = QPointer<QAction>(action)] {
             if (it != nullptr) it->trigger();
           }});
  }
}

} // namespace

std::vector<Command> MainWindow::commands() {
  std::vector<Command> all;
  for (const QAction* action : bar_->menu()->actions())
    if (action->menu() != nullptr) addCommandsOf(*action->menu(), action->text().remove(QLatin1Char('&')), all);
  addReportCommands(all);
  const QComboBox* boards = choice_->board();
  for (int i = 0; i < boards->count(); ++i) {
    const QString name = boards->itemData(i).toString();
    all.push_back({tr("Board: %1").arg(boards->itemText(i)), {}, [this, name] { choice_->selectBoard(name); }});
  }
  return all;
}

void MainWindow::addReportCommands(std::vector<Command>& all) {
  if (shown_.report == nullptr) return;
  for (const report::FigureKind& kind : report::figureKinds()) {
    const auto value = kind.read(*shown_.report);
    if (!value || isStale()) continue;
    const QString text = QString::number(*value);
    all.push_back({tr("Figure: %1").arg(tr(kind.name)),
                   tr("%1 %2, copies it").arg(groupedText(*value), QString::fromLatin1(kind.unit)), [this, text] {
                     QApplication::clipboard()->setText(text);
                     work_->show(tr("Copied: %1").arg(text));
                   }});
  }
  const auto select = [this](auto choose, const char* page = "inference") {
    return [this, choose, page, shown = shown_.report] {
      if (shown_.report != shown) return; // another model has come in the meantime
      showPage(QLatin1String(page));
      choose();
    };
  };
  for (std::size_t row = 0; row < shown_.report->operators.size(); ++row)
    all.push_back({tr("Operator: %1").arg(operatorTitle(shown_.report->operators[row])), {}, select([this, row] {
                     selection_.selectOperator(static_cast<int>(row));
                   })});
  const std::vector<std::string> names = shortBufferNames(*shown_.report);
  for (std::size_t i = 0; i < names.size(); ++i)
    all.push_back({tr("Buffer: %1").arg(QString::fromStdString(shown_.report->buffers[i].name)),
                   tr("%1, %2").arg(QString::fromStdString(names[i]),
                                    bytesText(static_cast<double>(shown_.report->buffers[i].bytes))),
                   select([this, i] { selection_.selectBuffer(static_cast<int>(i)); })});
  // The others have no buffer of the plan: constants and variables.
  const std::vector<int> buffers = buffersByTensor(*shown_.report);
  std::size_t number = 0;
  for (const model::SubgraphInfo& subgraph : shown_.report->model.subgraphs)
    for (const model::TensorInfo& tensor : subgraph.tensors) {
      if (buffers[number] < 0)
        all.push_back({tr("Tensor: %1").arg(QString::fromStdString(tensor.name)),
                       bytesText(static_cast<double>(tensor.bytes)),
                       select([this, number] { selection_.selectTensor(static_cast<int>(number)); }, "tensors")});
      ++number;
    }
}

void MainWindow::findAnything() { CommandPalette(commands(), this).exec(); }

} // namespace arenascope::ui
