// A preview of another architecture: the model with inputs of other sizes, or with wider or narrower layers. New shapes
// are carried through the main graph, with the constants that name them; weights whose shape changes have random
// values. Arena, cycles and flash are those of that architecture, outputs mean nothing.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/model/quantize/draft.h"

namespace arenascope::resize {

// As a person writes it: "96x96", the height and width of the only image among the inputs; "1x96x96x3", the whole shape
// of the only input; "I=96x96" or "I=1x10" for input I, from 0.
struct InputSize {
  std::optional<std::size_t> input;
  std::vector<std::int32_t> lengths;
};
std::optional<InputSize> parseInputSize(std::string_view text);
std::string textOf(const InputSize& size);

struct Architecture {
  std::vector<InputSize> inputs;
  double width = 1; // factor for the channels of every layer but the last

  bool isAsked() const { return !inputs.empty() || width != 1; }
};
// "0=64x64, width 0.5"
std::string textOf(const Architecture& architecture);

// The draft's model with that architecture, and a note (core/model/graph/architecture_note.h) in its metadata. Errors:
// an input that the model does not have, and, with its number, an operator that does not admit the new shapes.
Result<quantize::Draft> withArchitecture(quantize::Draft draft, const Architecture& architecture);

// The only input of four dimensions; absent: there is none, or several.
struct Image {
  std::size_t input = 0;
  std::int32_t height = 0;
  std::int32_t width = 0;
};
std::optional<Image> imageOf(const quantize::Draft& draft);

} // namespace arenascope::resize
