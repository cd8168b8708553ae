// What both sides of the pipe share, where the other one, or the system, does not behave.
#include <gtest/gtest.h>

#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <thread>

#include "emulator/pipe/channel.h"

namespace arenascope::pipe {
namespace {

// A signal comes again and again while nothing else does: whoever waits is still asked whether to go on.
TEST(Channel, ASignalDoesNotMakeItWaitForEver) {
  int ends[2] = {-1, -1};
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
  struct sigaction action {};
  action.sa_handler = [](int) {};
  action.sa_flags = SA_RESTART; // reading goes on by itself
  struct sigaction before {};
  ASSERT_EQ(sigaction(SIGUSR1, &action, &before), 0);
  std::atomic<bool> done = false;
  std::thread signals([&, receiver = pthread_self()] {
    constexpr int kMost = 20'000; // then the other side goes, so that this test ends
    for (int i = 0; i < kMost && !done; ++i) {
      pthread_kill(receiver, SIGUSR1);
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    shutdown(ends[1], SHUT_RDWR);
  });
  int asked = 0;
  constexpr int kEnough = 5;
  EXPECT_FALSE(Channel(ends[0]).receive([&] { return ++asked < kEnough; }));
  done = true;
  signals.join();
  EXPECT_EQ(asked, kEnough);
  sigaction(SIGUSR1, &before, nullptr);
  close(ends[0]);
  close(ends[1]);
}

// Without walls around it (a kernel without seccomp) an emulator could cut the file off, and end this program where it
// reads what is no longer there.
TEST(GuestFileTest, NobodyCutsItOff) {
  const std::optional<GuestFile> file = GuestFile::create();
  ASSERT_TRUE(file.has_value());
  constexpr std::uint32_t kPlace = 0x20000000;
  file->at(0, kPlace, 1)[0] = 7;
  const pid_t other = fork();
  if (other == 0) {
    const bool kept = ftruncate(file->descriptor(), 0) != 0 && errno == EPERM &&
                      ftruncate(file->descriptor(), off_t{1} << 40) != 0 && errno == EPERM;
    _exit(kept ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(other, &status, 0), other);
  EXPECT_EQ(status, 0) << "it was cut off, or made longer";
  EXPECT_EQ(fcntl(file->descriptor(), F_ADD_SEALS, F_SEAL_WRITE), -1) << "and nobody adds another seal";
  if (status == 0) {
    EXPECT_EQ(file->at(0, kPlace, 1)[0], 7);
    file->giveBack(0, kPlace & ~0xFFFU, 4096);
    EXPECT_EQ(file->at(0, kPlace, 1)[0], 0) << "memory is still given back";
  }
}

} // namespace
} // namespace arenascope::pipe
