// Everything that is known of one operator or tensor of a report, as lines for a person: what the model's file says of
// it, where it lies, what it costs, who writes it and who reads it.
#pragma once

#include <string>
#include <vector>

#include "core/report/report.h"

namespace arenascope::report {

// What a line leads to: a row of Report::operators, or a tensor by its number across all subgraphs; -1: to nothing.
struct DetailTarget {
  int op = -1;
  int tensor = -1;
};

struct DetailLine {
  std::string label; // the same as in the line before: empty
  std::string value;
  DetailTarget target{};
};

struct DetailSection {
  std::string title;
  std::vector<DetailLine> lines; // never none
};

struct Details {
  std::string title; // "#2 CONV_2D"; a tensor's full name
  std::vector<DetailSection> sections;
};

// "#2 CONV_2D", "#1:4 ADD" in another subgraph than the main one.
std::string operatorHeading(SubgraphId subgraph, OperatorId index, const std::string& name);
inline std::string operatorHeading(const OperatorReport& op) { return operatorHeading(op.subgraph, op.index, op.name); }

// row: of Report::operators.
Details operatorDetails(const Report& report, int row);
// By its number across all subgraphs.
Details tensorDetails(const Report& report, int tensor);
// Of a planned buffer, by its position in Report::buffers: the tensor's where it is one.
Details bufferDetails(const Report& report, int buffer);

} // namespace arenascope::report
