// What an emulator sends is looked at once, where it arrives: whoever gets it then takes numbers for those of the model
// that runs. The emulator is locked in because another's bytes may have taken hold of it; this program is not.
#pragma once

#include <cstdint>
#include <string>

#include "core/model/graph/model_info.h"
#include "emulator/protocol/channel.h"

namespace arenascope::client {

// Of one run. The model must outlive it.
class MessageCheck {
public:
  explicit MessageCheck(const model::ModelInfo& model);

  // Each answers whether it can be true of a run of this model; wrong() says what is not.
  bool allows(const protocol::Mapped& mapped);
  bool allows(const trace::Event& event);
  bool allows(const protocol::MachineResult& result);
  bool allows(const protocol::ImageResult& result);
  // Of an operator that runs.
  bool allowsRun(const trace::Position& position);
  bool allowsDepth(std::int32_t depth);
  bool allowsAccess(const protocol::Access& access);
  // A message that nobody has asked for.
  bool unasked() { return holds(false, "a message that this run does not have"); }

  // "an operator that the model does not have"; empty where nothing was wrong.
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

  const model::ModelInfo& model_;
  std::int32_t lastStep_ = 0;
  std::int32_t recorded_ = 0;     // categories that came
  std::uint64_t allocations_ = 0; // that came
  bool used_ = false;             // the arena's totals came
  std::string wrong_;
};

} // namespace arenascope::client
