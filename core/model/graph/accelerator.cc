#include "core/model/graph/accelerator.h"

#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <span>

namespace arenascope::model {

namespace {

// A command stream begins with its mark and then has words for the driver: what each is for is in its lowest byte. The
// first configures, and is followed by what the stream was compiled for. Source: the driver's description of its
// payload, and the streams of public models.
constexpr std::uint32_t kMark = 0x31504F43; // "COP1"
constexpr std::uint32_t kConfigures = 1;

} // namespace

std::string describeAccelerator(std::span<const std::uint8_t> commands) {
  std::uint32_t words[3] = {};
  if (commands.size() < sizeof(words)) return {};
  static_assert(std::endian::native == std::endian::little);
  std::memcpy(words, commands.data(), sizeof(words));
  if (words[0] != kMark || (words[1] & 0xFFU) != kConfigures) return {};
  constexpr const char* kProducts[] = {"Ethos-U55", "Ethos-U65", "Ethos-U85"};
  const std::uint32_t product = words[2] >> 28U;
  const std::uint32_t macs = words[2] & 0xFU; // as a power of two
  return fmt::format("{} with {} MACs a cycle", product < std::size(kProducts) ? kProducts[product] : "Ethos-U",
                     std::uint32_t{1} << macs);
}

std::string acceleratorOf(const Graph& graph, const Subgraph& subgraph, const Operator& op) {
  if (!isAccelerated(op) || op.input(0) < 0) return {};
  return describeAccelerator(graph.bytesOf(subgraph.tensors[static_cast<std::size_t>(op.input(0))].constant));
}

} // namespace arenascope::model
