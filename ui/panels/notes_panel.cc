#include "ui/panels/notes_panel.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QTableWidget>
#include <QVBoxLayout>

#include "ui/tables/table_style.h"

namespace arenascope::ui {

NotesPanel::NotesPanel(Selection& selection, Annotations& book, QWidget* parent)
    : QWidget(parent), selection_(selection), book_(book), table_(new QTableWidget(0, 2)),
      add_(new QPushButton(tr("Note on selection"))), remove_(new QPushButton(tr("Remove"))), empty_(new QLabel) {
  table_->setObjectName(QStringLiteral("notesTable"));
  table_->setAccessibleName(tr("Notes"));
  styleTable(*table_);
  table_->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed |
                          QAbstractItemView::AnyKeyPressed);
  table_->setHorizontalHeaderLabels({tr("On"), tr("Note")});
  for (int column = 0; column < 2; ++column)
    table_->horizontalHeaderItem(column)->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  table_->horizontalHeader()->setStretchLastSection(true);
  table_->setSelectionMode(QAbstractItemView::SingleSelection);
  add_->setObjectName(QStringLiteral("noteAdd"));
  add_->setToolTip(tr("On the selected buffer or operator (Ctrl+B). Notes are kept in a file beside the model, go into "
                      "the HTML report, and stay with the tensor's name when the model is made anew"));
  remove_->setObjectName(QStringLiteral("noteRemove"));
  empty_->setWordWrap(true);
  empty_->setMargin(8);
  empty_->setText(tr("Select a buffer or an operator and press Ctrl+B to write something about it, or only to find it "
                     "again. Notes are kept in a file beside the model."));
  auto* buttons = new QHBoxLayout;
  buttons->setContentsMargins(scaled(20), scaled(4), scaled(20), scaled(4));
  buttons->addWidget(add_);
  buttons->addWidget(remove_);
  buttons->addStretch(1);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addLayout(buttons);
  layout->addWidget(empty_, 1, Qt::AlignTop);
  layout->addWidget(table_, 1);
  connect(add_, &QPushButton::clicked, this, &NotesPanel::noteSelection);
  connect(remove_, &QPushButton::clicked, this, &NotesPanel::removeChosen);
  connect(table_, &QTableWidget::cellClicked, this, &NotesPanel::selectSubject); // also of the row that is chosen
  connect(table_, &QTableWidget::itemSelectionChanged, this, &NotesPanel::selectSubject);
  connect(table_, &QTableWidget::itemChanged, this, [this](const QTableWidgetItem* item) {
    if (!updating_ && item->column() == 1) book_.setText(static_cast<std::size_t>(item->row()), item->text());
  });
  connect(&book_, &Annotations::changed, this, &NotesPanel::showNotes);
  connect(&selection_, &Selection::changed, this, &NotesPanel::showSelection);
  showNotes();
}

void NotesPanel::showNotes() {
  const QScopedValueRollback updating(updating_, true);
  const int chosen = table_->currentRow();
  table_->setRowCount(static_cast<int>(book_.notes().size()));
  for (int row = 0; row < table_->rowCount(); ++row) {
    const service::Note& note = book_.notes()[static_cast<std::size_t>(row)];
    const bool there = book_.subjects()[static_cast<std::size_t>(row)].isThere();
    auto* subject = new QTableWidgetItem(QString::fromStdString(describeSubject(*book_.report(), note)));
    subject->setFlags(Qt::ItemIsSelectable | (there ? Qt::ItemIsEnabled : Qt::NoItemFlags));
    subject->setToolTip(there ? QString::fromStdString(note.tensor)
                              : tr("This version of the model has no such tensor; the note is kept for one that has"));
    table_->setItem(row, 0, subject);
    table_->setItem(row, 1, new QTableWidgetItem(QString::fromStdString(note.text)));
  }
  table_->resizeColumnToContents(0);
  chosen >= 0 && chosen < table_->rowCount() ? table_->setCurrentCell(chosen, 1) : table_->setCurrentItem(nullptr);
  table_->setVisible(table_->rowCount() > 0);
  empty_->setVisible(table_->rowCount() == 0);
  showSelection();
}

void NotesPanel::showSelection() {
  add_->setEnabled(book_.report() != nullptr && (selection_.op() >= 0 || selection_.buffer() >= 0));
  remove_->setEnabled(table_->currentRow() >= 0);
}

void NotesPanel::selectSubject() {
  remove_->setEnabled(table_->currentRow() >= 0);
  if (updating_ || table_->currentRow() < 0) return;
  const service::NoteSubject& subject = book_.subjects()[static_cast<std::size_t>(table_->currentRow())];
  if (subject.row >= 0) selection_.selectOperator(subject.row);
  if (subject.buffer >= 0) selection_.selectBuffer(subject.buffer);
}

void NotesPanel::noteSelection() {
  const int row = book_.addOn(selection_);
  if (row < 0) return;
  table_->setCurrentCell(row, 1);
  table_->setFocus();
  table_->editItem(table_->item(row, 1));
}

void NotesPanel::removeChosen() {
  if (const int row = table_->currentRow(); row >= 0) book_.remove(static_cast<std::size_t>(row));
}

} // namespace arenascope::ui
