#include "emulator/session/watched_runs.h"

#include "emulator/session/prepared_run.h"
#include "emulator/targets/input_pattern.h"

namespace arenascope::session {

namespace {

constexpr int kMeasured = 3; // inputs: accesses that depend on data show on the second as a rule

// Each number gives other inputs; 0: those of the request, and the usual pattern where there are none.
std::vector<std::vector<std::uint8_t>> inputsOf(const PreparedRun& prepared, int number) {
  std::vector<std::vector<std::uint8_t>> inputs = prepared.request.inputs;
  if (number == 0) return inputs;
  constexpr std::uint32_t kApart = 1000;
  const profile::SubgraphInfo& main = prepared.model.info.subgraphs.front();
  inputs.resize(main.inputs.size());
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const profile::TensorInfo& tensor = main.tensors[main.inputs[i].position()];
    if (inputs[i].empty())
      inputs[i] = inputPattern(kApart * static_cast<std::uint32_t>(number) + static_cast<std::uint32_t>(i), tensor.type,
                               tensor.bytes);
  }
  return inputs;
}

RunOptions optionsOf(const PreparedRun& prepared, int number) {
  RunOptions options;
  options.arenaBytes = std::min(kRoomyBytes, prepared.request.limits.arenaBytes);
  options.interpreter = interpreterSettings(
      prepared.request, prepared.request.resourceVariables.value_or(prepared.model.info.resourceVariables));
  options.interpreter.invoke = 1;
  options.inputs = inputsOf(prepared, number);
  options.limits = prepared.request.limits;
  return options;
}

} // namespace

Result<std::vector<profile::SafeDistance>> measureDistances(const ProfileRequest& request, RunControl& control) {
  Result<PreparedRun> prepared = prepareRun(request);
  if (!prepared) return prepared.error();
  if (!prepared->runner->hasCycles())
    return Error{Stage::kTarget, "how kernels read and write is not known of " + prepared->request.kernels + " on " +
                                     prepared->target->name +
                                     ": their code does not run here. Choose kernels that do, or add the library "
                                     "itself (`arenascope kernels add`)"};
  std::vector<std::vector<profile::SafeDistance>> runs;
  for (int number = 0; number < kMeasured; ++number) {
    RunOptions options = optionsOf(*prepared, number);
    options.distances = true;
    profile::RunTrace trace = prepared->runner->run(prepared->model, options, control);
    if (trace.error) return *trace.error;
    runs.push_back(std::move(trace.distances));
  }
  return profile::strictestOf(runs);
}

Result<bool> giveTheSame(const ProfileRequest& one, const ProfileRequest& other, int more, RunControl& control) {
  Result<PreparedRun> first = prepareRun(one);
  if (!first) return first.error();
  Result<PreparedRun> second = prepareRun(other);
  if (!second) return second.error();
  for (int number = 0; number <= more; ++number) {
    const profile::RunTrace expected = first->runner->run(first->model, optionsOf(*first, number), control);
    if (expected.error) return *expected.error;
    RunOptions options = optionsOf(*second, number);
    options.guard = number == 0 && second->library.empty();
    const profile::RunTrace given = second->runner->run(second->model, options, control);
    if (given.error) return *given.error;
    if (expected.outputs != given.outputs) return false;
  }
  return true;
}

} // namespace arenascope::session
