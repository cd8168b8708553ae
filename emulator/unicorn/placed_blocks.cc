#include "emulator/unicorn/placed_blocks.h"

#include <optional>

namespace arenascope::unicorn {

namespace {

[[maybe_unused]] instrumentation::Block nowhere; // never decoded

thread_local std::optional<instrumentation::BlockTable::Fast> table; // while PlacedBlocks lives
// Of the block that is being translated, until its hook is.
[[maybe_unused]] thread_local void* context = nullptr;
[[maybe_unused]] thread_local instrumentation::Block* place = nullptr;

} // namespace

PlacedBlocks::PlacedBlocks(instrumentation::BlockTable& blocks) { table = blocks.fast(); }

PlacedBlocks::~PlacedBlocks() { table.reset(); }

} // namespace arenascope::unicorn

#ifdef ARENASCOPE_UNICORN_TUNED
namespace {

using namespace arenascope::unicorn;

// Unicorn's TranslationBlock begins with it.
void beginBlock(const std::uint32_t* address) {
  place = table ? table->placeOf(*address) : nullptr;
  if (table && place == nullptr) place = &nowhere;
}

} // namespace

// Redirected by the linker (--wrap, in cmake/ArenascopeUnicorn.cmake); __real_ are Unicorn's own. They are called in
// this order for each block; a hook of instructions has arguments as well, behind those of the block's. A value of
// translated code is named by its distance from the context.
#define PROCESSOR(processor)                                                                                           \
  void __real_tcg_func_start_##processor(void* translation);                                                           \
  void __wrap_tcg_func_start_##processor(void* translation) {                                                          \
    context = translation;                                                                                             \
    __real_tcg_func_start_##processor(translation);                                                                    \
  }                                                                                                                    \
  void __real_gen_intermediate_code_##processor(void* cpu, std::uint32_t* block, int most);                            \
  void __wrap_gen_intermediate_code_##processor(void* cpu, std::uint32_t* block, int most) {                           \
    beginBlock(block);                                                                                                 \
    __real_gen_intermediate_code_##processor(cpu, block, most);                                                        \
    place = nullptr;                                                                                                   \
  }                                                                                                                    \
  std::uintptr_t tcg_const_i64_##processor(void* translation, std::int64_t value);                                     \
  void __real_uc_add_inline_hook_##processor(void* engine, void* hook, void** arguments, int count);                   \
  void __wrap_uc_add_inline_hook_##processor(void* engine, void* hook, void** arguments, int count) {                  \
    if (place != nullptr) {                                                                                            \
      const auto value = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(place));                           \
      arguments[0] = static_cast<char*>(context) + tcg_const_i64_##processor(context, value);                          \
      place = nullptr;                                                                                                 \
    }                                                                                                                  \
    __real_uc_add_inline_hook_##processor(engine, hook, arguments, count);                                             \
  }
extern "C" {
PROCESSOR(arm)
PROCESSOR(riscv32)
}
#undef PROCESSOR
#endif
