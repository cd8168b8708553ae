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

#include "core/analysis/report.h"
#include "emulator/timing/arena_timing.h"
#include "emulator/timing/flash_cache.h"

namespace arenascope::session {

struct RunOptions {
  std::uint64_t arenaBytes = 0;        // exactly what the interpreter gets
  std::uint32_t arenaMisalignment = 0; // how far its base is from a multiple of 64
  bool recording = false;
  bool invoke = false;
  int resourceVariables = 0;
  bool linearPlanner = false; // no two buffers share bytes; otherwise the greedy planner
  // Bytes for inputs, by input number; missing or empty ones get the standard pattern.
  std::vector<std::vector<std::uint8_t>> inputs;
  bool guard = false;        // see that kernels touch nothing that is not theirs; only what is emulated can be watched
  bool keepOutputs = false;  // of every operator, not only their hashes
  timing::FlashTiming flash; // where code is read from; only what is emulated takes time
  timing::ArenaTiming arena; // the memory that the arena lies in, likewise
  profile::Limits limits;    // those of a single run: instructions, loop iterations, operator runs
};

// Progress and cancelling, from any thread.
struct RunControl {
  std::atomic<bool> cancelled = false;
  // Cancels for a reason that people should know: a limit.
  void stop(const std::string& why);
  // What a cancelled run ends with.
  Error stopped();
  // Called now and then with how many operators of the main graph have run so far; may be empty.
  std::function<void(std::size_t done)> progress;

private:
  std::mutex mutex_;
  std::string why_;
};

// A model ready to be run: bytes, facts, and where they come from.
struct LoadedModel {
  profile::ModelFile file;
  profile::ModelInfo info;
};

class Runner {
public:
  virtual ~Runner() = default;
  // What went wrong in the run itself is in the trace; it always says how far the run came.
  virtual profile::RunTrace run(const LoadedModel& model, const RunOptions& options, RunControl& control) = 0;
  // One of the same kind, to run beside this one on another thread.
  virtual std::unique_ptr<Runner> another() const = 0;
  // False where a run has no cost in cycles.
  virtual bool hasCycles() const = 0;
  // What the operators need of flash; nothing where there is no firmware image.
  virtual std::optional<profile::FlashReport> flash(const std::vector<std::string>& operators) const = 0;
};

} // namespace arenascope::session
