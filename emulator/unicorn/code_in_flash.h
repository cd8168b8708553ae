// Faster stores for emulated programs that have no code in writable memory.
#pragma once

#include "emulator/unicorn/engine.h"

namespace arenascope::unicorn {

// While this lives, an engine running on this thread executes no code in memory that it can write to. Unicorn 2.0 calls
// a function for every store, which looks for the memory's region and whether the store changes translated code. With
// this, stores to writable memory are done by the translated code itself, as loads are. Other versions of Unicorn are
// left unchanged.
//
// It needs Unicorn's internal functions, which not every build can reach (cmake/ArenascopeUnicorn.cmake).
class CodeInFlash {
public:
  explicit CodeInFlash(const Engine& engine);
  ~CodeInFlash();
  CodeInFlash(const CodeInFlash&) = delete;
  CodeInFlash& operator=(const CodeInFlash&) = delete;
};

// Whether it has any effect in this build.
bool isTuned();

} // namespace arenascope::unicorn
