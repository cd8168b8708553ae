// Runs the interpreter core once with a model: on the host, or as firmware on an emulated Cortex-M.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/interpreter/tflm/variant.h"
#include "core/model/load/model_file.h"
#include "core/report/report.h"
#include "emulator/cpu/flash_cache.h"
#include "emulator/cpu/ram_timing.h"
#include "emulator/firmware/interpreter_settings.h"

namespace arenascope::engine {

// Everything that a run depends on beside the model and what runs it; forEachField() lists it all.
struct RunOptions {
  std::uint64_t arenaBytes = 0;        // exactly what the interpreter gets
  std::uint32_t arenaMisalignment = 0; // how far its base is from a multiple of 64
  firmware::InterpreterSettings interpreter;
  // Bytes for inputs, by input number; missing or empty ones get the standard pattern.
  std::vector<std::vector<std::uint8_t>> inputs;
  bool guard = false;       // see that kernels touch nothing that is not theirs; only what is emulated can be watched
  bool distances = false;   // see how close outputs may lie to inputs (RunTrace::distances); likewise
  bool keepOutputs = false; // of every operator, not only their hashes
  cpu::FlashTiming flash;   // where code is read from; only what is emulated takes time
  cpu::RamTiming ram;       // data, stack and arena; likewise
  std::optional<cpu::ArenaTiming> arena; // where it lies in other RAM than everything else; likewise
  arenascope::Limits limits;             // those of a single run: instructions, loop iterations, operator runs
};

// Calls visit(name, value) for each number in it, and visit(name, bytes) for each input. A field that is not in the
// list does not compile.
template <typename Visit>
void forEachField(const RunOptions& options, Visit visit) {
  const auto& [arenaBytes, misalignment, interpreter, inputs, guard, distances, keepOutputs, flash, ram, arena,
               limits] = options;
  visit("arena", arenaBytes);
  visit("misalignment", misalignment);
  visit("guard", guard ? 1U : 0U);
  visit("distances", distances ? 1U : 0U);
  visit("outputs", keepOutputs ? 1U : 0U);
  const auto& [recording, variables, invoke, linear, iterations] = interpreter;
  visit("recording", recording);
  visit("variables", variables);
  visit("invoke", invoke);
  visit("linear planner", linear);
  visit("loop iterations", iterations);
  const auto& [wait, line, code, data, ways, shared, prefetch] = flash;
  visit("flash wait", wait);
  visit("flash line", line);
  visit("code cache", code);
  visit("data cache", data);
  visit("cache ways", ways);
  visit("one cache", shared ? 1U : 0U);
  visit("prefetch", prefetch ? 1U : 0U);
  const auto& [nonPersistent, persistent, headBytes] = arena.value_or(cpu::ArenaTiming());
  for (const cpu::RamTiming* memory : {&ram, &nonPersistent, &persistent}) {
    const auto& [ramReads, ramWrites, ramLine, ramCache] = *memory;
    visit("ram reads", ramReads);
    visit("ram writes", ramWrites);
    visit("ram line", ramLine);
    visit("ram cache", ramCache);
  }
  visit("arena apart", arena ? 1U : 0U);
  visit("head", headBytes);
  visit("instructions", limits.instructions); // the other limits are looked at before a run, or end it without a trace
  visit("operator runs", limits.operatorRuns);
  for (const auto& input : inputs) visit("input", std::span<const std::uint8_t>(input));
}

// Progress and cancelling, from any thread.
struct RunControl {
  std::atomic<bool> cancelled = false;
  // Cancels for a reason that people should know: a limit.
  void stop(const std::string& why);
  // Where it has more memory in use than it may.
  void stopBeyond(const arenascope::Limits& limits, std::uint64_t bytes);
  // What a cancelled run ends with.
  Error stopped();
  // Called now and then with how many operators of the main graph have run so far; may be empty.
  std::function<void(std::size_t done)> progress;
  // Called before each operator where there are no threads that could look at limits meanwhile; may be empty.
  std::function<void()> look;

private:
  std::mutex mutex_;
  std::string why_;
};

// A model ready to be run: bytes, facts, and where they come from.
struct LoadedModel {
  model::ModelFile file;
  model::ModelInfo info;
};

class Runner {
public:
  virtual ~Runner() = default;
  // What went wrong in the run itself is in the trace; it always says how far the run came.
  virtual run::RunTrace run(const LoadedModel& model, const RunOptions& options, RunControl& control) = 0;
  // One of the same kind, to run beside this one on another thread.
  virtual std::unique_ptr<Runner> another() const = 0;
  // All that its answers depend on beside model and options: program, worker, image, interpreter. Empty where that
  // is not known, and nothing may be kept.
  virtual std::string identity() const { return {}; }
  // False where a run has no cost in cycles,
  virtual bool hasCycles() const = 0;
  // and why, where that is worth a sentence.
  virtual std::string whyNoCycles() const { return {}; }
  // Which processor its kernels are compiled for, where their accesses can be watched,
  virtual std::string watchedOn() const { return {}; }
  // and which code the target has in their place, where that does not run here; otherwise empty.
  virtual std::string unwatched() const { return {}; }
  // What its kernels were compiled by: "GCC 12.2.1, -O2"; empty where it is not known.
  virtual std::string compiler() const { return {}; }
  // Whether there is code for an operator, by its name.
  virtual bool hasKernel(const std::string& name) const;
  // What the operators need of flash; nothing where there is no firmware image.
  virtual std::optional<report::FlashReport> flash(const std::vector<std::string>& operators) const = 0;
};

// Whether a revision has the operator, by its name.
bool isInRevision(const tflm::Variant& variant, const std::string& name);

} // namespace arenascope::engine
