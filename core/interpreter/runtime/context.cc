#include "core/interpreter/runtime/context.h"

#include "core/interpreter/runtime/variant.h"

extern "C" [[gnu::weak]] arenascope::runtime::Status arenascope_call_kernel(arenascope::runtime::KernelFunction kernel,
                                                                            arenascope::runtime::Context& context,
                                                                            arenascope::runtime::Node& node,
                                                                            arenascope::trace::Tracer& /*tracer*/) {
  return kernel(context, node);
}

namespace arenascope::runtime {

namespace {

// A separate function, as in TFLM: small operators spend a fifth of their instructions on fetching tensors.
[[gnu::noinline]] EvalTensor* tensorOf(const SubgraphAllocations& subgraph, int tensor) {
  return &subgraph.tensors[tensor];
}

} // namespace

TempTensor Context::input(const Node& node, int index) {
  if (index >= node.inputs->size || node.inputs->data[index] == kOptionalTensor)
    return TempTensor(*allocator_, nullptr);
#ifdef ARENASCOPE_VARIANTS
  Arena::beside() = fetchedBeside();
  Tensor* tensor =
      allocator_->allocateTempTensor(model_, subgraphs_, tracer_.position.subgraph, node.inputs->data[index]);
  Arena::beside() = false;
  return TempTensor(*allocator_, tensor);
#else
  return TempTensor(*allocator_, allocator_->allocateTempTensor(model_, subgraphs_, tracer_.position.subgraph,
                                                                node.inputs->data[index]));
#endif
}

TempTensor Context::output(const Node& node, int index) {
  if constexpr (kHasVariants) (void)fetchedBeside(); // counts
  if (index >= node.outputs->size) return TempTensor(*allocator_, nullptr);
  return TempTensor(*allocator_, allocator_->allocateTempTensor(model_, subgraphs_, tracer_.position.subgraph,
                                                                node.outputs->data[index]));
}

std::uint32_t Context::scaleCount(const Node& node, int index) const {
  const auto tensor = static_cast<std::uint32_t>(node.inputs->data[index]);
  const schema::QuantizationParameters* quantization =
      subgraph(tracer_.position.subgraph).tensors()->Get(tensor)->quantization();
  return quantization == nullptr || quantization->scale() == nullptr ? 0 : quantization->scale()->size();
}

EvalTensor* Context::evalInput(const Node& node, int index) const { return evalTensor(*node.inputs, index); }

EvalTensor* Context::evalOutput(const Node& node, int index) const { return evalTensor(*node.outputs, index); }

EvalTensor* Context::evalTensor(const IntArray& tensors, int index) const {
  if (index < 0 || index >= tensors.size || tensors.data[index] < 0) return nullptr;
  return tensorOf(subgraphs_[tracer_.position.subgraph], tensors.data[index]);
}

std::span<const std::uint8_t> Context::readableFrom(const EvalTensor& tensor) const {
  const auto* first = static_cast<const std::uint8_t*>(tensor.data);
  const std::uintptr_t offset =
      reinterpret_cast<std::uintptr_t>(first) - reinterpret_cast<std::uintptr_t>(modelBytes_.data());
  if (offset < modelBytes_.size()) return {first, modelBytes_.size() - offset};
  return {first, tensorBytes(tensor.type, *tensor.dims)};
}

void* Context::allocatePersistent(std::size_t bytes) {
  return allocator_->allocatePersistent(bytes, trace::Category::kKernelBuffer);
}

#ifdef ARENASCOPE_VARIANTS
Status Context::requestScratchBeside(std::size_t bytes, int* index) {
  return allocator_->scratchBesideArena(bytes, index);
}
#endif

Status Context::requestScratch(std::size_t bytes, int* index) {
#ifdef ARENASCOPE_VARIANTS
  if (scratchBeside()) return requestScratchBeside(bytes, index);
#endif
  return allocator_->requestScratch(bytes, tracer_.position.subgraph, index);
}

Status Context::invokeSubgraph(int subgraph) {
  const trace::Position caller = tracer_.position;
  tracer_.position.subgraph = subgraph;
  Node* nodes = subgraphs_[subgraph].nodes;
  const std::uint32_t operators = count(this->subgraph(subgraph).operators());
  for (std::uint32_t i = 0; i < operators; ++i) {
    tracer_.position.op = static_cast<std::int32_t>(i);
    // On failure the position stays at the failed operator.
    ARENASCOPE_TRY(arenascope_call_kernel(nodes[i].registration->invoke, *this, nodes[i], tracer_));
  }
  tracer_.position = caller;
  return Status::kOk;
}

} // namespace arenascope::runtime
