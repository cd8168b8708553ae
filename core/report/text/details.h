// All details of a report's operator or tensor as lines of text: the model's data, address, cost, writer and readers.
#pragma once

#include <string>
#include <vector>

#include "core/report/report.h"

namespace arenascope::report {

// Target of a link: a row of Report::operators, or a tensor's number across all subgraphs; -1: none.
struct DetailTarget {
  int op = -1;
  int tensor = -1;
};

struct DetailLine {
  std::string label; // empty: as in the previous line
  std::string value;
  DetailTarget target{};
};

struct DetailSection {
  std::string title;
  std::vector<DetailLine> lines; // not empty
};

struct Details {
  std::string title; // "#2 CONV_2D"; for a tensor its full name
  std::vector<DetailSection> sections;
};

// "#2 CONV_2D"; "#1:4 ADD" in a subgraph other than the main one.
std::string operatorHeading(SubgraphId subgraph, OperatorId index, const std::string& name);
inline std::string operatorHeading(const OperatorReport& op) { return operatorHeading(op.subgraph, op.index, op.name); }

// row: of Report::operators.
Details operatorDetails(const Report& report, int row);
// tensor: number across all subgraphs.
Details tensorDetails(const Report& report, int tensor);
// buffer: index in Report::buffers. The tensor's details if it is one.
Details bufferDetails(const Report& report, int buffer);

} // namespace arenascope::report
