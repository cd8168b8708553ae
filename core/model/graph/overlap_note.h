// The note in a model's metadata about a plan with in-place outputs: the pairs, and the kernels for which they are
// proven. Lines of text, so that readers of the model's bytes can read them,
// in the metadata entry kOverlapNoteName (core/interpreter/schema/offline_plan_format.h):
//   made by ArenaScope 0.1.0
//   tflm 90b983c2
//   kernels cortex-m4 reference
//   over 5 3            (tensor 5, an output, lies over tensor 3, an input of the same operator)
//   strips 4 0 3        (operators 0 to 3 of the model that this one was made of are computed in 4 strips)
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace arenascope::model {

struct OverlapNote {
  struct Kernels {
    std::string target;
    std::string kernels; // in full
  };
  std::string tflm;
  std::vector<Kernels> kernels;
  std::vector<std::pair<std::int32_t, std::int32_t>> pairs; // output over input, tensors of the main graph; sorted in a
                                                            // note that was read

  struct Strips {
    std::int32_t count = 0;
    std::int32_t first = 0; // operators of the main graph, both ends included
    std::int32_t last = 0;
  };
  std::vector<Strips> strips; // hold for any kernels

  bool isEmpty() const { return pairs.empty() && strips.empty(); }
  bool provenFor(const std::string& target, const std::string& kernelSet) const;
  bool names(std::size_t tensor, std::size_t other) const; // as a pair, in either order
};

std::string toText(const OverlapNote& note);
// Unknown lines are ignored.
OverlapNote parseOverlapNote(const std::string& text);

} // namespace arenascope::model
