// The emulator as a process: what it says is what a machine in this process says, and what becomes of a run when it
// ends.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/resource.h>
#include <sys/wait.h>

#include <csignal>
#include <fstream>
#include <thread>

#include "emulator/binary/memory_map.h"
#include "emulator/machine/machine.h"
#include "emulator/process/remote_machine.h"
#include "emulator/targets/firmware.h"
#include "emulator/targets/target.h"
#include "tests/support/test_models.h"

namespace arenascope::process {
namespace {

using machine::MachineEvents;
using machine::MachineRequest;
using machine::MachineResult;
using testing::HasSubstr;

struct Seen {
  MachineResult result;
  std::vector<trace::Event> events;
  std::vector<profile::Cost> operators;
};

class ProcessTest : public testing::Test {
protected:
  void SetUp() override {
    const auto firmware = session::Firmware::load(*session::findTarget("cortex-m4"), "reference");
    ASSERT_TRUE(firmware) << firmware.error().message;
    firmware_ = *firmware;
    remote_.emplace(firmware_->image(), "cortex-m4");
  }

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
    const MachineEvents events{
        .onEvent = [&](const trace::Event& event) { seen.events.push_back(event); },
        .onOperator = [&](const trace::Position&, int, const profile::Cost& cost,
                          std::vector<profile::FunctionCost>) { seen.operators.push_back(cost); },
        .allowedMemory =
            [](const trace::Position&) {
              return std::vector<profile::OperatorMemory::Range>{{0, ~std::uint64_t{0}, true}};
            }};
    seen.result = run(events);
    return seen;
  }
  Seen remotely(const MachineRequest& request) {
    return seenBy([&](const MachineEvents& events) { return remote_->run(request, events, cancelled_); });
  }

  // The processes of ours that are emulators.
  static std::vector<pid_t> children() {
    std::ifstream list("/proc/self/task/" + std::to_string(gettid()) + "/children");
    std::vector<pid_t> found;
    for (pid_t each = 0; list >> each;) found.push_back(each);
    return found;
  }
  // While a run goes on, when the inputs are ready.
  MachineResult runAnd(const std::function<void()>& then) {
    return remote_->run(request(),
                        {.onEvent =
                             [&](const trace::Event& event) {
                               if (event.kind == trace::EventKind::kInputsReady) then();
                             },
                         .onOperator = [](auto&&...) {}},
                        cancelled_);
  }

  std::shared_ptr<session::Firmware> firmware_;
  session::LoadedModel model_ = test::loaded(test::twoLayerModel());
  std::optional<RemoteMachine> remote_;
  std::atomic<bool> cancelled_ = false;
};

TEST_F(ProcessTest, SaysWhatAMachineHereSays) {
  const pipe::GuestFile memory = *pipe::GuestFile::create();
  machine::Machine here(firmware_->image(), *processors::find("cortex-m4"), memory);
  const auto modelInfo = std::make_shared<profile::ModelInfo>(model_.info);
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

TEST_F(ProcessTest, SharesTheMachinesMemory) {
  EXPECT_EQ(runAnd([] {}).failure, "");
  EXPECT_TRUE(remote_->memory(0x40000000, 4).empty()) << "nothing is mapped there";
  EXPECT_EQ(remote_->memory(machine::kArenaBase, 64).size(), 64U);
}

TEST_F(ProcessTest, OneThatIsKilledIsASentenceAndTheNextRunIsGood) {
  ASSERT_EQ(runAnd([] {}).failure, "");
  EXPECT_THAT(runAnd([] {
                for (const pid_t each : children()) kill(each, SIGKILL);
              }).failure,
              HasSubstr("the emulator failed in this run: it ended with signal 9"));
  EXPECT_EQ(runAnd([] {}).failure, "");
}

TEST_F(ProcessTest, OneThatEndedBetweenRunsIsNobodysLoss) {
  ASSERT_EQ(runAnd([] {}).failure, "");
  for (const pid_t each : children()) {
    kill(each, SIGKILL);
    siginfo_t ended{};
    waitid(P_PID, static_cast<id_t>(each), &ended, WEXITED | WNOWAIT);
  }
  EXPECT_EQ(runAnd([] {}).failure, "");
}

TEST_F(ProcessTest, OneThatHangsIsEnded) {
  remote_->emulator().setPatience(std::chrono::milliseconds(300));
  std::vector<pid_t> stopped;
  EXPECT_THAT(runAnd([&] {
                stopped = children();
                for (const pid_t each : stopped) kill(each, SIGSTOP);
              }).failure,
              HasSubstr("it did nothing for 0.3 s"));
  EXPECT_FALSE(stopped.empty());
  EXPECT_THAT(children(), testing::Not(testing::IsSupersetOf(stopped)));
  remote_->emulator().setPatience(kPatience);
  EXPECT_EQ(runAnd([] {}).failure, "");
}

TEST_F(ProcessTest, ItsTimeIsLimited) {
  ASSERT_EQ(runAnd([] {}).failure, "");
  const std::vector<pid_t> all = children();
  EXPECT_TRUE(std::ranges::any_of(all, [](pid_t each) {
    rlimit limit{};
    return prlimit(each, RLIMIT_CPU, nullptr, &limit) == 0 && limit.rlim_cur < 10'000;
  }));
}

TEST_F(ProcessTest, CancellingReachesIt) {
  const auto large = profile::ModelFile::load(test::sampleModel("image_classifier")); // with enough to do
  model_ = {*large, profile::readModelInfo(*large)};
  EXPECT_EQ(runAnd([this] { cancelled_ = true; }).failure, "cancelled");
  cancelled_ = false;
  EXPECT_EQ(runAnd([] {}).failure, "");
}

TEST_F(ProcessTest, EndsWithWhoHasStartedIt) {
  ASSERT_EQ(runAnd([] {}).failure, "");
  const std::vector<pid_t> before = children();
  remote_.reset();
  EXPECT_LT(children().size(), before.size());
}

TEST(WallsTest, Stand) {
  const auto process = EmulatorProcess::start(Engine::kUnicorn);
  ASSERT_TRUE(process) << process.error().message;
  const Result<pipe::Greeting> greeting = (*process)->greeting();
  ASSERT_TRUE(greeting) << greeting.error().message;
  EXPECT_EQ((*process)->greeting()->identity, greeting->identity) << "it is said once, and known then";
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  EXPECT_TRUE(greeting->seccomp) << "this kernel has no seccomp";
#endif
}

} // namespace
} // namespace arenascope::process
