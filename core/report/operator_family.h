// Four families of operators and buffers, each with one colour in every picture, table and bar.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/report/report.h"

namespace arenascope::report {

enum class Family : std::uint8_t {
  kWeighted,    // convolutions, fully connected and other operators that multiply by a matrix
  kDepthwise,   // depthwise convolutions
  kInputOutput, // buffers of the main subgraph's inputs and outputs
  kOther,
};
inline constexpr Family kFamilies[] = {Family::kWeighted, Family::kDepthwise, Family::kInputOutput, Family::kOther};

// By the operator's kind: "CONV_2D".
Family familyOf(std::string_view operatorName);
// By index in Report::buffers: the family of the operator that writes it; inputs and outputs have a separate one.
// Scratch buffers belong to kOther.
std::vector<Family> bufferFamilies(const Report& report);
// For a legend, by the operators in the report: "Convolution", "Fully connected", "Convolution, fully connected".
std::string familyTitle(const Report& report, Family family);
// "conv", "depthwise", "io", "other": for files and style sheets.
const char* familyKey(Family family);

} // namespace arenascope::report
