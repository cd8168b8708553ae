// Arm's DSP instructions in fewer of the host's, while the results stay Unicorn's own. CMSIS-NN's inner loops are made
// of SXTB16 and SMLAD, for each of which translated code calls functions.
#ifdef ARENASCOPE_UNICORN_TUNED
#include <cstdint>

namespace {

constexpr int kWord = 0; // Unicorn's TCG_TYPE_I32

// Translated code names a value by its distance from the context.
std::uintptr_t nameOf(const void* value, const void* context) {
  return reinterpret_cast<std::uintptr_t>(value) - reinterpret_cast<std::uintptr_t>(context);
}

} // namespace

// Redirected by the linker (--wrap, in cmake/ArenascopeUnicorn.cmake); __real_ are Unicorn's own.
extern "C" {
// Adds, and sets the flag Q where that overflows. Unicorn's looks at the signs in two steps, of which a processor
// guesses the first one wrong as often as not.
std::uint32_t __real_helper_add_setq_arm(void* processor, std::uint32_t a, std::uint32_t b);
std::uint32_t __wrap_helper_add_setq_arm(void* processor, std::uint32_t a, std::uint32_t b) {
  const std::uint32_t sum = a + b;
  const bool overflows = ((sum ^ a) & (sum ^ b)) >> 31 != 0;
  if (overflows) [[unlikely]]
    return __real_helper_add_setq_arm(processor, a, b);
  return sum;
}

void helper_sxtb16_arm();
void* tcg_temp_new_internal_arm(void* context, int type, bool local);
void tcg_temp_free_internal_arm(void* context, void* value);
void tcg_gen_sextract_i32_arm(void* context, std::uintptr_t to, std::uintptr_t from, unsigned bit, unsigned bits);
void tcg_gen_deposit_i32_arm(void* context, std::uintptr_t to, std::uintptr_t around, std::uintptr_t field,
                             unsigned bit, unsigned bits);

// Translates a call from translated code.
void __real_tcg_gen_callN_arm(void* context, void* function, void* result, int count, void** arguments);
void __wrap_tcg_gen_callN_arm(void* context, void* function, void* result, int count, void** arguments) {
  if (function != reinterpret_cast<void*>(&helper_sxtb16_arm))
    return __real_tcg_gen_callN_arm(context, function, result, count, arguments);
  const std::uintptr_t from = nameOf(arguments[0], context);
  const std::uintptr_t to = nameOf(result, context); // may be the same value
  void* const temporary = tcg_temp_new_internal_arm(context, kWord, false);
  const std::uintptr_t high = nameOf(temporary, context);
  tcg_gen_sextract_i32_arm(context, high, from, 16, 8);
  tcg_gen_sextract_i32_arm(context, to, from, 0, 8);
  tcg_gen_deposit_i32_arm(context, to, to, high, 16, 16);
  tcg_temp_free_internal_arm(context, temporary);
}
}
#endif
