#include "core/report/text/resolver_methods.h"

#include "core/interpreter/ops/operator_codes.h"
#include "core/interpreter/ops/operator_table.h"

namespace arenascope::report {

std::string resolverMethod(const std::string& operatorName) {
  if (const ops::Operator* known = ops::findOperator(operatorName)) return known->method;
  return {};
}

bool tflmLacks(const std::string& operatorName) {
  const bool builtin = !ops::findName([&](std::string_view name) { return name == operatorName; }).empty();
  return builtin && ops::findOperator(operatorName) == nullptr;
}

} // namespace arenascope::report
