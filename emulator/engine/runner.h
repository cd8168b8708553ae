// Runs the interpreter core once with a model: on the host, or as firmware on an emulated processor.
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
#include "emulator/engine/placed_part.h"
#include "emulator/firmware/interpreter_settings.h"

namespace arenascope::engine {

// Everything that a run depends on besides the model and the runner; forEachField() lists all of it.
struct RunOptions {
  std::uint64_t arenaBytes = 0;         // exact size for the interpreter
  std::uint32_t decompressionBytes = 0; // alternative decompression memory beside it
  std::uint32_t arenaMisalignment = 0;  // bytes from a multiple of 64 to its base
  firmware::InterpreterSettings interpreter;
  // Bytes for inputs, by input number; missing or empty ones get the standard pattern.
  std::vector<std::vector<std::uint8_t>> inputs;
  bool guard = false;       // check that kernels stay in their buffers; emulated targets only
  bool distances = false;   // measure how far outputs may overlap inputs (RunTrace::distances); emulated targets only
  bool keepOutputs = false; // of every operator, not only their hashes
  cpu::FlashTiming flash;   // of code; emulated targets only
  cpu::RamTiming ram;       // of data, stack and arena; emulated targets only
  std::optional<cpu::ArenaTiming> arena; // if it is in other RAM than everything else; emulated targets only
  std::vector<PlacedPart> placed;        // code and constants in RAM, or watched; emulated targets only
  arenascope::Limits limits;             // those of a single run: instructions, loop iterations, operator runs
};

// Calls visit(name, value) for each number in it, and visit(name, bytes) for each input. A field missing in the
// list does not compile.
template <typename Visit>
void forEachField(const RunOptions& options, Visit visit) {
  const auto& [arenaBytes, decompression, misalignment, interpreter, inputs, guard, distances, keepOutputs, flash, ram,
               arena, placed, limits] = options;
  visit("arena", arenaBytes);
  visit("decompression memory", decompression);
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
  for (const PlacedPart& part : placed) {
    const std::vector<std::uint8_t> bytes = bytesOf(part);
    visit("placed", std::span<const std::uint8_t>(bytes));
  }
}

// Progress and cancelling, from any thread.
struct RunControl {
  std::atomic<bool> cancelled = false;
  // Cancels with a reason for the user: a limit.
  void stop(const std::string& why);
  // For a job that exceeds its memory limit.
  void stopBeyond(const arenascope::Limits& limits, std::uint64_t bytes);
  // The error of a cancelled run.
  Error stopped();
  // Called from time to time with the number of finished operators of the main graph; may be empty.
  std::function<void(std::size_t done)> progress;
  // Called before each operator if no thread can check limits; may be empty.
  std::function<void()> look;

private:
  std::mutex mutex_;
  std::string why_;
};

// A model ready to run: bytes, info, and their source.
struct LoadedModel {
  model::ModelFile file;
  model::ModelInfo info;
};

class Runner {
public:
  virtual ~Runner() = default;
  // Errors of the run are in the trace, which always shows how far it came.
  virtual run::RunTrace run(const LoadedModel& model, const RunOptions& options, RunControl& control) = 0;
  // Another one of the same kind, for a parallel run on another thread.
  virtual std::unique_ptr<Runner> another() const = 0;
  // Everything that its answers depend on besides model and options: program, worker, image, interpreter. Empty if
  // unknown; then nothing is cached.
  virtual std::string identity() const { return {}; }
  // False if a run has no cycles,
  virtual bool hasCycles() const = 0;
  // and the reason, if it is worth a sentence.
  virtual std::string whyNoCycles() const { return {}; }
  // The processor that its kernels are compiled for, if their accesses can be observed,
  virtual std::string watchedOn() const { return {}; }
  // and the target's own code if that does not run here; otherwise empty.
  virtual std::string unwatched() const { return {}; }
  // The compiler of its kernels: "GCC 12.2.1, -O2"; empty if unknown.
  virtual std::string compiler() const { return {}; }
  // Whether it has code for an operator, by name.
  virtual bool hasKernel(const std::string& name) const;
  // Flash of operators; absent without a firmware image.
  virtual std::optional<report::FlashReport> flash(const std::vector<std::string>& operators) const = 0;
};

// Whether a revision has the operator, by its name.
bool isInRevision(const tflm::Variant& variant, const std::string& name);

} // namespace arenascope::engine
