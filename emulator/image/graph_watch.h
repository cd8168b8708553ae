// The interpreter's data about the graph in the arena: the node and registration of each operator, and each tensor's
// address. Both arrays are recognised among the persistent blocks by contents that are known from the model.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "core/model/graph/model_info.h"
#include "core/run/run_trace.h"
#include "emulator/image/allocator_watch.h"

namespace arenascope::image {

// Functions of a registration, by offset in the struct.
enum class KernelFunction : std::uint8_t { kInit = 0, kPrepare = 8, kInvoke = 12 };

struct Node {
  std::uint32_t address = 0;
  std::uint32_t init = 0; // address; 0: none
  std::uint32_t prepare = 0;
  std::uint32_t invoke = 0;
  std::uint32_t registration = 0;
};

class GraphWatch {
public:
  GraphWatch(const GuestMemory& memory, const model::ModelInfo& model);

  // A new persistent block.
  void onPersistentBlock(std::uint32_t address, std::uint32_t end);
  // Looks for arrays filled since the last call. True: all are known now, for the first time.
  bool find();
  bool found() const { return found_; }

  const std::vector<std::vector<Node>>& nodes() const { return nodes_; } // by subgraph and operator
  const Node& node(const trace::Position& position) const {
    return nodes_[static_cast<std::size_t>(position.subgraph)][static_cast<std::size_t>(position.op)];
  }
  std::uint32_t nodeBytes() const { return nodeBytes_; }
  // Codes of registered operators that the model lacks; registrations are contiguous in the resolver.
  std::vector<std::int32_t> unusedOperators() const;
  // The operator whose node is at the address.
  std::optional<trace::Position> at(std::uint32_t node) const;
  // The next operator from `position` on, in the order of the graphs, with this function; subgraph -1: from the first.
  std::optional<trace::Position> next(const trace::Position& position, std::uint32_t init) const;
  // Address of a tensor's bytes; 0 if not known.
  std::uint32_t tensorAddress(std::size_t subgraph, std::size_t tensor) const;
  // Address at which the interpreter stores that.
  std::uint32_t tensorPlace(std::size_t subgraph, std::size_t tensor) const;

private:
  // A persistent block that may be an array of elements of this size: it is large enough for the expected count.
  struct Candidate {
    std::uint32_t address = 0;
    std::uint32_t stride = 0;
  };

  std::optional<std::int32_t> registeredCode(std::uint32_t registration) const;
  bool readNodes(std::size_t subgraph, std::uint32_t address, std::uint32_t stride);
  // Layout of an array of tensors: element size, and offsets of data and dimensions.
  struct Layout {
    std::uint32_t bytes = 0;
    std::uint32_t data = 0; // followed by the dimensions
  };
  bool isTensorArray(std::size_t subgraph, std::uint32_t address, const Layout& layout) const;
  bool findNodes(std::size_t subgraph);
  bool findTensors(std::size_t subgraph);
  static void addCandidates(std::vector<Candidate>& candidates, std::uint32_t address, std::uint64_t capacity,
                            std::size_t elements, std::uint32_t smallest, std::uint32_t largest);

  const GuestMemory& memory_;
  const model::ModelInfo& model_;
  std::vector<std::vector<std::int32_t>> codes_;   // of operators, as in registrations
  std::vector<std::vector<Candidate>> nodeArrays_; // by subgraph
  std::vector<std::vector<Candidate>> tensorArrays_;
  std::vector<std::vector<Node>> nodes_;
  std::vector<std::uint32_t> tensors_; // by subgraph: address of its array
  Layout layout_;
  std::map<std::uint32_t, trace::Position> byAddress_;
  std::uint32_t nodeBytes_ = 0;
  bool found_ = false;
};

} // namespace arenascope::image
