// Models of one operator, from its tensors.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/model/builder/model_builder.h"

namespace arenascope::builder {

// A tensor with its numbers, as stored: zero points and scales are not applied.
struct Values {
  enum class Kind { kData, kConstant, kAbsent };

  schema::TensorType type = schema::TensorType_FLOAT32;
  std::vector<std::int32_t> shape;
  std::vector<double> numbers;
  Quantization quantization;
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

using Builder = flatbuffers::FlatBufferBuilder;
using MakeOptions = std::function<OptionsReference(Builder&)>;

// Options of an operator: with(schema::BuiltinOptions_AddOptions, [](Builder& b) { return schema::CreateAddOptions(b);
// })
template <typename Make>
MakeOptions with(schema::BuiltinOptions type, Make make) {
  return [type, make](Builder& builder) { return OptionsReference{type, make(builder).Union()}; };
}

// Constants lie in the model; everything else that is read is an input of it.
std::vector<std::uint8_t> modelOf(const std::string& description, schema::BuiltinOperator op,
                                  const std::vector<Values>& inputs, const std::vector<Values>& outputs,
                                  const MakeOptions& options = {});
std::vector<std::uint8_t> customModelOf(const std::string& description, const std::string& op,
                                        const std::vector<Values>& inputs, const std::vector<Values>& outputs,
                                        const std::vector<std::uint8_t>& options = {});

} // namespace arenascope::builder
