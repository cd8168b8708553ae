#include "core/output/record_fields.h"

#include "core/report/buffer_info.h"

namespace arenascope::output {

using report::PlannedBuffer;
using report::Report;
using trace::Event;
using trace::Section;

namespace {

constexpr RecordField<PlannedBuffer> kBufferFields[] = {
    {"index", "int", "", [](const Report&, const PlannedBuffer& buffer) { return Json(buffer.index); }},
    {"kind", "str", "\"tensor\" or \"scratch\"",
     [](const Report&, const PlannedBuffer& buffer) { return Json(buffer.scratch ? "scratch" : "tensor"); }},
    {"use", "str", "\"input\", \"output\", \"activation\" ...",
     [](const Report& report, const PlannedBuffer& buffer) {
       return Json(report::bufferKindName(report::bufferKind(report, buffer)));
     }},
    {"name", "str", "", [](const Report&, const PlannedBuffer& buffer) { return Json(buffer.name); }},
    {"bytes", "int", "", [](const Report&, const PlannedBuffer& buffer) { return Json(buffer.bytes); }},
    {"first_op", "int", "time step of the planner; 0 fills the inputs",
     [](const Report&, const PlannedBuffer& buffer) { return Json(buffer.firstOp); }},
    {"last_op", "int", "", [](const Report&, const PlannedBuffer& buffer) { return Json(buffer.lastOp); }},
    {"offline_offset", "int", "of the model's own plan; -1 without one",
     [](const Report&, const PlannedBuffer& buffer) { return Json(buffer.offlineOffset); }, false},
    {"offset", "int", "from the arena's start",
     [](const Report&, const PlannedBuffer& buffer) { return Json(buffer.offset); }},
};

constexpr RecordField<Event> kAllocationFields[] = {
    {"section", "str", "\"head\", \"tail\" or \"temp\"",
     [](const Report&, const Event& event) { return Json(sectionName(event.section)); }},
    {"bytes", "int", "", [](const Report&, const Event& event) { return Json(event.bytes); }},
    {"alignment", "int", "", [](const Report&, const Event& event) { return Json(event.alignment); }},
    {"offset", "int", "from the arena's end in the tail, otherwise from its start",
     [](const Report&, const Event& event) { return Json(event.offset); }},
    {"phase", "str", "", [](const Report&, const Event& event) { return Json(run::phaseName(event.position.phase)); }},
    {"subgraph", "int", "", [](const Report&, const Event& event) { return Json(event.position.subgraph); }},
    {"op", "int", "", [](const Report&, const Event& event) { return Json(event.position.op); }},
};

} // namespace

const char* sectionName(Section section) {
  if (section == Section::kHead) return "head";
  return section == Section::kTail ? "tail" : "temp";
}

std::span<const RecordField<PlannedBuffer>> bufferFields() { return kBufferFields; }

std::span<const RecordField<Event>> allocationFields() { return kAllocationFields; }

} // namespace arenascope::output
