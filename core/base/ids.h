// Numbers that count different things, as separate types, so that they are not mixed up.
#pragma once

#include <cstdint>
#include <ostream>
#include <type_traits>

namespace arenascope {

// Converts to a number implicitly, and from one only explicitly. -1: none.
template <typename Tag>
struct Id {
  constexpr Id() = default;
  template <typename Number, typename = std::enable_if_t<std::is_integral_v<Number>>>
  constexpr explicit Id(Number number) : value(static_cast<std::int32_t>(number)) {}
  constexpr operator std::int32_t() const { return value; }
  constexpr bool isThere() const { return value >= 0; }
  constexpr std::size_t position() const { return static_cast<std::size_t>(value); } // index into a vector

  std::int32_t value = -1;
};
// Different kinds do not compare.
template <typename Tag, typename Other, typename = std::enable_if_t<!std::is_same_v<Tag, Other>>>
constexpr bool operator==(Id<Tag>, Id<Other>) = delete;

template <typename Tag>
std::int32_t format_as(Id<Tag> id) {
  return id.value;
}
template <typename Tag>
std::ostream& operator<<(std::ostream& stream, Id<Tag> id) {
  return stream << id.value;
}

// For nlohmann's JSON, found by argument-dependent lookup.
template <typename Json, typename Tag>
void to_json(Json& json, Id<Tag> id) {
  json = id.value;
}
template <typename Json, typename Tag>
void from_json(const Json& json, Id<Tag>& id) {
  id = Id<Tag>(json.template get<std::int32_t>());
}

using SubgraphId = Id<struct SubgraphTag>; // in the model
using OperatorId = Id<struct OperatorTag>; // in its subgraph
using TensorId = Id<struct TensorTag>;     // in its subgraph
using BufferId = Id<struct BufferTag>;     // planner's number: tensors of all subgraphs, then scratch buffers
using PlannerStep = Id<struct StepTag>;    // inputs at 0, operators from 1, with called subgraphs in between

} // namespace arenascope
