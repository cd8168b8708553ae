// With vectors: a row of 8-bit values times the rows of a filter, four at a time: FULLY_CONNECTED, LSTM, SVDF.
#include "core/interpreter/kernels/cmsis_nn/vector_kernels.h"
#include "core/interpreter/kernels/cmsis_nn/vectors.h"

#if defined(__ARM_FEATURE_MVE)

namespace arenascope::kernels::cmsis_nn::vectors {

namespace {

// Additional sums of a product.
enum class Also : std::uint8_t { kNothing, kInputSum, kFilterSums };

template <int rows>
struct RowSums {
  std::int32_t sums[rows];
  std::int32_t filter[rows] = {}; // Also::kFilterSums
  std::int32_t input = 0;         // Also::kInputSum
};

// Consecutive rows of a filter times the same input, added to the sums.
template <int rows, Also also>
[[gnu::always_inline]] inline void addRows(const std::int8_t* filter, const std::int8_t* input, int depth,
                                           RowSums<rows>& result) {
  const std::int8_t* row[rows];
  for (int r = 0; r < rows; ++r) row[r] = filter + r * depth;
  auto elements = static_cast<std::uint32_t>(depth);
  for (int steps = stepsFor(depth, kVectorBytes); steps > 0; --steps) {
    const mve_pred16_t there = vctp8q(elements);
    elements -= kVectorBytes;
    const int8x16_t values = vldrbq_z_s8(input, there);
    input += kVectorBytes;
    if constexpr (also == Also::kInputSum) result.input = vaddvaq_s8(result.input, values);
#pragma GCC unroll 4
    for (int r = 0; r < rows; ++r) {
      const int8x16_t weights = vldrbq_z_s8(row[r], there);
      row[r] += kVectorBytes;
      if constexpr (also == Also::kFilterSums) result.filter[r] = vaddvaq_s8(result.filter[r], weights);
      result.sums[r] = vmladavaq_s8(result.sums[r], weights, values);
    }
  }
}

// kOffset: the filter has a zero point. By value: stores cannot change what it reads.
template <bool kOffset>
void multiply(VectorProduct product, const std::int32_t* sums, OutputStage stage, bool perChannel) {
  constexpr Also kAlso = kOffset ? Also::kInputSum : Also::kNothing;
  const int depth = product.depth;
  const std::int8_t* filter = product.filter;
  std::int8_t* output = product.output;
  int left = product.channels;
  for (; left >= kLanes; left -= kLanes, filter += kLanes * depth, output += kLanes, sums += kLanes) {
    RowSums<kLanes> rows{{sums[0], sums[1], sums[2], sums[3]}};
    addRows<kLanes, kAlso>(filter, product.input, depth, rows);
    int32x4_t channels = {rows.sums[0], rows.sums[1], rows.sums[2], rows.sums[3]};
    if constexpr (kOffset) channels = vaddq_n_s32(channels, rows.input * product.filterOffset);
    if (perChannel) {
      channels = requantize(channels, vldrwq_s32(stage.multipliers), vldrwq_s32(stage.shifts));
      stage.advance(kLanes);
    } else {
      channels = requantize(channels, *stage.multipliers, *stage.shifts);
    }
    vstrbq_s32(output, inRange(stage, channels));
  }
  for (; left > 0; --left, filter += depth) {
    RowSums<1> row{{*sums++}};
    addRows<1, kAlso>(filter, product.input, depth, row);
    if constexpr (kOffset) row.sums[0] += row.input * product.filterOffset;
    *output++ = stage.store(row.sums[0], 0);
    if (perChannel) stage.advance(1);
  }
}

constexpr std::int32_t kLowest = -32768;
constexpr std::int32_t kHighest = 32767;

} // namespace

void sumFilterRows(const VectorProduct& product, std::int32_t* sums) {
  const std::int8_t* filter = product.filter;
  for (int channel = 0; channel < product.channels; ++channel) {
    std::int32_t sum = 0;
    auto elements = static_cast<std::uint32_t>(product.depth);
    for (int left = product.depth; left > 0; left -= kVectorBytes, elements -= kVectorBytes, filter += kVectorBytes) {
      const mve_pred16_t there = vctp8q(elements);
      sum = vaddvaq_p_s8(sum, vldrbq_z_s8(filter, there), there);
    }
    filter = product.filter + (channel + 1) * product.depth;
    sums[channel] = (sum + product.depth * product.filterOffset) * product.inputOffset +
                    (product.bias == nullptr ? 0 : product.bias[channel]);
  }
}

void multiplyVector(const VectorProduct& product, const std::int32_t* sums, const OutputStage& stage, bool perChannel) {
  product.filterOffset == 0 ? multiply<false>(product, sums, stage, perChannel)
                            : multiply<true>(product, sums, stage, perChannel);
}

void addScaledProducts(VectorProduct product, const std::int32_t* sums, QuantizedMultiplier rescale,
                       std::int16_t* results) {
  const std::int8_t* filter = product.filter;
  int left = product.channels;
  for (; left >= kLanes; left -= kLanes, filter += kLanes * product.depth, sums += kLanes, results += kLanes) {
    RowSums<kLanes> rows{{sums[0], sums[1], sums[2], sums[3]}};
    addRows<kLanes, Also::kNothing>(filter, product.input, product.depth, rows);
    const int32x4_t cells = {rows.sums[0], rows.sums[1], rows.sums[2], rows.sums[3]};
    const int32x4_t scaled = requantize(cells, rescale.multiplier, rescale.shift);
    vstrhq_s32(results, limited(vaddq_s32(scaled, vldrhq_s32(results)), kLowest, kHighest));
  }
  for (; left > 0; --left, filter += product.depth) {
    RowSums<1> row{{*sums++}};
    addRows<1, Also::kNothing>(filter, product.input, product.depth, row);
    const std::int32_t scaled = cmsis_nn::requantize(row.sums[0], rescale.multiplier, rescale.shift);
    *results = static_cast<std::int16_t>(clamp(scaled + *results, kLowest, kHighest));
    ++results;
  }
}

// With a 16-bit state, its sums are computed in each inference, three filters at a time.
template <typename State>
void addFeatures(VectorProduct product, const std::int32_t* sums, QuantizedMultiplier rescale, int step,
                 State* newest) {
  constexpr bool kKept = sizeof(State) == 1;
  constexpr int kRows = kKept ? kLanes : 3;
  constexpr Also kAlso = kKept ? Also::kNothing : Also::kFilterSums;
  const std::int8_t* filter = product.filter;
  int left = product.channels;
  for (; left >= kRows; left -= kRows, filter += kRows * product.depth) {
    RowSums<kRows> rows{};
    if constexpr (kKept)
      for (std::int32_t& sum : rows.sums) sum = *sums++;
    addRows<kRows, kAlso>(filter, product.input, product.depth, rows);
    int32x4_t filters = vdupq_n_s32(0);
    for (int r = 0; r < kRows; ++r) filters[r] = rows.sums[r] + product.inputOffset * rows.filter[r];
    filters = limited(requantize(filters, rescale.multiplier, rescale.shift), kLowest, kHighest);
    for (int r = 0; r < kRows; ++r, newest += step) *newest = static_cast<State>(filters[r]);
  }
  for (; left > 0; --left, filter += product.depth, newest += step) {
    RowSums<1> row{};
    if constexpr (kKept) row.sums[0] = *sums++;
    addRows<1, kAlso>(filter, product.input, product.depth, row);
    const std::int32_t sum = row.sums[0] + product.inputOffset * row.filter[0];
    *newest =
        static_cast<State>(clamp(cmsis_nn::requantize(sum, rescale.multiplier, rescale.shift), kLowest, kHighest));
  }
}
template void addFeatures(VectorProduct, const std::int32_t*, QuantizedMultiplier, int, std::int8_t*);
template void addFeatures(VectorProduct, const std::int32_t*, QuantizedMultiplier, int, std::int16_t*);

void storeScaled(const std::int32_t* sums, int count, QuantizedMultiplier rescale, OutputStage stage,
                 std::int8_t* output) {
  for (; count > 0; count -= kLanes, sums += kLanes, output += kLanes) {
    const mve_pred16_t there = vctp32q(static_cast<std::uint32_t>(count));
    const int32x4_t scaled = requantize(vldrwq_z_s32(sums, there), rescale.multiplier, rescale.shift);
    vstrbq_p_s32(output, inRange(stage, scaled), there);
  }
}

void moveDown(std::int8_t* to, const std::int8_t* from, int bytes) { copyBytes(to, from, bytes); }

} // namespace arenascope::kernels::cmsis_nn::vectors

#endif
