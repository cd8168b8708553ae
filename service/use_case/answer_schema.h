// The schema of every use case's answer as JSON: `arenascope schema SUBCOMMAND`.
#pragma once

#include <nlohmann/json.hpp>

#include "service/use_case/use_cases.h"

namespace arenascope::service {

// JSON Schema of the answer; it permits no other fields.
nlohmann::ordered_json answerSchema(const UseCase& useCase);

} // namespace arenascope::service
