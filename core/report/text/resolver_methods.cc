#include "core/report/text/resolver_methods.h"

#include "core/interpreter/ops/operator_table.h"

namespace arenascope::report {

namespace {

bool isBuiltin(const std::string& name) {
  const char* const* names = schema::EnumNamesBuiltinOperator();
  for (; *names != nullptr; ++names)
    if (name == *names) return true;
  return false;
}

} // namespace

std::string resolverMethod(const std::string& operatorName) {
  if (const ops::Operator* known = ops::findOperator(operatorName)) return known->method;
  return {};
}

bool tflmLacks(const std::string& operatorName) {
  return isBuiltin(operatorName) && ops::findOperator(operatorName) == nullptr;
}

} // namespace arenascope::report
