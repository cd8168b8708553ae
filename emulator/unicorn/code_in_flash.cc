#include "emulator/unicorn/code_in_flash.h"

#include <cstdint>

namespace arenascope::unicorn {

namespace {

thread_local uc_engine* running = nullptr; // null if code may be in writable memory

} // namespace

CodeInFlash::CodeInFlash(uc_engine* engine) {
  if (isTuned()) running = engine;
}

CodeInFlash::~CodeInFlash() { running = nullptr; }

bool isTuned() {
#ifdef ARENASCOPE_UNICORN_TUNED
  unsigned major = 0;
  unsigned minor = 0;
  uc_version(&major, &minor);
  return major == 2 && minor == 0;
#else
  return false;
#endif
}

} // namespace arenascope::unicorn

#ifdef ARENASCOPE_UNICORN_TUNED
// Redirected by the linker (--wrap, in cmake/ArenascopeUnicorn.cmake); __real_ are Unicorn's own, for engines without
// CodeInFlash. Per store, these lock the touched pages, drop their translations, and unlock them.
#define ARENASCOPE_STORES(processor)                                                                                   \
  extern "C" {                                                                                                         \
  void* __real_page_collection_lock_##processor(uc_engine*, std::uint64_t start, std::uint64_t end);                   \
  void __real_page_collection_unlock_##processor(void* pages);                                                         \
  void __real_tb_invalidate_phys_page_fast_##processor(uc_engine*, void* pages, std::uint64_t start, int bytes,        \
                                                       std::uintptr_t from);                                           \
  void* __wrap_page_collection_lock_##processor(uc_engine* engine, std::uint64_t start, std::uint64_t end) {           \
    using arenascope::unicorn::running;                                                                                \
    return engine == running ? nullptr : __real_page_collection_lock_##processor(engine, start, end);                  \
  }                                                                                                                    \
  void __wrap_page_collection_unlock_##processor(void* pages) {                                                        \
    if (pages != nullptr) __real_page_collection_unlock_##processor(pages);                                            \
  }                                                                                                                    \
  void __wrap_tb_invalidate_phys_page_fast_##processor(uc_engine* engine, void* pages, std::uint64_t start, int bytes, \
                                                       std::uintptr_t from) {                                          \
    if (pages != nullptr) __real_tb_invalidate_phys_page_fast_##processor(engine, pages, start, bytes, from);          \
  }                                                                                                                    \
  }

ARENASCOPE_STORES(arm)
ARENASCOPE_STORES(riscv32)
#endif
