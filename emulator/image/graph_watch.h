// The interpreter's view of the graph, in the arena: which node and registration is which operator of the model, and
// where each tensor's bytes are. Both arrays are found among the persistent blocks by their contents, which the model
// tells beforehand.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "core/model/graph/model_info.h"
#include "core/run/run_trace.h"
#include "emulator/image/allocator_watch.h"

namespace arenascope::image {

// What a registration lets the interpreter call, by its place in the struct.
enum class KernelFunction : std::uint8_t { kInit = 0, kPrepare = 8, kInvoke = 12 };

struct Node {
  std::uint32_t address = 0;
  std::uint32_t init = 0; // functions; 0: none
  std::uint32_t prepare = 0;
  std::uint32_t invoke = 0;
  std::uint32_t registration = 0;
};

class GraphWatch {
public:
  GraphWatch(const GuestMemory& memory, const model::ModelInfo& model);

  // A persistent block is there, from address to end.
  void onPersistentBlock(std::uint32_t address, std::uint32_t end);
  // Looks whether the arrays have been filled meanwhile. True: all of them are known now, and were not before.
  bool find();
  bool found() const { return found_; }

  const std::vector<std::vector<Node>>& nodes() const { return nodes_; } // by subgraph and operator
  const Node& node(const trace::Position& position) const {
    return nodes_[static_cast<std::size_t>(position.subgraph)][static_cast<std::size_t>(position.op)];
  }
  std::uint32_t nodeBytes() const { return nodeBytes_; }
  // Codes of operators that are registered beside the model's: registrations lie side by side in the resolver.
  std::vector<std::int32_t> unusedOperators() const;
  // The operator whose node lies there.
  std::optional<trace::Position> at(std::uint32_t node) const;
  // The next operator in the order of the graphs, from `position` on, with this function; subgraph -1: from the first.
  std::optional<trace::Position> next(const trace::Position& position, std::uint32_t init) const;
  // Where a tensor's bytes are; 0 where nobody has said.
  std::uint32_t tensorAddress(std::size_t subgraph, std::size_t tensor) const;
  // Where the interpreter keeps that address.
  std::uint32_t tensorPlace(std::size_t subgraph, std::size_t tensor) const;

private:
  // A persistent block that may be an array of elements of so many bytes: it has room for as many as there should be.
  struct Candidate {
    std::uint32_t address = 0;
    std::uint32_t stride = 0;
  };

  std::optional<std::int32_t> registeredCode(std::uint32_t registration) const;
  bool readNodes(std::size_t subgraph, std::uint32_t address, std::uint32_t stride);
  // How the elements of an array of tensors lie: bytes of one, and where its data and dimensions are in it.
  struct Layout {
    std::uint32_t bytes = 0;
    std::uint32_t data = 0; // dimensions come right after it
  };
  bool isTensorArray(std::size_t subgraph, std::uint32_t address, const Layout& layout) const;
  bool findNodes(std::size_t subgraph);
  bool findTensors(std::size_t subgraph);
  static void addCandidates(std::vector<Candidate>& candidates, std::uint32_t address, std::uint64_t capacity,
                            std::size_t elements, std::uint32_t smallest, std::uint32_t largest);

  const GuestMemory& memory_;
  const model::ModelInfo& model_;
  std::vector<std::vector<std::int32_t>> codes_;   // of operators, as a registration has them
  std::vector<std::vector<Candidate>> nodeArrays_; // by subgraph
  std::vector<std::vector<Candidate>> tensorArrays_;
  std::vector<std::vector<Node>> nodes_;
  std::vector<std::uint32_t> tensors_; // by subgraph: where its array is
  Layout layout_;
  std::map<std::uint32_t, trace::Position> byAddress_;
  std::uint32_t nodeBytes_ = 0;
  bool found_ = false;
};

} // namespace arenascope::image
