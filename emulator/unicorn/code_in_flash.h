// Faster stores for emulated programs that have no code in writable memory.
#pragma once

#include <unicorn/unicorn.h>

namespace arenascope::unicorn {

// While this lives, an engine running on this thread executes no code in memory that it can write to. Unicorn 2.0
// checks at every store whether it changes translated code, with a tree that it allocates and frees each time; this
// skips the check (a third of an inference's time, half of an allocation's). Other versions of Unicorn are left
// unchanged.
//
// It needs Unicorn's internal functions, which not every build can reach (cmake/ArenascopeUnicorn.cmake).
class CodeInFlash {
public:
  explicit CodeInFlash(uc_engine* engine);
  ~CodeInFlash();
  CodeInFlash(const CodeInFlash&) = delete;
  CodeInFlash& operator=(const CodeInFlash&) = delete;
};

// Whether it has any effect in this build.
bool isTuned();

} // namespace arenascope::unicorn
