#include "core/planner/time_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace arenascope::planner {

namespace {

// Greatest common divisor of all sizes and fixed offsets.
std::int64_t unitOf(const std::vector<Buffer>& buffers, const std::vector<std::size_t>& members) {
  std::int64_t unit = 0;
  for (const std::size_t i : members) unit = std::gcd(unit, std::gcd(buffers[i].size, buffers[i].fixed.value_or(0)));
  return unit;
}

// The search uses 32-bit sums.
void checkRange(const std::vector<Buffer>& buffers, const std::vector<std::size_t>& members, std::int64_t unit) {
  std::int64_t sum = 0;
  for (const std::size_t i : members) {
    sum += (buffers[i].size + buffers[i].fixed.value_or(0)) / unit;
    if (sum > std::numeric_limits<std::int32_t>::max() / 2)
      throw std::length_error(fmt::format(
          "the buffers, or their fixed offsets, are too large to be placed: more than 2^30 units of {} bytes", unit));
  }
}

Part makePart(const std::vector<Buffer>& buffers, std::vector<std::size_t> members) {
  std::vector<std::int64_t> begins;
  std::vector<std::int64_t> ends;
  for (const std::size_t i : members) {
    begins.push_back(buffers[i].lower);
    ends.push_back(buffers[i].upper);
  }
  std::sort(begins.begin(), begins.end());
  std::sort(ends.begin(), ends.end());
  // One step just before the first end after each run of starts.
  std::vector<std::int64_t> steps;
  for (std::size_t begin = 0, end = 0; begin < begins.size();) {
    while (begin < begins.size() && begins[begin] < ends[end]) ++begin;
    steps.push_back(ends[end] - 1);
    while (end < ends.size() && begin < begins.size() && ends[end] <= begins[begin]) ++end;
  }
  Part part;
  part.unit = unitOf(buffers, members);
  checkRange(buffers, members, part.unit);
  const auto inUnits = [&](std::int64_t bytes) { return static_cast<std::int32_t>(bytes / part.unit); };
  const auto stepAt = [&](std::int64_t time) {
    return static_cast<std::int32_t>(std::lower_bound(steps.begin(), steps.end(), time) - steps.begin());
  };
  for (const std::size_t i : members)
    part.buffers.push_back({stepAt(buffers[i].lower), stepAt(buffers[i].upper), inUnits(buffers[i].size),
                            buffers[i].fixed ? inUnits(*buffers[i].fixed) : -1});
  part.members = std::move(members);
  return part;
}

} // namespace

std::vector<Part> splitInTime(const std::vector<Buffer>& buffers) {
  std::vector<std::size_t> byTime;
  for (std::size_t i = 0; i < buffers.size(); ++i)
    if (buffers[i].size > 0 && buffers[i].lower < buffers[i].upper) byTime.push_back(i);
  std::stable_sort(byTime.begin(), byTime.end(),
                   [&](std::size_t a, std::size_t b) { return buffers[a].lower < buffers[b].lower; });
  std::vector<Part> parts;
  std::vector<std::size_t> members;
  std::int64_t end = 0;
  for (const std::size_t i : byTime) {
    if (!members.empty() && buffers[i].lower >= end) parts.push_back(makePart(buffers, std::exchange(members, {})));
    end = members.empty() ? buffers[i].upper : std::max(end, buffers[i].upper);
    members.push_back(i);
  }
  if (!members.empty()) parts.push_back(makePart(buffers, std::move(members)));
  return parts;
}

} // namespace arenascope::planner
