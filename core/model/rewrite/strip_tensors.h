// New tensors and operators: of the changed main graph, or of the subgraph of a strip.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/model/rewrite/main_graph.h"
#include "core/model/rewrite/strips.h"

namespace arenascope::rewrite {

// `like`: a tensor of the model, which has the type, the quantization and the other lengths. Returned are the numbers
// of tensors.
class StripTensors {
public:
  // Both must outlive this.
  StripTensors(const MainGraph& graph, StripGraph& result) : graph_(graph), result_(result) {}

  // From now on of this subgraph; nullptr: of the main graph. Names count rows from the first of these; nullptr: of
  // all.
  void into(StripBody* body, const std::map<std::int32_t, Rows>* countedFrom) {
    body_ = body;
    countedFrom_ = countedFrom;
  }
  StripBody* body() const { return body_; }
  void add(GraphOperator op) { (body_ != nullptr ? body_->operators : result_.operators).push_back(std::move(op)); }

  std::int32_t add(NewTensor tensor);
  std::int32_t addRows(std::int32_t like, const Rows& rows, const Borders& borders = {});
  // Of a tensor with one plane for each channel.
  std::int32_t addPlanes(std::int32_t like, const Rows& rows, std::int32_t planes);
  // The same numbers are there once.
  template <typename T>
  std::int32_t addConstant(const std::vector<T>& numbers, std::vector<std::int32_t> shape, const char* name,
                           std::int32_t like = -1, model::Type type = model::Type::kInt32) {
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(numbers.data());
    NewTensor tensor{.like = like, .name = name, .type = type, .shape = std::move(shape)};
    tensor.data.assign(bytes, bytes + numbers.size() * sizeof(T));
    return addOnce(std::move(tensor));
  }
  // What a PAD reads.
  std::int32_t addBorders(const Borders& borders) {
    const std::vector<std::int32_t> around = {0, 0, borders.top, borders.bottom, borders.left, borders.right, 0, 0};
    return addConstant(around, {4, 2}, "borders");
  }
  // SPLIT_V along an axis into outputs of these sizes. name: of the sizes.
  void addSplit(std::int32_t source, std::int32_t axis, const std::vector<std::int32_t>& sizes, const char* name,
                std::vector<std::int32_t> outputs) {
    GraphOperator op{.code = NewOperator::kSplitV, .outputs = std::move(outputs), .axis = axis};
    op.inputs = {source, addConstant(sizes, {static_cast<std::int32_t>(sizes.size())}, name),
                 addConstant(std::vector{axis}, {}, "axis")};
    add(std::move(op));
  }
  // Rows of a tensor with this value everywhere. isPlane: of one channel.
  std::int32_t addConstantRows(std::int32_t like, const Rows& rows, const std::vector<std::uint8_t>& value,
                               bool isPlane);
  // SLICE: of a tensor that has these rows of `like`, some.
  std::int32_t addSlice(std::int32_t source, std::int32_t like, const Rows& there, const Rows& rows);
  std::string nameOf(std::int32_t like, Rows rows) const;
  // Gives rows of a tensor their place in it, where that is as aligned as tensors are.
  void layInto(std::int32_t whole, const Rows& rows, std::int32_t part);

private:
  std::vector<NewTensor>& tensors() { return body_ != nullptr ? body_->tensors : result_.tensors; }
  std::int32_t addOnce(NewTensor constant);

  const MainGraph& graph_;
  StripGraph& result_;
  StripBody* body_ = nullptr;
  const std::map<std::int32_t, Rows>* countedFrom_ = nullptr; // by tensor of the model
};

} // namespace arenascope::rewrite
