// The models that a shrink's versions are made of: the unchanged one, and those without PADs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/model/load/model_file.h"
#include "core/model/rewrite/folded_pads.h"
#include "core/optimization/shrink_report.h"
#include "service/profile/profiler.h"

namespace arenascope::service {

struct ShrinkBase {
  model::ModelFile file;
  std::vector<std::int32_t> numbers = {}; // by operator of the main graph: its number in the unchanged model
  std::vector<std::string> names = {};    // by operator: equal only for the same one in another base
  optimization::FoldedPadding folded = {};
  std::vector<std::int32_t> byZeros = {};        // PADs that went for larger filters
  report::Report run = {};                       // on the main target; empty if no versions are searched for
  std::vector<run::SafeDistance> distances = {}; // of its operators, where outputs may overlap

  // A cut of this base's graph, with the unchanged model's numbers.
  rewrite::StripCut inModel(rewrite::StripCut cut) const;
  // The other way round.
  rewrite::StripCut inBase(rewrite::StripCut cut) const;
};

ShrinkBase unchangedBase(const model::ModelFile& file);
// Absent if no PAD can go, or the model has parts that our schema lacks.
std::optional<ShrinkBase> foldedBase(const model::ModelFile& file, const rewrite::PadFolding& how,
                                     const Limits& limits);

// PADs that went for larger filters in vain: outside the strips, and where they have run, in `plain`, they need no more
// than the largest head that a version has anyway. cuts: of the version, with the unchanged model's numbers.
std::vector<std::int32_t> foldedInVain(const ShrinkBase& base, const ShrinkBase& plain,
                                       const std::vector<rewrite::StripCut>& cuts, std::uint64_t headBytes);

} // namespace arenascope::service
