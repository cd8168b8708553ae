// The scale of each activation of the main graph.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/model/quantize/constants.h"
#include "core/model/quantize/operator_rules.h"

namespace arenascope::quantize {

// Tensors that operators leave at one scale form a group. A group with an output of a fixed scale has that; others have
// the range of all their members.
class Scales {
public:
  // isQuantized: by operator of the main graph.
  Scales(const Draft& draft, const std::vector<bool>& isQuantized, const Ranges& ranges, Numbers numbers);

  // Of an activation.
  Scale of(std::int32_t tensor) const;
  // Of a resource variable; `otherwise` if nothing in the main graph touches it.
  Scale ofVariable(const std::string& name, const Scale& otherwise) const;

private:
  std::int32_t groupOf(std::int32_t tensor) const;
  void join(std::int32_t tensor, std::int32_t other);
  bool isActivation(std::int32_t tensor) const;
  void fixOutput(const DraftOperator& op, const OperatorRule& rule);
  void joinOne(const DraftOperator& op);
  void joinSeveral(const DraftOperator& op);
  void joinVariable(const DraftOperator& op);
  void measure(const Ranges& ranges);

  const DraftGraph& graph_;
  schema::TensorType type_;
  std::vector<std::int32_t> parents_;             // by tensor
  std::map<std::int32_t, Scale> fixed_;           // by group
  std::map<std::int32_t, Range> ranges_;          // by group
  std::map<std::string, std::int32_t> variables_; // a tensor of each
};

} // namespace arenascope::quantize
