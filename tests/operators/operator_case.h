// A model of one operator with inputs and expected outputs, calculated by hand, for tests of kernels.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "resources/generator/model_builder.h"

namespace arenascope::test {

// A tensor with its numbers, as stored: zero points and scales are not applied.
struct Values {
  enum class Kind { kData, kConstant, kAbsent };

  schema::TensorType type = schema::TensorType_FLOAT32;
  std::vector<std::int32_t> shape;
  std::vector<double> numbers;
  generator::Quantization quantization;
  Kind kind = Kind::kData;
  bool isVariable = false;

  std::vector<std::uint8_t> bytes() const;
};

// A list in one dimension where no shape is given.
Values floats(std::vector<double> numbers, std::vector<std::int32_t> shape = {-1});
Values ints(schema::TensorType type, std::vector<double> numbers, std::vector<std::int32_t> shape = {-1});
Values quantized(schema::TensorType type, std::vector<double> numbers, float scale, std::int64_t zeroPoint,
                 std::vector<std::int32_t> shape = {-1});
Values int8(std::vector<double> numbers, float scale = 1.0F, std::int64_t zeroPoint = 0,
            std::vector<std::int32_t> shape = {-1});
Values int16(std::vector<double> numbers, float scale = 1.0F, std::vector<std::int32_t> shape = {-1});
Values int32(std::vector<double> numbers, std::vector<std::int32_t> shape = {-1});
Values bools(std::vector<double> numbers, std::vector<std::int32_t> shape = {-1});
Values constant(Values values);
Values variable(Values values);
Values absent();

struct OperatorCase {
  std::string name; // letters, digits and _
  std::string op;
  std::vector<std::uint8_t> model;
  std::vector<std::vector<std::uint8_t>> inputs; // of the model
  std::vector<std::vector<std::uint8_t>> outputs;
};

using Builder = flatbuffers::FlatBufferBuilder;
using MakeOptions = std::function<generator::OptionsReference(Builder&)>;

// Options of an operator: with(schema::BuiltinOptions_AddOptions, [](Builder& b) { return schema::CreateAddOptions(b);
// })
template <typename Make>
MakeOptions with(schema::BuiltinOptions type, Make make) {
  return [type, make](Builder& builder) { return generator::OptionsReference{type, make(builder).Union()}; };
}

// A model of one operator. Constants lie in the model; everything else is an input of it.
OperatorCase builtinCase(const std::string& name, schema::BuiltinOperator op, const std::vector<Values>& inputs,
                         const std::vector<Values>& outputs, const MakeOptions& options = {});
OperatorCase customCase(const std::string& name, const std::string& op, const std::vector<Values>& inputs,
                        const std::vector<Values>& outputs, const std::vector<std::uint8_t>& options = {});

// All cases, by family.
std::vector<OperatorCase> elementwiseCases();
std::vector<OperatorCase> movementCases();
std::vector<OperatorCase> layerCases();
std::vector<OperatorCase> controlCases();
std::vector<OperatorCase> customCases();

} // namespace arenascope::test
