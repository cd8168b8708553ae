// The worker's sandbox. Each system call is made in a child in the same sandbox: the kernel kills it or refuses the
// call.
#include <gmock/gmock.h>

#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>

#include "emulator/client/emulator.h"
#include "emulator/worker/sandbox.h"
#include "tests/support/test_models.h"

namespace arenascope::client {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true; // such a build has no sandbox
#else
constexpr bool kSanitized = false;
#endif

// How a child ends that does this: its exit status, or the signal as a negative number.
int endOf(const std::function<int()>& work) {
  const pid_t child = fork();
  if (child == 0) _exit(work());
  int status = 0;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

int endInSandbox(const std::function<int()>& work) {
  return endOf([&] {
    protocol::Greeting greeting;
    worker::enterSandbox(greeting);
    return work();
  });
}

// 0: the call was made; otherwise why it was refused.
int refusal(long answer) { return answer < 0 ? errno : 0; }

struct Call {
  const char* name;
  std::function<long()> make;
};

class SandboxTest : public testing::Test {
protected:
  void SetUp() override {
    if (kSanitized) GTEST_SKIP() << "a build for sanitizers has no sandbox";
  }
};

TEST_F(SandboxTest, ForbiddenCallsEndTheProcess) {
  const std::string file = __FILE__;
  char* const arguments[] = {const_cast<char*>("true"), nullptr};
  const Call calls[] = {
      {"open", [&] { return syscall(SYS_open, file.c_str(), O_RDONLY); }},
      {"creat", [] { return syscall(SYS_creat, "/tmp/arenascope_walls", 0600); }},
      {"read", [] { return syscall(SYS_read, STDIN_FILENO, nullptr, 0); }},
      {"ioctl", [] { return syscall(SYS_ioctl, STDIN_FILENO, 0, 0); }},
      {"socket", [] { return syscall(SYS_socket, AF_INET, SOCK_STREAM, 0); }},
      {"connect", [] { return syscall(SYS_connect, 0, nullptr, 0); }},
      {"sendmsg", [] { return syscall(SYS_sendmsg, 0, nullptr, 0); }},
      {"execve", [&] { return syscall(SYS_execve, "/bin/true", arguments, nullptr); }},
      {"fork", [] { return syscall(SYS_fork); }},
      {"clone3", [] { return syscall(SYS_clone3, nullptr, 0); }},
      {"kill", [] { return syscall(SYS_kill, getppid(), 0); }},
      {"ptrace", [] { return syscall(SYS_ptrace, PTRACE_ATTACH, getppid(), 0, 0); }},
      {"process_vm_readv", [] { return syscall(SYS_process_vm_readv, getppid(), nullptr, 0, nullptr, 0, 0); }},
      {"prctl", [] { return syscall(SYS_prctl, PR_SET_DUMPABLE, 1, 0, 0, 0); }},
      {"setrlimit", [] { return syscall(SYS_setrlimit, RLIMIT_DATA, nullptr); }},
      {"ftruncate", [] { return syscall(SYS_ftruncate, 3, 0); }},
      {"fcntl", [] { return syscall(SYS_fcntl, 3, F_GETFL); }},
      {"unlink", [] { return syscall(SYS_unlink, "/tmp/arenascope_walls"); }},
      {"memfd_create", [] { return syscall(SYS_memfd_create, "more", 0); }},
      {"io_uring_setup", [] { return syscall(SYS_io_uring_setup, 1, nullptr); }},
      {"bpf", [] { return syscall(SYS_bpf, 0, nullptr, 0); }},
  };
  for (const Call& call : calls) EXPECT_EQ(endInSandbox([&] { return call.make(), 0; }), -SIGSYS) << call.name;
}

// The C library opens files by openat() where it can go on without: that is refused, and ends nothing.
TEST_F(SandboxTest, NoFileIsOpened) {
  EXPECT_EQ(endOf([] { return refusal(syscall(SYS_openat, AT_FDCWD, __FILE__, O_RDONLY)); }), 0)
      << "there is nothing to refuse";
  EXPECT_EQ(endInSandbox([] { return refusal(syscall(SYS_openat, AT_FDCWD, __FILE__, O_RDONLY)); }), EACCES);
}

TEST_F(SandboxTest, WhatIsNeededGoesOn) {
  EXPECT_EQ(endInSandbox([] {
              void* memory =
                  mmap(nullptr, 1 << 20, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
              if (memory == MAP_FAILED) return 1;
              *static_cast<volatile char*>(memory) = 1;
              return munmap(memory, 1 << 20) == 0 ? 42 : 2;
            }),
            42);
}

// Without the other wall: the kernel itself keeps files away.
TEST_F(SandboxTest, LandlockAloneAllowsNoFile) {
  if (syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION) < 1)
    GTEST_SKIP() << "this kernel has no Landlock";
  const test::TemporaryFolder folder;
  const std::string there = folder.write("there", std::string("text"));
  const std::string made = folder.path() / "made";
  const Call calls[] = {{"read", [&] { return open(there.c_str(), O_RDONLY); }},
                        {"write", [&] { return open(there.c_str(), O_WRONLY); }},
                        {"create", [&] { return open(made.c_str(), O_WRONLY | O_CREAT, 0600); }},
                        {"list", [&] { return open(folder.path().c_str(), O_RDONLY | O_DIRECTORY); }},
                        {"make a folder", [&] { return mkdir(made.c_str(), 0700); }},
                        {"link", [&] { return symlink("/", made.c_str()); }},
                        {"execute", [] { return execl("/bin/true", "true", nullptr); }},
                        {"delete", [&] { return unlink(there.c_str()); }}};
  for (const Call& call : calls)
    EXPECT_EQ(endOf([&] {
                if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || !worker::forbidFiles()) return 1;
                return refusal(call.make());
              }),
              EACCES)
        << call.name;
  EXPECT_TRUE(std::filesystem::exists(there));
  EXPECT_FALSE(std::filesystem::exists(made));
}

TEST_F(SandboxTest, SeccompAloneEndsTheProcess) {
  EXPECT_EQ(endOf([] {
              if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || !worker::forbidCalls()) return 1;
              return refusal(socket(AF_UNIX, SOCK_STREAM, 0));
            }),
            -SIGSYS);
}

// What /proc says of a thread: "Seccomp" -> "2".
std::string statusOf(const std::filesystem::path& thread, const std::string& name) {
  std::ifstream lines(thread / "status");
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with(name + ":\t")) return line.substr(name.size() + 2);
  return {};
}

class EnginesSandboxTest : public testing::TestWithParam<const WorkerKind*> {};

// Of those that are started: by the kernel's account, not by their own.
TEST_P(EnginesSandboxTest, Stand) {
  if (kSanitized) GTEST_SKIP() << "a build for sanitizers has no sandbox";
  if (GetParam() == &qemuWorker() && !whyNot(qemuWorker()).empty()) GTEST_SKIP() << whyNot(qemuWorker());
  const auto process = EmulatorProcess::start(*GetParam());
  ASSERT_TRUE(process) << process.error().message;
  const Result<protocol::Greeting> greeting = (*process)->greeting();
  ASSERT_TRUE(greeting) << greeting.error().message;
  EXPECT_EQ((*process)->greeting()->identity, greeting->identity) << "it is said once, and known then";
  const std::filesystem::path tasks = "/proc/" + std::to_string((*process)->id()) + "/task";
  int behind = 0;
  for (const auto& thread : std::filesystem::directory_iterator(tasks)) {
    EXPECT_EQ(statusOf(thread.path(), "Seccomp"), "2") << thread.path();
    EXPECT_EQ(statusOf(thread.path(), "NoNewPrivs"), "1") << thread.path();
    ++behind;
  }
  EXPECT_GE(behind, 1);
}

INSTANTIATE_TEST_SUITE_P(All, EnginesSandboxTest, testing::Values(&unicornWorker(), &qemuWorker()),
                         [](const auto& info) { return info.param->name; });

} // namespace
} // namespace arenascope::client
