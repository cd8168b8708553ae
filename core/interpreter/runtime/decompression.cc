// The part of Interpreter that places outputs of DECODE in alternative decompression memory.
#include <cstring>

#include "core/interpreter/runtime/interpreter.h"

#ifdef ARENASCOPE_DECOMPRESSION_MEMORY

namespace arenascope::runtime {

// The real interpreter counts in the arena as well.
Status Interpreter::addDecompressionMemory() {
  if (options_.decompressionMemory.empty()) return Status::kOk;
  decompressedBytes_ = static_cast<std::size_t*>(
      allocator_->allocatePersistent(sizeof(*decompressedBytes_), trace::Category::kKernelBuffer));
  return decompressedBytes_ == nullptr ? Status::kError : Status::kOk;
}

// Each DECODE starts at the beginning again: its outputs are overwritten by the next one. An output that does not fit
// is left to the planner.
void Interpreter::placeDecoded(const Node& node) {
  constexpr const char* kDecode = "TFLM_DECODE";
  if (decompressedBytes_ == nullptr || std::strcmp(node.registration->name(), kDecode) != 0) return;
  std::uint8_t* begin = options_.decompressionMemory.data();
  *decompressedBytes_ = 0;
  for (int i = 0; i < node.outputs->size; ++i) {
    EvalTensor& tensor = *context_.evalOutput(node, i);
    std::uint8_t* place = tflm::alignedUp(begin + *decompressedBytes_, tflm::kBufferAlignment);
    const std::size_t end = static_cast<std::size_t>(place - begin) + tensorBytes(tensor.type, *tensor.dims);
    if (tensor.data != nullptr || end > options_.decompressionMemory.size()) continue;
    tensor.data = place;
    *decompressedBytes_ = end;
  }
}

} // namespace arenascope::runtime

#endif
