#include "emulator/runners/interruption.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

namespace arenascope::runners {
namespace {

using runtime::Status;

TEST(InterruptionTest, AKernelThatDoesNotComeBackIsLeft) {
  engine::RunControl control;
  Interruption interruption(control);
  std::atomic<bool> begun = false;
  const std::jthread other([&] {
    while (!begun) std::this_thread::yield();
    control.cancelled = true;
  });
  EXPECT_EQ(interruption.run([&begun] {
    const InKernel inside(true);
    begun = true;
    for (volatile bool forever = true; forever;) continue;
    return Status::kOk;
  }),
            Status::kError);
}

// The interpreter looks for itself whether it is to go on.
TEST(InterruptionTest, OutsideOfKernelsNothingIsLeft) {
  engine::RunControl control;
  Interruption interruption(control);
  control.cancelled = true;
  EXPECT_EQ(interruption.run([] {
    const InKernel inside(true);
    const InKernel outside(false);                               // as while the run tells what happens
    std::this_thread::sleep_for(std::chrono::milliseconds(100)); // several signals come
    return Status::kOk;
  }),
            Status::kOk);
}

TEST(InterruptionTest, WhatEndsInTimeAnswersWhatItAnswers) {
  engine::RunControl control;
  Interruption interruption(control);
  EXPECT_EQ(interruption.run([] { return Status::kOk; }), Status::kOk);
  EXPECT_EQ(interruption.run([] { return Status::kError; }), Status::kError);
}

} // namespace
} // namespace arenascope::runners
