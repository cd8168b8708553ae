#include "core/report/accelerator_account.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/base/number_text.h"
#include "core/model/graph/accelerator.h"

namespace arenascope::report {

namespace {

std::uint64_t bytesOf(const model::SubgraphInfo& graph, const model::OperatorInfo& op, std::uint32_t input) {
  if (input >= op.inputs.size() || !op.inputs[input].isThere()) return 0;
  return graph.tensors[op.inputs[input].position()].bytes;
}

// Counts constants that operators share once.
class Account {
public:
  void add(const model::SubgraphInfo& graph, std::size_t subgraph, const model::OperatorInfo& op) {
    constexpr std::uint32_t kCommands = 0;
    constexpr std::uint32_t kWeights = 1;
    addConstant(graph, subgraph, op, kCommands, result.commandBytes);
    addConstant(graph, subgraph, op, kWeights, result.weightBytes);
    const std::uint64_t region = bytesOf(graph, op, model::kAcceleratorArenaInput);
    const std::uint64_t fast = bytesOf(graph, op, model::kAcceleratorFastInput);
    result.regionBytes = std::max(result.regionBytes, region);
    if (fast != region) result.cacheBytes = std::max(result.cacheBytes, fast);
  }

  AcceleratorAccount result;

private:
  void addConstant(const model::SubgraphInfo& graph, std::size_t subgraph, const model::OperatorInfo& op,
                   std::uint32_t input, std::uint64_t& sum) {
    if (input >= op.inputs.size() || !op.inputs[input].isThere()) return;
    const std::size_t tensor = op.inputs[input].position();
    if (counted_.emplace(subgraph, tensor).second) sum += graph.tensors[tensor].constantBytes;
  }

  std::set<std::pair<std::size_t, std::size_t>> counted_;
};

} // namespace

std::optional<AcceleratorAccount> acceleratorAccount(const Report& report) {
  Account account;
  for (std::size_t s = 0; s < report.model.subgraphs.size(); ++s) {
    const model::SubgraphInfo& graph = report.model.subgraphs[s];
    for (std::size_t i = 0; i < graph.operators.size(); ++i) {
      if (!graph.operators[i].accelerated) continue;
      account.result.operators.push_back(operatorPlace(SubgraphId(s), OperatorId(i)));
      account.add(graph, s, graph.operators[i]);
    }
  }
  AcceleratorAccount& result = account.result;
  if (result.operators.empty()) return std::nullopt;
  result.device = report.model.accelerator;
  if (report.arena && report.arena->minimum >= result.regionBytes)
    result.addedBytes = report.arena->minimum - result.regionBytes;
  return result;
}

std::string describeAccount(const AcceleratorAccount& account) {
  std::string text =
      fmt::format("Compiled by Vela for {}: {} bytes of command stream and {} bytes of weights in flash, and {} bytes "
                  "at the arena's start that the accelerator manages itself",
                  account.device.empty() ? "an Ethos-U" : "an " + account.device, grouped(account.commandBytes),
                  grouped(account.weightBytes), grouped(account.regionBytes));
  if (account.addedBytes) text += fmt::format("; the interpreter adds {} bytes", grouped(*account.addedBytes));
  text += ".";
  if (account.cacheBytes != 0)
    text += fmt::format(" Its cache of {} bytes is not part of the arena: pass it to the driver (ethosu_init()).",
                        grouped(account.cacheBytes));
  return text;
}

} // namespace arenascope::report
