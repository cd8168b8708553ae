#include "core/model/rewrite/row_rules.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "core/interpreter/ops/operator_table.h"

namespace arenascope::rewrite {

using model::Graph;
using model::Join;
using model::Operator;
using model::Tensor;
using model::Window;

namespace {

constexpr std::size_t kRank = 4;
enum Dimension : std::uint8_t { kBatch, kHeight, kWidth, kChannels };

// What a window does along one dimension.
struct Extent {
  std::int32_t size = 1; // with its holes
  std::int32_t stride = 1;
  std::int32_t before = 0;
  std::int32_t behind = 0;
};

// As the interpreter works it out: what SAME has to add goes half before, the larger half behind.
Extent extentOf(Window::Padding padding, std::int32_t input, std::int32_t output, std::int32_t kernel,
                std::int32_t dilation, std::int32_t stride) {
  Extent extent{(kernel - 1) * dilation + 1, stride};
  if (padding == Window::Padding::kSame) {
    const std::int32_t missing = std::max(0, (output - 1) * stride + extent.size - input);
    extent.before = missing / 2;
    extent.behind = missing - missing / 2;
  }
  return extent;
}

bool isSound(const Window& window) {
  for (const std::int32_t each : {window.height, window.width, window.strideHeight, window.strideWidth,
                                  window.dilationHeight, window.dilationWidth})
    if (each < 1 || each > 1 << 15) return false;
  return window.padding != Window::Padding::kUnknown;
}

class Reader {
public:
  Reader(const Graph& graph, const Operator& op) : graph_(graph), op_(op), tensors_(graph.main().tensors) {}

  std::optional<RowRule> read() const {
    if (op_.outputs.size() != 1 || op_.inputs.empty() || heightOf(output()) == 0) return std::nullopt;
    if (op_.isBuiltin("CONV_2D") || op_.isBuiltin("DEPTHWISE_CONV_2D")) return filtered();
    if (op_.isBuiltin("MAX_POOL_2D")) return pooled();
    if (op_.isBuiltin("AVERAGE_POOL_2D")) {
      const std::optional<RowRule> rule = pooled();
      return rule && !rule->borders.any() ? rule : std::nullopt; // it counts what lies within
    }
    if (op_.isBuiltin("PAD") || op_.isBuiltin("PADV2")) return bordered();
    if (op_.isBuiltin("CONCATENATION")) return joined();
    if (op_.isBuiltin("TRANSPOSE")) return toChannelsLast();
    return ops::hasTrait(op_.name, ops::kByElement) ? byElement() : std::nullopt;
  }

private:
  // nullptr where it is absent.
  const Tensor* input(std::size_t slot) const {
    return op_.input(slot) < 0 ? nullptr : &tensors_[static_cast<std::size_t>(op_.input(slot))];
  }
  const Tensor& output() const { return tensors_[static_cast<std::size_t>(op_.outputs[0])]; }

  // The first input has rows; all others are constant.
  bool firstOnly() const {
    if (input(0) == nullptr || heightOf(*input(0)) == 0 || graph_.isConstant(*input(0))) return false;
    for (std::size_t i = 1; i < op_.inputs.size(); ++i)
      if (input(i) != nullptr && !graph_.isConstant(*input(i))) return false;
    return true;
  }

  RowRule ruleOfFirst(RowRule::Kind kind) const {
    RowRule rule;
    rule.kind = kind;
    rule.sliced.resize(op_.inputs.size());
    rule.sliced[0] = true;
    return rule;
  }

  std::optional<RowRule> along(const Window& window) const {
    if (!firstOnly() || !isSound(window)) return std::nullopt;
    const std::span<const std::int32_t> in = input(0)->shape;
    const std::span<const std::int32_t> out = output().shape;
    const Extent rows =
        extentOf(window.padding, in[kHeight], out[kHeight], window.height, window.dilationHeight, window.strideHeight);
    const Extent columns =
        extentOf(window.padding, in[kWidth], out[kWidth], window.width, window.dilationWidth, window.strideWidth);
    // A shape that is not what the options make of the input is not understood.
    const auto fits = [](const Extent& extent, std::int32_t from, std::int32_t to) {
      const std::int32_t left = from + extent.before + extent.behind - extent.size;
      return left >= 0 && left / extent.stride + 1 == to;
    };
    if (!fits(rows, in[kHeight], out[kHeight]) || !fits(columns, in[kWidth], out[kWidth])) return std::nullopt;
    RowRule rule = ruleOfFirst(RowRule::Kind::kWindow);
    rule.height = rows.size;
    rule.stride = rows.stride;
    rule.width = columns.size;
    rule.strideInColumns = columns.stride;
    rule.borders = {rows.before, rows.behind, columns.before, columns.behind};
    return rule;
  }

  std::optional<RowRule> filtered() const {
    const Tensor* filter = input(1);
    const auto* options = std::get_if<Window>(&op_.options);
    if (filter == nullptr || filter->shape.size() != kRank || options == nullptr || options->isPool)
      return std::nullopt;
    Window window = *options;
    window.height = filter->shape[kHeight];
    window.width = filter->shape[kWidth];
    return along(window);
  }

  std::optional<RowRule> pooled() const {
    const auto* window = std::get_if<Window>(&op_.options);
    return window != nullptr && window->isPool ? along(*window) : std::nullopt;
  }

  std::optional<RowRule> bordered() const {
    if (!firstOnly() || input(1) == nullptr || input(1)->type != model::Type::kInt32) return std::nullopt;
    const std::span<const std::uint8_t> data = graph_.bytesOf(input(1)->constant);
    std::array<std::array<std::int32_t, 2>, kRank> around = {};
    if (data.size() != sizeof around) return std::nullopt;
    std::memcpy(around.data(), data.data(), sizeof around);
    const std::span<const std::int32_t> in = input(0)->shape;
    for (std::size_t d = 0; d < kRank; ++d)
      if (around[d][0] < 0 || around[d][1] < 0 ||
          std::int64_t{in[d]} + around[d][0] + around[d][1] != output().shape[d])
        return std::nullopt;
    for (const Dimension d : {kBatch, kChannels})
      if (around[d][0] > 0 || around[d][1] > 0) return std::nullopt;
    RowRule rule = ruleOfFirst(RowRule::Kind::kBorder);
    rule.borders = {around[kHeight][0], around[kHeight][1], around[kWidth][0], around[kWidth][1]};
    return rule;
  }

  // Channels or columns side by side.
  std::optional<RowRule> joined() const {
    const auto* options = std::get_if<Join>(&op_.options);
    if (options == nullptr) return std::nullopt;
    const std::int32_t axis = options->axis < 0 ? options->axis + static_cast<std::int32_t>(kRank) : options->axis;
    if (axis != kWidth && axis != kChannels) return std::nullopt;
    for (std::size_t i = 0; i < op_.inputs.size(); ++i)
      if (input(i) == nullptr || graph_.isConstant(*input(i)) || heightOf(*input(i)) != heightOf(output()))
        return std::nullopt;
    RowRule rule;
    rule.sliced.assign(op_.inputs.size(), true);
    return rule;
  }

  std::optional<RowRule> toChannelsLast() const {
    constexpr std::array<std::int32_t, kRank> kOrder = {0, 2, 3, 1};
    if (!firstOnly() || input(1) == nullptr || input(1)->type != model::Type::kInt32) return std::nullopt;
    const std::span<const std::uint8_t> data = graph_.bytesOf(input(1)->constant);
    if (data.size() != sizeof kOrder || std::memcmp(data.data(), kOrder.data(), sizeof kOrder) != 0)
      return std::nullopt;
    for (std::size_t d = 0; d < kRank; ++d)
      if (output().shape[d] != input(0)->shape[static_cast<std::size_t>(kOrder[d])]) return std::nullopt;
    return ruleOfFirst(RowRule::Kind::kPlanes);
  }

  std::optional<RowRule> byElement() const {
    RowRule rule;
    rule.sliced.resize(op_.inputs.size());
    bool any = false;
    for (std::size_t i = 0; i < op_.inputs.size(); ++i) {
      const Tensor* tensor = input(i);
      if (tensor == nullptr) return std::nullopt;
      // Shapes are compared from their end; what has one row, or none, belongs to every row.
      const std::size_t rank = tensor->shape.size();
      if (rank > kRank) return std::nullopt;
      if (rank < kRank - kHeight || tensor->shape[rank - (kRank - kHeight)] == 1) continue;
      if (graph_.isConstant(*tensor) || heightOf(*tensor) != heightOf(output())) return std::nullopt;
      rule.sliced[i] = any = true;
    }
    return any ? std::optional(rule) : std::nullopt;
  }

  const Graph& graph_;
  const Operator& op_;
  const std::vector<Tensor>& tensors_;
};

} // namespace

Rows hull(const Rows& a, const Rows& b) {
  if (a.count() <= 0) return b;
  if (b.count() <= 0) return a;
  return {std::min(a.begin, b.begin), std::max(a.end, b.end)};
}

Rows RowRule::needed(const Rows& output) const {
  switch (kind) {
  case Kind::kWindow: return {output.begin * stride - borders.top, (output.end - 1) * stride - borders.top + height};
  case Kind::kBorder: return {output.begin - borders.top, output.end - borders.top};
  case Kind::kPlanes:
  case Kind::kSame: break;
  }
  return output;
}

std::optional<RowRule> rowRuleOf(const Graph& graph, const Operator& op) { return Reader(graph, op).read(); }

std::int32_t heightOf(const Tensor& tensor) {
  if (tensor.shape.size() != kRank || tensor.shape[kBatch] != 1 || tensor.isVariable) return 0;
  for (const std::int32_t length : tensor.shape)
    if (length < 1) return 0;
  return tensor.shape[kHeight];
}

std::int64_t rowBytes(const Tensor& tensor) {
  return static_cast<std::int64_t>(model::elementBytes(tensor.type)) * tensor.shape[kWidth] * tensor.shape[kChannels];
}

std::int32_t heightRead(const RowRule& rule, const Tensor& input) {
  return rule.kind == RowRule::Kind::kPlanes ? input.shape[2] : heightOf(input);
}

std::int64_t rowBytesRead(const RowRule& rule, const Tensor& input) {
  if (rule.kind != RowRule::Kind::kPlanes) return rowBytes(input);
  return static_cast<std::int64_t>(model::elementBytes(input.type)) * input.shape[1] * input.shape[3];
}

} // namespace arenascope::rewrite
