// Distances that have been measured before: versions of a model share most of their operators, and
// observing an operator costs a hundred times its run.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/model/graph/model_info.h"
#include "core/run/safe_distance.h"

namespace arenascope::service {

// By operator, for any model that has it. Thread-safe.
class DistanceMemo {
public:
  // As measured for that operator of the graph; absent if unknown.
  std::optional<std::vector<run::SafeDistance>> find(const std::string& name, const model::SubgraphInfo& graph,
                                                     OperatorId op) const;
  // All distances measured for it; none: it shares nothing.
  void store(const std::string& name, const model::SubgraphInfo& graph, OperatorId op,
             const std::vector<run::SafeDistance>& distances);

private:
  struct Known {
    std::size_t input = 0; // positions in the operator's list
    std::size_t output = 0;
    run::SafeDistance distance;
  };
  mutable std::mutex mutex_;
  std::map<std::string, std::vector<Known>> known_; // by name and the shapes and types of all tensors
};

// A model whose operators may be known.
struct KnownOperators {
  std::shared_ptr<DistanceMemo> memo;
  // Of the main graph's operators: equal for two only if their parameters and constants are equal.
  std::vector<std::string> names;
  std::vector<std::vector<std::string>> called = {}; // by subgraph, the same of its operators; empty: not known
};

} // namespace arenascope::service
