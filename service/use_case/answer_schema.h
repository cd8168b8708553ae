// The JSON of every use case's answer, described: `arenascope schema VERB`.
#pragma once

#include <nlohmann/json.hpp>

#include "service/use_case/use_cases.h"

namespace arenascope::service {

// JSON Schema of the answer, in which nothing may stand that it does not describe.
nlohmann::ordered_json answerSchema(const UseCase& useCase);

} // namespace arenascope::service
