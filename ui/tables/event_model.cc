#include "ui/tables/event_model.h"

namespace arenascope::ui {

using trace::Event;
using trace::EventKind;
using trace::Section;

namespace {

const char* sectionName(Section section) {
  switch (section) {
  case Section::kHead: return "head";
  case Section::kTail: return "tail";
  case Section::kTemp: break;
  }
  return "temporary";
}

} // namespace

EventModel::EventModel(QObject* parent)
    : ReportModel({{tr("#"), tr("order of the allocations")},
                   {tr("section"), {}, false},
                   {tr("what"), {}, false},
                   {tr("while"), {}, false},
                   {tr("bytes"), {}, true, true},
                   {tr("alignment"), {}},
                   {tr("offset"), tr("of head and temporary blocks from the arena's start, of the tail from its end")},
                   {tr("arena needed"), tr("the smallest arena in which this step still fits")}},
                  parent) {}

bool EventModel::isSelected(const Selection& selection, int row) const {
  if (selection.op() < 0) return row == selection.event();
  const Event& event = report()->allocations[static_cast<std::size_t>(row)];
  const auto& op = report()->operators[static_cast<std::size_t>(selection.op())];
  return run::operatorOf(event) == op.index && std::max(0, event.position.subgraph) == op.subgraph;
}

ReportModel::Cell EventModel::cell(int row, int column) const {
  const Event& event = report()->allocations[static_cast<std::size_t>(row)];
  const bool reset = event.kind == EventKind::kTempReset;
  switch (column) {
  case kIndex: return {QString::number(row), row};
  case kSection: return words(sectionName(event.section));
  case kWhat: return words(reset ? "emptied" : run::categoryText(event.category));
  case kWhen: return words(describeStep(*report(), event));
  case kBytes: return reset ? Cell{{}, 0} : number(event.bytes);
  case kAlignment: return reset ? Cell{{}, 0} : number(event.alignment);
  case kOffset: return number(event.offset);
  default: return number(report()->analysis.snapshots[static_cast<std::size_t>(row)].need);
  }
}

} // namespace arenascope::ui
