// A request as JSON, for front ends whose callers are programs.
#pragma once

#include <nlohmann/json.hpp>

#include "core/base/result.h"
#include "service/use_case/use_cases.h"

namespace arenascope::service {

using Json = nlohmann::ordered_json;

// JSON Schema of the fields that the front end has.
Json inputSchema(const UseCase& useCase, Interface interface);
// The request that an object stands for; the error names the field and what it takes. A field that takes several also
// takes one.
Result<Request> readRequest(const UseCase& useCase, Interface interface, const Json& json);

} // namespace arenascope::service
