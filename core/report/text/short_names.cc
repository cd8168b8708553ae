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
