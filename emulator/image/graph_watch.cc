#include "emulator/image/graph_watch.h"

#include <algorithm>
#include <set>

namespace arenascope::image {

namespace {

// A node and the pointer to its registration: seven words until 2021, eight since.
constexpr std::uint32_t kSmallestNode = 24;
constexpr std::uint32_t kLargestNode = 48;
constexpr std::uint32_t kPadding = 3;     // of blocks aligned to words
constexpr std::uint32_t kEvalTensor = 12; // data, dimensions, type
constexpr std::uint32_t kLargestTensor = 80;
constexpr std::uint32_t kBuiltinCode = 20; // of a registration
constexpr std::size_t kMostArrays = 4096;

} // namespace

GraphWatch::GraphWatch(const GuestMemory& memory, const model::ModelInfo& model)
    : memory_(memory), model_(model), nodeArrays_(model.subgraphs.size()), tensorArrays_(model.subgraphs.size()),
      nodes_(model.subgraphs.size()), tensors_(model.subgraphs.size()) {
  for (const model::SubgraphInfo& subgraph : model.subgraphs) {
    std::vector<std::int32_t>& codes = codes_.emplace_back();
    for (const model::OperatorInfo& op : subgraph.operators) codes.push_back(op.builtinCode);
  }
}

void GraphWatch::addCandidates(std::vector<Candidate>& candidates, std::uint32_t address, std::uint64_t capacity,
                               std::size_t elements, std::uint32_t smallest, std::uint32_t largest) {
  if (elements == 0 || candidates.size() >= kMostArrays) return;
  for (std::uint32_t stride = smallest; stride <= largest; stride += kWord)
    if (const std::uint64_t bytes = stride * elements; capacity >= bytes && capacity <= bytes + kPadding)
      candidates.push_back({address, stride});
}

void GraphWatch::onPersistentBlock(std::uint32_t address, std::uint32_t end) {
  for (std::size_t i = 0; i < codes_.size(); ++i) {
    addCandidates(nodeArrays_[i], address, end - address, codes_[i].size(), kSmallestNode, kLargestNode);
    addCandidates(tensorArrays_[i], address, end - address, model_.subgraphs[i].tensors.size(), kEvalTensor,
                  kLargestTensor);
  }
}

bool GraphWatch::readNodes(std::size_t subgraph, std::uint32_t address, std::uint32_t stride) {
  std::vector<Node> nodes;
  for (const std::int32_t code : codes_[subgraph]) {
    const auto registration = memory_.word(address + stride - kWord);
    if (!registration || *registration == 0) return false;
    const auto builtin = memory_.word(*registration + kBuiltinCode);
    if (!builtin || static_cast<std::int32_t>(*builtin) != code) return false;
    const auto function = [&](KernelFunction which) {
      return memory_.word(*registration + static_cast<std::uint32_t>(which)).value_or(0) & ~1U;
    };
    nodes.push_back({.address = address,
                     .init = function(KernelFunction::kInit),
                     .prepare = function(KernelFunction::kPrepare),
                     .invoke = function(KernelFunction::kInvoke),
                     .registration = *registration});
    if (nodes.back().invoke == 0) return false;
    address += stride;
  }
  nodes_[subgraph] = std::move(nodes);
  nodeBytes_ = stride;
  return true;
}

bool GraphWatch::findNodes(std::size_t subgraph) {
  if (codes_[subgraph].empty() || !nodes_[subgraph].empty()) return true;
  return std::ranges::any_of(nodeArrays_[subgraph], [&, this](const Candidate& candidate) {
    const bool taken = std::ranges::any_of(nodes_, [&](const std::vector<Node>& nodes) {
      return !nodes.empty() && nodes.front().address == candidate.address;
    });
    return !taken && readNodes(subgraph, candidate.address, candidate.stride);
  });
}

// Each element has a pointer to the dimensions given by the model.
bool GraphWatch::isTensorArray(std::size_t subgraph, std::uint32_t address, const Layout& layout) const {
  for (const model::TensorInfo& tensor : model_.subgraphs[subgraph].tensors) {
    const auto dimensions = memory_.word(address + layout.data + kWord);
    address += layout.bytes;
    if (!dimensions) return false;
    if (tensor.shape.empty()) continue;
    for (std::size_t i = 0; i < tensor.shape.size(); ++i)
      if (memory_.word(*dimensions + kWord * static_cast<std::uint32_t>(i + 1)) !=
          static_cast<std::uint32_t>(tensor.shape[i]))
        return false;
  }
  return true;
}

// Small structs since autumn 2020; before, the interpreter kept a complete one per tensor.
bool GraphWatch::findTensors(std::size_t subgraph) {
  if (tensors_[subgraph] != 0) return true;
  for (const Candidate& candidate : tensorArrays_[subgraph]) {
    if (std::ranges::find(tensors_, candidate.address) != tensors_.end()) continue;
    for (const std::uint32_t data : {0U, kWord, 2 * kWord}) {
      const Layout layout{candidate.stride, data};
      if (data + 2 * kWord > layout.bytes || !isTensorArray(subgraph, candidate.address, layout)) continue;
      layout_ = layout;
      tensors_[subgraph] = candidate.address;
      return true;
    }
  }
  return false;
}

bool GraphWatch::find() {
  if (found_) return false;
  for (std::size_t subgraph = 0; subgraph < nodes_.size(); ++subgraph)
    if (!findNodes(subgraph) || !findTensors(subgraph)) return false;
  for (std::size_t s = 0; s < nodes_.size(); ++s)
    for (std::size_t i = 0; i < nodes_[s].size(); ++i)
      byAddress_[nodes_[s][i].address] = {.subgraph = static_cast<std::int32_t>(s), .op = static_cast<std::int32_t>(i)};
  return found_ = true;
}

// The code of a registration, if there is one at the address.
std::optional<std::int32_t> GraphWatch::registeredCode(std::uint32_t registration) const {
  const auto code = memory_.word(registration + kBuiltinCode);
  if (!code || *code > static_cast<std::uint32_t>(model::kLargestBuiltinCode)) return std::nullopt;
  for (const std::uint32_t function : {0U, 4U, 8U, 12U}) {
    const auto pointer = memory_.word(registration + function);
    const bool none = pointer && *pointer == 0 && function != static_cast<std::uint32_t>(KernelFunction::kInvoke);
    if (!pointer || (!none && (*pointer % 2 == 0 || !memory_.word(*pointer & ~3U)))) return std::nullopt;
  }
  return static_cast<std::int32_t>(*code);
}

std::vector<std::int32_t> GraphWatch::unusedOperators() const {
  std::set<std::uint32_t> used;
  for (const std::vector<Node>& nodes : nodes_)
    for (const Node& node : nodes) used.insert(node.registration);
  std::vector<std::int32_t> unused;
  for (const std::uint32_t bytes : {28U, 32U}) {
    const bool fits =
        std::ranges::all_of(used, [&](std::uint32_t each) { return (each - *used.begin()) % bytes == 0; });
    if (!fits || used.empty()) continue;
    std::uint32_t first = *used.begin();
    while (registeredCode(first - bytes)) first -= bytes;
    for (std::uint32_t at = first;; at += bytes) {
      const auto code = registeredCode(at);
      if (!code) break;
      if (!used.contains(at)) unused.push_back(*code);
    }
    return unused;
  }
  return unused;
}

std::optional<trace::Position> GraphWatch::at(std::uint32_t node) const {
  const auto found = byAddress_.find(node);
  return found == byAddress_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<trace::Position> GraphWatch::next(const trace::Position& position, std::uint32_t init) const {
  std::size_t subgraph = position.subgraph < 0 ? 0 : static_cast<std::size_t>(position.subgraph);
  std::size_t op = position.subgraph < 0 ? 0 : static_cast<std::size_t>(position.op) + 1;
  for (; subgraph < nodes_.size(); ++subgraph, op = 0)
    for (; op < nodes_[subgraph].size(); ++op)
      if (nodes_[subgraph][op].init == init)
        return trace::Position{.subgraph = static_cast<std::int32_t>(subgraph), .op = static_cast<std::int32_t>(op)};
  return std::nullopt;
}

std::uint32_t GraphWatch::tensorPlace(std::size_t subgraph, std::size_t tensor) const {
  return tensors_[subgraph] + layout_.bytes * static_cast<std::uint32_t>(tensor) + layout_.data;
}

std::uint32_t GraphWatch::tensorAddress(std::size_t subgraph, std::size_t tensor) const {
  return tensors_[subgraph] == 0 ? 0 : memory_.word(tensorPlace(subgraph, tensor)).value_or(0);
}

} // namespace arenascope::image
