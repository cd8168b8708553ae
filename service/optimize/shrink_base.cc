#include "service/optimize/shrink_base.h"

#include <algorithm>

#include "core/model/rewrite/strip_writer.h"
#include "core/model/rewrite/unused_tensors.h"
#include "core/optimization/whole_graph.h"
#include "service/optimize/operator_costs.h"

namespace arenascope::service {

using model::ModelFile;
using rewrite::StripCut;

namespace {

// The first operator of the base that is at least this one of the unchanged model.
std::int32_t firstFrom(const std::vector<std::int32_t>& numbers, std::int32_t number) {
  return static_cast<std::int32_t>(std::ranges::lower_bound(numbers, number) - numbers.begin());
}

} // namespace

StripCut ShrinkBase::inModel(StripCut cut) const {
  const auto numberOf = [this](std::int32_t op) { return numbers[static_cast<std::size_t>(op)]; };
  cut.region = {numberOf(cut.region.first), numberOf(cut.region.last)};
  for (std::int32_t* from : {&cut.columnsFrom, &cut.passesFrom})
    if (*from >= 0) *from = numberOf(*from);
  return cut;
}

StripCut ShrinkBase::inBase(StripCut cut) const {
  cut.region = {firstFrom(numbers, cut.region.first), firstFrom(numbers, cut.region.last)};
  for (std::int32_t* from : {&cut.columnsFrom, &cut.passesFrom})
    if (*from >= 0) *from = firstFrom(numbers, *from);
  return cut;
}

ShrinkBase unchangedBase(const ModelFile& file) {
  ShrinkBase base{.file = file};
  for (std::size_t i = 0; i < file.graph().main().operators.size(); ++i) {
    base.numbers.push_back(static_cast<std::int32_t>(i));
    base.names.push_back(std::to_string(i));
  }
  return base;
}

std::optional<ShrinkBase> foldedBase(const ModelFile& file, const rewrite::PadFolding& how, const Limits& limits) {
  std::optional<rewrite::FoldedPads> folded = rewrite::foldPads(file.graph(), how);
  if (!folded) return std::nullopt;
  const auto bytes = rewrite::withoutUnusedTensors(rewrite::withGraph(file.bytes(), folded->graph));
  if (!bytes) return std::nullopt;
  const Result<ModelFile> written = ModelFile::fromBytes(*bytes, file.path(), limits);
  if (!written) return std::nullopt;
  ShrinkBase base{.file = *written};
  base.folded = {.pads = file.graph().main().operators.size() - folded->numbers.size(),
                 .largerFilters = folded->byZeros.size()};
  base.numbers = std::move(folded->numbers);
  base.names = std::move(folded->names);
  base.byZeros = std::move(folded->byZeros);
  return base;
}

std::vector<std::int32_t> foldedInVain(const ShrinkBase& base, const ShrinkBase& plain,
                                       const std::vector<StripCut>& cuts, std::uint64_t headBytes) {
  const std::vector<optimization::OperatorCosts> costs = costsOf(plain.run, plain.distances);
  const optimization::WholeGraph graph(plain.file.graph(), costs);
  const auto needAt = [&](std::int32_t op) { return static_cast<std::uint64_t>(graph.needAt(op)); };
  std::vector<std::int32_t> inVain;
  for (const std::int32_t pad : base.byZeros) {
    const bool isCut = std::ranges::any_of(
        cuts, [&](const StripCut& cut) { return cut.region.first <= pad && pad <= cut.region.last; });
    const std::int32_t op = firstFrom(plain.numbers, pad);
    const std::int32_t reader = graph.lastOf(graph.op(op).outputs[0]);
    if (!isCut && std::max(needAt(op), needAt(reader)) <= headBytes) inVain.push_back(pad);
  }
  return inVain;
}

} // namespace arenascope::service
