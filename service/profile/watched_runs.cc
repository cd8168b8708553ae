#include "service/profile/watched_runs.h"

#include <algorithm>
#include <optional>

#include "core/base/parallel.h"
#include "core/model/load/model_file.h"
#include "core/model/rewrite/operator_probe.h"
#include "core/model/rewrite/strip_writer.h"
#include "emulator/engine/input_pattern.h"
#include "service/profile/prepared_run.h"

namespace arenascope::service {

namespace {

constexpr int kMeasured = 3; // inputs: accesses that depend on data show on the second as a rule

// Each number gives other inputs; 0: those of the request, and the usual pattern where there are none.
std::vector<std::vector<std::uint8_t>> inputsOf(const PreparedRun& prepared, int number) {
  std::vector<std::vector<std::uint8_t>> inputs = prepared.request.inputs;
  if (number == 0) return inputs;
  constexpr std::uint32_t kApart = 1000;
  const model::SubgraphInfo& main = prepared.model.info.subgraphs.front();
  inputs.resize(main.inputs.size());
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const model::TensorInfo& tensor = main.tensors[main.inputs[i].position()];
    if (inputs[i].empty())
      inputs[i] = engine::inputPattern(kApart * static_cast<std::uint32_t>(number) + static_cast<std::uint32_t>(i),
                                       tensor.type, tensor.bytes);
  }
  return inputs;
}

engine::RunOptions optionsOf(const PreparedRun& prepared, int number) {
  engine::RunOptions options;
  options.arenaBytes = std::min(kAmpleBytes, prepared.request.limits.arenaBytes);
  options.interpreter = interpreterSettings(
      prepared.request, prepared.request.resourceVariables.value_or(prepared.model.info.resourceVariables));
  options.interpreter.invoke = 1;
  options.decompressionBytes = prepared.request.decompressionBytes;
  options.inputs = inputsOf(prepared, number);
  options.limits = prepared.request.limits;
  return options;
}

Result<Outputs> outputsOf(PreparedRun& prepared, int number, bool guard, engine::RunControl& control) {
  engine::RunOptions options = optionsOf(prepared, number);
  options.guard = guard && prepared.library.empty();
  run::RunTrace trace = prepared.runner->run(prepared.model, options, control);
  if (trace.error) return *trace.error;
  return std::move(trace.outputs);
}

// How the kernels of a model are observed.
struct Observation {
  bool guard = false;
  std::size_t atATime = 1; // inferences
};

Result<std::vector<run::SafeDistance>> measureAll(PreparedRun& prepared, const Observation& how,
                                                  engine::RunControl& control) {
  std::vector<std::vector<run::SafeDistance>> runs(kMeasured);
  std::vector<std::optional<Error>> errors(kMeasured);
  const auto measure = [&](PreparedRun& own, std::size_t i) {
    engine::RunOptions options = optionsOf(own, static_cast<int>(i));
    options.distances = true;
    options.guard = how.guard && own.library.empty();
    run::RunTrace trace = own.runner->run(own.model, options, control);
    errors[i] = std::move(trace.error);
    runs[i] = std::move(trace.distances);
  };
  forEachInParallel(kMeasured, how.atATime, [&](std::size_t i) {
    if (i == 0 || how.atATime == 1) {
      if (i == 0 || !errors[i - 1]) measure(prepared, i);
    } else if (Result<PreparedRun> another = prepareRun(prepared.request)) {
      measure(*another, i);
    } else {
      errors[i] = another.error();
    }
  });
  for (const std::optional<Error>& error : errors)
    if (error) return *error;
  return run::strictestOf(runs);
}

// Watches those operators only that are not known.
class MemoizingRunner {
public:
  MemoizingRunner(PreparedRun& prepared, engine::RunControl& control, const KnownOperators& known, std::size_t atATime)
      : prepared_(prepared), control_(control), known_(known), how_{.guard = true, .atATime = atATime},
        main_(prepared.model.info.subgraphs.front()) {}

  Result<std::vector<run::SafeDistance>> measure() {
    std::vector<std::int32_t> unknown;
    for (std::size_t i = 0; i < main_.operators.size(); ++i) {
      const auto op = static_cast<std::int32_t>(i);
      if (!main_.operators[i].calls.empty()) continue; // it is not watched
      auto distances = known_.memo->find(nameOf(op), main_, OperatorId(op));
      if (distances)
        found_.insert(found_.end(), distances->begin(), distances->end());
      else
        unknown.push_back(op);
    }
    if (unknown.empty()) return found_;
    if (unknown.size() < main_.operators.size() && alone(unknown)) return found_;
    Result<std::vector<run::SafeDistance>> all = measureAll(prepared_, how_, control_);
    if (all)
      for (std::size_t i = 0; i < main_.operators.size(); ++i) remember(static_cast<std::int32_t>(i), *all);
    return all;
  }

private:
  // The distances are those of this target's kernels.
  std::string nameOf(std::int32_t op) const {
    return prepared_.request.target + ' ' + prepared_.request.kernels + ' ' +
           known_.names[static_cast<std::size_t>(op)];
  }

  void remember(std::int32_t op, const std::vector<run::SafeDistance>& all) {
    std::vector<run::SafeDistance> own;
    for (const run::SafeDistance& distance : all)
      if (distance.op == OperatorId(op)) own.push_back(distance);
    known_.memo->store(nameOf(op), main_, OperatorId(op), own);
  }

  // In a separate model; false if it does not run, as when an operator does not accept any input.
  bool alone(const std::vector<std::int32_t>& operators) {
    const model::ModelFile& file = *prepared_.request.file;
    const Result<model::ModelFile> part =
        model::ModelFile::fromBytes(rewrite::withGraph(file.bytes(), rewrite::onlyOperators(main_, operators)),
                                    prepared_.request.model.string(), prepared_.request.limits);
    if (!part) return false;
    ProfileRequest request = prepared_.request;
    request.file = *part;
    request.inputs.clear();
    Result<PreparedRun> prepared = prepareRun(request);
    if (!prepared) return false;
    Result<std::vector<run::SafeDistance>> distances = measureAll(*prepared, how_, control_);
    if (!distances) return false;
    // Tensors have the numbers that they have in the whole model.
    for (run::SafeDistance& distance : *distances) distance.op = OperatorId(operators[distance.op.position()]);
    for (const std::int32_t op : operators) remember(op, *distances);
    found_.insert(found_.end(), distances->begin(), distances->end());
    std::stable_sort(found_.begin(), found_.end(),
                     [](const auto& a, const auto& b) { return a.op.position() < b.op.position(); });
    return true;
  }

  PreparedRun& prepared_;
  engine::RunControl& control_;
  const KnownOperators& known_;
  const Observation how_;
  const model::SubgraphInfo& main_;
  std::vector<run::SafeDistance> found_;
};

} // namespace

Result<std::vector<run::SafeDistance>> measureDistances(const ProfileRequest& request, engine::RunControl& control,
                                                        const KnownOperators& known, std::size_t atATime) {
  Result<PreparedRun> prepared = prepareRun(request);
  if (!prepared) return prepared.error();
  if (!prepared->runner->hasCycles())
    return Error{Stage::kTarget, "the accesses of kernels are unknown for " + prepared->request.kernels + " on " +
                                     prepared->target->name +
                                     ": their code does not run here. Choose kernels that run here, or add the library "
                                     "(`arenascope kernels add`)"};
  if (known.memo == nullptr) return measureAll(*prepared, {.atATime = atATime}, control);
  return MemoizingRunner(*prepared, control, known, atATime).measure();
}

Result<Outputs> outputsFor(const ProfileRequest& request, int number, bool guard, engine::RunControl& control) {
  Result<PreparedRun> prepared = prepareRun(request);
  if (!prepared) return prepared.error();
  return outputsOf(*prepared, number, guard, control);
}

Result<bool> giveTheSame(const ProfileRequest& one, const ProfileRequest& other, int more,
                         engine::RunControl& control) {
  OutputsByInputs expected;
  {
    Result<PreparedRun> prepared = prepareRun(one);
    if (!prepared) return prepared.error();
    for (int number = 0; number <= more; ++number) {
      Result<Outputs> outputs = outputsOf(*prepared, number, false, control);
      if (!outputs) return outputs.error();
      expected.push_back(std::move(*outputs));
    }
  }
  Result<PreparedRun> prepared = prepareRun(other);
  if (!prepared) return prepared.error();
  for (int number = 0; number <= more; ++number) {
    const Result<Outputs> outputs = outputsOf(*prepared, number, number == 0, control);
    if (!outputs) return outputs.error();
    if (*outputs != expected[static_cast<std::size_t>(number)]) return false;
  }
  return true;
}

} // namespace arenascope::service
