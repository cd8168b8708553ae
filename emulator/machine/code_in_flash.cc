#include "emulator/machine/code_in_flash.h"

#include <dlfcn.h>

#include <cstdint>

namespace arenascope::machine {

namespace {

thread_local uc_engine* running = nullptr; // without code in writable memory

// Unicorn's own function of that name, for engines of which nobody said so.
template <typename Function>
Function* unicorns(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

using Lock = void*(uc_engine* engine, std::uint64_t start, std::uint64_t end);
using Unlock = void(void* pages);
using Invalidate = void(uc_engine* engine, void* pages, std::uint64_t start, int bytes, std::uintptr_t from);

} // namespace

CodeInFlash::CodeInFlash(uc_engine* engine) {
  unsigned major = 0;
  unsigned minor = 0;
  uc_version(&major, &minor);
  if (major == 2 && minor == 0) running = engine;
}

CodeInFlash::~CodeInFlash() { running = nullptr; }

} // namespace arenascope::machine

// Unicorn calls these through its table of dynamic symbols, in which the program's come before the library's. A store
// locks the pages that it touches, throws away what was translated from them, and unlocks them.
#define ARENASCOPE_STORES(processor)                                                                                   \
  extern "C" void* page_collection_lock_##processor(uc_engine* engine, std::uint64_t start, std::uint64_t end) {       \
    using namespace arenascope::machine;                                                                               \
    static Lock* const lock = unicorns<Lock>("page_collection_lock_" #processor);                                      \
    return engine == running ? nullptr : lock(engine, start, end);                                                     \
  }                                                                                                                    \
  extern "C" void page_collection_unlock_##processor(void* pages) {                                                    \
    using namespace arenascope::machine;                                                                               \
    static Unlock* const unlock = unicorns<Unlock>("page_collection_unlock_" #processor);                              \
    if (pages != nullptr) unlock(pages);                                                                               \
  }                                                                                                                    \
  extern "C" void tb_invalidate_phys_page_fast_##processor(uc_engine* engine, void* pages, std::uint64_t start,        \
                                                           int bytes, std::uintptr_t from) {                           \
    using namespace arenascope::machine;                                                                               \
    static Invalidate* const invalidate = unicorns<Invalidate>("tb_invalidate_phys_page_fast_" #processor);            \
    if (pages != nullptr) invalidate(engine, pages, start, bytes, from);                                               \
  }

ARENASCOPE_STORES(arm)
ARENASCOPE_STORES(riscv32)
