// Interrupted and failing system calls.
#include "emulator/protocol/channel.h"

#include <gtest/gtest.h>

#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <thread>

namespace arenascope::protocol {
namespace {

// Repeated signals without data: whileWaiting is still called.
TEST(Channel, ASignalDoesNotMakeItWaitForEver) {
  int ends[2] = {-1, -1};
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
  struct sigaction action {};
  action.sa_handler = [](int) {};
  action.sa_flags = SA_RESTART; // reads are restarted
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

} // namespace
} // namespace arenascope::protocol
