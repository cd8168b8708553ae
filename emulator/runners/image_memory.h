// What the kernels of a user's image may touch, from a run that showed where everything lies.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/report/operator_memory.h"
#include "emulator/protocol/image_request.h"
#include "emulator/runners/image_runner.h"

namespace arenascope::runners {

class ImageMemory {
public:
  // allocations, planned: the run's events. addressOf: of a tensor by subgraph and number, 0 if it has none. The model
  // must outlive it.
  ImageMemory(const model::ModelInfo& model, std::uint64_t arenaBegin, std::uint64_t arenaEnd,
              const std::vector<trace::Event>& allocations, const std::vector<trace::Event>& planned,
              const std::function<std::uint32_t(std::size_t subgraph, std::size_t tensor)>& addressOf);

  protocol::Guard guard() const;
  // One for each operator and kind of access. name: a code address as text. withPlace: the arena's bytes are those of
  // the image itself, so that their numbers mean something.
  std::vector<ForeignUse> describe(const std::vector<protocol::ForeignBytes>& foreign, bool withPlace,
                                   const std::function<std::string(std::uint32_t)>& name) const;

private:
  const model::ModelInfo& model_;
  report::OperatorMemory memory_;
  // The allocator's object, whose words change with temporary memory, and scratch memory whose operator is not known.
  std::vector<run::MemoryRange> everyones_;
};

} // namespace arenascope::runners
