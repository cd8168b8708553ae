// Compares a run's outputs with expected ones: --expect and --tolerance.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/report/report.h"

namespace CLI {
class App;
}

namespace arenascope::cli {

struct ExpectedOutputs {
  std::vector<std::string> files; // O=FILE, raw or .npy
  std::string folder;             // of tensors written by `profile --dump`
  double tolerance = 0;           // in units of the output's elements; 0: exact
};

// expected must outlive parsing.
void addExpectOption(CLI::App& command, ExpectedOutputs& expected);

// Invalid combination of options; nothing if valid.
std::optional<Error> wrongCombination(const ExpectedOutputs& expected);

// Whether outputs are as expected; writes differences to standard error. The error is a file's or an option's, or that
// there was no inference. True if no file was given.
Result<bool> asExpected(const ExpectedOutputs& expected, const report::Report& report);

} // namespace arenascope::cli
