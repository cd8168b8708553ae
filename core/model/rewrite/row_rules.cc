#include "core/model/rewrite/row_rules.h"

#include <algorithm>
#include <array>

#include "core/interpreter/ops/operator_table.h"
#include "core/interpreter/schema/access.h"
#include "core/model/flatbuffer/tensor_types.h"

namespace arenascope::rewrite {

using schema::count;

namespace {

constexpr std::uint32_t kRank = 4;
enum Dimension : std::uint8_t { kBatch, kHeight, kWidth, kChannels };

// What a window does along one dimension.
struct Extent {
  std::int32_t size = 1; // with its holes
  std::int32_t stride = 1;
  std::int32_t before = 0;
  std::int32_t behind = 0;
};

// As the interpreter works it out: what SAME has to add goes half before, the larger half behind.
Extent extentOf(schema::Padding padding, std::int32_t input, std::int32_t output, std::int32_t kernel,
                std::int32_t dilation, std::int32_t stride) {
  Extent extent{(kernel - 1) * dilation + 1, stride};
  if (padding == schema::Padding_SAME) {
    const std::int32_t missing = std::max(0, (output - 1) * stride + extent.size - input);
    extent.before = missing / 2;
    extent.behind = missing - missing / 2;
  }
  return extent;
}

struct Window {
  schema::Padding padding = schema::Padding_VALID;
  std::int32_t height = 1;
  std::int32_t width = 1;
  std::int32_t strideHeight = 1;
  std::int32_t strideWidth = 1;
  std::int32_t dilationHeight = 1;
  std::int32_t dilationWidth = 1;

  bool isSound() const {
    for (const std::int32_t each : {height, width, strideHeight, strideWidth, dilationHeight, dilationWidth})
      if (each < 1 || each > 1 << 15) return false;
    return padding == schema::Padding_SAME || padding == schema::Padding_VALID;
  }
};

class Reader {
public:
  Reader(const schema::Model& model, const schema::Operator& op)
      : model_(model), op_(op), tensors_(*model.subgraphs()->Get(0)->tensors()) {}

  std::optional<RowRule> read() const {
    if (count(op_.outputs()) != 1 || count(op_.inputs()) == 0 || heightOf(output()) == 0) return std::nullopt;
    const schema::OperatorCode& code = *model_.operator_codes()->Get(op_.opcode_index());
    switch (schema::builtinOperator(code)) {
    case schema::BuiltinOperator_CONV_2D:
    case schema::BuiltinOperator_DEPTHWISE_CONV_2D: return filtered();
    case schema::BuiltinOperator_MAX_POOL_2D: return pooled();
    case schema::BuiltinOperator_AVERAGE_POOL_2D: {
      const std::optional<RowRule> rule = pooled();
      return rule && !rule->borders.any() ? rule : std::nullopt; // it counts what lies within
    }
    case schema::BuiltinOperator_PAD:
    case schema::BuiltinOperator_PADV2: return bordered();
    case schema::BuiltinOperator_CONCATENATION: return joined();
    default: return ops::hasTrait(schema::operatorName(code), ops::kByElement) ? byElement() : std::nullopt;
    }
  }

private:
  // nullptr where it is absent.
  const schema::Tensor* input(std::uint32_t slot) const {
    if (slot >= count(op_.inputs()) || op_.inputs()->Get(slot) < 0) return nullptr;
    return tensors_.Get(static_cast<std::uint32_t>(op_.inputs()->Get(slot)));
  }
  const schema::Tensor& output() const { return *tensors_.Get(static_cast<std::uint32_t>(op_.outputs()->Get(0))); }

  // The first input has rows; all others are constant.
  bool firstOnly() const {
    if (input(0) == nullptr || heightOf(*input(0)) == 0 || isConstant(model_, *input(0))) return false;
    for (std::uint32_t i = 1; i < count(op_.inputs()); ++i)
      if (input(i) != nullptr && !isConstant(model_, *input(i))) return false;
    return true;
  }

  RowRule ruleOfFirst(RowRule::Kind kind) const {
    RowRule rule;
    rule.kind = kind;
    rule.sliced.resize(count(op_.inputs()));
    rule.sliced[0] = true;
    return rule;
  }

  std::optional<RowRule> along(const Window& window) const {
    if (!firstOnly() || !window.isSound()) return std::nullopt;
    const auto& in = *input(0)->shape();
    const auto& out = *output().shape();
    const Extent rows = extentOf(window.padding, in.Get(kHeight), out.Get(kHeight), window.height,
                                 window.dilationHeight, window.strideHeight);
    const Extent columns = extentOf(window.padding, in.Get(kWidth), out.Get(kWidth), window.width, window.dilationWidth,
                                    window.strideWidth);
    // A shape that is not what the options make of the input is not understood.
    const auto fits = [](const Extent& extent, std::int32_t from, std::int32_t to) {
      const std::int32_t room = from + extent.before + extent.behind - extent.size;
      return room >= 0 && room / extent.stride + 1 == to;
    };
    if (!fits(rows, in.Get(kHeight), out.Get(kHeight)) || !fits(columns, in.Get(kWidth), out.Get(kWidth)))
      return std::nullopt;
    RowRule rule = ruleOfFirst(RowRule::Kind::kWindow);
    rule.height = rows.size;
    rule.stride = rows.stride;
    rule.borders = {rows.before, rows.behind, columns.before, columns.behind};
    return rule;
  }

  std::optional<RowRule> filtered() const {
    const schema::Tensor* filter = input(1);
    if (filter == nullptr || count(filter->shape()) != kRank) return std::nullopt;
    Window window{.height = filter->shape()->Get(kHeight), .width = filter->shape()->Get(kWidth)};
    const auto take = [&](const auto* options) {
      if (options == nullptr) return false;
      window.padding = options->padding();
      window.strideHeight = options->stride_h();
      window.strideWidth = options->stride_w();
      window.dilationHeight = options->dilation_h_factor();
      window.dilationWidth = options->dilation_w_factor();
      return true;
    };
    if (!take(op_.builtin_options_as_Conv2DOptions()) && !take(op_.builtin_options_as_DepthwiseConv2DOptions()))
      return std::nullopt;
    return along(window);
  }

  std::optional<RowRule> pooled() const {
    const schema::Pool2DOptions* options = op_.builtin_options_as_Pool2DOptions();
    if (options == nullptr) return std::nullopt;
    return along({options->padding(), options->filter_height(), options->filter_width(), options->stride_h(),
                  options->stride_w()});
  }

  std::optional<RowRule> bordered() const {
    if (!firstOnly() || input(1) == nullptr || input(1)->type() != schema::TensorType_INT32) return std::nullopt;
    const auto* data = model_.buffers()->Get(input(1)->buffer())->data();
    std::array<std::array<std::int32_t, 2>, kRank> around = {};
    if (data->size() != sizeof around) return std::nullopt;
    std::memcpy(around.data(), data->data(), sizeof around);
    const auto& in = *input(0)->shape();
    for (std::uint32_t d = 0; d < kRank; ++d)
      if (around[d][0] < 0 || around[d][1] < 0 ||
          std::int64_t{in.Get(d)} + around[d][0] + around[d][1] != output().shape()->Get(d))
        return std::nullopt;
    for (const Dimension d : {kBatch, kChannels})
      if (around[d][0] > 0 || around[d][1] > 0) return std::nullopt;
    RowRule rule = ruleOfFirst(RowRule::Kind::kBorder);
    rule.borders = {around[kHeight][0], around[kHeight][1], around[kWidth][0], around[kWidth][1]};
    return rule;
  }

  // Channels or columns side by side.
  std::optional<RowRule> joined() const {
    const schema::ConcatenationOptions* options = op_.builtin_options_as_ConcatenationOptions();
    if (options == nullptr) return std::nullopt;
    const std::int32_t axis =
        options->axis() < 0 ? options->axis() + static_cast<std::int32_t>(kRank) : options->axis();
    if (axis != kWidth && axis != kChannels) return std::nullopt;
    for (std::uint32_t i = 0; i < count(op_.inputs()); ++i)
      if (input(i) == nullptr || isConstant(model_, *input(i)) || heightOf(*input(i)) != heightOf(output()))
        return std::nullopt;
    RowRule rule;
    rule.sliced.assign(count(op_.inputs()), true);
    return rule;
  }

  std::optional<RowRule> byElement() const {
    RowRule rule;
    rule.sliced.resize(count(op_.inputs()));
    bool any = false;
    for (std::uint32_t i = 0; i < count(op_.inputs()); ++i) {
      const schema::Tensor* tensor = input(i);
      if (tensor == nullptr) return std::nullopt;
      // Shapes are compared from their end; what has one row, or none, belongs to every row.
      const std::uint32_t rank = count(tensor->shape());
      if (rank > kRank) return std::nullopt;
      if (rank < kRank - kHeight || tensor->shape()->Get(rank - (kRank - kHeight)) == 1) continue;
      if (isConstant(model_, *tensor) || heightOf(*tensor) != heightOf(output())) return std::nullopt;
      rule.sliced[i] = any = true;
    }
    return any ? std::optional(rule) : std::nullopt;
  }

  const schema::Model& model_;
  const schema::Operator& op_;
  const flatbuffers::Vector<flatbuffers::Offset<schema::Tensor>>& tensors_;
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
  case Kind::kSame: break;
  }
  return output;
}

std::optional<RowRule> rowRuleOf(const schema::Model& model, const schema::Operator& op) {
  return Reader(model, op).read();
}

std::int32_t heightOf(const schema::Tensor& tensor) {
  if (count(tensor.shape()) != kRank || tensor.shape()->Get(kBatch) != 1 || tensor.is_variable()) return 0;
  for (const std::int32_t length : *tensor.shape())
    if (length < 1) return 0;
  return tensor.shape()->Get(kHeight);
}

std::int64_t rowBytes(const schema::Tensor& tensor) {
  return static_cast<std::int64_t>(model::elementBytes(tensor.type())) * tensor.shape()->Get(kWidth) *
         tensor.shape()->Get(kChannels);
}

bool isConstant(const schema::Model& model, const schema::Tensor& tensor) {
  return count(model.buffers()->Get(tensor.buffer())->data()) > 0;
}

} // namespace arenascope::rewrite
