// Translated code without Unicorn's checks for the end of a run behind each load and store.
//
// Unicorn 2.0 has translated code look after every access whether the run shall end, as a hook may want or a fault: a
// branch, before which all of the processor's registers are written to memory. The linker has it leave these checks out
// (cmake/ArenascopeUnicorn.cmake). Before each block there is still one, and accesses that can ask for the end are done
// by functions (watched_memory.cc), which then leave translated code themselves. Only a hook on instructions
// (UC_HOOK_CODE) cannot end a run before its block has ended.
#pragma once

namespace arenascope::unicorn {

// Both on the engine's thread.
void beginAccess();
// Unicorn's CPUState, if the end of the run was asked for since beginAccess().
void* endRequested();

} // namespace arenascope::unicorn
