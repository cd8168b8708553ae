// Bytes of the arena that an operator may access while it runs: inputs, outputs, and data that it or the interpreter
// keeps for it. Derived from a run's events; all other bytes belong to others.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/interpreter/trace/event.h"
#include "core/model/graph/model_info.h"
#include "core/run/memory_range.h"

namespace arenascope::report {

class OperatorMemory {
public:
  // arenaBegin: the arena's address in the emulated machine.
  OperatorMemory(const model::ModelInfo& model, std::uint64_t arenaBegin, std::uint64_t arenaBytes);

  // Takes every event of the run, in order.
  void onEvent(const trace::Event& event);

  // After tensors were placed. Ranges may overlap: their union is allowed.
  std::vector<run::MemoryRange> of(int subgraph, int op) const;

  // Owner of the bytes at an address: "arena byte 128, in tensor 3 (conv1) of subgraph 0".
  std::string describe(std::uint64_t address) const;

  // The operator's own buffer that lies closest to bytes outside all of them.
  struct Neighbour {
    std::string text;           // "right behind its scratch memory", "3 bytes before its output 0 (conv1)"
    std::uint64_t distance = 0; // bytes between both
  };
  Neighbour beside(int subgraph, int op, std::uint64_t begin, std::uint64_t end) const;

  std::uint64_t arenaBegin() const { return arenaBegin_; }
  std::uint64_t arenaEnd() const { return arenaEnd_; }

private:
  struct Tensor {
    std::uint64_t begin = 0;
    std::uint64_t bytes = 0;
  };
  struct Block {
    run::MemoryRange range;
    trace::Category category = trace::Category::kNone;
    std::int32_t subgraph = -1;
    std::int32_t op = -1;
  };

  struct Named {
    run::MemoryRange range;
    std::string name;
  };

  std::vector<Named> named(int subgraph, int op) const;
  void addTensors(int subgraph, const std::vector<TensorId>& tensors, bool writable,
                  std::vector<run::MemoryRange>& ranges) const;
  void addBlock(const Block& block, int subgraph, int op, std::vector<run::MemoryRange>& ranges) const;
  bool shareTensor(int subgraph, int op, int otherOp) const;

  const model::ModelInfo& model_;
  std::uint64_t arenaBegin_;
  std::uint64_t arenaEnd_;
  std::size_t tensorCount_;
  std::vector<std::vector<Tensor>> tensors_; // by subgraph
  std::vector<Block> blocks_;                // of the tail
  std::vector<Block> scratch_;
};

} // namespace arenascope::report
