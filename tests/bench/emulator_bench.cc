// Instructions per second in the emulator: without hooks, and with the usual instrumentation. Each iteration runs the
// same firmware and model both ways; the counter "ratio" is the median over pairs, by processor time.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <ctime>
#include <vector>

#include "core/model/load/model_file.h"
#include "emulator/elf/firmware_loader.h"
#include "emulator/runners/firmware.h"
#include "emulator/unicorn/machine.h"
#include "tests/support/test_models.h"

namespace arenascope::model {
namespace {

double processorSeconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + std::ssize(values) / 2;
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

void accountingAgainstNoHooks(benchmark::State& state, const std::filesystem::path& path, const std::string& kernels) {
  const auto image = elf::loadFirmware(*runners::findFirmware("cortex-m4", kernels), cpu::kThumbFormat);
  const protocol::GuestFile memory = *protocol::GuestFile::create();
  const auto file = ModelFile::load(path);
  const cpu::Processor& processor = *cpu::find("cortex-m4");
  const protocol::IsCancelled never = [] { return false; };
  const protocol::MachineEvents events{
      .onEvent = [](const trace::Event&) {},
      .onOperator = [](const trace::Position&, int, const run::Cost&, std::vector<run::FunctionCost>) {}};
  protocol::MachineRequest request;
  request.model = file->bytes();
  request.arenaBytes = 1 << 20;
  request.maxInstructions = ~std::uint64_t{0};
  request.mailbox.settings.invoke = 1;
  const double instructions =
      static_cast<double>(unicorn::Machine(*image, processor, memory).run(request, events, never).total.instructions);
  const auto secondsWith = [&](protocol::Instrumentation instrumentation) {
    request.instrumentation = instrumentation;
    unicorn::Machine machine(*image, processor, memory); // a new one: only what counts stays warm
    const double start = processorSeconds();
    const protocol::MachineResult result = machine.run(request, events, never);
    if (!result.failure.empty()) state.SkipWithError(result.failure.c_str());
    return processorSeconds() - start;
  };
  std::vector<double> plain;
  std::vector<double> accounted;
  std::vector<double> ratios;
  for (auto _ : state) {
    plain.push_back(secondsWith(protocol::Instrumentation::kNone));
    accounted.push_back(secondsWith(protocol::Instrumentation::kBlocks));
    ratios.push_back(plain.back() / accounted.back());
  }
  state.counters["withoutHooks/s"] = instructions / median(plain);
  state.counters["withAccounting/s"] = instructions / median(accounted);
  state.counters["ratio"] = median(ratios);
}

// Networks that the measurements of the real interpreter have, where they are; our own sample otherwise.
std::vector<std::filesystem::path> networks() {
  std::vector<std::filesystem::path> found;
  for (const char* name : {"person_detect", "vww_96_int8"}) {
    const auto path = test::sharedFolder() / "models" / (std::string(name) + ".tflite");
    if (std::filesystem::exists(path)) found.push_back(path);
  }
  if (found.empty()) found.push_back(test::sampleModel("image_classifier"));
  return found;
}

[[maybe_unused]] const bool kRegistered = [] {
  for (const auto& path : networks())
    for (const std::string kernels : {"reference", "cmsis-nn"}) {
      const std::string title = "emulator/" + path.stem().string() + "/" + kernels;
      benchmark::RegisterBenchmark(
          title.c_str(), [path, kernels](benchmark::State& state) { accountingAgainstNoHooks(state, path, kernels); })
          ->Unit(benchmark::kMillisecond)
          ->Iterations(41);
    }
  return true;
}();

} // namespace
} // namespace arenascope::model
