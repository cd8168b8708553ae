// Writes _rows.py: classes of a report's rows (operators, planned buffers, allocations), from the program's tables.
#include <fmt/format.h>

#include <fstream>

#include "core/output/record_fields.h"
#include "core/report/operator_columns.h"

namespace {

using namespace arenascope;

std::string classOf(const char* name, const char* what) {
  return fmt::format("\n\n@dataclass(frozen=True)\nclass {}:\n    \"\"\"{}\"\"\"\n", name, what);
}

std::string fieldOf(const std::string& name, const std::string& type, const std::string& help) {
  return fmt::format("    {}: {}{}\n", name, type, help.empty() ? "" : "  #: " + help);
}

std::string operatorClass() {
  std::string text = classOf("Operator", "One operator of the run.") + fieldOf("subgraph", "int", "") +
                     fieldOf("index", "int", "") + fieldOf("name", "str", "");
  std::string optional; // fields with defaults come last
  for (const report::OperatorColumn* column : columnsOf(&report::ColumnRanks::json))
    if (column->absent == nullptr)
      text += fieldOf(column->name, "int", column->help);
    else
      optional +=
          fieldOf(column->name, "Optional[int] = None", fmt::format("{}; None {}", column->help, column->absent));
  return text + optional;
}

template <typename Row>
std::string recordClass(const char* name, const char* what, std::span<const output::RecordField<Row>> fields) {
  std::string text = classOf(name, what);
  for (const output::RecordField<Row>& field : fields)
    if (field.inClass) text += fieldOf(field.name, field.type, field.help);
  return text;
}

} // namespace

int main(int count, char** arguments) {
  if (count != 2) return 2;
  std::ofstream file(arguments[1]);
  file << "\"\"\"Made by the build, from the tables that the report's JSON is made of.\"\"\"\n\n"
          "from __future__ import annotations\n\nfrom dataclasses import dataclass\nfrom typing import Optional\n"
       << operatorClass()
       << recordClass("Buffer", "A tensor or scratch buffer that the planner placed in the head.",
                      output::bufferFields())
       << recordClass("Event", "One allocation before AllocateTensors() returns.", output::allocationFields());
  return file.flush() ? 0 : 1;
}
