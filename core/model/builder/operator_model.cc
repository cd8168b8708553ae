#include "core/model/builder/operator_model.h"

#include <stdexcept>

namespace arenascope::builder {

namespace {

template <typename T>
std::vector<std::uint8_t> stored(const std::vector<double>& numbers) {
  std::vector<T> values;
  for (const double number : numbers) values.push_back(static_cast<T>(number));
  return bytesOf(values);
}

Values make(schema::TensorType type, std::vector<double> numbers, std::vector<std::int32_t> shape) {
  if (shape == std::vector<std::int32_t>{-1}) shape = {static_cast<std::int32_t>(numbers.size())};
  Values values;
  values.type = type;
  values.shape = std::move(shape);
  values.numbers = std::move(numbers);
  return values;
}

std::vector<std::int32_t> addAll(ModelBuilder& model, const std::vector<Values>& tensors, const std::string& prefix,
                                 std::vector<std::int32_t>& data) {
  std::vector<std::int32_t> indices;
  for (const Values& values : tensors) {
    const std::string name = prefix + std::to_string(indices.size());
    if (values.kind == Values::Kind::kAbsent) {
      indices.push_back(-1);
    } else if (values.kind == Values::Kind::kConstant) {
      indices.push_back(
          model.addConstant(name, values.type, values.shape, values.bytes(), values.quantization, values.isVariable));
    } else {
      indices.push_back(model.addTensor(name, values.type, values.shape, values.quantization, values.isVariable));
      if (!values.isVariable) data.push_back(indices.back());
    }
  }
  return indices;
}

template <typename AddOperator>
std::vector<std::uint8_t> makeModel(const std::string& description, const std::vector<Values>& inputs,
                                    const std::vector<Values>& outputs, AddOperator addOperator) {
  ModelBuilder model(description);
  std::vector<std::int32_t> modelInputs;
  std::vector<std::int32_t> modelOutputs;
  const auto in = addAll(model, inputs, "in", modelInputs);
  const auto out = addAll(model, outputs, "out", modelOutputs);
  addOperator(model, in, out);
  model.setInputs(modelInputs);
  model.setOutputs(modelOutputs);
  return model.finish();
}

} // namespace

std::vector<std::uint8_t> Values::bytes() const {
  if (numbers.empty()) return {};
  switch (type) {
  case schema::TensorType_FLOAT32: return stored<float>(numbers);
  case schema::TensorType_INT8: return stored<std::int8_t>(numbers);
  case schema::TensorType_UINT8:
  case schema::TensorType_BOOL: return stored<std::uint8_t>(numbers);
  case schema::TensorType_INT16: return stored<std::int16_t>(numbers);
  case schema::TensorType_INT32: return stored<std::int32_t>(numbers);
  case schema::TensorType_UINT32: return stored<std::uint32_t>(numbers);
  case schema::TensorType_INT64: return stored<std::int64_t>(numbers);
  case schema::TensorType_UINT64: return stored<std::uint64_t>(numbers);
  default: throw std::logic_error("no bytes for this type");
  }
}

Values floats(std::vector<double> numbers, std::vector<std::int32_t> shape) {
  return make(schema::TensorType_FLOAT32, std::move(numbers), std::move(shape));
}
Values ints(schema::TensorType type, std::vector<double> numbers, std::vector<std::int32_t> shape) {
  return make(type, std::move(numbers), std::move(shape));
}
Values quantized(schema::TensorType type, std::vector<double> numbers, float scale, std::int64_t zeroPoint,
                 std::vector<std::int32_t> shape) {
  Values values = make(type, std::move(numbers), std::move(shape));
  values.quantization = {{scale}, {zeroPoint}, 0};
  return values;
}
Values int8(std::vector<double> numbers, float scale, std::int64_t zeroPoint, std::vector<std::int32_t> shape) {
  return quantized(schema::TensorType_INT8, std::move(numbers), scale, zeroPoint, std::move(shape));
}
Values int16(std::vector<double> numbers, float scale, std::vector<std::int32_t> shape) {
  return quantized(schema::TensorType_INT16, std::move(numbers), scale, 0, std::move(shape));
}
Values int32(std::vector<double> numbers, std::vector<std::int32_t> shape) {
  return ints(schema::TensorType_INT32, std::move(numbers), std::move(shape));
}
Values bools(std::vector<double> numbers, std::vector<std::int32_t> shape) {
  return ints(schema::TensorType_BOOL, std::move(numbers), std::move(shape));
}
Values constant(Values values) {
  values.kind = Values::Kind::kConstant;
  return values;
}
Values variable(Values values) {
  values.isVariable = true;
  return values;
}
Values absent() {
  Values values;
  values.kind = Values::Kind::kAbsent;
  return values;
}

std::vector<std::uint8_t> modelOf(const std::string& description, schema::BuiltinOperator op,
                                  const std::vector<Values>& inputs, const std::vector<Values>& outputs,
                                  const MakeOptions& options) {
  return makeModel(description, inputs, outputs, [&](ModelBuilder& model, const auto& in, const auto& out) {
    model.addOperator(op, in, out, options ? options(model.flatbuffer()) : OptionsReference{});
  });
}

std::vector<std::uint8_t> customModelOf(const std::string& description, const std::string& op,
                                        const std::vector<Values>& inputs, const std::vector<Values>& outputs,
                                        const std::vector<std::uint8_t>& options) {
  return makeModel(description, inputs, outputs, [&](ModelBuilder& model, const auto& in, const auto& out) {
    model.addCustomOperator(op, in, out, options);
  });
}

} // namespace arenascope::builder
