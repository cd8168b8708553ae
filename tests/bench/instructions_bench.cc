// Instructions of our kernels against those measured of the real interpreter's, network by network: the counter
// `ratio`, and one for each kind of operator that takes more than a hundredth of the network. Needs the folder with
// measurements; without it, the two kernel sets are compared on the sample models. Against each library that was added
// as a kernel set (`arenascope kernels add`) operator by operator: for each kind the smallest and the largest ratio of
// a single one, and how many of all are more than a tenth apart.
//
//   arenascope-bench --benchmark_filter=instructions
#include <benchmark/benchmark.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "emulator/engine/kernel_library.h"
#include "emulator/engine/target.h"
#include "tests/support/test_models.h"

namespace arenascope {
namespace {

using nlohmann::json;

constexpr double kMaxInstructions = 150e6; // networks beyond that take minutes
constexpr std::size_t kNetworkOperators = 3;

struct Measured {
  std::string kernels;
  std::string name;
  json oracle;
};

// Instructions by kind of operator.
std::map<std::string, double> byOperator(const json& oracle) {
  std::map<std::string, double> sums;
  for (const json& op : oracle.at("ops")) sums[op["name"]] += op["instructions"].get<double>();
  return sums;
}
std::map<std::string, double> byOperator(const report::Report& report) {
  std::map<std::string, double> sums;
  for (const report::OperatorReport& row : report.operators)
    sums[row.name] += static_cast<double>(row.cost.instructions);
  return sums;
}

void againstTheRealInterpreter(benchmark::State& state, const Measured& measured) {
  const std::filesystem::path model = test::sharedFolder() / "models" / (measured.name + ".tflite");
  for (auto _ : state) {
    const report::Report report = test::profileOf(model, "cortex-m4", measured.kernels);
    if (!report.ok()) return state.SkipWithError(report.error->message.c_str());
    const auto real = byOperator(measured.oracle);
    auto ours = byOperator(report);
    double realTotal = 0.0;
    double ourTotal = 0.0;
    for (const auto& [name, instructions] : real) {
      realTotal += instructions;
      ourTotal += ours[name];
    }
    for (const auto& [name, instructions] : real)
      if (instructions > realTotal / 100.0) state.counters[name] = ours[name] / instructions;
    state.counters["instructions"] = ourTotal;
    state.counters["ratio"] = ourTotal / realTotal;
  }
}

void againstLibrary(benchmark::State& state, const engine::KernelLibrary& library, const std::string& kernels,
                    const std::string& network) {
  const std::filesystem::path model = test::sharedFolder() / "models" / (network + ".tflite");
  for (auto _ : state) {
    const report::Report ours = test::profileOf(model, library.target, kernels);
    const report::Report real = test::profileOf(model, library.target, library.name);
    if (!ours.ok() || !real.ok() || ours.operators.size() != real.operators.size())
      return state.SkipWithError("the network does not run with both");
    double apart = 0.0;
    for (std::size_t i = 0; i < ours.operators.size(); ++i) {
      const auto instructions = [i](const report::Report& report) {
        return static_cast<double>(report.operators[i].cost.instructions);
      };
      const double ratio = instructions(ours) / instructions(real);
      const std::string name = ours.operators[i].name;
      auto& least = state.counters.try_emplace(name + ".min", ratio).first->second;
      auto& most = state.counters.try_emplace(name + ".max", ratio).first->second;
      least = std::min(least.value, ratio);
      most = std::max(most.value, ratio);
      if (ratio < 0.9 || ratio > 1.1) ++apart;
    }
    state.counters["apart"] = apart;
    state.counters["operators"] = static_cast<double>(ours.operators.size());
    state.counters["ratio"] =
        static_cast<double>(ours.cost->kernels.instructions) / static_cast<double>(real.cost->kernels.instructions);
  }
}

void betweenKernelSets(benchmark::State& state, const std::string& sample) {
  for (auto _ : state) {
    const auto instructions = [&](const char* kernels) {
      const report::Report report = test::profileOf(test::sampleModel(sample), "cortex-m4", kernels);
      return static_cast<double>(report.cost->kernels.instructions);
    };
    state.counters["reference/cmsis-nn"] = instructions("reference") / instructions("cmsis-nn");
  }
}

std::vector<Measured> measuredNetworks(const std::string& kernels) {
  std::vector<Measured> networks;
  const std::filesystem::path folder = test::sharedFolder() / "oracle" / ("cortex-m4-" + kernels);
  std::error_code code;
  for (const auto& entry : std::filesystem::directory_iterator(folder, code)) {
    if (entry.path().extension() != ".json") continue;
    std::ifstream stream(entry.path());
    json oracle = json::parse(stream);
    const std::string name = entry.path().stem().string();
    const double instructions = oracle.value("kernel_instructions", 0.0);
    const bool network = oracle.value("ops", json::array()).size() >= kNetworkOperators && !name.starts_with("op_");
    if (network && instructions > 0 && instructions <= kMaxInstructions)
      networks.push_back({kernels, name, std::move(oracle)});
  }
  std::sort(networks.begin(), networks.end(), [](const Measured& a, const Measured& b) { return a.name < b.name; });
  return networks;
}

const bool kRegistered = [] {
  for (const char* kernels : {"cmsis-nn", "reference"})
    for (const Measured& measured : measuredNetworks(kernels))
      benchmark::RegisterBenchmark(("instructions/" + measured.kernels + "/" + measured.name).c_str(),
                                   [measured](benchmark::State& state) { againstTheRealInterpreter(state, measured); })
          ->Iterations(1)
          ->Unit(benchmark::kMillisecond);
  for (const engine::KernelLibrary& library : engine::kernelLibraries())
    for (const std::string& kernels : engine::ownKernelSets(*engine::findTarget(library.target)))
      for (const char* network : {"person_detect", "kws_ref_model", "vww_96_int8", "pretrainedResnet_quant",
                                  "ad01_int8", "micro_speech_quantized"})
        benchmark::RegisterBenchmark(("instructions/" + library.name + "/" + kernels + "/" + network).c_str(),
                                     [=](benchmark::State& state) { againstLibrary(state, library, kernels, network); })
            ->Iterations(1)
            ->Unit(benchmark::kMillisecond);
  for (const char* sample : {"keyword_spotter", "person_detector", "image_classifier", "autoencoder"})
    benchmark::RegisterBenchmark((std::string("instructions/samples/") + sample).c_str(),
                                 [sample](benchmark::State& state) { betweenKernelSets(state, sample); })
        ->Iterations(1)
        ->Unit(benchmark::kMillisecond);
  return true;
}();

} // namespace
} // namespace arenascope
