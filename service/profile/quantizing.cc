#include "service/profile/quantizing.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <map>
#include <mutex>

#include "core/base/counted.h"
#include "core/model/load/read_model_info.h"
#include "core/model/quantize/constants.h"
#include "core/model/quantize/float_model.h"
#include "core/model/quantize/lstm_range.h"
#include "core/model/quantize/quantizer.h"
#include "emulator/engine/input_pattern.h"
#include "service/profile/prepared_run.h"
#include "service/profile/real_inputs.h"
#include "service/profile/runner_factory.h"

namespace arenascope::service {

using model::ModelFile;
using model::QuantizationNote;
using quantize::Draft;
using quantize::DraftTensor;
using quantize::Numbers;
using run::RunTrace;

namespace {

constexpr std::uint32_t kRandomRuns = 2;

std::vector<float> floatsIn(std::span<const std::uint8_t> bytes) {
  return quantize::numbersOf<float>(
      DraftTensor{.name = "", .shape = {}, .data = std::vector<std::uint8_t>(bytes.begin(), bytes.end())});
}

// Runs one model on this computer, whatever target it is for: results are the same, and all tensors can be kept.
class ComputerRuns {
public:
  static Result<ComputerRuns> of(const ModelFile& file, const ProfileRequest& request) {
    report::RunConfiguration configuration;
    configuration.target = "host";
    configuration.kernels = "reference";
    Result<std::unique_ptr<engine::Runner>> runner = makeRunner(*engine::findTarget("host"), configuration, nullptr);
    if (!runner) return runner.error();
    return ComputerRuns(file, request, std::move(*runner));
  }

  const model::SubgraphInfo& graph() const { return model_.info.subgraphs.front(); }

  Result<RunTrace> run(const std::vector<std::vector<std::uint8_t>>& inputs, bool keepOutputs) {
    engine::RunOptions options;
    options.arenaBytes = std::min(kAmpleBytes, request_.limits.arenaBytes);
    options.interpreter =
        interpreterSettings(request_, request_.resourceVariables.value_or(model_.info.resourceVariables));
    options.interpreter.invoke = 1;
    options.inputs = inputs;
    options.limits = request_.limits;
    options.keepOutputs = keepOutputs;
    engine::RunControl control;
    RunTrace trace = runner_->run(model_, options, control);
    if (trace.error) return *trace.error;
    return trace;
  }

private:
  ComputerRuns(const ModelFile& file, const ProfileRequest& request, std::unique_ptr<engine::Runner> runner)
      : model_{file, model::readModelInfo(file)}, request_(request), runner_(std::move(runner)) {}

  engine::LoadedModel model_;
  const ProfileRequest& request_;
  std::unique_ptr<engine::Runner> runner_;
};

InputSets randomInputs(const model::SubgraphInfo& graph) {
  InputSets sets(kRandomRuns);
  for (std::uint32_t i = 0; i < kRandomRuns; ++i)
    for (const TensorId input : graph.inputs) {
      const model::TensorInfo& tensor = graph.tensors[input.position()];
      const auto seed = static_cast<std::uint32_t>(i * graph.inputs.size() + sets[i].size());
      sets[i].push_back(engine::inputPattern(seed, tensor.type, tensor.bytes));
    }
  return sets;
}

// Widens the ranges of all float tensors of the main graph by those of a run.
void observe(const Draft& model, const RunTrace& trace, quantize::Ranges& ranges) {
  const quantize::DraftGraph& graph = model.main();
  std::map<std::int32_t, std::vector<float>> values; // the latest
  const auto take = [&](std::int32_t tensor, std::span<const std::uint8_t> bytes) {
    if (tensor < 0 || !graph.at(tensor).isFloat()) return;
    std::vector<float>& latest = values[tensor];
    latest = floatsIn(bytes);
    auto& range = ranges[static_cast<std::size_t>(tensor)];
    if (!range) range.emplace();
    range->take(quantize::rangeOf(latest));
  };
  for (std::size_t i = 0; i < std::min(trace.inputs.size(), graph.inputs.size()); ++i)
    take(graph.inputs[i], trace.inputs[i]);
  for (const run::OperatorRun& each : trace.operators) {
    if (each.subgraph != SubgraphId(0)) continue;
    for (const run::TensorBytes& output : each.outputs) take(output.tensor, output.data);
    const quantize::DraftOperator& op = graph.operators[each.op.position()];
    const std::optional<std::int32_t> state = quantize::cellStateOf(graph, op);
    if (!state) continue;
    auto& cell = ranges[static_cast<std::size_t>(*state)];
    if (!cell) cell.emplace();
    cell->take(quantize::cellRangeOf(graph, op, values[op.inputs[0]], values[op.outputs[0]]));
  }
}

// The float inputs as the quantized model takes them.
std::vector<std::vector<std::uint8_t>> inputsFor(const Draft& quantized, const Draft& original,
                                                 const std::vector<std::vector<std::uint8_t>>& inputs) {
  std::vector<std::vector<std::uint8_t>> result;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const DraftTensor& wanted = quantized.main().at(quantized.main().inputs[i]);
    DraftTensor given = original.main().at(original.main().inputs[i]);
    given.data = inputs[i];
    if (given.isFloat() && !wanted.isFloat())
      given = quantize::withScale(given, {wanted.type, wanted.quantization.scales[0],
                                          static_cast<std::int32_t>(wanted.quantization.zeroPoints[0])});
    result.push_back(std::move(given.data));
  }
  return result;
}

// Differences of one output over all sets.
class Difference {
public:
  void add(const std::vector<float>& wanted, const std::vector<float>& found) {
    for (std::size_t i = 0; i < std::min(wanted.size(), found.size()); ++i) {
      const double off = std::abs(static_cast<double>(wanted[i]) - static_cast<double>(found[i]));
      sum_ += off;
      most_ = std::max(most_, off);
      least_ = count_ == 0 ? wanted[i] : std::min(least_, wanted[i]);
      greatest_ = count_ == 0 ? wanted[i] : std::max(greatest_, wanted[i]);
      ++count_;
    }
    const auto largest = [](const std::vector<float>& values) {
      return std::max_element(values.begin(), values.end()) - values.begin();
    };
    if (largest(wanted) == largest(found)) ++agreements_;
  }

  QuantizationNote::Accuracy of(std::size_t output) const {
    const double mean = count_ == 0 ? 0 : sum_ / static_cast<double>(count_);
    return {.output = static_cast<std::int32_t>(output),
            .mean = mean,
            .most = most_,
            .range = static_cast<double>(greatest_) - static_cast<double>(least_),
            .agreements = agreements_};
  }

private:
  double sum_ = 0;
  double most_ = 0;
  float least_ = 0;
  float greatest_ = 0;
  std::size_t count_ = 0;
  std::int32_t agreements_ = 0;
};

class Conversion {
public:
  Conversion(const ModelFile& file, const ProfileRequest& request, Numbers numbers)
      : file_(file), request_(request), numbers_(numbers) {}

  Result<ModelFile> run() {
    Result<Draft> original = quantize::floatModelOf(file_.bytes());
    if (!original) return refuse(original.error());
    original_ = std::move(*original);
    if (auto failed = runFloatModel()) return refuse(*failed);
    Result<quantize::QuantizedModel> made = quantize::quantized(original_, numbers_, ranges_);
    if (!made) return refuse(made.error());
    note_.numbers = quantize::numbersName(numbers_);
    for (const quantize::FloatOperator& each : made->inFloat)
      note_.inFloat.push_back({each.op, each.name, each.reason});
    if (!request_.calibration.empty()) {
      note_.inputs = static_cast<std::int32_t>(sets_.size());
      if (auto failed = compare(made->draft)) return refuse(*failed);
    }
    return finished(std::move(made->draft));
  }

private:
  Error refuse(const Error& error) const {
    return {error.stage, file_.path() + " cannot be run as " + quantize::numbersName(numbers_) + ": " + error.message};
  }

  std::optional<Error> runFloatModel() {
    const Result<ModelFile> plain = load(original_);
    if (!plain) return plain.error();
    Result<ComputerRuns> runs = ComputerRuns::of(*plain, request_);
    if (!runs) return runs.error();
    if (request_.calibration.empty()) {
      sets_ = randomInputs(runs->graph());
    } else {
      Result<InputSets> real = readRealInputs(request_.calibration, model::readModelInfo(*plain));
      if (!real) return real.error();
      sets_ = std::move(*real);
    }
    ranges_.resize(original_.main().tensors.size());
    for (const auto& inputs : sets_) {
      Result<RunTrace> trace = runs->run(inputs, true);
      if (!trace) return trace.error();
      observe(original_, *trace, ranges_);
      outputs_.push_back(std::move(trace->outputs));
    }
    return std::nullopt;
  }

  // The accuracy of the outputs.
  std::optional<Error> compare(const Draft& quantized) {
    const Result<ModelFile> file = load(quantized);
    if (!file) return file.error();
    Result<ComputerRuns> runs = ComputerRuns::of(*file, request_);
    if (!runs) return runs.error();
    std::map<std::size_t, Difference> differences;
    for (std::size_t s = 0; s < sets_.size(); ++s) {
      Result<RunTrace> trace = runs->run(inputsFor(quantized, original_, sets_[s]), false);
      if (!trace) return trace.error();
      for (std::size_t i = 0; i < std::min(trace->outputs.size(), outputs_[s].size()); ++i) {
        if (!original_.main().at(original_.main().outputs[i]).isFloat()) continue;
        DraftTensor found = quantized.main().at(quantized.main().outputs[i]);
        found.data = trace->outputs[i];
        differences[i].add(floatsIn(outputs_[s][i]), quantize::floatsOf(found));
      }
    }
    for (const auto& [output, difference] : differences) note_.accuracy.push_back(difference.of(output));
    return std::nullopt;
  }

  Result<ModelFile> finished(Draft draft) const {
    draft.description =
        fmt::format("{} by ArenaScope, {}", note_.numbers,
                    note_.isCalibrated() ? "with ranges of " + counted(sets_.size(), "real input")
                                         : "a preview: with ranges of random inputs, its outputs mean nothing");
    quantize::addNote(draft, model::toText(note_));
    return load(draft);
  }

  Result<ModelFile> load(const Draft& draft) const {
    return ModelFile::fromBytes(quantize::written(draft), file_.path(), request_.limits);
  }

  const ModelFile& file_;
  const ProfileRequest& request_;
  Numbers numbers_;
  Draft original_;
  InputSets sets_;
  quantize::Ranges ranges_;
  std::vector<std::vector<std::vector<std::uint8_t>>> outputs_; // of the float model, by set
  QuantizationNote note_;
};

// Changes with the files of the folder.
std::string fingerprint(const std::filesystem::path& folder) {
  std::vector<std::string> files;
  std::error_code code;
  for (std::filesystem::directory_iterator each(folder, code), end; !code && each != end; each.increment(code))
    files.push_back(fmt::format("{} {} {}", each->path().string(), each->file_size(code),
                                each->last_write_time(code).time_since_epoch().count()));
  std::sort(files.begin(), files.end());
  return fmt::format("{}", fmt::join(files, " "));
}

// The latest conversions: one request makes several runs of the same model.
class Conversions {
public:
  Result<ModelFile> of(const ModelFile& file, const ProfileRequest& request, Numbers numbers) {
    const std::string key = fmt::format("{} {} {} {}", file.path(), file.sha256(), request.quantize,
                                        request.calibration.empty() ? "" : fingerprint(request.calibration));
    const std::lock_guard lock(mutex_); // also for those who wait for the same
    for (const auto& [known, model] : latest_)
      if (known == key) return model;
    Result<ModelFile> made = Conversion(file, request, numbers).run();
    if (!made) return made.error();
    if (latest_.size() == kKept) latest_.pop_front();
    latest_.emplace_back(key, *made);
    return made;
  }

private:
  static constexpr std::size_t kKept = 4;
  std::mutex mutex_;
  std::deque<std::pair<std::string, ModelFile>> latest_;
};

} // namespace

Result<ModelFile> quantizedModel(const ModelFile& file, const ProfileRequest& request) {
  const std::optional<Numbers> numbers = quantize::numbersNamed(request.quantize);
  if (!numbers) return Error{Stage::kUsage, "numbers " + request.quantize + " are not known"};
  if (const auto& note = file.graph().quantized; note && note->numbers == request.quantize) return file;
  static Conversions conversions;
  return conversions.of(file, request, *numbers);
}

} // namespace arenascope::service
