#include "core/model/graph/views.h"

#include <algorithm>
#include <cstring>
#include <optional>

namespace arenascope::model {

namespace {

class Views {
public:
  Views(const Graph& graph, const Subgraph& subgraph) : graph_(graph), subgraph_(subgraph) {
    for (std::size_t t = 0; t < subgraph_.tensors.size(); ++t) views_.push_back({static_cast<std::int32_t>(t), 0});
    written_.resize(views_.size());
    const auto write = [this](std::span<const std::int32_t> tensors) {
      for (const std::int32_t tensor : tensors)
        if (tensor >= 0) ++written_[static_cast<std::size_t>(tensor)];
    };
    write(subgraph_.inputs);
    for (const Operator& op : subgraph_.operators) write(op.outputs);
  }

  std::vector<View> find() {
    for (const Operator& op : subgraph_.operators) look(op);
    // What a tensor is part of can be a part itself, of what comes later.
    for (View& view : views_)
      while (at(view.whole).whole != view.whole) {
        view.offset += at(view.whole).offset;
        view.whole = at(view.whole).whole;
      }
    return views_;
  }

private:
  struct Part {
    std::int32_t tensor;
    std::int64_t offset;
  };

  const View& at(std::int32_t tensor) const { return views_[static_cast<std::size_t>(tensor)]; }
  const Tensor& tensor(std::int32_t t) const { return subgraph_.tensors[static_cast<std::size_t>(t)]; }

  std::int64_t bytesOf(std::int32_t t) const {
    auto bytes = static_cast<std::int64_t>(elementBytes(tensor(t).type));
    for (const std::int32_t length : tensor(t).shape) bytes *= length;
    return bytes;
  }

  // Whether the tensor is in the arena's head, and keeps its bytes while it is in use.
  bool isPlanned(std::int32_t t) const {
    return t >= 0 && written_[static_cast<std::size_t>(t)] == 1 && !tensor(t).isVariable && bytesOf(t) > 0 &&
           !graph_.isConstant(tensor(t));
  }

  // Whether everything in front of the axis is one.
  bool isOutermost(std::int32_t t, std::int64_t axis) const {
    const auto rank = static_cast<std::int64_t>(tensor(t).shape.size());
    if (axis < 0) axis += rank;
    if (axis < 0 || axis >= rank) return false;
    for (std::int64_t d = 0; d < axis; ++d)
      if (tensor(t).shape[static_cast<std::size_t>(d)] != 1) return false;
    return true;
  }

  std::optional<std::int64_t> constantOf(std::int32_t t) const {
    if (t < 0 || tensor(t).type != Type::kInt32) return std::nullopt;
    const std::span<const std::uint8_t> data = graph_.bytesOf(tensor(t).constant);
    std::int32_t number = 0;
    if (data.size() < sizeof number) return std::nullopt;
    std::memcpy(&number, data.data(), sizeof number);
    return number;
  }

  void look(const Operator& op) {
    if (op.isBuiltin("CONCATENATION")) {
      const auto* join = std::get_if<Join>(&op.options);
      if (join != nullptr && !join->hasActivation && op.outputs.size() == 1)
        joinParts(op.outputs[0], partsOf(op.inputs), join->axis);
    } else if (op.isBuiltin("SPLIT")) {
      if (const auto axis = constantOf(op.input(0))) take(op.input(1), partsOf(op.outputs), *axis);
    } else if (op.isBuiltin("SPLIT_V")) {
      if (const auto axis = constantOf(op.input(2))) take(op.input(0), partsOf(op.outputs), *axis);
    }
  }

  // Empty where one is not in the head, or there twice.
  std::vector<Part> partsOf(std::span<const std::int32_t> tensors) const {
    std::vector<Part> parts;
    std::int64_t end = 0;
    for (const std::int32_t t : tensors) {
      if (!isPlanned(t)) return {};
      for (const Part& part : parts)
        if (part.tensor == t) return {};
      parts.push_back({t, end});
      end += bytesOf(t);
    }
    return parts;
  }

  bool isWhole(std::int32_t whole, const std::vector<Part>& parts, std::int64_t axis) const {
    return !parts.empty() && isPlanned(whole) && isOutermost(whole, axis) &&
           parts.back().offset + bytesOf(parts.back().tensor) == bytesOf(whole) &&
           std::all_of(parts.begin(), parts.end(), [&](const Part& part) {
             return part.tensor != whole && part.offset % kTensorAlignment == 0 &&
                    tensor(part.tensor).type == tensor(whole).type && isOutermost(part.tensor, axis);
           });
  }

  // Each tensor is part of one other at most, so that what shares a place always has the same bytes.
  bool isFree(std::int32_t t) const { return at(t).whole == t; }
  void put(const Part& part, std::int32_t whole, std::int64_t offset) {
    for (std::int32_t t = whole;; t = at(t).whole) {
      if (t == part.tensor) return; // a part of its own part: operators that write what they read
      if (isFree(t)) break;
    }
    views_[static_cast<std::size_t>(part.tensor)] = {whole, offset};
  }

  void take(std::int32_t whole, const std::vector<Part>& parts, std::int64_t axis) {
    if (!isWhole(whole, parts, axis)) return;
    for (const Part& part : parts)
      if (isFree(part.tensor) && at(whole).offset % kTensorAlignment == 0) put(part, whole, part.offset);
  }

  // Neighbours within one whole are joined to a larger part of it; others become parts of what they are joined to.
  void joinParts(std::int32_t whole, const std::vector<Part>& parts, std::int64_t axis) {
    if (!isWhole(whole, parts, axis) || !isFree(whole)) return;
    const View first = at(parts.front().tensor);
    const bool neighbours = std::all_of(parts.begin(), parts.end(), [&](const Part& part) {
      const View& own = at(part.tensor);
      return own.whole != part.tensor && own.whole == first.whole && own.offset == first.offset + part.offset;
    });
    if (neighbours)
      put({whole, 0}, first.whole, first.offset);
    else
      for (const Part& part : parts)
        if (isFree(part.tensor)) put(part, whole, part.offset);
  }

  const Graph& graph_;
  const Subgraph& subgraph_;
  std::vector<View> views_;
  std::vector<int> written_; // by tensor: how often
};

} // namespace

std::vector<View> viewsOf(const Graph& graph) {
  std::vector<View> all;
  for (const Subgraph& subgraph : graph.subgraphs) {
    const auto base = static_cast<std::int32_t>(all.size());
    for (const View& view : Views(graph, subgraph).find()) all.push_back({view.whole + base, view.offset});
  }
  return all;
}

} // namespace arenascope::model
