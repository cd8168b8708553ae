// Tables of the reference, as Markdown: operators by kernel set and revision, and revisions of TensorFlow Lite Micro.
#pragma once

#include <string>

namespace arenascope::report {

// A row for each operator: its resolver method, first month in TFLM, and the kernel sets with a kernel for it.
std::string operatorsTable();

// A row for each named revision, newest first: its commits of TFLM and CMSIS-NN, its date, and its vendor.
std::string revisionsTable();

} // namespace arenascope::report
