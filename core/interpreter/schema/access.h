// Shared by all readers of the model's FlatBuffer, on the host and on the target.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "tflite_generated.h"

namespace arenascope::schema {

// The only supported schema version.
inline constexpr std::uint32_t kVersion = 3;

// Absent vectors have no elements.
template <typename T>
std::uint32_t count(const flatbuffers::Vector<T>* vector) {
  return vector == nullptr ? 0 : vector->size();
}

// The larger of the two codes is valid: writers before 2020 only set the first one.
inline BuiltinOperator builtinOperator(const OperatorCode& code) {
  return std::max(code.builtin_code(), static_cast<BuiltinOperator>(code.deprecated_builtin_code()));
}

// Whether the code stands in the first of them alone.
inline bool hasOnlyOldCode(const OperatorCode& code) {
  return code.builtin_code() < static_cast<BuiltinOperator>(code.deprecated_builtin_code());
}

// "CONV_2D", or a custom operator's name; empty for an unknown code.
inline std::string_view operatorName(const OperatorCode& code) {
  const BuiltinOperator builtin = builtinOperator(code);
  if (builtin == BuiltinOperator_CUSTOM && code.custom_code() != nullptr) return code.custom_code()->string_view();
  return EnumNameBuiltinOperator(builtin);
}

// Subgraphs called by an operator, in the planner's order.
struct Calls {
  bool isControlFlow = false;
  bool hasOptions = false; // without them the subgraphs are unknown
  int subgraphs[2] = {-1, -1};
  int count = 0;
};

inline Calls callsOf(const Model& model, const Operator& op) {
  switch (builtinOperator(*model.operator_codes()->Get(op.opcode_index()))) {
  case BuiltinOperator_IF:
    if (const IfOptions* options = op.builtin_options_as_IfOptions())
      return {true, true, {options->then_subgraph_index(), options->else_subgraph_index()}, 2};
    return {.isControlFlow = true};
  case BuiltinOperator_WHILE:
    if (const WhileOptions* options = op.builtin_options_as_WhileOptions())
      return {true, true, {options->cond_subgraph_index(), options->body_subgraph_index()}, 2};
    return {.isControlFlow = true};
  case BuiltinOperator_CALL_ONCE:
    if (const CallOnceOptions* options = op.builtin_options_as_CallOnceOptions())
      return {true, true, {options->init_subgraph_index(), -1}, 1};
    return {.isControlFlow = true};
  default: return {};
  }
}

} // namespace arenascope::schema
