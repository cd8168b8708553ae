#include "service/optimize/version_proofs.h"

#include <algorithm>
#include <mutex>

#include "service/control/each_in_time.h"

namespace arenascope::service {

using model::ModelFile;
using optimization::ShrinkPoint;

namespace {

bool isProven(const report::Report& run) { return run.arena->minimumProven; }

} // namespace

bool sameOutputs(const ShrinkPoint& a, const ShrinkPoint& b) {
  return std::ranges::equal(a.runs, b.runs, [](const auto& one, const auto& other) { return sameOutputs(one, other); });
}

void VersionProofs::expect(const ModelFile& file, const FoundVersion& original,
                           const std::function<void(engine::RunControl&)>& beside,
                           const std::function<bool()>& besideIsOver) {
  std::vector<std::vector<std::optional<Result<Outputs>>>> outputs(variants_.size());
  for (auto& each : outputs) each.resize(kMoreInputs);
  for (const report::Report& run : original.runs) {
    OutputsByInputs& expected = expected_.emplace_back(1);
    for (const report::IoReport& output : run.outputs) expected.front().push_back(output.bytes);
  }
  forEachInTime(
      1 + variants_.size() * kMoreInputs, [&](std::size_t i) { return i == 0 ? besideIsOver() : timeIsUp_(); },
      [&](std::size_t i, engine::RunControl& control) {
        if (i == 0) return beside(control);
        const std::size_t v = (i - 1) % variants_.size();
        const std::size_t number = 1 + (i - 1) / variants_.size();
        outputs[v][number - 1] =
            outputsFor(requestFor(request_, variants_[v], file, true), static_cast<int>(number), false, control);
      });
  for (std::size_t v = 0; v < variants_.size(); ++v)
    for (std::optional<Result<Outputs>>& each : outputs[v])
      if (each && *each) expected_[v].push_back(std::move(**each));
}

std::vector<VersionProofs::Comparison> VersionProofs::comparisonsOf(const FoundVersion& point, std::size_t place,
                                                                    bool guard) const {
  std::vector<Comparison> comparisons;
  for (std::size_t v = 0; v < expected_.size(); ++v) {
    if (guard && !point.guarded) comparisons.push_back({place, v, 0, true});
    for (int number = 1; number <= kMoreInputs && !point.proven; ++number)
      comparisons.push_back({place, v, number, false});
  }
  return comparisons;
}

std::vector<Proof> VersionProofs::of(std::vector<FoundVersion>& found, const std::vector<std::size_t>& shown,
                                     bool guard) const {
  std::vector<Proof> proofs(shown.size(), Proof::kMissing);
  std::vector<std::optional<Result<ModelFile>>> files(shown.size());
  std::vector<Comparison> all;
  for (std::size_t place = shown.size(); place-- > 0;) {
    const FoundVersion& point = found[shown[place]];
    const bool guards = guard && (!point.observed || place + 1 == shown.size());
    const std::vector<Comparison> comparisons = comparisonsOf(point, place, guards);
    const bool same = point.proven || (sameOutputs(found.front(), point) && std::ranges::all_of(point.runs, isProven));
    if (isComparable() || comparisons.empty()) proofs[place] = same ? Proof::kGiven : Proof::kRefuted;
    if (comparisons.empty() || proofs[place] != Proof::kGiven) continue;
    files[place] = ModelFile::fromBytes(point.model, request_.model.string(), request_.limits);
    all.insert(all.end(), comparisons.begin(), comparisons.end());
  }
  std::mutex mutex;
  std::vector<Proof> each(all.size(), Proof::kMissing);
  forEachInTime(
      all.size(), [this](std::size_t) { return timeIsUp_(); },
      [&](std::size_t i, engine::RunControl& control) {
        const Comparison& run = all[i];
        {
          const std::lock_guard lock(mutex);
          if (proofs[run.place] == Proof::kRefuted) return;
        }
        const Proof proof = compare(*files[run.place], run, control);
        const std::lock_guard lock(mutex);
        each[i] = proof;
        if (proof == Proof::kRefuted) proofs[run.place] = proof;
      });
  for (std::size_t i = 0; i < all.size(); ++i)
    if (each[i] == Proof::kMissing && proofs[all[i].place] == Proof::kGiven) proofs[all[i].place] = Proof::kMissing;
  for (const Comparison& run : all)
    if (run.guard && proofs[run.place] == Proof::kGiven) found[shown[run.place]].guarded = true;
  return proofs;
}

Proof VersionProofs::compare(const Result<ModelFile>& file, const Comparison& run, engine::RunControl& control) const {
  if (!file) return Proof::kRefuted;
  const Result<Outputs> outputs =
      outputsFor(requestFor(request_, variants_[run.variant], *file, true), run.number, run.guard, control);
  if (!outputs && control.cancelled) return Proof::kMissing;
  return outputs && *outputs == expected_[run.variant][static_cast<std::size_t>(run.number)] ? Proof::kGiven
                                                                                             : Proof::kRefuted;
}

// Whether the model's own outputs are known.
bool VersionProofs::isComparable() const {
  return std::ranges::all_of(expected_, [](const OutputsByInputs& each) { return each.size() == kMoreInputs + 1; });
}

} // namespace arenascope::service
