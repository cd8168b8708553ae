// Checks messages of an emulator once, on arrival: later code can trust their numbers for the model
// of the run. The emulator is sandboxed, because foreign bytes may control it; this program is not.
#pragma once

#include <cstdint>
#include <string>

#include "core/model/graph/model_info.h"
#include "emulator/protocol/channel.h"

namespace arenascope::client {

// For one run. The model must outlive it.
class MessageCheck {
public:
  explicit MessageCheck(const model::ModelInfo& model);

  // Each returns whether it can be true for a run of this model; wrong() describes the fault.
  bool allows(const protocol::Mapped& mapped);
  bool allows(const trace::Event& event);
  bool allows(const protocol::MachineResult& result);
  bool allows(const protocol::ImageResult& result);
  // Of a running operator.
  bool allowsRun(const trace::Position& position);
  bool allowsDepth(std::int32_t depth);
  bool allowsAccess(const protocol::Access& access);
  // An unrequested message.
  bool unasked() { return holds(false, "a message that this run does not have"); }

  // "an operator that the model does not have"; empty without a fault.
  const std::string& wrong() const { return wrong_; }

private:
  bool holds(bool condition, const char* otherwise);
  bool isOperator(std::int32_t subgraph, std::int32_t op) const;
  bool isSomeOperator(std::int32_t op) const; // in any subgraph
  bool isOwner(std::int32_t subgraph, std::int32_t op) const;
  bool allowsPlace(const trace::Position& position);
  bool allowsAllocation(const trace::Event& event);
  bool allowsLifetime(std::int64_t index, std::int32_t first, std::int32_t last);
  bool allowsStack(const std::optional<run::StackUse>& stack);
  bool allowsDistance(const run::SafeDistance& distance);
  bool allowsForeign(const protocol::ForeignBytes& foreign);

  const model::ModelInfo& model_;
  std::int32_t lastStep_ = 0;
  std::int32_t recorded_ = 0;     // received categories
  std::uint64_t allocations_ = 0; // received
  bool used_ = false;             // the arena's totals have been received
  std::string wrong_;
};

} // namespace arenascope::client
