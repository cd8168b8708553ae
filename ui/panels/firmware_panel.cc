#include "ui/panels/firmware_panel.h"

#include <QFontDatabase>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QPlainTextEdit>
#include <QTableWidget>

#include "core/report/text/report_text.h"
#include "ui/tables/table_style.h"

namespace arenascope::ui {

FirmwarePanel::FirmwarePanel(QWidget* parent)
    : QWidget(parent), findings_(new QTableWidget(0, 2)), console_(new QPlainTextEdit) {
  findings_->setObjectName(QStringLiteral("firmwareFindings"));
  findings_->setAccessibleName(tr("Findings in the firmware image"));
  styleTable(*findings_);
  findings_->setHorizontalHeaderLabels({tr("What"), tr("Found")});
  findings_->horizontalHeader()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
  findings_->horizontalHeader()->setSectionResizeMode(1, QHeaderView::Stretch);
  findings_->setWordWrap(true);
  console_->setObjectName(QStringLiteral("firmwareConsole"));
  console_->setAccessibleName(tr("Firmware output"));
  console_->setReadOnly(true);
  console_->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
  auto* columns = new QHBoxLayout(this);
  columns->addWidget(findings_, 3);
  columns->addWidget(console_, 2);
  setReport(nullptr);
}

void FirmwarePanel::setReport(const ReportPointer& report) {
  findings_->setRowCount(0);
  console_->clear();
  console_->setPlaceholderText(report == nullptr || !report->firmware
                                   ? tr("Drop a firmware image (.elf, .bin, .hex, .uf2) to see the interpreter in it.")
                                   : tr("It printed nothing."));
  if (report == nullptr) return;
  for (const auto& [name, what] : report::describeFirmware(*report)) {
    const int row = findings_->rowCount();
    findings_->insertRow(row);
    findings_->setItem(row, 0, new QTableWidgetItem(QString::fromStdString(name)));
    findings_->setItem(row, 1, new QTableWidgetItem(QString::fromStdString(what)));
  }
  findings_->resizeRowsToContents();
  if (report->firmware) console_->setPlainText(QString::fromStdString(report->firmware->console));
}

} // namespace arenascope::ui
