// Makes stores of an emulated program cheap that has no code in writable memory.
#pragma once

#include <unicorn/unicorn.h>

namespace arenascope::unicorn {

// As long as this lives, an engine run on this thread executes no code in memory that it can write to. Unicorn 2.0
// looks at every store whether it changes translated code, in a tree that it makes and frees each time; then it need
// not (a third of the time of an inference, half of an allocation's). Of other versions nothing is known here, nor
// changed.
//
// That needs functions of Unicorn's inside, which not every build can reach (cmake/ArenascopeUnicorn.cmake).
class CodeInFlash {
public:
  explicit CodeInFlash(uc_engine* engine);
  ~CodeInFlash();
  CodeInFlash(const CodeInFlash&) = delete;
  CodeInFlash& operator=(const CodeInFlash&) = delete;
};

// Whether it does anything in this build.
bool isTuned();

} // namespace arenascope::unicorn
