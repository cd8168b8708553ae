#include "ui/panels/resolver_panel.h"

#include <QApplication>
#include <QClipboard>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTableWidget>

#include "core/output/resolver_writer.h"
#include "core/report/text/terms.h"
#include "ui/charts/arena_frame.h"
#include "ui/tables/table_style.h"

namespace arenascope::ui {

ResolverPanel::ResolverPanel(QWidget* parent)
    : QWidget(parent), table_(new QTableWidget(0, 2)), sums_(new QLabel), code_(new QPlainTextEdit),
      copy_(new QPushButton(tr("Copy"))) {
  styleTable(*table_);
  table_->setHorizontalHeaderLabels({tr("Operator"), tr("Flash alone, bytes")});
  table_->horizontalHeaderItem(1)->setToolTip(
      tr("what the operator adds to the interpreter when it is the only one, from the linked firmware image"));
  table_->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
  table_->horizontalHeader()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
  table_->setAccessibleName(tr("Operators to register"));
  sums_->setWordWrap(true);
  sums_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  code_->setReadOnly(true);
  code_->setPlaceholderText(tr("Open a model to see the code that registers its operators."));
  code_->setLineWrapMode(QPlainTextEdit::NoWrap);
  code_->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
  code_->setAccessibleName(tr("Code for MicroMutableOpResolver"));
  copy_->setObjectName(QStringLiteral("copyResolver"));
  connect(copy_, &QPushButton::clicked, this, [this] { QApplication::clipboard()->setText(code_->toPlainText()); });

  auto* left = new QVBoxLayout;
  left->addWidget(table_, 1);
  left->addWidget(sums_);
  auto* right = new QVBoxLayout;
  right->addWidget(code_, 1);
  right->addWidget(copy_, 0, Qt::AlignLeft);
  auto* columns = new QHBoxLayout(this);
  columns->addLayout(left, 2);
  columns->addLayout(right, 3);
  setReport(nullptr);
}

void ResolverPanel::setReport(const ReportPointer& report) {
  table_->setRowCount(0);
  sums_->clear();
  code_->clear();
  copy_->setEnabled(report != nullptr);
  if (report != nullptr) showOperators(*report);
}

void ResolverPanel::showOperators(const report::Report& report) {
  code_->setPlainText(QString::fromStdString(output::toResolver(report)));
  if (report.arena) setToolTip(QString::fromStdString(explainTerm(report, report::Term::kResolver)));
  const std::vector<std::string> names = report.model.operatorNames();
  table_->setRowCount(static_cast<int>(names.size()));
  for (std::size_t i = 0; i < names.size(); ++i) {
    const int row = static_cast<int>(i);
    table_->setItem(row, 0, new QTableWidgetItem(QString::fromStdString(names[i])));
    auto* bytes = new QTableWidgetItem(report.flash ? groupedText(report.flash->operators[i].bytes) : QString());
    bytes->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    table_->setItem(row, 1, bytes);
  }
  table_->setColumnHidden(1, !report.flash);
  if (report.flash)
    sums_->setText(tr("Together %1 bytes of flash, shared code once. Registering every operator would take %2: this "
                      "saves %3. The interpreter takes %4.")
                       .arg(groupedText(report.flash->needed), groupedText(report.flash->all),
                            groupedText(report.flash->saved()), groupedText(report.flash->interpreter)));
}

} // namespace arenascope::ui
