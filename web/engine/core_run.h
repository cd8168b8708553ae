// The interpreter core in a WebAssembly module. Its memory layout is that of a microcontroller's compiler: pointers of
// four bytes, enums as small as their values allow or of four bytes. So it is compiled once for each of the two, under
// two names, and CMSIS-NN's kernels once more for processors without the DSP extension.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/interpreter/tflm/variant.h"
#include "core/interpreter/trace/event.h"
#include "emulator/firmware/interpreter_settings.h"
#include "emulator/firmware/mailbox.h"

namespace arenascope::web {

enum class KernelSet : std::uint32_t { kReference, kCmsisNn, kCmsisNnWithoutDsp, kEspNn };

// One run. Plain data, since each copy of the core has its own names for the types in it.
struct CoreRun {
  const void* model = nullptr;
  std::size_t modelBytes = 0;
  std::uint8_t* arena = nullptr;
  std::size_t arenaBytes = 0;
  std::uint8_t* decompression = nullptr;
  std::size_t decompressionBytes = 0;
  firmware::InterpreterSettings settings;
  tflm::Variant variant;
  KernelSet kernels = KernelSet::kReference;
  void* user = nullptr; // of the functions
  void (*onEvent)(void* user, const trace::Event* event) = nullptr;
  bool (*mayRun)(void* user) = nullptr; // before each operator: false ends the run
  // An operator has run; depth: how many operators it lies in.
  void (*onOperator)(void* user, const trace::Position* position, int depth) = nullptr;
};

} // namespace arenascope::web

// Each answers a firmware::Outcome.
extern "C" {
std::uint32_t arenascope_run_short_enums(const void* coreRun);
std::uint32_t arenascope_run_wide_enums(const void* coreRun);
}
