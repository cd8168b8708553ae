#include "ui/panels/run_popover.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>

#include "core/interpreter/tflm/revisions.h"
#include "core/model/quantize/numbers.h"
#include "ui/panels/target_choice.h"
#include "ui/style/type.h"

namespace arenascope::ui {

QString targetTitle(const QString& target) {
  static const std::pair<const char*, const char*> kStarts[] = {
      {"cortex-m", "Cortex-M"}, {"esp32", "ESP32"}, {"riscv", "RISC-V"}, {"rv32", "RV32"}, {"host", "This computer"}};
  for (const auto& [start, title] : kStarts)
    if (target.startsWith(QLatin1String(start))) {
      const QString rest = target.mid(static_cast<qsizetype>(qstrlen(start)));
      return QLatin1String(title) + (target.startsWith(QLatin1String("esp")) ? rest.toUpper() : rest);
    }
  return target;
}

QString kernelsTitle(const QString& kernels) {
  const QString level = kernels.section(QLatin1Char('@'), 1);
  const QString set = kernels.section(QLatin1Char('@'), 0, 0);
  QString title = set == QLatin1String("cmsis-nn")    ? QStringLiteral("CMSIS-NN")
                  : set == QLatin1String("esp-nn")    ? QStringLiteral("ESP-NN")
                  : set == QLatin1String("reference") ? QStringLiteral("reference kernels")
                                                      : set;
  if (level.isEmpty()) return title;
  const bool isVersion = level.front().isDigit();
  return isVersion ? QStringLiteral("%1 %2").arg(title, level) : QStringLiteral("%1, -%2").arg(title, level);
}

RunPopover::RunPopover(TargetChoice& choice, QWidget* parent)
    : QFrame(parent, Qt::Popup | Qt::FramelessWindowHint), choice_(choice), revision_(new QComboBox),
      planner_(new QComboBox), numbers_(new QComboBox), places_{new QComboBox, new QComboBox, new QComboBox} {
  setProperty("role", QStringLiteral("popover"));
  setAccessibleName(tr("Target, kernels and revision"));
  choice.target()->setObjectName(QStringLiteral("target"));
  choice.kernels()->setObjectName(QStringLiteral("kernels"));
  choice.board()->setObjectName(QStringLiteral("board"));
  addRevisions();
  planner_->setObjectName(QStringLiteral("runPlanner"));
  planner_->setAccessibleName(tr("Memory planner"));
  planner_->addItem(tr("Greedy: buffers share bytes"), static_cast<int>(report::Planner::kGreedy));
  planner_->addItem(tr("Linear: nothing is shared"), static_cast<int>(report::Planner::kLinear));
  addNumbers();
  const QString names[] = {tr("Region of the weights"), tr("Region of the code"), tr("Region of the arena")};
  for (std::size_t i = 0; i < places_.size(); ++i) {
    places_[i]->setObjectName(QStringLiteral("place_") + QLatin1String(hardware::kPlacedParts[i]));
    places_[i]->setAccessibleName(names[i]);
  }
  fillPlaces();
  auto* form = new QFormLayout(this);
  const int margin = scaled(16);
  form->setContentsMargins(margin, margin, margin, margin);
  form->setHorizontalSpacing(scaled(12));
  form->setVerticalSpacing(scaled(8));
  form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
  const auto addRow = [form](const QString& name, QComboBox* box) {
    auto* label = new QLabel(name);
    label->setProperty("role", QStringLiteral("small"));
    label->setBuddy(box);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(26);
    form->addRow(label, box);
  };
  addRow(tr("&Target"), choice.target());
  addRow(tr("&Kernels"), choice.kernels());
  addRow(tr("TFLM &revision"), revision_);
  addRow(tr("&Planner"), planner_);
  addRow(tr("&Numbers"), numbers_);
  addRow(tr("&Board"), choice.board());
  addRow(tr("&Weights in"), places_[0]);
  addRow(tr("&Code in"), places_[1]);
  addRow(tr("&Arena in"), places_[2]);
  auto* more = new QPushButton(tr("Two arenas, another size, several models..."));
  more->setProperty("role", QStringLiteral("link"));
  connect(more, &QPushButton::clicked, this, [this] {
    hide();
    emit moreWanted();
  });
  form->addRow(QString(), more);
  connect(revision_, &QComboBox::currentIndexChanged, this, &RunPopover::overridesChosen);
  connect(planner_, &QComboBox::currentIndexChanged, this, &RunPopover::overridesChosen);
  connect(numbers_, &QComboBox::currentIndexChanged, this, &RunPopover::overridesChosen);
  for (QComboBox* box : places_) connect(box, &QComboBox::currentIndexChanged, this, &RunPopover::overridesChosen);
  connect(&choice, &TargetChoice::changed, this, &RunPopover::fillPlaces);
}

void RunPopover::addRevisions() {
  revision_->setObjectName(QStringLiteral("runRevision"));
  revision_->setAccessibleName(tr("Revision of TFLM"));
  for (const tflm::Revision& revision : tflm::kRevisions) {
    const QString who = QString::fromUtf8(revision.who);
    const QString when = QString::fromUtf8(revision.when);
    revision_->addItem(who.isEmpty() ? tr("Current: %1").arg(when) : tr("%1 (%2)").arg(who, when),
                       QString::fromUtf8(revision.name));
  }
}

// Of a float model: real inputs are given on the command line.
void RunPopover::addNumbers() {
  numbers_->setObjectName(QStringLiteral("runNumbers"));
  numbers_->setAccessibleName(tr("Numbers of a float model"));
  numbers_->addItem(tr("As in the model"), QString());
  for (const quantize::Numbers each : quantize::kAllNumbers) {
    const QString name = QString::fromLatin1(quantize::numbersName(each));
    numbers_->addItem(tr("Float model quantized to %1").arg(name), name);
  }
}

// Of the chosen board. The first entry is the usual place.
void RunPopover::fillPlaces() {
  service::ProfileRequest request;
  choice_.applyTo(request);
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const QString part = QLatin1String(hardware::kPlacedParts[i]);
    const bool isArena = i + 1 == places_.size();
    QComboBox& box = *places_[i];
    const QSignalBlocker quiet(box);
    box.clear();
    box.addItem(isArena ? tr("The board\u2019s first region") : tr("Flash"), QString());
    if (request.board && !request.kernels.empty()) // an image's kernels are its own
      for (const hardware::MemoryRegion& region : hardware::regionsFor(*request.board, part.toStdString()))
        if (region.name != hardware::kFlashRegion) {
          const QString name = QString::fromStdString(region.name);
          box.addItem(name, QStringLiteral("%1=%2").arg(part, name));
        }
    for (const std::string& place : overrides_.place)
      if (const int found = box.findData(QString::fromStdString(place)); found > 0) box.setCurrentIndex(found);
    box.setEnabled(box.count() > 1);
    box.setToolTip(box.isEnabled() ? QString() : tr("Regions of memory are a board\u2019s: choose one"));
  }
}

void RunPopover::setOverrides(const RunOverrides& overrides) {
  overrides_ = overrides;
  const QSignalBlocker quietRevision(revision_);
  const QSignalBlocker quietPlanner(planner_);
  const QString name = QString::fromStdString(overrides.tflm);
  if (revision_->findData(name) < 0) revision_->addItem(name, name); // a month
  revision_->setCurrentIndex(revision_->findData(name));
  const QSignalBlocker quietNumbers(numbers_);
  planner_->setCurrentIndex(planner_->findData(static_cast<int>(overrides.planner)));
  numbers_->setCurrentIndex(numbers_->findData(QString::fromStdString(overrides.quantize)));
  fillPlaces();
}

void RunPopover::overridesChosen() {
  overrides_.tflm = revision_->currentData().toString().toStdString();
  overrides_.planner = static_cast<report::Planner>(planner_->currentData().toInt());
  overrides_.quantize = numbers_->currentData().toString().toStdString();
  overrides_.place.clear();
  for (const QComboBox* box : places_)
    if (const QString place = box->currentData().toString(); !place.isEmpty())
      overrides_.place.push_back(place.toStdString());
  emit overridesChanged(overrides_);
}

int RunPopover::titleLength() const {
  return static_cast<int>(targetTitle(choice_.target()->itemText(choice_.target()->currentIndex())).size());
}

QString RunPopover::summary() const {
  const QString target = targetTitle(choice_.target()->itemText(choice_.target()->currentIndex()));
  const QString kernels = choice_.kernels()->currentText();
  return kernels.isEmpty() ? tr("%1, the image\u2019s kernels").arg(target)
                           : tr("%1 with %2", "target, kernels").arg(target, kernelsTitle(kernels));
}

} // namespace arenascope::ui
