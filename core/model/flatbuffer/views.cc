#include "core/model/flatbuffer/views.h"

#include <algorithm>

#include "core/interpreter/schema/access.h"
#include "core/model/flatbuffer/tensor_types.h"

namespace arenascope::model {

using schema::count;

namespace {

class Views {
public:
  explicit Views(const schema::Model& model) : model_(model), graph_(*model.subgraphs()->Get(0)) {
    for (std::uint32_t t = 0; t < count(graph_.tensors()); ++t) views_.push_back({static_cast<std::int32_t>(t), 0});
    written_.resize(views_.size());
    const auto write = [this](const flatbuffers::Vector<std::int32_t>* tensors) {
      for (std::uint32_t i = 0; i < count(tensors); ++i)
        if (tensors->Get(i) >= 0) ++written_[static_cast<std::size_t>(tensors->Get(i))];
    };
    write(graph_.inputs());
    for (std::uint32_t i = 0; i < count(graph_.operators()); ++i) write(graph_.operators()->Get(i)->outputs());
  }

  std::vector<View> find() {
    for (std::uint32_t i = 0; i < count(graph_.operators()); ++i) look(*graph_.operators()->Get(i));
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
  const schema::Tensor& tensor(std::int32_t t) const { return *graph_.tensors()->Get(static_cast<std::uint32_t>(t)); }

  std::int64_t bytesOf(std::int32_t t) const {
    auto bytes = static_cast<std::int64_t>(elementBytes(tensor(t).type()));
    for (std::uint32_t d = 0; d < count(tensor(t).shape()); ++d) bytes *= tensor(t).shape()->Get(d);
    return bytes;
  }

  // Whether the tensor lies in the arena's head, and keeps its bytes as long as it is in use.
  bool isPlanned(std::int32_t t) const {
    return t >= 0 && written_[static_cast<std::size_t>(t)] == 1 && !tensor(t).is_variable() &&
           elementBytes(tensor(t).type()) > 0 && bytesOf(t) > 0 &&
           count(model_.buffers()->Get(tensor(t).buffer())->data()) == 0;
  }

  // Whether everything in front of the axis is one.
  bool isOutermost(std::int32_t t, std::int64_t axis) const {
    const auto rank = static_cast<std::int64_t>(count(tensor(t).shape()));
    if (axis < 0) axis += rank;
    if (axis < 0 || axis >= rank) return false;
    for (std::int64_t d = 0; d < axis; ++d)
      if (tensor(t).shape()->Get(static_cast<std::uint32_t>(d)) != 1) return false;
    return true;
  }

  std::optional<std::int64_t> constantOf(std::int32_t t) const {
    if (t < 0 || tensor(t).type() != schema::TensorType_INT32) return std::nullopt;
    const auto* data = model_.buffers()->Get(tensor(t).buffer())->data();
    if (count(data) < sizeof(std::int32_t)) return std::nullopt;
    return flatbuffers::ReadScalar<std::int32_t>(data->data());
  }

  void look(const schema::Operator& op) {
    const auto input = [&](std::uint32_t slot) { return slot < count(op.inputs()) ? op.inputs()->Get(slot) : -1; };
    switch (schema::builtinOperator(*model_.operator_codes()->Get(op.opcode_index()))) {
    case schema::BuiltinOperator_CONCATENATION:
      if (const auto* options = op.builtin_options_as_ConcatenationOptions())
        if (options->fused_activation_function() == schema::ActivationFunctionType_NONE && count(op.outputs()) == 1)
          join(op.outputs()->Get(0), partsOf(*op.inputs()), options->axis());
      break;
    case schema::BuiltinOperator_SPLIT:
      if (const auto axis = constantOf(input(0))) take(input(1), partsOf(*op.outputs()), *axis);
      break;
    case schema::BuiltinOperator_SPLIT_V:
      if (const auto axis = constantOf(input(2))) take(input(0), partsOf(*op.outputs()), *axis);
      break;
    default: break;
    }
  }

  // Empty where one is not in the head, or there twice.
  std::vector<Part> partsOf(const flatbuffers::Vector<std::int32_t>& tensors) const {
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
                    tensor(part.tensor).type() == tensor(whole).type() && isOutermost(part.tensor, axis);
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
  void join(std::int32_t whole, const std::vector<Part>& parts, std::int64_t axis) {
    if (!isWhole(whole, parts, axis) || !isFree(whole)) return;
    const View front = at(parts.front().tensor);
    const bool neighbours = std::all_of(parts.begin(), parts.end(), [&](const Part& part) {
      const View& own = at(part.tensor);
      return own.whole != part.tensor && own.whole == front.whole && own.offset == front.offset + part.offset;
    });
    if (neighbours)
      put({whole, 0}, front.whole, front.offset);
    else
      for (const Part& part : parts)
        if (isFree(part.tensor)) put(part, whole, part.offset);
  }

  const schema::Model& model_;
  const schema::SubGraph& graph_;
  std::vector<View> views_;
  std::vector<int> written_; // by tensor: how often
};

} // namespace

std::vector<View> viewsOf(const schema::Model& model) { return Views(model).find(); }

} // namespace arenascope::model
