#include "ui/window/limits_dialog.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace arenascope::ui {

LimitsDialog::LimitsDialog(const arenascope::Limits& limits, QWidget* parent)
    : QDialog(parent), limits_(limits), problem_(new QLabel) {
  setWindowTitle(tr("Limits"));
  auto* layout = new QVBoxLayout(this);
  auto* introduction = new QLabel(tr("A model or a run that goes further ends with a message. K, M and G after a "
                                     "number stand for 1024, 1024² and 1024³."));
  introduction->setWordWrap(true);
  layout->addWidget(introduction);
  auto* rows = new QFormLayout;
  layout->addLayout(rows);
  for (const arenascope::LimitName& limit : arenascope::limitNames()) {
    auto* field = new QLineEdit;
    field->setObjectName(QLatin1String(limit.name));
    fields_.push_back(field);
    rows->addRow(tr(limit.what), field);
  }
  problem_->setWordWrap(true);
  problem_->setObjectName(QStringLiteral("problem"));
  layout->addWidget(problem_);
  auto* buttons =
      new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel | QDialogButtonBox::RestoreDefaults);
  layout->addWidget(buttons);
  connect(buttons, &QDialogButtonBox::accepted, this, &LimitsDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &LimitsDialog::reject);
  connect(buttons->button(QDialogButtonBox::RestoreDefaults), &QPushButton::clicked, this, [this] { show({}); });
  show(limits);
}

void LimitsDialog::show(const arenascope::Limits& limits) {
  for (std::size_t i = 0; i < fields_.size(); ++i)
    fields_[i]->setText(QString::number(limits.*arenascope::limitNames()[i].value));
  problem_->clear();
}

void LimitsDialog::accept() {
  arenascope::Limits limits;
  for (std::size_t i = 0; i < fields_.size(); ++i) {
    const std::string text = arenascope::limitNames()[i].name + ("=" + fields_[i]->text().trimmed().toStdString());
    if (const auto wrong = setLimit(limits, text)) {
      problem_->setText(QString::fromStdString(wrong->message));
      fields_[i]->setFocus();
      return;
    }
  }
  limits_ = limits;
  QDialog::accept();
}

} // namespace arenascope::ui
