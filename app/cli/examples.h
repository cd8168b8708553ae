// Examples of each subcommand, for --help, manual pages and the documentation.
#pragma once

#include <span>
#include <string>

namespace arenascope::cli {

struct Example {
  const char* subcommand;
  // The command. model.tflite, other.tflite, person_detector.tflite, device.log, models/ and the kernel set mine exist.
  const char* line;
  const char* text; // its purpose, in one line
};

std::span<const Example> examples();

// The examples of a subcommand as the last part of its help; empty if there are none.
std::string examplesText(const std::string& subcommand);

} // namespace arenascope::cli
