// A profile of a model: everything that the window and the command line show.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/hardware/evidence.h"
#include "core/interpreter/tflm/struct_sizes.h"
#include "core/model/graph/model_info.h"
#include "core/report/arena_analysis.h"
#include "core/report/ram_contents.h"
#include "core/report/run_configuration.h"
#include "core/run/event_text.h"
#include "core/run/run_trace.h"

namespace arenascope::report {

using run::operatorPlace;

struct ArenaFigures {
  std::uint64_t used = 0;        // arena_used_bytes()
  std::uint64_t head = 0;        // planned buffers
  std::uint64_t tail = 0;        // persistent
  std::uint64_t tempPeak = 0;    // maximum of temporary memory while operators are prepared
  std::uint64_t minimum = 0;     // smallest arena that works
  bool minimumProven = false;    // it ran with this size, and 16 bytes less cannot hold the allocations
  std::uint64_t recommended = 0; // minimum plus the requested headroom, a multiple of 16
  bool anyAddress = false;       // recommended is sufficient at any address, not only a 16-byte aligned one
};

struct PlannedBuffer {
  BufferId index{};
  bool scratch = false;
  std::string name;
  std::string detail; // type and shape of a tensor
  std::uint64_t bytes = 0;
  PlannerStep firstOp{}; // OperatorReport::time of the writer; -1: placed from the start, without one
  PlannerStep lastOp{};  // -1: placed but unused
  std::int32_t offlineOffset = -1;
  std::uint64_t offset = 0;

  // Rounded size in the plan.
  std::uint64_t plannedBytes() const { return roundUpToStep(bytes); }
  bool liveAt(PlannerStep time) const { return firstOp <= time && time <= lastOp; }
};

struct OperatorReport {
  SubgraphId subgraph{0};
  OperatorId index{0};
  PlannerStep time{}; // OperatorInfo::time
  std::string name;
  run::Cost cost;
  std::vector<run::FunctionCost> functions; // inside the kernel; most cycles first
  std::uint64_t macs = 0;
  std::uint64_t liveBytes = 0; // of the head while it runs, with buffers rounded as in the plan
  std::uint64_t weightBytes = 0;
  std::vector<run::TensorBytes> outputs;
};

struct IoReport {
  std::string name;
  std::string type;
  std::vector<std::int32_t> shape;
  std::vector<std::uint8_t> bytes;
};

struct CostSummary {
  run::Cost total; // one Invoke(), without `watching`
  run::Cost kernels;
  run::Cost watching; // overhead of our firmware, which calls kernels through an extra function
  std::vector<run::FunctionCost> interpreterFunctions; // outside kernels; most cycles first
  std::uint64_t calls = 0;                             // operators called by the interpreter
  run::Cost interpreter() const { return total - kernels; }
  // Its cycles before, between and after operators, per operator.
  double interpreterCyclesPerOperator() const;
  // Percentage of these cycles in the total.
  double percent(std::uint64_t cycles) const;
  // Percentage of the interpreter.
  double overheadPercent() const { return percent(interpreter().cycles); }
};

// Flash in bytes, from the linked firmware image. Code that operators share counts once in a sum.
struct FlashReport {
  struct Operator {
    std::string name;
    std::uint64_t bytes = 0; // added to the interpreter if it is the only operator
  };
  std::vector<Operator> operators; // the model's
  std::uint64_t interpreter = 0;   // without operators
  std::uint64_t needed = 0;        // added by the model's operators
  std::uint64_t all = 0;           // added by all operators that the image registers

  // By registering only the model's operators.
  std::uint64_t saved() const { return all - needed; }
};

// Additional data on a third-party image.
struct FirmwareReport {
  std::string core;  // target that it runs on
  std::string entry; // address at which it started
  std::uint64_t arenaAddress = 0;
  std::uint64_t arenaBytes = 0; // size given to the interpreter by the application
  std::uint64_t modelAddress = 0;
  std::string console; // its text output
  // How allocations and lifetimes were found, in sentences.
  std::string allocationsFoundBy;
  std::string planFoundBy;
  std::string operatorsFoundBy;
  std::string minimumFoundBy;
  std::vector<std::string> unusedOperators; // registered, but not in the model
  std::vector<std::string> polledRegisters; // answered with values that devices give: "0x40021000, 80 times"
  std::vector<std::string> notes;
  std::optional<RamContents> ram;          // of an ELF file
  std::uint64_t deepestStack = 0;          // lowest address on the interpreter's stack while it worked; 0: not measured
  std::optional<std::uint64_t> askedBytes; // arena size of the run, if the user gave one
};

struct Report : RunConfiguration {
  model::ModelInfo model;
  tflm::Abi abi = tflm::Abi::kShortEnums32; // struct layout of the target's compilers
  std::string otherLevel;                   // why its kernels are not compiled as in its board's usual library
  std::string withoutCycles;                // why there are none, if the target may have some
  hardware::Accuracy accuracy;              // of the cycles
  std::string compiler;                     // of the kernels whose cycles these are; empty if not known
  std::optional<run::StackUse> stack;       // absent on the host
  std::optional<Error> error;
  std::optional<ArenaFigures> arena; // absent if allocation failed even with ample memory
  std::vector<trace::Event> allocations;
  ArenaAnalysis analysis;
  std::vector<PlannedBuffer> buffers;
  std::vector<run::RecordedTotals> recorded;
  run::ArenaUse recordedUse;
  std::vector<OperatorReport> operators; // in order of execution, or of the graph if nothing ran
  bool invoked = false;
  std::optional<std::uint64_t> guardedAccesses; // accesses of kernels to the arena, all checked and valid
  std::string watchedOn;                        // processor that the checked kernels were compiled for
  std::string unwatched;                  // code that the target uses instead, if that does not run here; may be empty
  std::int32_t resourceVariables = 0;     // capacity for them in the arena
  std::uint64_t decompressedBytes = 0;    // of the decompression memory that outputs of DECODE take
  std::optional<FlashReport> flash;       // absent on targets without a firmware image
  std::optional<FirmwareReport> firmware; // if the interpreter is a firmware image's
  std::string library;                    // that the kernel set was made from; empty for built-in sets
  bool stoppedEarly = false;              // the inference ended at the last of `operators` with a cost or outputs
  std::optional<CostSummary> cost;        // absent on targets without cycles
  std::vector<IoReport> inputs;
  std::vector<IoReport> outputs;
  std::vector<run::SafeDistance> distances; // if requested: measured on several inputs

  bool ok() const { return !error.has_value(); }
  // Index in `operators` of the first with the most live bytes; -1 if none has any.
  int peakOperator() const;
};

// Sets what a run with ample memory shows: allocations, plan, sizes. minimum is computed, not proven.
void addAllocation(Report& report, const run::RunTrace& ample);
void addRecording(Report& report, const run::RunTrace& recording);
// Sets what an inference shows: operators, costs, inputs and outputs.
void addInference(Report& report, const run::RunTrace& run, bool hasCycles);

// Merges functions with equal readable names; most cycles first.
std::vector<run::FunctionCost> byReadableName(const std::vector<run::FunctionCost>& functions);
// The same over all operators and the interpreter. Empty if there are no cycles.
std::vector<run::FunctionCost> functionTotals(const Report& report);
// The model's file name without extension.
std::string modelName(const Report& report);
inline std::string operatorPlace(const OperatorReport& op) { return run::operatorPlace(op.subgraph, op.index); }
// The phase: "planning buffers", "preparing operator 3 (CONV_2D)".
std::string describeStep(const Report& report, const trace::Event& event);

} // namespace arenascope::report
