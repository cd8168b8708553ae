#include "core/report/scene/tail_scene.h"

#include <algorithm>
#include <map>

#include "core/base/number_text.h"

namespace arenascope::report {

using trace::Category;
using trace::Event;
using trace::EventKind;
using trace::Section;

namespace {

using Place = std::pair<std::int32_t, std::int32_t>; // subgraph and operator
using Categories = std::map<Category, std::uint64_t>;

constexpr Place kNobody{-1, -1};

// Only what kernels asked for: structs and options are made for all operators together.
Place ownerOf(const Event& event) {
  if (event.position.op < 0) return kNobody;
  return {std::max(0, event.position.subgraph), event.position.op};
}

bool isStruct(Category category) {
  return category == Category::kEvalTensors || category == Category::kNodes || category == Category::kBuiltinParams;
}

std::string captionOf(const Categories& categories, bool ofLayers) {
  std::uint64_t bytes = 0;
  Category largest = Category::kNone;
  for (const auto& [category, amount] : categories) {
    bytes += amount;
    if (largest == Category::kNone || amount > categories.at(largest)) largest = category;
  }
  if (ofLayers)
    return "kernel data " + grouped(bytes) + ": each layer's tables, in the order in which they were allocated";
  if (isStruct(largest)) return "structs of tensors, operators and their options " + grouped(bytes);
  return std::string(run::categoryText(largest)) + (categories.size() > 1 ? " and others " : " ") + grouped(bytes);
}

} // namespace

TailScene tailScene(const Report& report) {
  TailScene scene;
  if (!report.arena) return scene;
  std::map<Place, int> rows;
  for (std::size_t row = 0; row < report.operators.size(); ++row)
    rows.try_emplace({report.operators[row].subgraph, report.operators[row].index}, static_cast<int>(row));
  const std::uint64_t end = report.arena->minimum;
  std::uint64_t before = 0; // of the tail
  Place last = kNobody;
  std::vector<Categories> categories; // by band
  for (std::size_t i = 0; i < report.allocations.size(); ++i) {
    const Event& event = report.allocations[i];
    if (event.kind != EventKind::kAllocation || event.section != Section::kTail) continue;
    if (event.offset <= before || event.offset > end) continue;
    const Place owner = ownerOf(event);
    const bool ofLayers = owner != kNobody;
    const ByteRange bytes{end - event.offset, end - before};
    if (scene.blocks.empty() || owner != last) {
      const auto row = rows.find(owner);
      scene.blocks.push_back({bytes, row == rows.end() ? -1 : row->second, i, i});
    }
    if (scene.bands.empty() || scene.bands.back().ofLayers != ofLayers) {
      scene.bands.push_back({bytes, ofLayers, i, {}});
      categories.emplace_back();
    }
    scene.blocks.back().bytes.first = scene.bands.back().bytes.first = bytes.first;
    scene.blocks.back().endEvent = i + 1;
    categories.back()[event.category] += event.offset - before;
    before = event.offset;
    last = owner;
  }
  for (std::size_t i = 0; i < scene.bands.size(); ++i)
    scene.bands[i].caption = captionOf(categories[i], scene.bands[i].ofLayers);
  return scene;
}

std::vector<std::uint64_t> tailBytesByRow(const Report& report, const TailScene& scene) {
  std::vector<std::uint64_t> bytes(report.operators.size(), 0);
  for (const TailBlock& block : scene.blocks)
    if (block.row >= 0) bytes[static_cast<std::size_t>(block.row)] += block.bytes.end - block.bytes.first;
  return bytes;
}

} // namespace arenascope::report
