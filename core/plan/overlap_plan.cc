#include "core/plan/overlap_plan.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/number_text.h"

namespace arenascope::plan {

using profile::PlannedBuffer;
using profile::Report;
using profile::SafeDistance;

namespace {

constexpr auto kStep = static_cast<std::int64_t>(profile::kArenaStep);

std::int64_t roundedDown(std::int64_t value) { return (value >= 0 ? value : value - (kStep - 1)) / kStep * kStep; }
std::int64_t roundedUp(std::int64_t value) { return -roundedDown(-value); }

// Tensors of the main graph have the first numbers of all.
std::size_t bufferOf(const std::vector<PlannedBuffer>& buffers, TensorId tensor) {
  const auto found = std::find_if(buffers.begin(), buffers.end(), [&](const PlannedBuffer& buffer) {
    return !buffer.scratch && static_cast<std::int32_t>(buffer.index) == static_cast<std::int32_t>(tensor);
  });
  return static_cast<std::size_t>(found - buffers.begin());
}

const profile::OperatorInfo& operatorOf(const Report& report, const SafeDistance& distance) {
  return report.model.subgraphs.front().operators[distance.op.position()];
}

} // namespace

std::vector<Closeness> closenessOf(const Report& report, const std::vector<PlannedBuffer>& buffers,
                                   const std::vector<SafeDistance>& distances) {
  std::vector<Closeness> close;
  for (const SafeDistance& distance : distances) {
    const std::size_t input = bufferOf(buffers, distance.input);
    const std::size_t output = bufferOf(buffers, distance.output);
    if (distance.dependsOnData || input == buffers.size() || output == buffers.size()) continue;
    const PlannerStep now = operatorOf(report, distance).time;
    if (buffers[input].lastOp != now || buffers[output].firstOp != now) continue;
    const auto inputBytes = static_cast<std::int64_t>(buffers[input].plannedBytes());
    const auto outputBytes = static_cast<std::int64_t>(buffers[output].plannedBytes());
    close.push_back({input, output, std::max(roundedDown(distance.below), -outputBytes),
                     std::min(roundedUp(distance.above), inputBytes)});
  }
  return close;
}

std::vector<OverlappingPair> overlapsIn(const Report& report, const std::vector<SafeDistance>& distances) {
  std::vector<OverlappingPair> pairs;
  for (const SafeDistance& distance : distances) {
    const std::size_t in = bufferOf(report.buffers, distance.input);
    const std::size_t out = bufferOf(report.buffers, distance.output);
    if (in == report.buffers.size() || out == report.buffers.size()) continue;
    const PlannedBuffer& input = report.buffers[in];
    const PlannedBuffer& output = report.buffers[out];
    const std::uint64_t begin = std::max(input.offset, output.offset);
    const std::uint64_t end = std::min(input.offset + input.bytes, output.offset + output.bytes);
    if (begin >= end) continue;
    pairs.push_back({.op = profile::operatorPlace(SubgraphId(0), distance.op),
                     .operatorName = operatorOf(report, distance).name,
                     .measured = distance,
                     .input = input.name,
                     .output = output.name,
                     .distance = static_cast<std::int64_t>(output.offset) - static_cast<std::int64_t>(input.offset),
                     .sharedBytes = end - begin});
  }
  return pairs;
}

std::string describe(const OverlappingPair& pair) {
  return fmt::format("operator {} ({}): {} lies over {} bytes of {}", pair.op, pair.operatorName, pair.output,
                     grouped(pair.sharedBytes), pair.input);
}

} // namespace arenascope::plan
