// Outputs of a run against expected ones: --expect and --tolerance.
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
  std::string folder;             // of tensors as `profile --dump` writes them
  double tolerance = 0;           // in the outputs' own numbers; 0: every bit must be the same
};

// The options outlive the parsing.
void addExpectOption(CLI::App& command, ExpectedOutputs& expected);

// Words that make no sense together; nothing where they do.
std::optional<Error> wrongWords(const ExpectedOutputs& expected);

// Whether the outputs are as expected, with what differs on standard error. The error is one of the files or words, or
// that there was no inference. Nothing is compared where no file was given.
Result<bool> asExpected(const ExpectedOutputs& expected, const report::Report& report);

} // namespace arenascope::cli
