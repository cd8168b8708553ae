#include "core/model/rewrite/strip_tensors.h"

#include "core/model/graph/strip_names.h"
#include "core/model/graph/view.h"

namespace arenascope::rewrite {

std::int32_t StripTensors::add(NewTensor tensor) {
  tensors().push_back(std::move(tensor));
  return graph_.tensors() + static_cast<std::int32_t>(tensors().size()) - 1;
}

std::int32_t StripTensors::addRows(std::int32_t like, const Rows& rows, const Borders& borders) {
  const model::Tensor& old = graph_.tensor(like);
  std::vector<std::int32_t> shape(old.shape.begin(), old.shape.end());
  shape[1] = rows.count() + borders.top + borders.bottom;
  shape[2] += borders.left + borders.right;
  return add({.like = like, .name = nameOf(like, rows), .type = old.type, .shape = std::move(shape)});
}

std::int32_t StripTensors::addPlanes(std::int32_t like, const Rows& rows, std::int32_t planes) {
  const model::Tensor& old = graph_.tensor(like);
  return add(
      {.like = like, .name = nameOf(like, rows), .type = old.type, .shape = {1, planes, rows.count(), old.shape[3]}});
}

std::int32_t StripTensors::addConstantRows(std::int32_t like, const Rows& rows, const std::vector<std::uint8_t>& value,
                                           bool isPlane) {
  const model::Tensor& old = graph_.tensor(like);
  std::vector<std::int32_t> shape(old.shape.begin(), old.shape.end());
  shape[isPlane ? 2 : 1] = rows.count();
  if (isPlane) shape[1] = 1;
  std::size_t elements = 1;
  for (const std::int32_t length : shape) elements *= static_cast<std::size_t>(length);
  std::vector<std::uint8_t> values;
  for (std::size_t i = 0; i < elements; ++i) values.insert(values.end(), value.begin(), value.end());
  return addConstant(values, std::move(shape), "border", like, old.type);
}

std::int32_t StripTensors::addSlice(std::int32_t source, std::int32_t like, const Rows& there, const Rows& rows) {
  const model::Tensor& old = graph_.tensor(like);
  const std::vector<std::int32_t> begin = {0, rows.begin - there.begin, 0, 0};
  const std::vector<std::int32_t> size = {1, rows.count(), old.shape[2], old.shape[3]};
  GraphOperator op{.code = NewOperator::kSlice};
  op.inputs = {source, addConstant(begin, {4}, "begin"), addConstant(size, {4}, "size")};
  const std::int32_t slice = addRows(like, rows);
  op.outputs = {slice};
  add(std::move(op));
  return slice;
}

std::int32_t StripTensors::addOnce(NewTensor constant) {
  for (std::size_t i = 0; i < tensors().size(); ++i) {
    const NewTensor& old = tensors()[i];
    if (old.data == constant.data && old.shape == constant.shape && old.type == constant.type &&
        old.like == constant.like)
      return graph_.tensors() + static_cast<std::int32_t>(i);
  }
  return add(std::move(constant));
}

std::string StripTensors::nameOf(std::int32_t like, Rows rows) const {
  if (countedFrom_ != nullptr)
    if (const auto from = countedFrom_->find(like); from != countedFrom_->end())
      rows = {rows.begin - from->second.begin, rows.end - from->second.begin};
  return model::stripName(std::string(graph_.tensor(like).name), rows.begin, rows.end - 1);
}

void StripTensors::layInto(std::int32_t whole, const Rows& rows, std::int32_t part) {
  const std::int64_t offset = rowBytes(graph_.tensor(whole)) * rows.begin;
  if (offset % model::kTensorAlignment != 0 || part < graph_.tensors() || body_ != nullptr) return;
  NewTensor& tensor = result_.tensors[static_cast<std::size_t>(part - graph_.tensors())];
  if (tensor.whole < 0) tensor.whole = whole, tensor.offset = offset;
}

} // namespace arenascope::rewrite
