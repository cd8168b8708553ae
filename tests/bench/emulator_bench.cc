// Instructions a second in the emulator: without any hook, and with the accounting that every profile uses. The same
// firmware and model in the same run; the ratio of the two is what counts.
#include <benchmark/benchmark.h>

#include "emulator/machine/cortex_m_machine.h"
#include "emulator/session/cortex_m_runner.h"
#include "emulator/session/target.h"
#include "tests/support/test_models.h"

namespace arenascope::machine {
namespace {

void runModel(benchmark::State& state, const std::filesystem::path& path, const std::string& kernels,
              Accounting accounting) {
  const auto image = FirmwareImage::load(*session::findFirmware("cortex-m4", kernels));
  const auto model = timing::makeCortexM4();
  const auto file = profile::ModelFile::load(path);
  CortexMMachine machine(*image, session::findTarget("cortex-m4")->cpu, *model);
  const std::atomic<bool> cancelled = false;
  const MachineEvents events{
      .onEvent = [](const trace::Event&) {},
      .onOperator = [](const trace::Position&, int, const profile::Cost&, std::vector<profile::FunctionCost>) {}};
  MachineRequest request;
  request.model = file->bytes();
  request.arenaBytes = 1 << 20;
  request.maxInstructions = ~std::uint64_t{0};
  request.mailbox.invoke = 1;
  request.accounting = Accounting::kBlocks;
  const double instructions = static_cast<double>(machine.run(request, events, cancelled).total.instructions);
  request.accounting = accounting;
  for (auto _ : state) {
    const MachineResult result = machine.run(request, events, cancelled);
    if (!result.failure.empty()) state.SkipWithError(result.failure.c_str());
  }
  state.counters["instructions/s"] =
      benchmark::Counter(instructions * static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
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
    for (const std::string kernels : {"reference", "cmsis-nn"})
      for (const auto& [name, accounting] :
           {std::pair{"withoutHooks", Accounting::kNone}, std::pair{"withAccounting", Accounting::kBlocks}}) {
        const std::string title = "emulator/" + path.stem().string() + "/" + kernels + "/" + name;
        benchmark::RegisterBenchmark(title.c_str(),
                                     [path, kernels, accounting = accounting](benchmark::State& state) {
                                       runModel(state, path, kernels, accounting);
                                     })
            ->Unit(benchmark::kMillisecond)
            ->MinTime(1.0);
      }
  return true;
}();

} // namespace
} // namespace arenascope::machine
