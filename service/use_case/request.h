// All that a person can ask for, in a person's words. A use case takes some of it (use_cases.h), and resolve.h finds
// what the words stand for.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace arenascope::service {

// Empty and absent: the default, which the field's help names.
struct Request {
#define ARENASCOPE_FIELD(TYPE, MEMBER, DEFAULT, ...) TYPE MEMBER = DEFAULT;
#include "service/use_case/request_fields.def"
#undef ARENASCOPE_FIELD

  bool wholePath = false; // of the model, in the JSON
  // What a program has in memory instead of files.
  std::map<std::string, std::vector<std::uint8_t>> contents; // of models, by name
  std::vector<std::vector<std::uint8_t>> inputBytes;         // by input; empty: the usual pattern
};

} // namespace arenascope::service
