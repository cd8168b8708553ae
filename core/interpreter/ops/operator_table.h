// What is known of each operator, from the one table of them (operators.def).
#pragma once

#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <string_view>

#include "tflite_generated.h"

namespace arenascope::ops {

// Both ends belong to it.
struct Range {
  int low = 0;
  int high = 0;

  constexpr bool holds(std::uint32_t value) const {
    return static_cast<int>(value) >= low && static_cast<int>(value) <= high;
  }
};
inline constexpr int kMany = 1 << 30;

using TypeSet = std::uint32_t; // a bit for each schema::TensorType

constexpr TypeSet types(std::initializer_list<schema::TensorType> list) {
  TypeSet set = 0;
  for (const schema::TensorType type : list) set |= TypeSet{1} << type;
  return set;
}

inline constexpr TypeSet kAnyType = ~TypeSet{0};
// Layers that work out multipliers while they prepare.
inline constexpr TypeSet kReal = types({schema::TensorType_FLOAT32, schema::TensorType_INT8, schema::TensorType_INT16});
// Elsewhere it is when an operator runs that a kernel finds a type that it has no code for: the arena is known by then.
inline constexpr TypeSet kNumbers =
    kReal | types({schema::TensorType_INT32, schema::TensorType_INT64, schema::TensorType_UINT8,
                   schema::TensorType_UINT16, schema::TensorType_UINT32, schema::TensorType_UINT64});
inline constexpr TypeSet kIndices = types({schema::TensorType_INT32, schema::TensorType_INT64});
inline constexpr TypeSet kUint8 = types({schema::TensorType_UINT8});
inline constexpr TypeSet kBool = types({schema::TensorType_BOOL});
inline constexpr Range kAnyRank = {0, kMany};
inline constexpr Range kImage = {4, 4};
inline constexpr Range kSome = {1, kMany};

// What a model must give an operator, whatever kernel runs it.
struct Rule {
  Range inputs;  // how many
  Range outputs; // likewise
  TypeSet types; // of the input `data`, where that is there
  Range rank;    // likewise
  int data;      // the input that the operator works on
};

constexpr Rule rule(Range inputs, Range outputs, TypeSet types = kAnyType, Range rank = kAnyRank, int data = 0) {
  return {inputs, outputs, types, rank, data};
}
constexpr Rule unary(TypeSet types) { return rule({1, 1}, {1, 1}, types); }
constexpr Rule binary(TypeSet types) { return rule({2, 2}, {1, 1}, types); }
inline constexpr Rule kNoRule = rule({0, kMany}, {0, kMany});

// How an operator's multiply-accumulates are counted (core/model/graph/macs.cc).
enum class Macs : std::uint8_t {
  kNone,
  kConvolution,
  kDepthwise,
  kTransposed,
  kFullyConnected,
  kSvdf,
  kLstm,
  kMatrices
};

using Traits = std::uint16_t;
inline constexpr Traits kPlain = 0;
inline constexpr Traits kReadsState = 1 << 0;    // of resource variables
inline constexpr Traits kWritesState = 1 << 1;   // the same; operators that write it keep their order
inline constexpr Traits kMayEnd = 1 << 2;        // can end the inference early
inline constexpr Traits kNamesResource = 1 << 3; // touches the interpreter's table of resource variables
inline constexpr Traits kWritesOwnData = 1 << 4; // points its output at memory of its own
inline constexpr Traits kKeepsBytes = 1 << 5;    // its output has its input's bytes under another shape
// Reads and writes in another order than the real kernel, or the real one's order depends on data: how close its output
// may lie to its input (core/run/safe_distance.h) is not that of a device. Found by watching both with 500 models.
inline constexpr Traits kOtherOrder = 1 << 6;
inline constexpr Traits kByElement = 1 << 7; // an element of the output comes of those at its place in the inputs
// Moves runs of bytes by memcpy(), which reads ahead of what it writes by as much as the C library likes: libraries
// differ, also between processors.
inline constexpr Traits kCopies = 1 << 8;

struct Operator {
  schema::BuiltinOperator code; // CUSTOM where customName is there
  const char* customName;       // nullptr for a built-in one
  const char* method;           // of MicroMutableOpResolver
  Rule rule;
  Macs macs;
  Traits traits;

  std::string_view name() const { return customName != nullptr ? customName : schema::EnumNameBuiltinOperator(code); }
  bool is(Traits trait) const { return (traits & trait) != 0; }
};

#define BUILTIN_OPERATOR(symbol, code, method, rule, macs, traits, sets)                                               \
  {schema::BuiltinOperator_##code, nullptr, "Add" #method, rule, Macs::macs, traits},
#define CUSTOM_OPERATOR(symbol, name, method, traits, sets)                                                            \
  {schema::BuiltinOperator_CUSTOM, name, "Add" #method, kNoRule, Macs::kNone, traits},
inline constexpr Operator kOperators[] = {
#include "core/interpreter/ops/operators.def"
};
#undef BUILTIN_OPERATOR
#undef CUSTOM_OPERATOR

// By its name in reports: "CONV_2D", or a custom operator's own. nullptr where it is not in the table.
inline const Operator* findOperator(std::string_view name) {
  for (const Operator& op : kOperators)
    if (op.name() == name) return &op;
  return nullptr;
}

// Whether the operator of that name has the trait; one that is not in the table has none.
inline bool hasTrait(std::string_view name, Traits trait) {
  const Operator* op = findOperator(name);
  return op != nullptr && op->is(trait);
}

} // namespace arenascope::ops
