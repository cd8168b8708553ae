// The layers whose output channels a width factor changes.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/model/quantize/draft.h"

namespace arenascope::resize {

// A number of channels times the factor, rounded to a multiple of 8 as MobileNet's layers are: at least 8, not less
// than 90 % of the product. The same for the factor 1; a factor below 1 never adds channels.
std::int32_t scaledChannels(std::int32_t channels, double factor);

// By operator: the new number of output channels; absent where it stays. It stays in layers whose output reaches an
// output of the graph, meets one of its inputs or a state without another layer between them, and in all operators
// that are not layers: their channels follow.
std::vector<std::optional<std::int32_t>> layerChannels(const quantize::DraftGraph& graph, double factor);

} // namespace arenascope::resize
