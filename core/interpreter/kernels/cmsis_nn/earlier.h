// Earlier scratch memory of CMSIS-NN, by date of the revision of TensorFlow Lite Micro that adopted it: for processors
// without vectors. Compared with the library's own getters in each of these revisions, and with whole builds of the
// interpreter.
#pragma once

#include "core/interpreter/kernels/checks.h"
#include "core/interpreter/kernels/cmsis_nn/scratch.h"

namespace arenascope::kernels::cmsis_nn {

inline constexpr tflm::Date kDilation = 20211230;      // kernels for dilated windows; columns without the DSP extension
inline constexpr tflm::Date kWideConv = 20220329;      // CONV_2D of 16-bit values
inline constexpr tflm::Date kAnyChannels = 20221027;   // 1x1 windows over channels that are no multiple of 4
inline constexpr tflm::Date kAnyStride = 20230302;     // 1x1 windows with strides; none for 3x3 depthwise windows
inline constexpr tflm::Date kWholeColumns = 20230919;  // columns of a multiple of 4 elements
inline constexpr tflm::Date kPackedFilters = 20231114; // kernels for 4-bit filters, which were unpacked before
inline constexpr tflm::Date kWideColumns = 20240423;   // columns for every CONV_2D of 16-bit values
inline constexpr tflm::Date kTurnedFilters = 20241112; // TRANSPOSE_CONV by rows, or with its filter turned
inline constexpr tflm::Date kGroups = 20260521;        // groups of channels
inline constexpr tflm::Date kWidePools = 20230117;     // AVERAGE_POOL_2D of 16-bit values
inline constexpr tflm::Date kBatches = 20210824;       // depthwise kernels look at the number of batches

struct ConvShape {
  WindowSize filter;
  WindowSize stride;
  WindowSize dilation;
  WindowSize padding;
  Size inputChannels;
  Size filterChannels;
};

inline Size earlierConvInt8Bytes(const ConvShape& shape) {
  const bool pixels = shape.filter.area() == 1 && shape.padding.width == 0 && shape.padding.height == 0 &&
                      (!runtime::isBefore(kAnyStride) || shape.stride.area() == 1) &&
                      (!runtime::isBefore(kAnyChannels) || shape.inputChannels % 4 == 0) &&
                      (runtime::isBefore(kDilation) || shape.dilation.area() == 1) &&
                      (runtime::isBefore(kGroups) || shape.inputChannels == shape.filterChannels);
  if (pixels || (runtime::isBefore(kDilation) && !kHasDsp)) return 0;
  const Size elements = shape.filter.area() * shape.inputChannels;
  return 4 * (runtime::isBefore(kWholeColumns) ? elements : roundUpTo4(elements));
}

inline Size earlierConvInt16Bytes(const ConvShape& shape) {
  const Size elements = shape.filter.area() * shape.inputChannels;
  if (!runtime::isBefore(kWideColumns)) return 4 * elements;
  constexpr Size kShort = 512; // elements of a window
  return kHasDsp && !runtime::isBefore(kWideConv) && elements < kShort && shape.dilation.area() == 1 ? 4 * elements : 0;
}

inline Size earlierDepthwiseInt8Bytes(const DepthwiseShape& shape) {
  const bool known =
      shape.inputChannels == shape.outputChannels && (runtime::isBefore(kBatches) || shape.batches == 1) &&
      (runtime::isBefore(kDilation) || !shape.dilated) && (runtime::isBefore(kAnyStride) || !shape.small());
  return kHasDsp && known ? 2 * shape.filter.area() * shape.inputChannels : 0;
}

// A product per input pixel and tap; the request for the output's sums follows.
inline Size earlierTransposeConvBytes(const TransposeConvShape& shape, Size inputHeight) {
  return 4 * shape.filter.area() * shape.inputWidth * inputHeight * shape.outputChannels;
}

// Requests the revision's size in the arena; if our kernel needs another size, its memory is outside the arena.
inline Status requestAsEarlier(Context& context, Size asked, Size needed, int* index) {
  if (asked == needed) return requestScratchIfAny(context, needed, index);
  int unused = 0;
  ARENASCOPE_TRY(requestScratchIfAny(context, asked, &unused));
  return needed == 0 ? Status::kOk : context.requestScratchBeside(static_cast<std::size_t>(needed), index);
}

} // namespace arenascope::kernels::cmsis_nn
