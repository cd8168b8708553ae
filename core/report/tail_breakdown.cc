#include "core/report/tail_breakdown.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

#include "core/base/number_text.h"
#include "core/interpreter/ops/operator_table.h"

namespace arenascope::report {

using trace::Category;
using trace::Event;
using trace::EventKind;
using trace::Section;

namespace {

std::vector<TailPart> collect(const Report& report, bool byOwner) {
  std::map<std::tuple<Category, std::int32_t, std::int32_t>, TailPart> parts;
  std::uint64_t tail = 0;
  for (const Event& event : report.allocations) {
    if (event.kind != EventKind::kAllocation || event.section != Section::kTail) continue;
    const std::int32_t op = byOwner ? run::operatorOf(event) : -1;
    const std::int32_t subgraph = op < 0 ? -1 : std::max(0, event.position.subgraph);
    TailPart& part = parts[{event.category, subgraph, op}];
    part.category = event.category;
    part.subgraph = subgraph;
    part.op = op;
    part.bytes += event.offset - tail;
    ++part.blocks;
    tail = event.offset;
  }
  std::vector<TailPart> sorted;
  sorted.reserve(parts.size());
  for (const auto& [key, part] : parts) sorted.push_back(part);
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const TailPart& a, const TailPart& b) { return a.bytes > b.bytes; });
  return sorted;
}

using Categories = std::map<Category, std::uint64_t>; // bytes by category

Categories bytesByCategory(const std::vector<TailPart>& parts) {
  Categories bytes;
  for (const TailPart& part : parts) bytes[part.category] += part.bytes;
  return bytes;
}

std::uint64_t bytesOf(const Categories& categories, Category category) {
  const auto found = categories.find(category);
  return found == categories.end() ? 0 : found->second;
}

// Size of the interpreter's struct per tensor or operator.
std::uint64_t bytesEach(const Categories& categories, Category category, std::size_t count) {
  return count == 0 ? 0 : bytesOf(categories, category) / count;
}

// Tensors that no operator and no subgraph uses.
std::size_t unusedTensors(const model::ModelInfo& model) {
  std::size_t unused = 0;
  for (const model::SubgraphInfo& subgraph : model.subgraphs) {
    std::set<std::int32_t> used(subgraph.inputs.begin(), subgraph.inputs.end());
    used.insert(subgraph.outputs.begin(), subgraph.outputs.end());
    for (const model::OperatorInfo& op : subgraph.operators) {
      used.insert(op.inputs.begin(), op.inputs.end());
      used.insert(op.outputs.begin(), op.outputs.end());
    }
    for (std::size_t i = 0; i < subgraph.tensors.size(); ++i)
      if (!used.contains(static_cast<std::int32_t>(i))) ++unused;
  }
  return unused;
}

// Results that no operator reads and that are not outputs of their subgraph.
std::size_t unreadResults(const model::ModelInfo& model) {
  std::size_t unread = 0;
  for (const model::SubgraphInfo& subgraph : model.subgraphs) {
    std::set<std::int32_t> read(subgraph.outputs.begin(), subgraph.outputs.end());
    for (const model::OperatorInfo& op : subgraph.operators) read.insert(op.inputs.begin(), op.inputs.end());
    for (const model::OperatorInfo& op : subgraph.operators)
      unread += static_cast<std::size_t>(
          std::count_if(op.outputs.begin(), op.outputs.end(), [&](std::int32_t t) { return !read.contains(t); }));
  }
  return unread;
}

void add(std::vector<TailSaving>& savings, std::uint64_t bytes, const std::string& text) {
  if (bytes > 0) savings.push_back({text, bytes, false});
}
void addRemovable(std::vector<TailSaving>& savings, std::uint64_t bytes, const std::string& text,
                  const std::string& action) {
  if (bytes > 0) savings.push_back({text, bytes, true, action});
}

void addShapeOperators(const Report& report, const std::vector<TailPart>& parts, std::uint64_t operatorStruct,
                       std::vector<TailSaving>& savings) {
  const auto isOne = [&](std::int32_t subgraph, std::int32_t op) {
    const auto& operators = report.model.subgraphs[static_cast<std::size_t>(subgraph)].operators;
    return static_cast<std::size_t>(op) < operators.size() &&
           ops::hasTrait(operators[static_cast<std::size_t>(op)].name, ops::kKeepsBytes);
  };
  std::size_t count = 0;
  std::string one; // "29, RESHAPE"
  for (std::size_t i = 0; i < report.model.subgraphs.size(); ++i) {
    const auto& operators = report.model.subgraphs[i].operators;
    for (std::size_t op = 0; op < operators.size(); ++op) {
      if (!isOne(static_cast<std::int32_t>(i), static_cast<std::int32_t>(op))) continue;
      ++count;
      one = operatorPlace({static_cast<std::int32_t>(i), static_cast<std::int32_t>(op)}) + ", " + operators[op].name;
    }
  }
  std::uint64_t bytes = count * operatorStruct;
  for (const TailPart& part : parts)
    if (part.op >= 0 && isOne(part.subgraph, part.op)) bytes += part.bytes;
  addRemovable(
      savings, bytes,
      count == 1 ? "1 operator changes only the shape: without it, its struct, options and a copy of the data are saved"
                 : fmt::format("{} operators change only the shape: without them, their structs, options and a copy of "
                               "the data are saved",
                               count),
      count == 1 ? "Remove layer " + one : fmt::format("Remove {} layers that change only the shape", count));
}

} // namespace

std::vector<TailPart> tailParts(const Report& report) { return collect(report, true); }

std::vector<TailPart> tailByCategory(const Report& report) { return collect(report, false); }

std::string tailOwner(const Report& report, const TailPart& part) {
  if (part.op < 0) return "the interpreter";
  const auto& operators = report.model.subgraphs[static_cast<std::size_t>(part.subgraph)].operators;
  const std::string place = operatorPlace({part.subgraph, part.op});
  const auto index = static_cast<std::size_t>(part.op);
  return index < operators.size() ? place + " " + operators[index].name : place;
}

std::vector<TailSaving> tailSavings(const Report& report) {
  std::vector<TailSaving> savings;
  if (!report.arena) return savings;
  const model::ModelInfo& model = report.model;
  const std::vector<TailPart> parts = tailParts(report);
  const Categories categories = bytesByCategory(parts);
  const std::uint64_t tensorStruct = bytesEach(categories, Category::kEvalTensors, model.tensorCount());
  if (const std::size_t unused = unusedTensors(model); unused > 0)
    addRemovable(savings, unused * tensorStruct,
                 fmt::format("{}{} not used by any operator: a converter that removes them saves their structs", unused,
                             unused == 1 ? " tensor is" : " tensors are"),
                 unused == 1 ? "Remove the unused tensor" : fmt::format("Remove {} unused tensors", unused));
  for (TailSaving& saving : savings) saving.isOfUnusedTensors = true; // so far
  if (const std::size_t unread = unreadResults(model); unread > 0)
    addRemovable(savings, unread * tensorStruct,
                 fmt::format("{}{} never read: besides the structs, they need buffers in the head while their operator "
                             "runs",
                             unread, unread == 1 ? " result is" : " results are"),
                 unread == 1 ? "Remove the result that is never read"
                             : fmt::format("Remove {} results that are never read", unread));
  if (const std::size_t outputs = model.subgraphs.front().outputs.size(); outputs > 1) {
    const std::uint64_t all =
        bytesOf(categories, Category::kPersistentTensor) + bytesOf(categories, Category::kPersistentQuantization);
    const std::size_t each = outputs + model.subgraphs.front().inputs.size();
    add(savings, all / each * (outputs - 1),
        fmt::format("the model has {} outputs: each one that you do not need takes a tensor struct with its "
                    "quantization, and its buffer stays until the end",
                    outputs));
  }
  addShapeOperators(report, parts, bytesEach(categories, Category::kNodes, model.operatorCount()), savings);
  const std::uint64_t tables = bytesOf(categories, Category::kKernelBuffer);
  add(savings, tables,
      "tables and parameters of kernels: for convolutions 8 bytes per output channel (a multiplier and a shift), which "
      "only fewer channels save");
  if (const std::uint64_t planner = bytesOf(categories, Category::kPlanner); planner > 1024)
    addRemovable(savings, planner, "the linear planner's table: the greedy planner's is much smaller",
                 "Use the greedy planner");
  std::stable_sort(savings.begin(), savings.end(),
                   [](const TailSaving& a, const TailSaving& b) { return a.bytes > b.bytes; });
  return savings;
}

std::vector<TailGroup> tailGroups(const Report& report) {
  TailGroup removable;
  TailGroup staying{"Stays: only a model with another calculation needs less", {}};
  for (TailSaving& saving : tailSavings(report))
    (saving.removable ? removable : staying).savings.push_back(std::move(saving));
  const std::uint64_t bytes =
      std::accumulate(removable.savings.begin(), removable.savings.end(), std::uint64_t{0},
                      [](std::uint64_t sum, const TailSaving& saving) { return sum + saving.bytes; });
  removable.title = "Can be removed: up to " + grouped(bytes) + " bytes";
  std::vector<TailGroup> groups = {std::move(removable), std::move(staying)};
  std::erase_if(groups, [](const TailGroup& group) { return group.savings.empty(); });
  return groups;
}

} // namespace arenascope::report
