#include <algorithm>
#include <numeric>

#include "core/interpreter/tflm/greedy_rules.h"
#include "core/planner/placement_solver.h"

namespace arenascope::planner {

namespace {

std::int64_t measure(const Buffer& buffer, GreedyOrder order) {
  switch (order) {
  case GreedyOrder::kSize: return buffer.size;
  case GreedyOrder::kArea: return buffer.size * (buffer.upper - buffer.lower);
  case GreedyOrder::kDuration: return buffer.upper - buffer.lower;
  }
  return 0;
}

} // namespace

Offsets placeGreedily(const std::vector<Buffer>& buffers, GreedyOrder order) {
  std::vector<std::size_t> sequence(buffers.size());
  std::iota(sequence.begin(), sequence.end(), 0U);
  std::stable_sort(sequence.begin(), sequence.end(), [&](std::size_t a, std::size_t b) {
    if (buffers[a].fixed.has_value() != buffers[b].fixed.has_value()) return buffers[a].fixed.has_value();
    if (buffers[a].fixed.has_value()) return false; // in the given order
    const std::int64_t ofA = measure(buffers[a], order);
    const std::int64_t ofB = measure(buffers[b], order);
    return tflm::isPlacedBefore(ofA, a, ofB, b);
  });
  Offsets offsets(buffers.size());
  std::vector<std::size_t> placed; // by offset, ascending
  for (const std::size_t i : sequence) {
    offsets[i] = buffers[i].fixed ? *buffers[i].fixed
                                  : tflm::lowestGap(
                                        placed.data(), placed.size(), buffers[i].size,
                                        [&](std::size_t other) { return inUseTogether(buffers[i], buffers[other]); },
                                        [&](std::size_t other) { return offsets[other]; },
                                        [&](std::size_t other) { return offsets[other] + buffers[other].size; });
    placed.insert(std::upper_bound(placed.begin(), placed.end(), i,
                                   [&](std::size_t a, std::size_t b) { return offsets[a] < offsets[b]; }),
                  i);
  }
  return offsets;
}

} // namespace arenascope::planner
