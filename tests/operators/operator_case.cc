#include "tests/operators/operator_case.h"

namespace arenascope::test {

namespace {

OperatorCase makeCase(const std::string& name, const std::string& op, const std::vector<Values>& inputs,
                      const std::vector<Values>& outputs, std::vector<std::uint8_t> model) {
  OperatorCase result{.name = name, .op = op, .model = std::move(model), .inputs = {}, .outputs = {}};
  for (const Values& values : inputs)
    if (values.kind == Values::Kind::kData && !values.isVariable) result.inputs.push_back(values.bytes());
  for (const Values& values : outputs) result.outputs.push_back(values.bytes());
  return result;
}

} // namespace

OperatorCase builtinCase(const std::string& name, schema::BuiltinOperator op, const std::vector<Values>& inputs,
                         const std::vector<Values>& outputs, const MakeOptions& options) {
  return makeCase(name, schema::EnumNameBuiltinOperator(op), inputs, outputs,
                  builder::modelOf(name, op, inputs, outputs, options));
}

OperatorCase customCase(const std::string& name, const std::string& op, const std::vector<Values>& inputs,
                        const std::vector<Values>& outputs, const std::vector<std::uint8_t>& options) {
  return makeCase(name, op, inputs, outputs, builder::customModelOf(name, op, inputs, outputs, options));
}

} // namespace arenascope::test
