#include "core/model/rewrite/folded_pads.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/model/rewrite/row_rules.h"

namespace arenascope::rewrite {

using model::Operator;
using model::Tensor;
using model::Window;

namespace {

constexpr std::size_t kFilterRows = 1; // dimensions
constexpr std::size_t kFilterColumns = 2;
constexpr std::size_t kFilterChannels = 3;

bool sameQuantization(const Tensor& a, const Tensor& b) {
  return a.type == b.type &&
         std::equal(a.quantization.scales.begin(), a.quantization.scales.end(), b.quantization.scales.begin(),
                    b.quantization.scales.end()) &&
         a.quantization.zeroPoint == b.quantization.zeroPoint;
}

// With how many rows or columns of zeros behind a filter SAME adds `before` in front of the input; absent: with none.
std::optional<std::int32_t> zerosFor(std::int32_t before, std::int32_t input, std::int32_t output, std::int32_t window,
                                     std::int32_t stride, std::int32_t dilation) {
  if ((input + stride - 1) / stride != output) return std::nullopt;
  for (const std::int32_t zeros : {0, 1})
    if (std::max(0, (output - 1) * stride + window + zeros * dilation - input) / 2 == before) return zeros;
  return std::nullopt;
}

class Folding {
public:
  Folding(const model::Graph& model, const PadFolding& how) : model_(model), main_(model.main()), how_(how) {}

  std::optional<FoldedPads> fold() {
    for (std::size_t i = 0; i < main_.operators.size(); ++i)
      for (const std::int32_t input : main_.operators[i].inputs) readers_[input].push_back(i);
    ends_.insert(main_.outputs.begin(), main_.outputs.end());
    for (std::size_t i = 0; i < main_.operators.size(); ++i)
      if (!how_.kept.contains(static_cast<std::int32_t>(i)) && isFolded(main_.operators[i]))
        leftOut_[main_.operators[i].outputs[0]] = i;
    if (leftOut_.empty()) return std::nullopt;
    for (std::size_t i = 0; i < main_.operators.size(); ++i)
      if (const Operator& op = main_.operators[i]; op.outputs.empty() || !leftOut_.contains(op.outputs[0])) keep(i);
    return std::move(result_);
  }

private:
  // Behind a filter.
  struct Zeros {
    std::int32_t rows = 0;
    std::int32_t columns = 0;

    bool any() const { return rows > 0 || columns > 0; }
  };

  const Tensor& tensor(std::int32_t number) const { return main_.tensors[static_cast<std::size_t>(number)]; }

  bool isFolded(const Operator& op) const {
    if (!op.isBuiltin("PAD")) return false;
    const std::optional<RowRule> rule = rowRuleOf(model_, op);
    if (!rule || ends_.contains(op.outputs[0]) || !sameQuantization(tensor(op.inputs[0]), tensor(op.outputs[0])))
      return false;
    const auto readers = readers_.find(op.outputs[0]);
    if (readers == readers_.end()) return false;
    return std::all_of(readers->second.begin(), readers->second.end(), [&](std::size_t i) {
      const Operator& reader = main_.operators[i];
      const auto* window = std::get_if<Window>(&reader.options);
      if (reader.isCustom || !reader.intermediates.empty() || !reader.calls.empty() ||
          (window != nullptr && window->padding == Window::Padding::kUnknown))
        return false;
      return !rule->borders.any() || zerosOf(op, rule->borders, reader).has_value();
    });
  }

  // For the convolution to add these borders itself; absent: it cannot.
  std::optional<Zeros> zerosOf(const Operator& pad, const Borders& borders, const Operator& reader) const {
    const auto* window = std::get_if<Window>(&reader.options);
    if (!(reader.isBuiltin("CONV_2D") || reader.isBuiltin("DEPTHWISE_CONV_2D")) || window == nullptr ||
        window->padding != Window::Padding::kValid || reader.input(1) == pad.outputs[0])
      return std::nullopt;
    const std::optional<RowRule> rule = rowRuleOf(model_, reader);
    if (!rule) return std::nullopt;
    const Tensor& input = tensor(pad.inputs[0]);
    const Tensor& output = tensor(reader.outputs[0]);
    const auto rows = zerosFor(borders.top, input.shape[kFilterRows], output.shape[kFilterRows], rule->height,
                               rule->stride, window->dilationHeight);
    const auto columns = zerosFor(borders.left, input.shape[kFilterColumns], output.shape[kFilterColumns], rule->width,
                                  rule->strideInColumns, window->dilationWidth);
    if (!rows || !columns) return std::nullopt;
    const Zeros zeros{*rows, *columns};
    // A product with zero changes nothing in integers only.
    const Tensor& filter = tensor(reader.inputs[1]);
    if (zeros.any() && (!how_.largerFilters || input.type == model::Type::kFloat32 || filter.isSparse ||
                        filter.type != model::Type::kInt8 || !filter.quantization.zeroPointsAreZero))
      return std::nullopt;
    return zeros;
  }

  void keep(std::size_t number) {
    const Operator& old = main_.operators[number];
    GraphOperator op{.original = static_cast<std::int32_t>(number)};
    if (const auto* window = std::get_if<Window>(&old.options)) op.padding = window->padding;
    op.inputs.assign(old.inputs.begin(), old.inputs.end());
    op.outputs.assign(old.outputs.begin(), old.outputs.end());
    std::string name = std::to_string(number);
    for (std::int32_t& input : op.inputs)
      for (auto pad = leftOut_.find(input); pad != leftOut_.end(); pad = leftOut_.find(input)) {
        const Operator& folded = main_.operators[pad->second];
        op.isChanged = true;
        input = folded.inputs[0];
        const Borders borders = rowRuleOf(model_, folded)->borders;
        if (!borders.any()) continue;
        op.padding = Window::Padding::kSame;
        name += " with borders";
        const Zeros zeros = *zerosOf(folded, borders, old);
        if (!zeros.any()) continue;
        name += " by zeros";
        op.inputs[1] = enlarged(op.inputs[1], zeros);
        result_.byZeros.push_back(static_cast<std::int32_t>(pad->second));
      }
    result_.graph.operators.push_back(std::move(op));
    result_.numbers.push_back(static_cast<std::int32_t>(number));
    result_.names.push_back(std::move(name));
  }

  // The filter with zeros behind its rows and columns, as a new tensor.
  std::int32_t enlarged(std::int32_t filter, const Zeros& zeros) {
    const Tensor& old = tensor(filter);
    NewTensor large{
        .like = filter, .name = std::string(old.name), .type = old.type, .shape = {old.shape.begin(), old.shape.end()}};
    large.shape[kFilterRows] += zeros.rows;
    large.shape[kFilterColumns] += zeros.columns;
    const std::span<const std::uint8_t> data = model_.bytesOf(old.constant);
    const std::int32_t rowBytes = old.shape[kFilterColumns] * old.shape[kFilterChannels];
    const std::int32_t rows = old.shape[0] * old.shape[kFilterRows];
    for (std::int32_t row = 0; row < rows; ++row) {
      const auto from = data.begin() + static_cast<std::ptrdiff_t>(row) * rowBytes;
      large.data.insert(large.data.end(), from, from + rowBytes);
      large.data.resize(large.data.size() + static_cast<std::size_t>(zeros.columns * old.shape[kFilterChannels]));
      if ((row + 1) % old.shape[kFilterRows] == 0)
        large.data.resize(large.data.size() + static_cast<std::size_t>(zeros.rows * large.shape[kFilterColumns] *
                                                                       old.shape[kFilterChannels]));
    }
    result_.graph.tensors.push_back(std::move(large));
    return static_cast<std::int32_t>(main_.tensors.size() + result_.graph.tensors.size()) - 1;
  }

  const model::Graph& model_;
  const model::Subgraph& main_;
  const PadFolding& how_;
  std::map<std::int32_t, std::vector<std::size_t>> readers_;
  std::set<std::int32_t> ends_;                 // the graph's outputs
  std::map<std::int32_t, std::size_t> leftOut_; // PADs by output
  FoldedPads result_;
};

} // namespace

std::optional<FoldedPads> foldPads(const model::Graph& model, const PadFolding& how) {
  return Folding(model, how).fold();
}

} // namespace arenascope::rewrite
