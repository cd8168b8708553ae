// Internals of one run of ImageMachine: the board around the processor, and the observers.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "emulator/image/allocator_watch.h"
#include "emulator/image/exceptions.h"
#include "emulator/image/graph_watch.h"
#include "emulator/image/image_machine.h"
#include "emulator/image/peripherals.h"
#include "emulator/image/reconstruction.h"
#include "emulator/instrumentation/foreign_bytes.h"
#include "emulator/instrumentation/overlap_profiler.h"
#include "emulator/rp2040/rp2040.h"
#include "emulator/unicorn/engine_run.h"

namespace arenascope::image {

class ImageMachine::Run final : public unicorn::EngineRun {
public:
  Run(const ImageMachine& owner, unicorn::Engine& engine, const protocol::ImageRequest& request,
      const protocol::OnOperator& onOperator, const protocol::IsCancelled& isCancelled);

  ~Run() override;

  protocol::ImageResult execute();
  std::uint32_t tensorAddress(std::size_t subgraph, std::size_t tensor) const {
    return graph_.tensorAddress(subgraph, tensor);
  }
  const std::vector<protocol::Region>& regions() const { return memory_.regions(); }

private:
  // Why the engine was stopped at a block.
  enum class Pause : std::uint8_t {
    kNone,
    kAgain,
    kJump,
    kException,
    kExceptionReturn,
    kSemihosting,
    kOtherCore,
    kDone
  };
  // Known facts about a code address.
  struct Entry {
    bool allocator = false;
    bool init = false;
    bool prepare = false;
    bool kernel = false;
    bool interpreterInvoke = false;
    bool allocateTensors = false;
    bool debugLog = false;
    bool ends = false;
    bool constructor = false;
    std::optional<std::uint32_t> skipped;
  };

  struct FreeContext {
    void operator()(uc_context* context) const { uc_context_free(context); }
  };
  using Context = std::unique_ptr<uc_context, FreeContext>;

  std::string setUp();
  std::string mapMemory();
  void mapRp2040();
  bool mapPages(std::uint32_t base, std::uint64_t bytes, std::uint32_t protection);
  bool mapFlash();
  std::string placeHarness();
  void readHarness();
  void replaceModel();
  void addHooks();
  void addHook(int kinds, void* callback, std::uint64_t begin = 1, std::uint64_t end = 0);
  void markSymbols();
  void note(std::uint32_t address, bool Entry::*what);
  std::uint32_t vector(std::uint32_t number) const;

  // Runs until the inference is over or no progress is possible.
  void runOn(std::uint32_t address, std::uint32_t until);
  bool goOn(uc_err error, std::uint32_t& address);
  bool wake(std::uint32_t& address);
  // Whether an RP2040 has another core that can run while this one waits.
  bool hasOtherCore() const { return otherCore_ != nullptr || singleCycle_.launches(); }
  std::uint32_t switchCore(std::uint32_t address);
  bool waitsBefore(std::uint32_t address) const;
  void callKernels();
  void fillInputs(const std::vector<std::vector<std::uint8_t>>& inputs);
  void finish();
  void readStack(std::uint32_t address, std::uint32_t bytes);

  static void onWatchedBlock(uc_engine* engine, std::uint64_t address, std::uint32_t size, void* user);
  static void onWrite(uc_engine* engine, uc_mem_type type, std::uint64_t address, int size, std::int64_t value,
                      void* user);
  static void onMeteredAccess(uc_engine* engine, uc_mem_type type, std::uint64_t address, int size, std::int64_t value,
                              void* user);
  static bool onUnmapped(uc_engine* engine, uc_mem_type type, std::uint64_t address, int size, std::int64_t value,
                         void* user);
  static void onInterrupt(uc_engine* engine, std::uint32_t number, void* user);
  static void onTimed(uc_engine* engine, std::uint64_t address, std::uint32_t size, void* user);
  template <std::uint32_t base>
  static std::uint64_t onRegisterRead(uc_engine* engine, std::uint64_t offset, unsigned bytes, void* user);
  template <std::uint32_t base>
  static void onRegisterWrite(uc_engine* engine, std::uint64_t offset, unsigned bytes, std::uint64_t value, void* user);
  static std::uint64_t onSingleCycleRead(uc_engine* engine, std::uint64_t offset, unsigned bytes, void* user);
  static void onSingleCycleWrite(uc_engine* engine, std::uint64_t offset, unsigned bytes, std::uint64_t value,
                                 void* user);
  std::uint64_t readRegisterAt(std::uint32_t address, unsigned bytes);
  static std::uint64_t onPrivateRead(uc_engine* engine, std::uint64_t offset, unsigned bytes, void* user);
  static void onPrivateWrite(uc_engine* engine, std::uint64_t offset, unsigned bytes, std::uint64_t value, void* user);

  void addGuard();
  const instrumentation::AllowedAccess* allowedFor(const trace::Position& position) const;
  static void onGuardedAccess(uc_engine* engine, uc_mem_type type, std::uint64_t address, int size, std::int64_t value,
                              void* user);
  void checkAccess(std::uint32_t address, std::uint32_t bytes, bool write);
  bool isTemporary(std::uint32_t address, std::uint32_t bytes) const;
  void addGaps(std::uint32_t firstRecord, std::uint32_t recordBytes);

  bool onMarked(instrumentation::Block& block, std::uint32_t address) override;
  void onReturned(Frame frame, const run::Cost& spent) override;
  void onCheck() override;
  // False: the block does not run now.
  bool beforeBlock(std::uint32_t address);
  bool onEntry(const Entry& entry, std::uint32_t address);
  void onFound();
  void lookForOthers();
  void onInterpreterFunction(const Entry& entry, std::uint32_t address);
  void onKernel(std::uint32_t address);
  void beginInference();
  void placeForProfiler();
  void endAllocation(bool succeeded);
  void readPlan();
  void readPlaces();
  std::pair<std::size_t, std::size_t> placeOf(std::size_t index) const;
  bool takesException(std::uint32_t address);
  void hookTimed(instrumentation::Block& block, std::uint32_t address);
  void semihost();
  std::string textAt(std::uint32_t address) const;
  std::string formatted(std::uint32_t format, std::uint32_t arguments) const;
  void pause(Pause why, std::uint32_t address = 0);
  Place place() const;
  bool sectionsChanged();
  void onAllocation();

  const ImageMachine& owner_;
  const protocol::ImageRequest& request_;
  const protocol::OnOperator& onOperator_;
  GuestMemory guest_;
  Peripherals peripherals_;
  rp2040::SingleCycleIo singleCycle_;
  std::uint64_t slept_ = 0; // cycles
  Context otherCore_;       // registers of the core that is not running; empty before it starts
  bool usedSecondCore_ = false;
  AllocatorWatch allocator_;
  AllocatorWatch others_;    // further allocators
  std::uint32_t passed_ = 0; // allocators before the watched one
  GraphWatch graph_;
  std::optional<instrumentation::OverlapProfiler> profiler_;
  std::map<std::pair<std::int32_t, std::int32_t>, instrumentation::AllowedAccess> allowed_; // by subgraph and operator
  instrumentation::ForeignBytes foreign_;
  std::optional<Exceptions> exceptions_;
  std::map<std::uint32_t, Entry> entries_;
  std::set<std::uint32_t> hookedBlocks_;
  std::map<std::uint32_t, cpu::TimedInstruction> timed_; // in these blocks, by address
  protocol::ImageResult result_;

  uc_hook blockHook_ = 0;
  uc_hook writeHook_ = 0;
  bool watching_ = true;                   // allocations, until the first inference
  std::span<const std::uint8_t> sections_; // the allocator's words `head` to `temp`
  std::array<std::uint8_t, 12> seenSections_{};
  std::size_t seenSteps_ = 0;  // the allocator's steps passed to the graph
  std::uint32_t last_ = 0;     // block that ran last
  std::uint64_t repeats_ = 0;  // consecutive executions of it
  std::uint64_t changed_ = 0;  // instruction count at the last allocation
  std::uint64_t nextTick_ = 0; // cycles
  std::uint32_t unmapped_ = 0; // last unmapped address that was accessed
  bool tickRuns_ = false;
  bool pendingSwitch_ = false;         // PendSV
  std::uint32_t interruptedStack_ = 0; // of the interpreter's task, at its last interruption
  bool inOtherTask_ = false;           // the exception returned to another task
  std::uint32_t idles_ = 0;            // consecutive waits for an interrupt
  trace::Position position_;           // of the operator last initialized or prepared
  RunPhase phase_ = RunPhase::kBefore;
  bool inside_ = false;
  std::uint32_t context_ = 0; // first argument of kernels
  std::size_t allocatedSteps_ = 0;
  bool planRead_ = false;
  bool invokeEntered_ = false;
  Pause pause_ = Pause::kNone;
  std::uint32_t pauseAddress_ = 0;
  std::uint32_t pauseNumber_ = 0;
  run::StackUse stackUse_;
  std::uint32_t deepestStack_ = 0;
  instrumentation::Block* timedBlock_ = nullptr;
};

} // namespace arenascope::image
