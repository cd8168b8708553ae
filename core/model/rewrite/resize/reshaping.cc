#include "core/model/rewrite/resize/reshaping.h"

#include <algorithm>
#include <span>

namespace arenascope::resize {

namespace {

std::int64_t productOf(std::span<const std::int32_t> dimensions) {
  std::int64_t product = 1;
  for (const std::int32_t each : dimensions) product *= each;
  return product;
}

// Dimensions of input and output with the same product.
struct Group {
  std::size_t from = 0, fromEnd = 0; // of the input
  std::size_t to = 0, toEnd = 0;     // of the output
};

// The smallest groups; ones at the end belong to the last.
std::vector<Group> groupsOf(const Shape& before, const Shape& output) {
  std::vector<Group> groups;
  std::size_t i = 0;
  std::size_t o = 0;
  while (i < before.size() && o < output.size()) {
    Group group{i, i + 1, o, o + 1};
    std::int64_t in = before[i];
    std::int64_t out = output[o];
    while (in != out) {
      if (in < out && group.fromEnd < before.size())
        in *= before[group.fromEnd++];
      else if (out < in && group.toEnd < output.size())
        out *= output[group.toEnd++];
      else
        return {}; // not a reshape
    }
    i = group.fromEnd;
    o = group.toEnd;
    groups.push_back(group);
  }
  if (groups.empty()) return groups;
  groups.back().fromEnd = before.size();
  groups.back().toEnd = output.size();
  return groups;
}

// Parts of one dimension or of several that were joined, whose product was `old` and is `product`.
class Split {
public:
  Split(std::span<std::int32_t> parts, std::int64_t product) : parts_(parts), product_(product) {}

  bool asImage(const ImageSizes& sizes) {
    std::vector<std::int32_t*> large;
    for (std::int32_t& part : parts_)
      if (part != 1) large.push_back(&part);
    if (large.size() != 2) return false;
    const auto size = sizes.newSizeOf({*large[0], *large[1]});
    if (!size || std::int64_t{size->first} * size->second != product_) return false;
    *large[0] = size->first;
    *large[1] = size->second;
    return true;
  }
  bool atOutermost() {
    for (std::int32_t& part : parts_)
      if (part != 1) return at(part);
    return parts_.size() > 0 && at(parts_.back());
  }
  bool atInnermost() {
    for (std::size_t i = parts_.size(); i > 0; --i)
      if (parts_[i - 1] != 1) return at(parts_[i - 1]);
    return false;
  }

private:
  bool at(std::int32_t& part) {
    const std::int64_t others = productOf(parts_) / std::max(1, part);
    if (others == 0 || product_ % others != 0) return false;
    part = static_cast<std::int32_t>(product_ / others);
    return true;
  }

  std::span<std::int32_t> parts_;
  std::int64_t product_;
};

} // namespace

std::optional<Shape> reshaped(const Shape& before, const Shape& output, const Shape& now, const ImageSizes& sizes) {
  Shape result = output;
  if (before.size() != now.size()) return std::nullopt;
  const std::vector<Group> groups = groupsOf(before, output);
  if (groups.empty() && before != now) return std::nullopt;
  for (const Group& group : groups) {
    const std::span in(now.data() + group.from, group.fromEnd - group.from);
    const std::span was(before.data() + group.from, group.fromEnd - group.from);
    if (std::equal(in.begin(), in.end(), was.begin())) continue;
    Split split(std::span(result.data() + group.to, group.toEnd - group.to), productOf(in));
    const bool areChannels = group.fromEnd == before.size() && before.size() > 2;
    const bool isFound = split.asImage(sizes) || (areChannels ? split.atInnermost() || split.atOutermost()
                                                              : split.atOutermost() || split.atInnermost());
    if (!isFound) return std::nullopt;
  }
  return result;
}

} // namespace arenascope::resize
