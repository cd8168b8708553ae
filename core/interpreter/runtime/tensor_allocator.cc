// The part of ModelAllocator that builds full tensors, for kernels in Prepare and for applications.
#include <new>

#include "core/interpreter/runtime/model_allocator.h"
#include "core/interpreter/runtime/model_reader.h"

namespace arenascope::runtime {

using trace::Category;
using trace::RecordedType;

namespace {

// Kernels have copied zero points before persistent blocks can reach them. On targets where the minimum was measured by
// what succeeds in the real interpreter, they may be overwritten; on chips with 32-bit enums it was measured by what
// overwrites nothing.
constexpr Category kZeroPoints =
    tflm::kOwnAbi == tflm::Abi::kWideEnums32 ? Category::kTempQuantization : Category::kTempZeroPoints;

} // namespace

void* ModelAllocator::quantizationMemory(std::size_t bytes, std::size_t alignment, bool persistent,
                                         Category temporary) {
  if (!persistent) return arena_->allocateTemp(bytes, alignment, temporary);
  return allocateRecorded(bytes, alignment, Category::kPersistentQuantization,
                          RecordedType::kPersistentTensorQuantizationData, 1);
}

bool ModelAllocator::readTensor(const schema::Model& model, const SubgraphAllocations* subgraphs, int subgraph,
                                int index, bool persistent, Tensor* result) {
  const schema::Tensor& source =
      *model.subgraphs()->Get(static_cast<std::uint32_t>(subgraph))->tensors()->Get(static_cast<std::uint32_t>(index));
  const EvalTensor& eval = subgraphs[subgraph].tensors[index];
  *result = Tensor{};
  result->type = eval.type;
  result->isVariable = source.is_variable();
  // Resetting a variable discards the model's data for it.
  const bool constant = constantData(model, source) != nullptr && !source.is_variable();
  result->allocationKind = constant ? kModelData : kArenaData;
  // An earlier kernel may have moved the shape, and memory may have been planned since.
  result->data = eval.data;
  result->dims = eval.dims;
  result->bytes = tensorBytes(eval.type, *asIntArray(source.shape()));
  if (!isQuantized(source)) return true;

  const schema::QuantizationParameters& parameters = *source.quantization();
  const std::uint32_t channels = parameters.scale()->size();
  auto* quantization = static_cast<AffineQuantization*>(quantizationMemory(
      sizeof(AffineQuantization), alignof(AffineQuantization), persistent, Category::kTempQuantization));
  if (quantization == nullptr) return false;
  auto* zeroPoint =
      static_cast<IntArray*>(quantizationMemory(intArrayBytes(channels), alignof(IntArray), persistent, kZeroPoints));
  if (zeroPoint == nullptr) return false;
  zeroPoint->size = static_cast<std::int32_t>(channels);
  const bool oneForEach = parameters.zero_point()->size() == channels;
  std::int32_t* values = zeroPoint->data;
  for (std::uint32_t i = 0; i < channels; ++i)
    values[i] = static_cast<std::int32_t>(parameters.zero_point()->Get(oneForEach ? i : 0));
  *quantization = AffineQuantization{.scale = reinterpret_cast<const FloatArray*>(parameters.scale()),
                                     .zeroPoint = zeroPoint,
                                     .quantizedDimension = parameters.quantized_dimension()};
  result->quantizationKind = kAffineQuantization;
  result->quantization = quantization;
  result->scale = parameters.scale()->Get(0);
  result->zeroPoint = static_cast<std::int32_t>(parameters.zero_point()->Get(0));
  return true;
}

Tensor* ModelAllocator::allocateTempTensor(const schema::Model& model, const SubgraphAllocations* subgraphs,
                                           int subgraph, int index) {
  auto* tensor = static_cast<Tensor*>(arena_->allocateTemp(sizeof(Tensor), alignof(Tensor), Category::kTempTensor));
  if (tensor == nullptr || !readTensor(model, subgraphs, subgraph, index, false, tensor)) return nullptr;
  return tensor;
}

void ModelAllocator::deallocateTempTensor(Tensor* tensor) {
  if (tensor->quantization != nullptr) {
    arena_->deallocateTemp(tensor->quantization->zeroPoint);
    arena_->deallocateTemp(tensor->quantization);
  }
  arena_->deallocateTemp(tensor);
}

Tensor* ModelAllocator::allocatePersistentTensor(const schema::Model& model, const SubgraphAllocations* subgraphs,
                                                 int index) {
  auto* tensor = static_cast<Tensor*>(allocateRecorded(sizeof(Tensor), alignof(Tensor), Category::kPersistentTensor,
                                                       RecordedType::kPersistentTensorData, 1));
  if (tensor == nullptr || !readTensor(model, subgraphs, 0, index, true, tensor)) return nullptr;
  return tensor;
}

} // namespace arenascope::runtime
