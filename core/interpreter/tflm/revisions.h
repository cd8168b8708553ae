// Differences of TensorFlow Lite Micro's revisions since 2021 from the one that our images follow: sizes of structs and
// of kernels' data, and operators added later. By date of the commit; found by compiling the real revisions, and by
// running them with several hundred models.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/interpreter/tflm/struct_sizes.h"

namespace arenascope::tflm {

// Date of a commit: 20230914. A revision includes all changes up to its date.
using Date = std::int32_t;
constexpr std::int32_t monthIn(Date date) { return date / 100; } // 202309

struct Revision {
  const char* name;   // of --tflm
  const char* commit; // of tflite-micro
  Date date;
  const char* when;          // the date for display
  const char* who = "";      // vendor
  bool shortEspConv = false; // CONV_2D for esp-nn requests less memory than it uses
};

// The first is the one that our images follow.
inline constexpr Revision kRevisions[] = {
    {"current", "90b983c2", 20260820, "August 2026"},
    {"esp-1.4.1", "0965635", 20260713, "July 2026", "esp-tflite-micro 1.4.1"},
    {"esp-1.4.0", "0965635", 20260713, "July 2026", "esp-tflite-micro 1.4.0"},
    {"esp-1.3.8", "0965635", 20260713, "July 2026", "esp-tflite-micro 1.3.8"},
    {"esp-1.3.7", "730449f", 20260601, "June 2026", "esp-tflite-micro 1.3.7"},
    {"esp-1.3.5", "b8c7ecc", 20251110, "November 2025", "esp-tflite-micro 1.3.5"},
    {"esp-1.3.4", "3b20912", 20250825, "August 2025", "esp-tflite-micro 1.3.4"},
    {"esp-1.3.3", "9b79b9f", 20250116, "January 2025", "esp-tflite-micro 1.3.3, ESPHome", true},
    {"pico-2024", "0ad56e1", 20240923, "September 2024", "pico-tflmicro of 2024"},
    {"zephyr-2024", "71fba59", 20240529, "May 2024", "Zephyr 3.7 and later"},
    {"pico-2023", "d2c4ef5", 20230626, "June 2023", "pico-tflmicro of 2023"},
    {"st-2023", "6a1803e", 20230503, "May 2023", "STMicroelectronics"},
    {"arduino-2023", "48b6cff", 20230227, "February 2023", "Arduino_TensorFlowLite, last synchronised"},
    {"arduino-2022", "c2d5c25", 20220629, "June 2022", "Arduino_TensorFlowLite of 2022"},
    {"arduino-2021", "86c4d9c", 20210713, "July 2021", "Arduino_TensorFlowLite of 2021"},
};

// "2023-05": the state at the end of the month.
constexpr std::optional<Date> monthOf(std::string_view name) {
  constexpr std::size_t kDash = 4;
  constexpr std::size_t kLength = 7;
  if (name.size() != kLength || name[kDash] != '-') return std::nullopt;
  Date digits = 0;
  for (std::size_t i = 0; i < kLength; ++i) {
    if (i == kDash) continue;
    if (name[i] < '0' || name[i] > '9') return std::nullopt;
    digits = digits * 10 + (name[i] - '0');
  }
  const Date month = digits % 100;
  if (month < 1 || month > 12) return std::nullopt;
  return digits * 100 + 31;
}

// The earliest supported date.
inline constexpr Date kFirstDate = 20210713;

// nullptr if unknown.
constexpr const Revision* findRevision(std::string_view name) {
  for (const Revision& revision : kRevisions)
    if (name == revision.name) return &revision;
  return nullptr;
}

// Of a revision or a month; 0 if unknown.
constexpr Date dateOf(std::string_view name) {
  const Revision* revision = findRevision(name);
  return revision != nullptr ? revision->date : monthOf(name).value_or(0);
}

// Bytes requested by esp-nn's CONV_2D in those revisions.
inline constexpr std::size_t kShortEspConvBytes = 56;
// esp-nn gets the channels of CONV_2D's filter, and so sees groups (esp-tflite-micro 1.3.7).
inline constexpr Date kEspGroups = 20260601;
// Earlier esp-nn kernels were not compared.
inline constexpr Date kFirstEspDate = 20250116;

// The planner started to plan several subgraphs at once; its data changed too.
inline constexpr Date kOnePlan = 20220302;
// The planner's object moved into the arena.
inline constexpr Date kPlannerInArena = 20210909;
// The LSTM was redesigned.
inline constexpr Date kOneLstm = 20230202;
// Variables could be planned offline.
inline constexpr Date kOfflineVariables = 20230213;

// FULLY_CONNECTED got scales per channel; CMSIS-NN's tables for 1x1 kernels came before and were removed then.
inline constexpr Date kChannelScales = 20240927;
inline constexpr Date kChannelScalesRefused = 20240529;
inline constexpr Date kChannelTables = 20220215;

// The planner saw the subgraphs of IF and WHILE only where their code stands in the newer of a file's two fields, which
// writers before 2020 leave out. tflite-micro's pull request 3698 names CALL_ONCE, whose code has room in the newer
// field alone; the draft that it follows, 3643, reads both fields.
inline constexpr Date kEitherCode = 20260908;

// CMSIS-NN's 8-bit LSTM went from four scratch buffers to three, and the 16-bit LSTM was added.
inline constexpr Date kThreeLstmBuffers = 20240209;
inline constexpr Date kWideLstm = 20240423;

// TRANSPOSE_CONV of 16-bit values made its bias optional.
inline constexpr Date kOptionalWideBias = 20240509;

// Before `until`, an operator's options (params) or data from Init had this size.
struct SizeChange {
  std::int32_t code; // code of a built-in operator
  bool params;
  Date until;
  std::int32_t shortEnums;
  std::int32_t wideEnums;
};

namespace op {
inline constexpr std::int32_t kAdd = 0, kAveragePool2d = 1, kConcatenation = 2, kConv2d = 3, kDepthwiseConv2d = 4,
                              kDequantize = 6, kFullyConnected = 9, kLogistic = 14, kMaxPool2d = 17, kMul = 18,
                              kRelu = 19, kRelu6 = 21, kSoftmax = 25, kSvdf = 27, kTanh = 28, kPad = 34,
                              kTranspose = 39, kMean = 40, kSub = 41, kDiv = 42, kLstm = 44, kStridedSlice = 45,
                              kCast = 53, kPrelu = 54, kMaximum = 55, kMinimum = 57, kPadV2 = 60, kGreater = 61,
                              kSlice = 65, kTransposeConv = 67, kExpandDims = 70, kSum = 74, kRsqrt = 76,
                              kReduceMax = 82, kPack = 83, kUnpack = 88, kReduceMin = 89, kFill = 94,
                              kResizeNearestNeighbor = 97, kSquaredDifference = 99, kAbs = 101, kReduceAll = 110,
                              kQuantize = 114, kSelectV2 = 123, kBatchMatmul = 126;
}

// Ascending by date per operator. 0: no data.
inline constexpr SizeChange kSizeChanges[] = {
    {op::kConv2d, true, 20230914, 24, 24},
    {op::kConv2d, false, 20221014, 52, 52},
    {op::kDepthwiseConv2d, false, 20221014, 52, 52},
    {op::kFullyConnected, true, 20230914, 4, 12},
    {op::kFullyConnected, false, 20221123, 32, 32},
    {op::kFullyConnected, false, 20240927, 36, 36},
    {op::kStridedSlice, true, 20230601, 20, 20},
    {op::kTransposeConv, true, 20221117, 12, 12},
    {op::kTransposeConv, true, 20230914, 16, 16},
    {op::kMean, false, 20221117, 36, 36},
    {op::kMean, false, 20260116, 40, 40},
    {op::kSum, false, 20221117, 36, 36},
    {op::kSum, false, 20260116, 40, 40},
    {op::kReduceMax, false, 20221117, 36, 36},
    {op::kReduceMax, false, 20260116, 40, 40},
    {op::kReduceMin, false, 20260116, 40, 40},
    {op::kReduceAll, false, 20260116, 40, 40},
    {op::kAbs, false, 20220617, 0, 0},
    {op::kAbs, false, 20241211, 20, 28},
    {op::kRsqrt, false, 20220617, 0, 0},
    {op::kRsqrt, false, 20241211, 20, 28},
    {op::kRelu6, false, 20210726, 4, 4},
    {op::kRelu6, false, 20240926, 2, 2},
    {op::kSelectV2, false, 20230601, 2, 2},
    {op::kSvdf, false, 20210921, 32, 32},
};

// The same for CMSIS-NN's kernels. Ascending by date per operator.
inline constexpr SizeChange kCmsisNnSizeChanges[] = {
    {op::kConv2d, false, 20221014, 56, 56},         {op::kDepthwiseConv2d, false, 20221014, 56, 56},
    {op::kFullyConnected, false, 20220215, 36, 36}, {op::kFullyConnected, false, 20220511, 44, 44},
    {op::kFullyConnected, false, 20221123, 56, 56}, {op::kFullyConnected, false, 20230919, 60, 60},
    {op::kFullyConnected, false, 20240927, 64, 64}, {op::kSvdf, false, 20220509, 32, 32},
    {op::kSvdf, false, 20230919, 36, 36},           {op::kLstm, false, kThreeLstmBuffers, 936, 936},
};

// Versions of CMSIS-NN by date; before 2022-10-27 it was a part of CMSIS_5. Ascending.
struct CmsisNnPin {
  Date since;
  const char* commit;
};
inline constexpr CmsisNnPin kCmsisNnPins[] = {
    {20210713, "59d62498"}, {20210824, "c43379be"}, {20211105, "bff28575"}, {20211230, "977abe98"},
    {20220329, "9dc018e6"}, {20220509, "184ccfd0"}, {20220510, "6a18a74b"}, {20221027, "e98ee09a"},
    {20230302, "d071e9f7"}, {20230614, "dc64e488"}, {20230919, "58f17705"}, {20231107, "ca476254"},
    {20231114, "bfc54edb"}, {20240209, "2a999a2f"}, {20240223, "72e1ebf6"}, {20240318, "6cc31fb3"},
    {20240423, "8492d82a"}, {20240429, "15dbe7cd"}, {20240507, "01dee38e"}, {20240909, "95f293df"},
    {20240917, "f2cb41ca"}, {20241112, "22080c68"}, {20250320, "e096196a"}, {20260521, "6d9d61d8"},
    {20260624, "4ab83cc3"},
};
constexpr const char* cmsisNnAt(Date date) {
  const char* commit = kCmsisNnPins[0].commit;
  for (const CmsisNnPin& pin : kCmsisNnPins)
    if (pin.since <= date) commit = pin.commit;
  return commit;
}

// Dates at which CMSIS-NN got a kernel for an operator, or one with other data than the reference kernel; absent
// operators had theirs from the start.
struct CmsisNnKernel {
  std::int32_t code;
  Date since;
};
inline constexpr CmsisNnKernel kCmsisNnKernels[] = {
    {op::kSoftmax, 20220513}, {op::kPad, 20250320},           {op::kTranspose, 20250320},
    {op::kLstm, 20230302},    {op::kMaximum, 20250205},       {op::kMinimum, 20250205},
    {op::kPadV2, 20250320},   {op::kTransposeConv, 20231107}, {op::kBatchMatmul, 20240909},
};
constexpr bool hasCmsisNnKernel(Date date, std::int32_t code) {
  for (const CmsisNnKernel& kernel : kCmsisNnKernels)
    if (kernel.code == code) return date >= kernel.since;
  return true;
}

// -1: as our kernels.
constexpr std::int32_t sizeAt(Date date, Abi abi, std::int32_t code, bool params, bool cmsisNn) {
  const auto find = [&](const auto& changes) -> std::int32_t {
    for (const SizeChange& change : changes)
      if (change.code == code && change.params == params && date < change.until)
        return abi == Abi::kShortEnums32 ? change.shortEnums : change.wideEnums;
    return -1;
  };
  // Options belong to the interpreter, for any kernels.
  const bool own = cmsisNn && !params && hasCmsisNnKernel(date, code);
  if (!own) return find(kSizeChanges);
  for (const SizeChange& change : kCmsisNnSizeChanges)
    if (change.code == code) return find(kCmsisNnSizeChanges);
  return find(kSizeChanges);
}

// TensorFlow Lite Micro's own objects with a 32-bit ABI.
constexpr StructSizes sizesAt(Date date, Abi abi) {
  StructSizes sizes = structSizes(abi);
  const auto objects = [&](std::size_t arena, std::size_t recordingArena, std::size_t allocator,
                           std::size_t recordingAllocator) {
    sizes.arena = arena;
    sizes.recordingArena = recordingArena;
    sizes.modelAllocator = allocator;
    sizes.recordingAllocator = recordingAllocator;
  };
  if (date < 20230217) sizes.resourceVariable = 16;
  if (date < 20220919) objects(40, 56, 40, 128);
  if (date < 20220405) objects(36, 52, 36, 124);
  if (date < 20220308) objects(36, 52, 32, 120);
  if (date < kOnePlan) sizes.scratchBufferRequest = 8;
  if (date < 20220123) objects(28, 44, 32, 120);
  if (date < 20210909) objects(28, 44, 28, 116);
  if (date < 20210811) sizes.nodeAndRegistration = 28;
  return sizes;
}

// Dates at which MicroMutableOpResolver got the methods; absent ones existed from the start.
struct Added {
  std::string_view method;
  Date date;
};
inline constexpr Added kAdded[] = {
    {"AddAssignVariable", 20210907},
    {"AddBatchMatMul", 20230906},
    {"AddBroadcastArgs", 20220316},
    {"AddBroadcastTo", 20220316},
    {"AddCallOnce", 20210907},
    {"AddDecode", 20251017},
    {"AddDelay", 20230712},
    {"AddDiv", 20220720},
    {"AddDynamicUpdateSlice", 20251110},
    {"AddEmbeddingLookup", 20230726},
    {"AddEnergy", 20230713},
    {"AddFftAutoScale", 20230719},
    {"AddFilterBank", 20230714},
    {"AddFilterBankLog", 20230714},
    {"AddFilterBankSpectralSubtraction", 20230714},
    {"AddFilterBankSquareRoot", 20230714},
    {"AddFramer", 20230711},
    {"AddIrfft", 20230720},
    {"AddLogSoftmax", 20221012},
    {"AddMirrorPad", 20220103},
    {"AddOverlapAdd", 20230711},
    {"AddPCAN", 20230823},
    {"AddReadVariable", 20210907},
    {"AddReduceAll", 20260108},
    {"AddReduceMin", 20250805},
    {"AddReverseV2", 20250710},
    {"AddRfft", 20230621},
    {"AddSelectV2", 20220817},
    {"AddSlice", 20211025},
    {"AddSquaredDifference", 20220805},
    {"AddStacker", 20230712},
    {"AddSum", 20220722},
    {"AddUnidirectionalSequenceLSTM", 20210811},
    {"AddVarHandle", 20210907},
    {"AddWhile", 20220317},
    {"AddWindow", 20230614},
};
// nullptr for those from the start.
constexpr const Added* findAdded(std::string_view method) {
  for (const Added& added : kAdded)
    if (added.method == method) return &added;
  return nullptr;
}
constexpr bool hasOperator(Date date, std::string_view method) {
  const Added* added = findAdded(method);
  return added == nullptr || date >= added->date;
}

} // namespace arenascope::tflm
