#include "core/optimization/operator_order.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>

#include "core/interpreter/ops/operator_table.h"
#include "core/planner/order_search.h"

namespace arenascope::optimization {

namespace {

// What operators do besides reading and writing tensors.
struct Effects {
  bool readsState = false;      // of resource variables
  bool writesState = false;     // the same; operators that write it keep their order
  bool mayEnd = false;          // can end the inference early
  std::set<std::int32_t> calls; // subgraphs, also by those that are called
};

// The numbers of whatever is read or written; after the tensors come the things that are not tensors.
class Resources {
public:
  explicit Resources(std::size_t operators) : after_(operators) {}

  void read(std::int32_t op, std::int32_t resource) {
    Users& users = users_[resource];
    if (users.writer) wait(op, *users.writer);
    users.readers.push_back(op);
  }

  void write(std::int32_t op, std::int32_t resource) {
    Users& users = users_[resource];
    if (users.writer) wait(op, *users.writer);
    for (const std::int32_t reader : users.readers) wait(op, reader);
    users = {op, {}};
  }

  void wait(std::int32_t op, std::int32_t before) {
    if (op != before) after_[static_cast<std::size_t>(op)].insert(before);
  }

  std::vector<std::int32_t> after(std::size_t op) const { return {after_[op].begin(), after_[op].end()}; }

private:
  struct Users {
    std::optional<std::int32_t> writer; // the last one
    std::vector<std::int32_t> readers;  // since then
  };
  std::map<std::int32_t, Users> users_;
  std::vector<std::set<std::int32_t>> after_; // of each operator
};

class OperatorOrdering {
public:
  OperatorOrdering(const model::Graph& model, const std::vector<report::PlannedBuffer>& buffers,
                   planner::Effort& effort)
      : model_(model), effort_(effort), peaks_(model.subgraphs.size()) {
    result_.operators.resize(peaks_.size());
    for (std::size_t s = 0, base = 0; s < peaks_.size(); ++s) {
      bases_.push_back(static_cast<std::int32_t>(base));
      base += graphAt(s).tensors.size();
    }
    for (const report::PlannedBuffer& buffer : buffers) {
      const auto bytes = static_cast<std::int64_t>(buffer.plannedBytes());
      if (buffer.scratch)
        scratchAt_[buffer.firstOp] += bytes;
      else
        tensorBytes_[buffer.index] = bytes;
    }
    std::int32_t now = 0;
    countSteps(0, now);
  }

  OperatorOrder run() {
    result_.lowerBound = orderOf(0);
    for (std::size_t s = 0; s < peaks_.size(); ++s) orderOf(s); // also those that nothing calls
    return std::move(result_);
  }

private:
  const model::Subgraph& graphAt(std::size_t subgraph) const { return model_.subgraphs[subgraph]; }

  // Scratch memory is known by the step that uses it; steps are counted as the planner does.
  void countSteps(std::size_t subgraph, std::int32_t& now) {
    const model::Subgraph& graph = graphAt(subgraph);
    for (std::size_t i = 0; i < graph.operators.size(); ++i) {
      if (const auto scratch = scratchAt_.find(++now); scratch != scratchAt_.end())
        scratchOf_[{subgraph, i}] = scratch->second;
      for (const SubgraphId called : graph.operators[i].calls) {
        ++now;
        countSteps(called.position(), now);
      }
    }
  }

  std::int64_t bytesOf(std::size_t subgraph, std::int32_t tensor) const {
    const auto found = tensorBytes_.find(bases_[subgraph] + tensor);
    return found == tensorBytes_.end() ? 0 : found->second;
  }

  // Orders a subgraph, those that it calls first; answers the bound.
  std::int64_t orderOf(std::size_t subgraph) {
    if (peaks_[subgraph]) return *peaks_[subgraph];
    const planner::OrderTask task = taskOf(subgraph);
    const planner::Order order = planner::findOrder(task, effort_);
    result_.operators[subgraph] = order.operators;
    // The inputs are there together, also those that no operator reads.
    std::int64_t inputs = 0;
    for (const std::int32_t tensor : uniqueTensors(graphAt(subgraph).inputs)) inputs += bytesOf(subgraph, tensor);
    peaks_[subgraph] = std::max(order.lowerBound, inputs);
    return *peaks_[subgraph];
  }

  planner::OrderTask taskOf(std::size_t subgraph) {
    const model::Subgraph& graph = graphAt(subgraph);
    planner::OrderTask task;
    task.tensors.resize(graph.tensors.size());
    for (std::size_t t = 0; t < task.tensors.size(); ++t)
      task.tensors[t].bytes = bytesOf(subgraph, static_cast<std::int32_t>(t));
    Resources resources(graph.operators.size());
    for (std::size_t i = 0; i < graph.operators.size(); ++i) {
      const model::Operator& op = graph.operators[i];
      planner::OrderTask::Operator& part = task.operators.emplace_back();
      std::set<std::int32_t> tensors = uniqueTensors(op.inputs);
      tensors.merge(uniqueTensors(op.outputs));
      part.tensors.assign(tensors.begin(), tensors.end());
      if (const auto scratch = scratchOf_.find({subgraph, i}); scratch != scratchOf_.end())
        part.ownBytes = scratch->second;
      std::int64_t called = 0;
      for (const SubgraphId subgraphId : op.calls) called = std::max(called, orderOf(subgraphId.position()));
      part.ownBytes += called;
      depend(resources, graph, static_cast<std::int32_t>(i));
    }
    for (std::size_t i = 0; i < task.operators.size(); ++i) task.operators[i].after = resources.after(i);
    std::set<std::int32_t> touched;
    for (const planner::OrderTask::Operator& op : task.operators) touched.insert(op.tensors.begin(), op.tensors.end());
    for (const std::int32_t t : uniqueTensors(graph.outputs)) task.tensors[static_cast<std::size_t>(t)].behind = true;
    for (const std::int32_t t : uniqueTensors(graph.inputs))
      // An input that nothing reads takes room before the first operator only.
      if (touched.contains(t) || task.tensors[static_cast<std::size_t>(t)].behind)
        task.tensors[static_cast<std::size_t>(t)].before = true;
    return task;
  }

  void depend(Resources& resources, const model::Subgraph& graph, std::int32_t number) {
    const model::Operator& op = graph.operators[static_cast<std::size_t>(number)];
    const std::int32_t state = static_cast<std::int32_t>(graph.tensors.size());
    const Effects effects = effectsOf(op);
    // Nothing crosses it: it runs after all before it, and before all after it.
    const std::int32_t course = state + 1;
    effects.mayEnd ? resources.write(number, course) : resources.read(number, course);
    if (effects.writesState)
      resources.write(number, state);
    else if (effects.readsState)
      resources.read(number, state);
    for (const std::int32_t called : effects.calls) resources.write(number, course + 1 + called);
    const std::set<std::int32_t> outputs = uniqueTensors(op.outputs);
    for (const std::int32_t t : uniqueTensors(op.inputs))
      if (graph.tensors[static_cast<std::size_t>(t)].isVariable)
        resources.write(number, t);
      else if (!outputs.contains(t))
        resources.read(number, t);
    for (const std::int32_t t : outputs) resources.write(number, t);
  }

  Effects effectsOf(const model::Operator& op) const {
    Effects effects;
    if (const ops::Operator* known = ops::findOperator(op.name)) {
      effects.readsState = known->is(ops::kReadsState);
      effects.writesState = known->is(ops::kWritesState);
      effects.mayEnd = known->is(ops::kMayEnd);
    }
    for (const SubgraphId called : op.calls) {
      effects.calls.insert(called);
      for (const model::Operator& each : graphAt(called.position()).operators) {
        const Effects inner = effectsOf(each);
        effects.readsState |= inner.readsState;
        effects.writesState |= inner.writesState;
        effects.mayEnd |= inner.mayEnd;
        effects.calls.insert(inner.calls.begin(), inner.calls.end());
      }
    }
    return effects;
  }

  // Without those that are absent.
  static std::set<std::int32_t> uniqueTensors(std::span<const std::int32_t> numbers) {
    std::set<std::int32_t> tensors;
    for (const std::int32_t number : numbers)
      if (number >= 0) tensors.insert(number);
    return tensors;
  }

  const model::Graph& model_;
  planner::Effort& effort_;
  std::vector<std::optional<std::int64_t>> peaks_; // of each subgraph, what no order goes below
  std::vector<std::int32_t> bases_;                // of each subgraph's tensors in the plan
  std::map<std::int32_t, std::int64_t> tensorBytes_;
  std::map<std::int32_t, std::int64_t> scratchAt_;                        // of each step
  std::map<std::pair<std::size_t, std::size_t>, std::int64_t> scratchOf_; // of subgraph and operator
  OperatorOrder result_;
};

} // namespace

bool OperatorOrder::isOriginal() const {
  return std::all_of(operators.begin(), operators.end(),
                     [](const auto& order) { return std::is_sorted(order.begin(), order.end()); });
}

OperatorOrder findOperatorOrder(const model::Graph& model, const std::vector<report::PlannedBuffer>& buffers,
                                planner::Effort& effort) {
  return OperatorOrdering(model, buffers, effort).run();
}

} // namespace arenascope::optimization
