// Names of buffers as people know them: TensorFlow's paths without what tells nothing apart.
#pragma once

#include <string>
#include <vector>

#include "core/report/report.h"

namespace arenascope::report {

// Of each name its last parts, as many as tell it from all others: "Conv2d_1_pointwise" of
// "MobilenetV1/MobilenetV1/Conv2d_1_pointwise/Relu6;...". What a converter fused into a tensor (";") is left out, and
// so is the kind of its operator at the end ("/Relu6") where the rest tells it from the others as well.
std::vector<std::string> shortNames(const std::vector<std::string>& names);

// For each of the report's buffers. What a converter numbered ("resource1", "StatefulPartitionedCall:0") goes by the
// operator that writes it: "#2 CONV_2D".
std::vector<std::string> shortBufferNames(const Report& report);

// The operator that writes a buffer, or of a scratch buffer uses it, where its name is too long: "#2 CONV_2D". Empty
// for inputs and what has its place before anything runs. rows: rowsByStep().
std::string writerName(const Report& report, const std::vector<int>& rows, const PlannedBuffer& buffer);

} // namespace arenascope::report
