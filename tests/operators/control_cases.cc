// Operators that run other subgraphs or keep values between inferences.
#include "tests/operators/operator_case.h"

namespace arenascope::test {

namespace {

using namespace schema;
using generator::ModelBuilder;
using generator::OptionsReference;

constexpr TensorType kFloat = TensorType_FLOAT32;

std::vector<std::uint8_t> floatBytes(const std::vector<float>& values) { return generator::bytesOf(values); }

OptionsReference addOptions(ModelBuilder& model) {
  return {BuiltinOptions_AddOptions, CreateAddOptions(model.flatbuffer()).Union()};
}

// A subgraph of one input, to which it adds a number.
void addNumber(ModelBuilder& model, float number) {
  const auto in = model.addTensor("x", kFloat, {1});
  const auto constant = model.addConstant("number", kFloat, {1}, floatBytes({number}));
  const auto out = model.addTensor("y", kFloat, {1});
  model.addOperator(BuiltinOperator_ADD, {in, constant}, {out}, addOptions(model));
  model.setInputs({in});
  model.setOutputs({out});
}

// y = condition ? x + 10 : x + 20
OperatorCase ifCase(bool condition, float result) {
  ModelBuilder model("if");
  const auto choice = model.addTensor("condition", TensorType_BOOL, {1});
  const auto in = model.addTensor("x", kFloat, {1});
  const auto out = model.addTensor("y", kFloat, {1});
  model.addOperator(BuiltinOperator_IF, {choice, in}, {out},
                    {BuiltinOptions_IfOptions, CreateIfOptions(model.flatbuffer(), 1, 2).Union()});
  model.setInputs({choice, in});
  model.setOutputs({out});
  model.beginSubgraph();
  addNumber(model, 10.0F);
  model.beginSubgraph();
  addNumber(model, 20.0F);
  return {condition ? "if_true" : "if_false",
          "IF",
          model.finish(),
          {{static_cast<std::uint8_t>(condition)}, floatBytes({1.0F})},
          {floatBytes({result})}};
}

// while (x < 10) x = x + 3
OperatorCase whileCase() {
  ModelBuilder model("while");
  const auto in = model.addTensor("x", kFloat, {1});
  const auto out = model.addTensor("y", kFloat, {1});
  model.addOperator(BuiltinOperator_WHILE, {in}, {out},
                    {BuiltinOptions_WhileOptions, CreateWhileOptions(model.flatbuffer(), 1, 2).Union()});
  model.setInputs({in});
  model.setOutputs({out});
  model.beginSubgraph();
  const auto x = model.addTensor("x", kFloat, {1});
  const auto limit = model.addConstant("limit", kFloat, {1}, floatBytes({10.0F}));
  const auto less = model.addTensor("less", TensorType_BOOL, {1});
  model.addOperator(BuiltinOperator_LESS, {x, limit}, {less});
  model.setInputs({x});
  model.setOutputs({less});
  model.beginSubgraph();
  addNumber(model, 3.0F);
  return {"while", "WHILE", model.finish(), {floatBytes({2.0F})}, {floatBytes({11.0F})}};
}

OptionsReference handle(ModelBuilder& model) {
  auto& builder = model.flatbuffer();
  const auto container = builder.CreateString("");
  const auto name = builder.CreateString("counter");
  return {BuiltinOptions_VarHandleOptions, CreateVarHandleOptions(builder, container, name).Union()};
}

// CALL_ONCE sets the variable to 40; then counter = counter + x. The case tests `op` of these.
OperatorCase variableCase(const std::string& name, const std::string& op) {
  ModelBuilder model("variables");
  const auto in = model.addTensor("x", kFloat, {1});
  const auto resource = model.addTensor("handle", TensorType_RESOURCE, {1});
  const auto before = model.addTensor("before", kFloat, {1});
  const auto sum = model.addTensor("sum", kFloat, {1});
  model.addOperator(BuiltinOperator_CALL_ONCE, {}, {},
                    {BuiltinOptions_CallOnceOptions, CreateCallOnceOptions(model.flatbuffer(), 1).Union()});
  model.addOperator(BuiltinOperator_VAR_HANDLE, {}, {resource}, handle(model));
  model.addOperator(BuiltinOperator_READ_VARIABLE, {resource}, {before});
  model.addOperator(BuiltinOperator_ADD, {before, in}, {sum}, addOptions(model));
  model.addOperator(BuiltinOperator_ASSIGN_VARIABLE, {resource, sum}, {});
  model.setInputs({in});
  model.setOutputs({sum});
  model.beginSubgraph();
  const auto inner = model.addTensor("handle", TensorType_RESOURCE, {1});
  const auto start = model.addConstant("start", kFloat, {1}, floatBytes({40.0F}));
  model.addOperator(BuiltinOperator_VAR_HANDLE, {}, {inner}, handle(model));
  model.addOperator(BuiltinOperator_ASSIGN_VARIABLE, {inner, start}, {});
  return {name, op, model.finish(), {floatBytes({2.0F})}, {floatBytes({42.0F})}};
}

} // namespace

std::vector<OperatorCase> controlCases() {
  return {ifCase(true, 11.0F),
          ifCase(false, 21.0F),
          whileCase(),
          variableCase("call_once", "CALL_ONCE"),
          variableCase("var_handle", "VAR_HANDLE"),
          variableCase("read_variable", "READ_VARIABLE"),
          variableCase("assign_variable", "ASSIGN_VARIABLE")};
}

} // namespace arenascope::test
