#include "core/report/text/short_names.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>

#include "core/base/text_format.h"
#include "core/report/buffer_info.h"

namespace arenascope::report {

namespace {

// Start indices of a name's parts, last first: suffixes start at these.
std::vector<std::size_t> partsOf(std::string_view name) {
  std::vector<std::size_t> starts;
  for (std::size_t slash = name.rfind('/'); slash != std::string_view::npos && slash > 0;
       slash = name.rfind('/', slash - 1))
    starts.push_back(slash + 1);
  starts.push_back(0);
  return starts;
}

// Without names fused into it, and without the number of an operator's output.
std::string_view ownPart(std::string_view name) {
  const std::string_view own = name.substr(0, name.find(';'));
  if (own.empty()) return name;
  return own.size() > 2 && own.ends_with(":0") ? own.substr(0, own.size() - 2) : own;
}

// Whether the last part only says the kind of operator that wrote it.
bool isKind(std::string_view part) {
  constexpr std::array<std::string_view, 17> kKinds = {
      "relu",   "relu6",   "biasadd", "conv2d",  "conv1d",  "depthwise", "fusedbatchnormv3", "add",   "mul",
      "matmul", "softmax", "reshape", "sigmoid", "avgpool", "maxpool",   "squeeze",          "output"};
  return std::find(kKinds.begin(), kKinds.end(), lowered(std::string(part))) != kKinds.end();
}

std::string_view withoutKind(std::string_view name) {
  const std::size_t slash = name.rfind('/');
  return slash != std::string_view::npos && slash > 0 && isKind(name.substr(slash + 1)) ? name.substr(0, slash) : name;
}

// Names that converters give to unnamed tensors.
bool tellsNothing(std::string_view name) {
  constexpr std::array<std::string_view, 7> kStarts = {
      "resource", "tensor", "tfl.", "StatefulPartitionedCall", "PartitionedCall", "Identity", "unknown"};
  const std::string_view words = name.substr(0, name.find_last_not_of("_:0123456789") + 1);
  return words.empty() || std::any_of(kStarts.begin(), kStarts.end(), [&](std::string_view start) {
           return words == start || (start.ends_with('.') && words.starts_with(start));
         });
}

} // namespace

std::vector<std::string> shortNames(const std::vector<std::string>& names) {
  struct Name {
    std::string_view own;
    std::vector<std::size_t> parts = {};
    std::size_t taken = 1; // number of parts used
    std::string_view suffix() const { return own.substr(parts[taken - 1]); }
  };
  std::vector<Name> all;
  std::map<std::string_view, std::set<std::string_view>> kinds; // by path: kinds that follow it
  for (const std::string& name : names) {
    const std::string_view own = ownPart(name);
    kinds[withoutKind(own)].insert(own);
    all.push_back({own});
  }
  for (Name& name : all) {
    if (const std::string_view path = withoutKind(name.own); kinds.at(path).size() == 1) name.own = path;
    name.parts = partsOf(name.own);
    if (name.parts.size() > 1 && isKind(name.suffix())) ++name.taken;
  }
  // Adds a part to all names that are not unique yet, until nothing changes. Equal names stay equal.
  for (bool changed = true; changed;) {
    changed = false;
    std::map<std::string_view, std::set<std::string_view>> owners; // by suffix
    for (const Name& name : all) owners[name.suffix()].insert(name.own);
    for (Name& name : all)
      if (owners.at(name.suffix()).size() > 1 && name.taken < name.parts.size()) {
        ++name.taken;
        changed = true;
      }
  }
  std::vector<std::string> result;
  for (const Name& name : all) result.emplace_back(name.suffix());
  return result;
}

namespace {

// Up to the last separator that all names have in common: "model_1_" of "model_1_conv" and "model_1_add".
std::size_t commonPrefix(const std::vector<std::string>& names) {
  const std::string& first = names.front();
  std::size_t common = first.size();
  for (const std::string& name : names) {
    const auto [end, _] =
        std::mismatch(first.begin(), first.begin() + static_cast<std::ptrdiff_t>(common), name.begin(), name.end());
    common = static_cast<std::size_t>(end - first.begin());
  }
  const std::size_t separator = common == 0 ? std::string::npos : first.find_last_of("/_.-", common - 1);
  return separator == std::string::npos ? 0 : separator + 1;
}

// The tensor that a layer is named after; empty where it writes none.
std::string outputName(const Report& report, const OperatorReport& op) {
  const auto subgraph = static_cast<std::size_t>(op.subgraph);
  if (subgraph >= report.model.subgraphs.size()) return {};
  const model::SubgraphInfo& graph = report.model.subgraphs[subgraph];
  const auto index = static_cast<std::size_t>(op.index);
  if (index >= graph.operators.size() || graph.operators[index].outputs.empty()) return {};
  const auto tensor = graph.operators[index].outputs.front();
  return tensor < 0 || static_cast<std::size_t>(tensor) >= graph.tensors.size()
             ? std::string()
             : graph.tensors[static_cast<std::size_t>(tensor)].name;
}

} // namespace

std::vector<std::string> layerNames(const Report& report) {
  std::vector<std::string> names;
  for (const OperatorReport& op : report.operators) names.push_back(outputName(report, op));
  names = shortNames(names);
  std::vector<std::string> telling;
  for (const std::string& name : names)
    if (!tellsNothing(name)) telling.push_back(name);
  const std::size_t prefix = telling.size() < 2 ? 0 : commonPrefix(telling);
  const bool alike =
      std::any_of(telling.begin(), telling.end(), [&](const auto& name) { return name.size() <= prefix; });
  for (std::size_t row = 0; row < names.size(); ++row) {
    if (tellsNothing(names[row]))
      names[row] = report.operators[row].name;
    else if (!alike)
      names[row].erase(0, prefix);
  }
  return names;
}

std::string layerTitle(const OperatorReport& op) { return "layer " + operatorPlace(op); }

std::vector<std::string> shortBufferNames(const Report& report) {
  std::vector<std::string> names;
  for (const PlannedBuffer& buffer : report.buffers) names.push_back(buffer.name);
  names = shortNames(names);
  const std::vector<int> rows = rowsByStep(report);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const PlannedBuffer& buffer = report.buffers[i];
    if (buffer.scratch || !tellsNothing(names[i])) continue;
    if (std::string writer = writerName(report, rows, buffer); !writer.empty()) names[i] = std::move(writer);
  }
  return names;
}

std::string writerName(const Report& report, const std::vector<int>& rows, const PlannedBuffer& buffer) {
  const auto step = static_cast<std::size_t>(std::max(buffer.firstOp, PlannerStep(0)));
  if (step >= rows.size() || rows[step] < 0) return {};
  const OperatorReport& op = report.operators[static_cast<std::size_t>(rows[step])];
  return "#" + operatorPlace(op) + " " + op.name;
}

} // namespace arenascope::report
