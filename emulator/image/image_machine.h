// Boots somebody's firmware image from its reset vector and watches the interpreter in it. The image stays as it is:
// code and data are read, never written, unless a run is told to (an arena of another size, inputs).
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/analysis/overlap_meter.h"
#include "core/analysis/run_trace.h"
#include "core/model/model_info.h"
#include "emulator/image/boot_options.h"
#include "emulator/image/image_file.h"
#include "emulator/image/peripherals.h"
#include "emulator/image/reconstruction.h"
#include "emulator/machine/block_table.h"
#include "emulator/timing/flash_cache.h"
#include "emulator/timing/ram_waits.h"

namespace arenascope::machine {
class Engine;
}

namespace arenascope::image {

// For an image that has our harness in it: what to run, and in which arena (emulator/harness/request.h).
struct HarnessRun {
  std::span<const std::uint8_t> model;
  std::uint64_t arenaBytes = 0;
  std::uint32_t arenaMisalignment = 0; // how far the arena's address is from a multiple of 64
  std::uint32_t resourceVariables = 0;
  bool linearPlanner = false;
  std::vector<std::uint8_t> operators; // by row of the table: whether the model needs it
};

struct ImageRequest {
  BootOptions boot;
  std::optional<HarnessRun> harness;
  std::span<const std::uint8_t> otherModel; // what the interpreter is constructed with instead of its own; or empty
  // Bytes that the arena is larger (its start lies lower) or smaller than the image's; its end stays.
  std::int64_t arenaGrowth = 0;
  bool invoke = true;
  bool measureStack = false;                     // slower: the stack pointer is read at every block
  std::vector<std::vector<std::uint8_t>> inputs; // empty ones stay as the application fills them,
  std::vector<std::vector<std::uint8_t>> others; // or get these, where it never comes to that
  std::uint64_t maxInstructions = 0;
  timing::FlashTiming flash;
  timing::RamWaits ram;                   // wherever the image has RAM
  profile::OverlapMeter* meter = nullptr; // told of every access of a kernel to the arena
};

// An operator has run; its outputs are still in memory.
using OnOperator =
    std::function<void(const trace::Position&, int depth, const profile::Cost&, std::vector<profile::FunctionCost>)>;

struct ImageResult {
  bool found = false;     // an interpreter with this model
  bool allocated = false; // the application came to an inference, or its operators could be called
  bool invoked = false;
  std::uint32_t arenaAddress = 0;
  std::uint32_t arenaBytes = 0; // as the image has it
  std::uint32_t nodeBytes = 0;
  std::uint32_t constructed = 0;          // allocators, until the one that is watched
  std::vector<std::uint32_t> otherArenas; // bytes of those of further allocators, until the inference
  bool usedSecondCore = false;            // of an RP2040: costs are those of both, one after the other
  bool calledByHost = false; // the application never ran an inference, so that its operators were called one by one
  bool invokeSeen = false;   // costs are those of the interpreter's Invoke(), not only of what is between operators
  Reconstruction seen;
  std::vector<PlannedRecord> planned; // with where they were put
  std::vector<std::uint32_t> placed;  // address of each of these
  bool planSeen = false;              // lifetimes are the planner's; otherwise they are the graph's, without scratch
  std::optional<profile::ArenaUse> use;
  profile::Cost invoke; // inside the inference
  std::vector<profile::FunctionCost> invokeFunctions;
  std::optional<profile::StackUse> stack;
  std::string console;
  std::vector<PolledRegister> polled;
  std::vector<std::int32_t> unusedOperators; // built-in codes that are registered, and not in the model
  int unregistered = -1;                     // the row of an operator that the harness could not register
  std::string failure;                       // why it did not come further; empty where it did
};

class ImageMachine {
public:
  // cpu: Unicorn's number of the processor. image, model, file and info must outlive it.
  ImageMachine(const ImageFile& image, int cpu, const timing::CycleModel& model, const profile::ModelFile& file,
               const profile::ModelInfo& info);
  ~ImageMachine();

  ImageResult run(const ImageRequest& request, const OnOperator& onOperator, const std::atomic<bool>& cancelled);
  // What is in memory after a run; empty where not all of it is there.
  std::span<const std::uint8_t> memory(std::uint32_t address, std::uint64_t bytes);
  // A tensor's bytes while a run goes on or after it; empty where it has none.
  std::span<std::uint8_t> tensor(std::size_t subgraph, std::size_t tensor);

private:
  class Run;

  const ImageFile& image_;
  int cpu_;
  const profile::ModelFile& file_;
  const profile::ModelInfo& info_;
  std::unique_ptr<machine::BlockTable> blocks_;
  std::unique_ptr<machine::Engine> engine_; // of the run
  std::unique_ptr<Run> run_;
};

} // namespace arenascope::image
