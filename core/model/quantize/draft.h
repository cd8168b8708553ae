// A model taken apart: tensors, operators and constants that can be exchanged, and then written as a new file.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/builder/model_builder.h"
#include "core/model/builder/operator_model.h"
#include "tflite_generated.h"

namespace arenascope::quantize {

struct DraftTensor {
  std::string name;
  schema::TensorType type = schema::TensorType_FLOAT32;
  std::vector<std::int32_t> shape;
  std::vector<std::uint8_t> data = {}; // of a constant
  builder::Quantization quantization = {};
  bool isVariable = false;

  bool isConstant() const { return !data.empty(); }
  bool isFloat() const { return type == schema::TensorType_FLOAT32; }
};

struct DraftOperator {
  schema::BuiltinOperator code = schema::BuiltinOperator_ADD;
  std::int32_t version = 1;
  std::vector<std::int32_t> inputs; // tensors; -1: absent
  std::vector<std::int32_t> outputs;
  std::vector<std::int32_t> intermediates = {};
  const schema::Operator* source = nullptr; // has its options; nullptr: a new one, without options
  std::string customName = {};
  std::int32_t original = -1;        // its number in the model; -1: a new one
  builder::MakeOptions options = {}; // instead of the source's
};

struct DraftGraph {
  std::vector<DraftTensor> tensors;
  std::vector<DraftOperator> operators;
  std::vector<std::int32_t> inputs;
  std::vector<std::int32_t> outputs;

  DraftTensor& at(std::int32_t tensor) { return tensors[static_cast<std::size_t>(tensor)]; }
  const DraftTensor& at(std::int32_t tensor) const { return tensors[static_cast<std::size_t>(tensor)]; }
  // Returns the new tensor's number.
  std::int32_t add(DraftTensor tensor);
};

struct DraftEntry {
  std::string name;
  std::vector<std::uint8_t> data;
};

struct Draft {
  std::string description;
  std::vector<DraftGraph> graphs; // the first is the main one
  std::vector<DraftEntry> metadata;

  DraftGraph& main() { return graphs.front(); }
  const DraftGraph& main() const { return graphs.front(); }
};

// The bytes must be a valid model, and remain as long as the draft. Plans and notes of ArenaScope are left out: they
// are about other tensors. So are signatures, which microcontrollers do not read.
Draft readDraft(std::span<const std::uint8_t> model);
std::vector<std::uint8_t> written(const Draft& draft);

// Adds ArenaScope's note about the model (core/model/graph/quantization_note.h), in words.
void addNote(Draft& draft, std::string_view note);

// The numbers of a constant.
template <typename T>
std::vector<T> numbersOf(const DraftTensor& tensor) {
  std::vector<T> numbers(tensor.data.size() / sizeof(T));
  std::copy_n(tensor.data.data(), numbers.size() * sizeof(T), reinterpret_cast<std::uint8_t*>(numbers.data()));
  return numbers;
}

} // namespace arenascope::quantize
