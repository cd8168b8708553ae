#include "emulator/unicorn/code_in_flash.h"

#include <cstdint>

namespace arenascope::unicorn {

namespace {

thread_local const Engine* running = nullptr; // null if code may be in writable memory

// Whether stores to a page need no look at what they change.
[[maybe_unused]] bool isPlain(std::uint32_t page) { return running != nullptr && running->isWritable(page); }

} // namespace

CodeInFlash::CodeInFlash(const Engine& engine) {
  if (isTuned()) running = &engine;
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
// Redirected by the linker (--wrap, in cmake/ArenascopeUnicorn.cmake); __real_ are Unicorn's own. Each enters a page
// into the table in which translated code looks for memory, with a mark that has every store to it call a function.
// tlb_set_dirty takes the mark off. That function is also what refuses stores to read-only memory.
extern "C" {
void tlb_set_dirty_arm(void* processor, std::uint32_t page);
void __real_tlb_set_page_with_attrs_arm(void* processor, std::uint32_t page, std::uint64_t place,
                                        std::uint32_t attributes, int protection, int index, std::uint32_t bytes);
void __wrap_tlb_set_page_with_attrs_arm(void* processor, std::uint32_t page, std::uint64_t place,
                                        std::uint32_t attributes, int protection, int index, std::uint32_t bytes) {
  __real_tlb_set_page_with_attrs_arm(processor, page, place, attributes, protection, index, bytes);
  if (arenascope::unicorn::isPlain(page)) tlb_set_dirty_arm(processor, page);
}

void tlb_set_dirty_riscv32(void* processor, std::uint32_t page);
void __real_tlb_set_page_riscv32(void* processor, std::uint32_t page, std::uint64_t place, int protection, int index,
                                 std::uint32_t bytes);
void __wrap_tlb_set_page_riscv32(void* processor, std::uint32_t page, std::uint64_t place, int protection, int index,
                                 std::uint32_t bytes) {
  __real_tlb_set_page_riscv32(processor, page, place, protection, index, bytes);
  if (arenascope::unicorn::isPlain(page)) tlb_set_dirty_riscv32(processor, page);
}
}
#endif
