// The rows of its inputs that an operator needs for given rows of its output. Rows are the second dimension of a tensor
// with the shape batch, height, width, channels: with one batch, rows are consecutive in memory.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/model/graph/graph.h"

namespace arenascope::rewrite {

struct Rows {
  std::int32_t begin = 0;
  std::int32_t end = 0; // exclusive

  std::int32_t count() const { return end - begin; }
  bool operator==(const Rows&) const = default;
};

// The smallest range that contains both; an empty one adds nothing.
Rows hull(const Rows& a, const Rows& b);

// Rows and columns beyond its input that an operator's window reads.
struct Borders {
  std::int32_t top = 0;
  std::int32_t bottom = 0;
  std::int32_t left = 0;
  std::int32_t right = 0;

  bool any() const { return top > 0 || bottom > 0 || left > 0 || right > 0; }
};

struct RowRule {
  enum class Kind : std::uint8_t {
    kSame,   // row by row
    kWindow, // output row r needs `height` rows from r * stride - borders.top
    kBorder, // PAD: puts rows and columns around its input
    kPlanes, // TRANSPOSE to channels last: its input has a plane of rows for each channel
  };
  Kind kind = Kind::kSame;
  std::vector<bool> sliced; // by input: it has the output's rows; otherwise it is read whole
  std::int32_t height = 1;  // of the window, with its holes; rows
  std::int32_t stride = 1;
  std::int32_t width = 1; // the same in columns
  std::int32_t strideInColumns = 1;
  Borders borders; // around the whole input

  // The needed rows of sliced inputs, as if the input were endless.
  Rows needed(const Rows& output) const;
};

// For an operator of the main graph. Absent if rows of its output cannot be computed separately with the same result:
// batches, shapes of other ranks, averages over a border.
std::optional<RowRule> rowRuleOf(const model::Graph& graph, const model::Operator& op);

// Height of a tensor with rows in this sense; otherwise 0.
std::int32_t heightOf(const model::Tensor& tensor);
// Bytes of each row.
std::int64_t rowBytes(const model::Tensor& tensor);

// The same for an input that an operator with this rule reads by rows; its row has the bytes of all planes.
std::int32_t heightRead(const RowRule& rule, const model::Tensor& input);
std::int64_t rowBytesRead(const RowRule& rule, const model::Tensor& input);

} // namespace arenascope::rewrite
