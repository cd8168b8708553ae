// Short names of buffers and layers: TensorFlow's paths without the parts that do not distinguish anything.
#pragma once

#include <string>
#include <vector>

#include "core/report/report.h"

namespace arenascope::report {

// The shortest unique suffix of each name: "Conv2d_1_pointwise" for
// "MobilenetV1/MobilenetV1/Conv2d_1_pointwise/Relu6;...". Names that a converter fused (after ";") are dropped, and so
// is the operator's kind at the end ("/Relu6") if the rest is unique too.
std::vector<std::string> shortNames(const std::vector<std::string>& names);

// For each of the report's buffers. One with a converter's numbered name ("resource1", "StatefulPartitionedCall:0") is
// named after the operator that writes it: "#2 CONV_2D".
std::vector<std::string> shortBufferNames(const Report& report);

// The operator that writes a buffer, or uses a scratch buffer, for names that are too long: "#2 CONV_2D". Empty for
// inputs and for buffers placed before anything runs. rows: rowsByStep().
std::string writerName(const Report& report, const std::vector<int>& rows, const PlannedBuffer& buffer);

// By row of Report::operators: the layer's own name, that of the first tensor it writes, without what all layers begin
// with: "Conv2d_1_pointwise". Layers whose name is a converter's number are named after their kind: "CONV_2D".
std::vector<std::string> layerNames(const Report& report);
// "layer 2", "layer 1:4" in a subgraph other than the main one.
std::string layerTitle(const OperatorReport& op);

} // namespace arenascope::report
