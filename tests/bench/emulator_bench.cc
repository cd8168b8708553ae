// Instructions a second in the emulator: without any hook, and with the accounting that every profile uses. The same
// firmware and model in the same run; the ratio of the two is what counts.
#include <benchmark/benchmark.h>

#include "emulator/machine/cortex_m_machine.h"
#include "emulator/session/cortex_m_runner.h"
#include "emulator/session/target.h"
#include "tests/support/test_models.h"

namespace arenascope::machine {
namespace {

void runImageClassifier(benchmark::State& state, Accounting accounting) {
  const auto image = FirmwareImage::load(*session::findFirmware("cortex-m4", "reference"));
  const auto model = timing::makeCortexM4();
  const auto file = profile::ModelFile::load(test::sampleModel("image_classifier"));
  CortexMMachine machine(*image, session::findTarget("cortex-m4")->cpu, *model);
  const std::atomic<bool> cancelled = false;
  const MachineEvents events{.onEvent = [](const trace::Event&) {},
                             .onOperator = [](const trace::Position&, int, const profile::Cost&) {}};
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

void emulatorWithoutHooks(benchmark::State& state) { runImageClassifier(state, Accounting::kNone); }
void emulatorWithAccounting(benchmark::State& state) { runImageClassifier(state, Accounting::kBlocks); }
BENCHMARK(emulatorWithoutHooks)->Unit(benchmark::kMillisecond)->MinTime(2.0);
BENCHMARK(emulatorWithAccounting)->Unit(benchmark::kMillisecond)->MinTime(2.0);

} // namespace
} // namespace arenascope::machine
