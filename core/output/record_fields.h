// Fields of planned buffers and allocations in a report's JSON, a row each. Python's classes are generated from them as
// well.
#pragma once

#include <span>

#include "core/output/json_parts.h"

namespace arenascope::output {

template <typename Row>
struct RecordField {
  const char* name;
  const char* type; // in Python: "int", "str"
  const char* help; // may be empty
  Json (*read)(const report::Report& report, const Row& row);
  bool inClass = true; // false: in JSON alone
};

// "head", "tail" or "temp".
const char* sectionName(trace::Section section);

// In the order of JSON.
std::span<const RecordField<report::PlannedBuffer>> bufferFields();
// For events that are allocations.
std::span<const RecordField<trace::Event>> allocationFields();

template <typename Row>
Json recordJson(std::span<const RecordField<Row>> fields, const report::Report& report, const Row& row) {
  Json json;
  for (const RecordField<Row>& field : fields) json[field.name] = field.read(report, row);
  return json;
}

} // namespace arenascope::output
