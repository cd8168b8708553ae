// Everything that a person can request, in words. A use case takes some of the fields (use_cases.h), and resolve.h
// turns the words into jobs.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace arenascope::service {

// Empty or absent: the default, which the field's help names.
struct Request {
#define ARENASCOPE_FIELD(TYPE, MEMBER, DEFAULT, ...) TYPE MEMBER = DEFAULT;
#include "service/use_case/request_fields.def"
#undef ARENASCOPE_FIELD

  bool wholePath = false; // of the model, in the JSON
  bool timing = false;    // seconds of a search, in the JSON
  std::string logName;    // of the device's log, for people
  // Data that a program has in memory instead of files.
  std::map<std::string, std::vector<std::uint8_t>> contents; // of models, by name
  std::vector<std::vector<std::uint8_t>> inputBytes;         // by input; empty: the usual pattern

  bool failsOn(const char* what) const { return std::find(failOn.begin(), failOn.end(), what) != failOn.end(); }
};

} // namespace arenascope::service
