#include "core/planner/symmetry.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>

namespace arenascope::planner {

namespace {

using Numbers = std::vector<std::int32_t>; // sorted

struct Chain {
  std::vector<std::size_t> operators; // in order
  Numbers tensors;                    // used by any of them
};

class Chains {
public:
  explicit Chains(const OrderTask& task)
      : task_(task), chainOf_(task.operators.size()), behind_(task.operators.size()), users_(task.tensors.size()) {
    for (std::size_t op = 0; op < task.operators.size(); ++op) {
      for (const std::int32_t before : task.operators[op].after)
        behind_[static_cast<std::size_t>(before)].push_back(static_cast<std::int32_t>(op));
      for (const std::int32_t t : task.operators[op].tensors)
        users_[static_cast<std::size_t>(t)].push_back(static_cast<std::int32_t>(op));
    }
    for (std::size_t op = 0; op < task.operators.size(); ++op) {
      const std::vector<std::int32_t>& after = task.operators[op].after;
      const bool continues = after.size() == 1 && behind_[static_cast<std::size_t>(after.front())].size() == 1;
      chainOf_[op] = continues ? chainOf_[static_cast<std::size_t>(after.front())] : chains_.size();
      if (!continues) chains_.emplace_back();
      Chain& chain = chains_[chainOf_[op]];
      chain.operators.push_back(op);
      chain.tensors.insert(chain.tensors.end(), task.operators[op].tensors.begin(), task.operators[op].tensors.end());
    }
    for (Chain& chain : chains_) {
      std::sort(chain.tensors.begin(), chain.tensors.end());
      chain.tensors.erase(std::unique(chain.tensors.begin(), chain.tensors.end()), chain.tensors.end());
    }
  }

  // Pairs of equal consecutive chains, the one that starts first in front.
  std::vector<std::pair<const Chain*, const Chain*>> symmetric() const {
    std::map<std::vector<std::int64_t>, std::vector<const Chain*>> groups;
    for (const Chain& chain : chains_) groups[summary(chain)].push_back(&chain);
    std::vector<std::pair<const Chain*, const Chain*>> pairs;
    for (const auto& [key, group] : groups)
      for (std::size_t i = 1; i < group.size(); ++i)
        if (areSymmetric(*group[i - 1], *group[i])) pairs.emplace_back(group[i - 1], group[i]);
    return pairs;
  }

private:
  // Equal for equal chains.
  std::vector<std::int64_t> summary(const Chain& chain) const {
    std::vector<std::int64_t> numbers = {static_cast<std::int64_t>(chain.operators.size())};
    for (const std::size_t op : chain.operators) {
      std::vector<std::int64_t> bytes;
      for (const std::int32_t t : task_.operators[op].tensors)
        bytes.push_back(task_.tensors[static_cast<std::size_t>(t)].bytes);
      std::sort(bytes.begin(), bytes.end());
      numbers.push_back(task_.operators[op].ownBytes);
      numbers.push_back(static_cast<std::int64_t>(bytes.size()));
      numbers.insert(numbers.end(), bytes.begin(), bytes.end());
    }
    return numbers;
  }

  bool areSymmetric(const Chain& a, const Chain& b) const {
    for (std::size_t i = 0; i < a.operators.size(); ++i) {
      // The original order has to stay valid.
      if (a.operators[i] > b.operators[i]) return false;
      if (outside(a, task_.operators[a.operators[i]].after) != outside(b, task_.operators[b.operators[i]].after) ||
          outside(a, behind_[a.operators[i]]) != outside(b, behind_[b.operators[i]]))
        return false;
    }
    Numbers shared;
    std::set_intersection(a.tensors.begin(), a.tensors.end(), b.tensors.begin(), b.tensors.end(),
                          std::back_inserter(shared));
    for (const std::int32_t t : shared)
      if (places(a, t) != places(b, t)) return false;
    return ownTensors(a, shared) == ownTensors(b, shared);
  }

  // Those of sorted operators outside the chain.
  Numbers outside(const Chain& chain, Numbers operators) const {
    const std::size_t own = chainOf_[chain.operators.front()];
    std::sort(operators.begin(), operators.end());
    std::erase_if(operators, [&](std::int32_t op) { return chainOf_[static_cast<std::size_t>(op)] == own; });
    return operators;
  }

  // Positions in the chain of the operators that use the tensor.
  std::vector<std::size_t> places(const Chain& chain, std::int32_t tensor) const {
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < chain.operators.size(); ++i) {
      const auto& tensors = task_.operators[chain.operators[i]].tensors;
      if (std::find(tensors.begin(), tensors.end(), tensor) != tensors.end()) places.push_back(i);
    }
    return places;
  }

  using OwnTensor = std::tuple<std::int64_t, bool, bool, std::vector<std::size_t>, Numbers>;
  std::vector<OwnTensor> ownTensors(const Chain& chain, const Numbers& shared) const {
    std::vector<OwnTensor> own;
    for (const std::int32_t t : chain.tensors) {
      if (std::binary_search(shared.begin(), shared.end(), t)) continue;
      const OrderTask::Tensor& tensor = task_.tensors[static_cast<std::size_t>(t)];
      own.emplace_back(tensor.bytes, tensor.before, tensor.behind, places(chain, t),
                       outside(chain, users_[static_cast<std::size_t>(t)]));
    }
    std::sort(own.begin(), own.end());
    return own;
  }

  const OrderTask& task_;
  std::vector<Chain> chains_;
  std::vector<std::size_t> chainOf_; // by operator
  std::vector<Numbers> behind_;      // by operator: those that depend on it
  std::vector<Numbers> users_;       // by tensor
};

} // namespace

void breakSymmetry(OrderTask& task) {
  std::vector<std::pair<std::size_t, std::int32_t>> waits;
  const Chains chains(task);
  for (const auto& [first, second] : chains.symmetric())
    for (std::size_t i = 0; i < first->operators.size(); ++i)
      waits.emplace_back(second->operators[i], static_cast<std::int32_t>(first->operators[i]));
  for (const auto& [op, before] : waits) task.operators[op].after.push_back(before);
}

} // namespace arenascope::planner
