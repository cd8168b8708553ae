#include "emulator/worker/sandbox.h"

#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <memory>

#ifndef ARENASCOPE_WITHOUT_SECCOMP // ARENASCOPE_SANDBOX of the build
#include <seccomp.h>
#endif

namespace arenascope::worker {

namespace {

constexpr rlim_t kMostMemory = rlim_t{8} << 30; // beside the guest's: the engines' translated code is most of it

// Sanitizers reserve all of the address space, and look at files when they report.
#ifdef ARENASCOPE_WITHOUT_SANDBOX
constexpr bool kHasLimits = false;
#else
constexpr bool kHasLimits = true;
#endif

#if defined(ARENASCOPE_WITHOUT_SANDBOX) || defined(ARENASCOPE_WITHOUT_SECCOMP)
constexpr bool kHasSandbox = false;
#else
constexpr bool kHasSandbox = true;
#endif

void limit(int resource, rlim_t most) {
  const rlimit both{.rlim_cur = most, .rlim_max = most};
  setrlimit(static_cast<__rlimit_resource>(resource), &both);
}

#ifndef ARENASCOPE_WITHOUT_SECCOMP
// Memory, the messages, the time, and the way out.
constexpr int kAllowed[] = {
    SCMP_SYS(mmap),         SCMP_SYS(munmap),         SCMP_SYS(mprotect),     SCMP_SYS(mremap),
    SCMP_SYS(madvise),      SCMP_SYS(lseek),          SCMP_SYS(brk),          SCMP_SYS(futex),
    SCMP_SYS(recvfrom),     SCMP_SYS(sendto),         SCMP_SYS(poll),         SCMP_SYS(clock_gettime),
    SCMP_SYS(gettimeofday), SCMP_SYS(exit),           SCMP_SYS(exit_group),   SCMP_SYS(write),
    SCMP_SYS(rt_sigaction), SCMP_SYS(rt_sigprocmask), SCMP_SYS(rt_sigreturn), SCMP_SYS(restart_syscall),
    SCMP_SYS(getpid),       SCMP_SYS(gettid),         SCMP_SYS(tgkill),       SCMP_SYS(sched_yield),
    SCMP_SYS(getrandom),    SCMP_SYS(ppoll),          SCMP_SYS(writev),       SCMP_SYS(sysinfo),
};
#endif

} // namespace

// Every access is handled, and no rule allows one.
bool forbidFiles() {
  landlock_ruleset_attr rules{};
  rules.handled_access_fs = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1; // all of the first version
  const long ruleset = syscall(SYS_landlock_create_ruleset, &rules, sizeof(rules.handled_access_fs), 0);
  if (ruleset < 0) return false;
  const bool done = syscall(SYS_landlock_restrict_self, ruleset, 0) == 0;
  close(static_cast<int>(ruleset));
  return done;
}

#ifdef ARENASCOPE_WITHOUT_SECCOMP

bool forbidCalls() { return false; }

#else

bool forbidCalls() {
  const std::unique_ptr<void, decltype(&seccomp_release)> filter(seccomp_init(SCMP_ACT_KILL_PROCESS), &seccomp_release);
  if (filter == nullptr) return false;
  for (const int call : kAllowed)
    if (seccomp_rule_add(filter.get(), SCMP_ACT_ALLOW, call, 0) != 0) return false;
  // The C library asks a file of the kernel's before it gives a thread's memory back, and goes on without it.
  if (seccomp_rule_add(filter.get(), SCMP_ACT_ERRNO(EACCES), SCMP_SYS(openat), 0) != 0) return false;
  return seccomp_load(filter.get()) == 0;
}

#endif

void enterSandbox(protocol::Greeting& greeting) {
  limit(RLIMIT_CORE, 0);
  greeting.sandbox = kHasSandbox;
  if (!kHasLimits) return;
  limit(RLIMIT_DATA, kMostMemory);
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return;
  greeting.landlock = forbidFiles();
  greeting.seccomp = forbidCalls();
}

} // namespace arenascope::worker
