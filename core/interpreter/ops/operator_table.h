// Properties of each operator, from the table of all operators (operators.def).
#pragma once

#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <string_view>

#include "tflite_generated.h"

namespace arenascope::ops {

// Inclusive at both ends.
struct Range {
  int low = 0;
  int high = 0;

  constexpr bool holds(std::uint32_t value) const {
    return static_cast<int>(value) >= low && static_cast<int>(value) <= high;
  }
};
inline constexpr int kMany = 1 << 30;

using TypeSet = std::uint32_t; // a bit per schema::TensorType

constexpr TypeSet types(std::initializer_list<schema::TensorType> list) {
  TypeSet set = 0;
  for (const schema::TensorType type : list) set |= TypeSet{1} << type;
  return set;
}

inline constexpr TypeSet kAnyType = ~TypeSet{0};
// Layers that compute multipliers in Prepare.
inline constexpr TypeSet kReal = types({schema::TensorType_FLOAT32, schema::TensorType_INT8, schema::TensorType_INT16});
// Other kernels reject types they have no code for only when they run: the arena is known by then.
inline constexpr TypeSet kNumbers =
    kReal | types({schema::TensorType_INT32, schema::TensorType_INT64, schema::TensorType_UINT8,
                   schema::TensorType_UINT16, schema::TensorType_UINT32, schema::TensorType_UINT64});
inline constexpr TypeSet kIndices = types({schema::TensorType_INT32, schema::TensorType_INT64});
inline constexpr TypeSet kUint8 = types({schema::TensorType_UINT8});
inline constexpr TypeSet kBool = types({schema::TensorType_BOOL});
inline constexpr Range kAnyRank = {0, kMany};
inline constexpr Range kImage = {4, 4};
inline constexpr Range kSome = {1, kMany};

// What a model has to give an operator for any kernel.
struct Rule {
  Range inputs;  // number of them
  Range outputs; // likewise
  TypeSet types; // of the input `data`, if present
  Range rank;    // likewise
  int data;      // the main input
};

constexpr Rule rule(Range inputs, Range outputs, TypeSet types = kAnyType, Range rank = kAnyRank, int data = 0) {
  return {inputs, outputs, types, rank, data};
}
constexpr Rule unary(TypeSet types) { return rule({1, 1}, {1, 1}, types); }
constexpr Rule binary(TypeSet types) { return rule({2, 2}, {1, 1}, types); }
inline constexpr Rule kNoRule = rule({0, kMany}, {0, kMany});

// Formula for an operator's multiply-accumulates (core/model/graph/macs.cc).
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
inline constexpr Traits kWritesState = 1 << 1;   // likewise; operators that write it keep their order
inline constexpr Traits kMayEnd = 1 << 2;        // can end the inference early
inline constexpr Traits kNamesResource = 1 << 3; // accesses the interpreter's table of resource variables
inline constexpr Traits kWritesOwnData = 1 << 4; // points its output at its own memory
inline constexpr Traits kKeepsBytes = 1 << 5;    // its output has its input's bytes with another shape
// Reads and writes in another order than the real kernel, or the real one's order depends on data: distances between
// output and input (core/run/safe_distance.h) may differ from a device's. Found by observing both with 500 models.
inline constexpr Traits kOtherOrder = 1 << 6;
inline constexpr Traits kByElement = 1 << 7; // an output element depends only on input elements at the same position
// Moves runs of bytes by memcpy(), which reads ahead of its writes by an amount that depends on the C library and
// processor.
inline constexpr Traits kCopies = 1 << 8;

struct Operator {
  schema::BuiltinOperator code; // CUSTOM with customName
  const char* customName;       // nullptr for built-in operators
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

// By its name in reports: "CONV_2D", or a custom operator's name. nullptr if not in the table.
inline const Operator* findOperator(std::string_view name) {
  for (const Operator& op : kOperators)
    if (op.name() == name) return &op;
  return nullptr;
}

// Whether the operator with this name has the trait; false if it is not in the table.
inline bool hasTrait(std::string_view name, Traits trait) {
  const Operator* op = findOperator(name);
  return op != nullptr && op->is(trait);
}

} // namespace arenascope::ops
