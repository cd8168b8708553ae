// The worker process: its results equal those of a machine in this process, and runs end properly when it ends.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/resource.h>
#include <sys/wait.h>

#include <csignal>
#include <fstream>
#include <thread>

#include "core/model/load/model_file.h"
#include "core/model/load/read_model_info.h"
#include "emulator/client/emulator_process.h"
#include "emulator/client/remote_machine.h"
#include "emulator/engine/target.h"
#include "emulator/firmware/memory_map.h"
#include "emulator/runners/firmware.h"
#include "emulator/unicorn/machine.h"
#include "tests/support/test_models.h"

namespace arenascope::client {
namespace {

using protocol::MachineEvents;
using protocol::MachineRequest;
using protocol::MachineResult;
using testing::HasSubstr;

struct Seen {
  MachineResult result;
  std::vector<trace::Event> events;
  std::vector<run::Cost> operators;
};

class ProcessTest : public testing::TestWithParam<const client::WorkerKind*> {
protected:
  void SetUp() override {
    if (isQemu() && !client::whyNot(*GetParam()).empty()) GTEST_SKIP() << client::whyNot(*GetParam());
    const char* processor = isQemu() ? "cortex-m55" : "cortex-m4";
    const auto firmware = runners::Firmware::load(processor, cpu::kThumbFormat, "reference", *GetParam());
    ASSERT_TRUE(firmware) << firmware.error().message;
    firmware_ = *firmware;
    remote_.emplace(*GetParam(), firmware_->image(), processor);
  }
  static bool isQemu() { return GetParam() == &client::qemuWorker(); }

  MachineRequest request() const {
    MachineRequest request;
    request.model = model_.file.bytes();
    request.arenaBytes = 1 << 16;
    request.maxInstructions = 1'000'000'000;
    request.mailbox.settings.invoke = 1;
    return request;
  }

  // run: of a machine, with events.
  template <typename Run>
  static Seen seenBy(Run run) {
    Seen seen;
    const MachineEvents events{.onEvent = [&](const trace::Event& event) { seen.events.push_back(event); },
                               .onOperator = [&](const trace::Position&, int, const run::Cost& cost,
                                                 std::vector<run::FunctionCost>) { seen.operators.push_back(cost); },
                               .allowedMemory =
                                   [](const trace::Position&) {
                                     return std::vector<run::MemoryRange>{{0, ~std::uint64_t{0}, true}};
                                   }};
    seen.result = run(events);
    return seen;
  }
  Seen remotely(const MachineRequest& request) {
    return seenBy([&](const MachineEvents& events) { return remote_->run(request, model_.info, events, cancelled_); });
  }

  // The processes of ours that are emulators.
  static std::vector<pid_t> children() {
    std::ifstream list("/proc/self/task/" + std::to_string(gettid()) + "/children");
    std::vector<pid_t> found;
    for (pid_t each = 0; list >> each;) found.push_back(each);
    return found;
  }
  // During a run, when the inputs are ready.
  MachineResult runAnd(const std::function<void()>& then) {
    return remote_->run(request(), model_.info,
                        {.onEvent =
                             [&](const trace::Event& event) {
                               if (event.kind == trace::EventKind::kInputsReady) then();
                             },
                         .onOperator = [](auto&&...) {}},
                        cancelled_);
  }

  std::shared_ptr<runners::Firmware> firmware_;
  engine::LoadedModel model_ = test::loaded(test::twoLayerModel());
  std::optional<client::RemoteMachine> remote_;
  std::atomic<bool> cancelled_ = false;
};

TEST_P(ProcessTest, SaysWhatAMachineHereSays) {
  if (isQemu()) GTEST_SKIP() << "QEMU is only there as a process";
  const protocol::GuestFile memory = *protocol::GuestFile::create();
  unicorn::Machine here(firmware_->image(), *cpu::find("cortex-m4"), memory);
  const auto modelInfo = std::make_shared<model::ModelInfo>(model_.info);
  for (const bool watched : {false, true, false}) {
    MachineRequest wanted = request();
    wanted.guard = watched;
    if (watched) wanted.distancesOf = modelInfo;
    const Seen one =
        seenBy([&](const MachineEvents& events) { return here.run(wanted, events, [] { return false; }); });
    const Seen other = remotely(wanted);
    ASSERT_EQ(one.result.failure, "");
    EXPECT_EQ(other.result.failure, "");
    EXPECT_EQ(other.result.outcome, one.result.outcome);
    EXPECT_EQ(other.result.total.cycles, one.result.total.cycles);
    EXPECT_EQ(other.result.invoke.instructions, one.result.invoke.instructions);
    EXPECT_EQ(other.result.guardedAccesses, one.result.guardedAccesses);
    EXPECT_EQ(other.result.distances.size(), one.result.distances.size());
    EXPECT_EQ(one.result.distances.empty(), !watched);
    ASSERT_EQ(other.events.size(), one.events.size());
    EXPECT_EQ(std::memcmp(other.events.data(), one.events.data(), one.events.size() * sizeof(trace::Event)), 0);
    ASSERT_EQ(other.operators.size(), one.operators.size());
    for (std::size_t i = 0; i < one.operators.size(); ++i)
      EXPECT_EQ(other.operators[i].cycles, one.operators[i].cycles);
  }
}

TEST_P(ProcessTest, SharesTheMachinesMemory) {
  EXPECT_EQ(runAnd([] {}).failure, "");
  EXPECT_TRUE(remote_->memory(0x40000000, 4).empty()) << "nothing is mapped there";
  EXPECT_EQ(remote_->memory(GetParam()->arenaBase, 64).size(), 64U);
}

TEST_P(ProcessTest, OneThatIsKilledIsASentenceAndTheNextRunIsGood) {
  ASSERT_EQ(runAnd([] {}).failure, "");
  EXPECT_THAT(runAnd([] {
                for (const pid_t each : children()) kill(each, SIGKILL);
              }).failure,
              HasSubstr("the emulator failed in this run: it ended with signal 9"));
  EXPECT_EQ(runAnd([] {}).failure, "");
}

TEST_P(ProcessTest, OneThatEndedBetweenRunsIsNobodysLoss) {
  ASSERT_EQ(runAnd([] {}).failure, "");
  for (const pid_t each : children()) {
    kill(each, SIGKILL);
    siginfo_t ended{};
    waitid(P_PID, static_cast<id_t>(each), &ended, WEXITED | WNOWAIT);
  }
  EXPECT_EQ(runAnd([] {}).failure, "");
}

TEST_P(ProcessTest, OneThatHangsIsEnded) {
  std::vector<pid_t> stopped;
  EXPECT_THAT(runAnd([&] {
                stopped = children();
                for (const pid_t each : stopped) kill(each, SIGSTOP);
                remote_->emulator().setIdleTimeout(std::chrono::milliseconds(300)); // it does nothing any more
              }).failure,
              HasSubstr("it showed no activity for 0.3 s"));
  EXPECT_FALSE(stopped.empty());
  EXPECT_THAT(children(), testing::Not(testing::IsSupersetOf(stopped)));
  remote_->emulator().setIdleTimeout(client::kIdleTimeout);
  EXPECT_EQ(runAnd([] {}).failure, "");
}

TEST_P(ProcessTest, ItsTimeIsLimited) {
  ASSERT_EQ(runAnd([] {}).failure, "");
  const std::vector<pid_t> all = children();
  EXPECT_TRUE(std::ranges::any_of(all, [](pid_t each) {
    rlimit limit{};
    return prlimit(each, RLIMIT_CPU, nullptr, &limit) == 0 && limit.rlim_cur < 10'000;
  }));
}

TEST_P(ProcessTest, CancellingReachesIt) {
  const auto large = model::ModelFile::load(test::sampleModel("image_classifier")); // with enough to do
  model_ = {*large, model::readModelInfo(*large)};
  EXPECT_EQ(runAnd([this] { cancelled_ = true; }).failure, "cancelled");
  cancelled_ = false;
  EXPECT_EQ(runAnd([] {}).failure, "");
}

TEST_P(ProcessTest, EndsWithWhoHasStartedIt) {
  ASSERT_EQ(runAnd([] {}).failure, "");
  const std::vector<pid_t> before = children();
  remote_.reset();
  EXPECT_LT(children().size(), before.size());
}

// What ran before is nothing to a run, nor is whether its accesses are watched.
TEST_P(ProcessTest, SaysTheSameEachTime) {
  const auto modelInfo = std::make_shared<model::ModelInfo>(model_.info);
  MachineRequest watched = request();
  watched.guard = true;
  watched.distancesOf = modelInfo;
  const Seen first = remotely(request());
  ASSERT_EQ(first.result.failure, "");
  EXPECT_GT(first.result.invoke.instructions, 0U);
  for (const MachineRequest& wanted : {watched, request(), request(), watched}) {
    const Seen next = remotely(wanted);
    ASSERT_EQ(next.result.failure, "");
    EXPECT_EQ(next.result.total.instructions, first.result.total.instructions);
    EXPECT_EQ(next.result.total.cycles, first.result.total.cycles);
    EXPECT_EQ(next.result.guardedAccesses > 0, wanted.guard);
    EXPECT_EQ(next.result.distances.empty(), !wanted.guard);
    ASSERT_EQ(next.operators.size(), first.operators.size());
    for (std::size_t i = 0; i < first.operators.size(); ++i)
      EXPECT_EQ(next.operators[i].cycles, first.operators[i].cycles);
  }
}

// What is counted block by block is what is counted one by one.
TEST_P(ProcessTest, CountsEachInstruction) {
  const Seen blocks = remotely(request());
  MachineRequest each = request();
  each.instrumentation = protocol::Instrumentation::kInstructions;
  for (int i = 0; i < 2; ++i) {
    const Seen seen = remotely(each);
    ASSERT_EQ(seen.result.failure, "");
    EXPECT_EQ(seen.result.countedInstructions, seen.result.total.instructions);
    EXPECT_EQ(seen.result.total.instructions, blocks.result.total.instructions);
  }
}

TEST_P(ProcessTest, StopsAtItsLimitAndGoesOn) {
  const auto large = model::ModelFile::load(test::sampleModel("image_classifier")); // with enough to do
  model_ = {*large, model::readModelInfo(*large)};
  MachineRequest limited = request();
  limited.maxInstructions = 1'500'000; // it is looked at every million
  EXPECT_THAT(remotely(limited).result.failure, testing::ContainsRegex("\\(the limit is [0-9]+\\) at 0x"));
  EXPECT_EQ(remotely(request()).result.failure, "");
}

TEST_P(ProcessTest, AKernelThatTouchesWhatIsNotItsOwnIsNamed) {
  MachineRequest guarded = request();
  guarded.guard = true;
  const MachineEvents events{.onEvent = [](const trace::Event&) {},
                             .onOperator = [](auto&&...) {},
                             .allowedMemory = [](auto&&) { return std::vector<run::MemoryRange>(); },
                             .describeAccess = [](const protocol::Access&) { return "found"; }};
  EXPECT_THAT(remote_->run(guarded, model_.info, events, cancelled_).failure, testing::StartsWith("found, at 0x"));
  EXPECT_EQ(remotely(request()).result.failure, "");
}

// It reads beyond its memory, which is a fault; QEMU's board has memory there, in which there is no model.
TEST_P(ProcessTest, AModelThatIsNoneIsAFailure) {
  const std::vector<std::uint8_t> bytes(64, 0xFF);
  MachineRequest bad = request();
  bad.model = bytes;
  const MachineResult result = remotely(bad).result;
  EXPECT_EQ(result.outcome, isQemu() ? firmware::Outcome::kCreateFailed : firmware::Outcome::kRunning);
  EXPECT_THAT(result.failure, isQemu() ? testing::Matcher<std::string>("") : HasSubstr("at 0x"));
  EXPECT_EQ(remotely(request()).result.failure, "");
}

TEST_P(ProcessTest, MemoryWithWaitStatesTakesTime) {
  const Seen without = remotely(request());
  MachineRequest waiting = request();
  waiting.flash = {.waitStates = 3, .lineBytes = 16};
  const Seen flash = remotely(waiting);
  ASSERT_EQ(flash.result.failure, "");
  EXPECT_GT(flash.result.invoke.cycles, without.result.invoke.cycles);
  EXPECT_EQ(flash.result.invoke.instructions, without.result.invoke.instructions);
  waiting.ram.reads = 2;
  EXPECT_GT(remotely(waiting).result.invoke.cycles, flash.result.invoke.cycles);
}

INSTANTIATE_TEST_SUITE_P(All, ProcessTest, testing::Values(&client::unicornWorker(), &client::qemuWorker()),
                         [](const auto& info) { return info.param->name; });

} // namespace
} // namespace arenascope::client
