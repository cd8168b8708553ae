// The answer to "profile this model": everything that the window shows and the command line prints.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/hardware/evidence.h"
#include "core/interpreter/tflm/struct_sizes.h"
#include "core/model/graph/model_info.h"
#include "core/report/arena_analysis.h"
#include "core/report/run_configuration.h"
#include "core/run/event_text.h"
#include "core/run/run_trace.h"

namespace arenascope::report {

using run::operatorPlace;

struct ArenaFigures {
  std::uint64_t used = 0;        // arena_used_bytes()
  std::uint64_t head = 0;        // planned buffers
  std::uint64_t tail = 0;        // persistent
  std::uint64_t tempPeak = 0;    // largest temporary extent while operators are prepared
  std::uint64_t minimum = 0;     // smallest arena that works
  bool minimumProven = false;    // a run at that size worked, 16 bytes less do not hold what it allocated
  std::uint64_t recommended = 0; // minimum plus the headroom asked for, a multiple of 16
  bool anyAddress = false;       // recommended is enough wherever the array lies, not only where it is 16-byte aligned
};

struct PlannedBuffer {
  BufferId index{};
  bool scratch = false;
  std::string name;
  std::string detail; // type and shape of a tensor
  std::uint64_t bytes = 0;
  PlannerStep firstOp{}; // operators are at OperatorReport::time; -1: nobody
                         // writes it, and it has its place from the start
  PlannerStep lastOp{};  // -1: it has a place, and no operator uses it
  std::int32_t offlineOffset = -1;
  std::uint64_t offset = 0;

  // Bytes that it takes in the plan.
  std::uint64_t plannedBytes() const { return roundUpToStep(bytes); }
  bool liveAt(PlannerStep time) const { return firstOp <= time && time <= lastOp; }
};

struct OperatorReport {
  SubgraphId subgraph{0};
  OperatorId index{0};
  PlannerStep time{}; // OperatorInfo::time
  std::string name;
  run::Cost cost;
  std::vector<run::FunctionCost> functions; // inside the kernel, most cycles first
  std::uint64_t macs = 0;
  std::uint64_t liveBytes = 0; // of the head, in use while it runs; buffers are rounded as in the plan
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
  run::Cost watching; // what only our firmware does, to be seen: it calls kernels through a function of its own
  std::vector<run::FunctionCost> interpreterFunctions; // outside kernels, most cycles first
  std::uint64_t calls = 0;                             // operators that the interpreter called
  run::Cost interpreter() const { return total - kernels; }
  // What it spends before, between and after operators, for each of them.
  double interpreterCyclesPerOperator() const;
  // Share of so many cycles in all of them, in percent.
  double percent(std::uint64_t cycles) const;
  // Share of the interpreter.
  double overheadPercent() const { return percent(interpreter().cycles); }
};

// Flash in bytes, by the linked firmware image. Code that operators share counts once in a sum.
struct FlashReport {
  struct Operator {
    std::string name;
    std::uint64_t bytes = 0; // what it adds to the interpreter when it is the only one
  };
  std::vector<Operator> operators; // those of the model
  std::uint64_t interpreter = 0;   // without any operator
  std::uint64_t needed = 0;        // what the model's operators add
  std::uint64_t all = 0;           // what all operators add that the image registers

  // Of registering only what the model needs.
  std::uint64_t saved() const { return all - needed; }
};

// Of an image that somebody built, beside what any report says.
struct FirmwareReport {
  std::string core;  // the target that it runs on
  std::string entry; // where it began
  std::uint64_t arenaAddress = 0;
  std::uint64_t arenaBytes = 0; // what the application gives its interpreter
  std::uint64_t modelAddress = 0;
  std::string console; // what it printed
  // How each was found out, in words.
  std::string allocationsFoundBy;
  std::string planFoundBy;
  std::string operatorsFoundBy;
  std::string minimumFoundBy;
  std::vector<std::string> unusedOperators; // registered, and the model does not need them
  std::vector<std::string> polledRegisters; // that were answered with what the board would: "0x40021000, 80 times"
  std::vector<std::string> notes;
};

struct Report : RunConfiguration {
  model::ModelInfo model;
  tflm::Abi abi = tflm::Abi::kShortEnums32; // how the target's compilers lay structs out
  std::string otherLevel;                   // why its kernels are not compiled as its board's usual library
  std::string withoutCycles;                // why there are none, where the target might have some
  hardware::Accuracy accuracy;              // of its cycles
  std::string compiler;                     // of the kernels that its cycles are of; empty where it is not known
  std::optional<run::StackUse> stack;       // absent on the host
  std::optional<Error> error;
  std::optional<ArenaFigures> arena; // absent where allocation failed with all the room there is
  std::vector<trace::Event> allocations;
  ArenaAnalysis analysis;
  std::vector<PlannedBuffer> buffers;
  std::vector<run::RecordedTotals> recorded;
  run::ArenaUse recordedUse;
  std::vector<OperatorReport> operators; // in order of execution, or of the graph where nothing ran
  bool invoked = false;
  std::optional<std::uint64_t> guardedAccesses; // of kernels to the arena: watched, and all of them their own
  std::string watchedOn;                        // the processor that these kernels were compiled for
  std::string unwatched; // the code that the target has in their place, where that does not run here; or empty
  std::int32_t resourceVariables = 0;     // room made for so many in the arena
  std::optional<FlashReport> flash;       // absent on targets without a firmware image
  std::optional<FirmwareReport> firmware; // where the interpreter is that of an image
  std::string library;                    // that the kernel set was made of; empty for those that come along
  bool stoppedEarly = false;              // the inference ended at the last of `operators` that has a cost or outputs
  std::optional<CostSummary> cost;        // absent on targets without cycles
  std::vector<IoReport> inputs;
  std::vector<IoReport> outputs;
  std::vector<run::SafeDistance> distances; // where they were asked for: on several inputs

  bool ok() const { return !error.has_value(); }
  // Position in `operators` of the first with the most live bytes; -1 where none has any.
  int peakOperator() const;
};

// Fills what a run with room to spare tells: allocations, plan, sizes. minimum is the analysis's, not proven.
void addAllocation(Report& report, const run::RunTrace& ample);
void addRecording(Report& report, const run::RunTrace& recording);
// Fills what an inference tells: operators, costs, inputs and outputs.
void addInference(Report& report, const run::RunTrace& run, bool hasCycles);

// Functions of the same readable name are one; most cycles first.
std::vector<run::FunctionCost> byReadableName(const std::vector<run::FunctionCost>& functions);
// The same over all operators and the interpreter. Empty where there are no cycles.
std::vector<run::FunctionCost> functionTotals(const Report& report);
// The model's file without folder and ending.
std::string modelName(const Report& report);
inline std::string operatorPlace(const OperatorReport& op) { return run::operatorPlace(op.subgraph, op.index); }
// The phase in words: "planning buffers", "preparing operator 3 (CONV_2D)".
std::string describeStep(const Report& report, const trace::Event& event);

} // namespace arenascope::report
