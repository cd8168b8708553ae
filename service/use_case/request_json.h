// A request as JSON, for front ends whose callers are programs.
#pragma once

#include <nlohmann/json.hpp>

#include "core/base/result.h"
#include "service/use_case/use_cases.h"

namespace arenascope::service {

using Json = nlohmann::ordered_json;

// JSON Schema of the front end's fields.
Json inputSchema(const UseCase& useCase, Interface interface);
// The request in a JSON object; the error names the field and its valid values. A field for several values also takes
// one.
Result<Request> readRequest(const UseCase& useCase, Interface interface, const Json& json);

} // namespace arenascope::service
