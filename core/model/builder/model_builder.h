// Writes .tflite models: our own sample models, those of single operators, and the small ones that tests need.
#pragma once

#include <flatbuffers/flatbuffers.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tflite_generated.h"

namespace arenascope::builder {

// A reproducible sequence of numbers: xorshift32.
class Random {
public:
  explicit Random(std::uint32_t seed) : state_(seed) {}
  std::uint32_t next();
  // Between low and high, both included.
  std::int32_t between(std::int32_t low, std::int32_t high);

private:
  std::uint32_t state_;
};

// real = scale · (stored - zeroPoint). Several scales: one for each index of `dimension`.
struct Quantization {
  std::vector<float> scales;
  std::vector<std::int64_t> zeroPoints;
  std::int32_t dimension = 0;
};

struct OptionsReference {
  schema::BuiltinOptions type = schema::BuiltinOptions_NONE;
  flatbuffers::Offset<void> table = 0;
};

// Properties of an operator that most do without.
struct OperatorExtras {
  std::string customName = {}; // of a custom operator
  std::int32_t version = 1;    // of the operator's definition
  std::vector<std::int32_t> intermediates = {};
  std::vector<std::uint8_t> customOptions = {}; // read by the operator's own kernel
};

// A model, built subgraph by subgraph, tensor by tensor and operator by operator. Shapes are as in the format: batch,
// height, width, channels.
class ModelBuilder {
public:
  explicit ModelBuilder(std::string description);

  flatbuffers::FlatBufferBuilder& flatbuffer() { return builder_; }

  // A tensor without data; answers its number.
  std::int32_t addTensor(const std::string& name, schema::TensorType type, const std::vector<std::int32_t>& shape,
                         const Quantization& quantization = {}, bool isVariable = false);
  std::int32_t addConstant(const std::string& name, schema::TensorType type, const std::vector<std::int32_t>& shape,
                           const std::vector<std::uint8_t>& bytes, const Quantization& quantization = {},
                           bool isVariable = false);
  // With the bytes of an earlier tensor of the same subgraph, which both share.
  std::int32_t addConstantLike(std::int32_t earlier, const std::string& name, schema::TensorType type,
                               const std::vector<std::int32_t>& shape, const Quantization& quantization = {},
                               bool isVariable = false);
  void addOperator(schema::BuiltinOperator code, const std::vector<std::int32_t>& inputs,
                   const std::vector<std::int32_t>& outputs, OptionsReference options = {});
  // customOptions: what the operator's own kernel reads.
  void addCustomOperator(const std::string& name, const std::vector<std::int32_t>& inputs,
                         const std::vector<std::int32_t>& outputs, const std::vector<std::uint8_t>& customOptions = {});
  void addOperator(schema::BuiltinOperator code, const std::vector<std::int32_t>& inputs,
                   const std::vector<std::int32_t>& outputs, OptionsReference options, const OperatorExtras& extras);
  void addMetadata(const std::string& name, const std::vector<std::uint8_t>& bytes);

  void setInputs(const std::vector<std::int32_t>& tensors) { inputs_ = tensors; }
  void setOutputs(const std::vector<std::int32_t>& tensors) { outputs_ = tensors; }
  // Ends the current subgraph, the main one first; what is added from now on belongs to the next, whose tensors count
  // from 0.
  void beginSubgraph() { endSubgraph(); }
  void setVersion(std::uint32_t version) { version_ = version; }
  // As writers before 2020: codes up to 127 stand in the older field alone.
  void leaveOutNewCodes() { newCodes_ = false; }

  // The finished file. The builder is used up.
  std::vector<std::uint8_t> finish();

private:
  std::uint32_t addBuffer(const std::vector<std::uint8_t>& bytes);
  void endSubgraph();
  struct Code {
    schema::BuiltinOperator code = schema::BuiltinOperator_ADD;
    std::string customName;
    std::int32_t version = 1;
    bool operator==(const Code&) const = default;
  };
  std::uint32_t operatorCode(const Code& code);
  std::int32_t describeTensor(const std::string& name, schema::TensorType type, const std::vector<std::int32_t>& shape,
                              const Quantization& quantization, bool isVariable, std::uint32_t buffer);

  flatbuffers::FlatBufferBuilder builder_;
  std::string description_;
  std::uint32_t version_ = 3;
  bool newCodes_ = true;
  std::vector<flatbuffers::Offset<schema::Buffer>> buffers_;
  std::vector<flatbuffers::Offset<schema::Tensor>> tensors_;
  std::vector<flatbuffers::Offset<schema::Operator>> operators_;
  std::vector<flatbuffers::Offset<schema::Metadata>> metadata_;
  std::vector<flatbuffers::Offset<schema::SubGraph>> subgraphs_;
  std::vector<std::uint32_t> tensorBuffers_; // of the present subgraph's tensors
  std::vector<Code> codes_;
  std::vector<std::int32_t> inputs_;
  std::vector<std::int32_t> outputs_;
};

// The bytes of numbers as they lie in a buffer.
template <typename T>
std::vector<std::uint8_t> bytesOf(const std::vector<T>& values) {
  const auto* first = reinterpret_cast<const std::uint8_t*>(values.data());
  return {first, first + values.size() * sizeof(T)};
}

} // namespace arenascope::builder
