#include "core/runtime/context.h"

namespace arenascope::runtime {

TempTensor Context::input(const Node& node, int index) {
  if (index >= node.inputs->size || node.inputs->data[index] == kOptionalTensor)
    return TempTensor(*allocator_, nullptr);
  return TempTensor(*allocator_, allocator_->allocateTempTensor(model_, subgraphs_, tracer_.position.subgraph,
                                                                node.inputs->data[index]));
}

TempTensor Context::output(const Node& node, int index) {
  if (index >= node.outputs->size) return TempTensor(*allocator_, nullptr);
  return TempTensor(*allocator_, allocator_->allocateTempTensor(model_, subgraphs_, tracer_.position.subgraph,
                                                                node.outputs->data[index]));
}

void* Context::allocatePersistent(std::size_t bytes) {
  return allocator_->allocatePersistent(bytes, trace::Category::kKernelBuffer);
}

Status Context::requestScratch(std::size_t bytes, int* index) {
  return allocator_->requestScratch(bytes, tracer_.position.subgraph, index);
}

} // namespace arenascope::runtime
