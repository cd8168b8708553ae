// Distances that were measured before: models that are made of one another have most of their operators in common, and
// watching one costs a hundred times what running it does.
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

// Of one operator, for any model that has it. Used by several threads at once.
class DistanceMemo {
public:
  // As they would be measured for that operator of the graph; nothing where they are not known.
  std::optional<std::vector<run::SafeDistance>> find(const std::string& name, const model::SubgraphInfo& graph,
                                                     OperatorId op) const;
  // All that were measured for it; none: nothing can be shared there.
  void store(const std::string& name, const model::SubgraphInfo& graph, OperatorId op,
             const std::vector<run::SafeDistance>& distances);

private:
  struct Known {
    std::size_t input = 0; // positions among the operator's
    std::size_t output = 0;
    run::SafeDistance distance;
  };
  mutable std::mutex mutex_;
  std::map<std::string, std::vector<Known>> known_; // by name and the form of all tensors
};

// A model whose operators may be known.
struct KnownOperators {
  std::shared_ptr<DistanceMemo> memo;
  // Of the main graph's operators: the same for two only if their parameters and constants are.
  std::vector<std::string> names;
};

} // namespace arenascope::service
