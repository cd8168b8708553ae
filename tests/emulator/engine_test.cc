#include "emulator/engine/engine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "emulator/client/emulator.h"
#include "emulator/runners/firmware_engine.h"
#include "emulator/runners/host_engine.h"
#include "emulator/runners/library_engine.h"
#include "emulator/runners/vector_engine.h"
#include "service/profile/engines.h"

namespace arenascope::engine {
namespace {

using testing::HasSubstr;

class FakeEngine final : public Engine {
public:
  FakeEngine(bool serves, std::string lacks) : serves_(serves), lacks_(std::move(lacks)) {}
  bool serves(const Request& /*request*/) const override { return serves_; }
  std::string whyNot(const Request& /*request*/) const override { return lacks_; }
  Result<std::unique_ptr<Runner>> runner(const Request& /*request*/) const override {
    return Error{Stage::kFirmware, lacks_};
  }

private:
  bool serves_;
  std::string lacks_;
};

const report::RunConfiguration kNothing;
const Request kAny{.target = targets().front(), .configuration = kNothing, .variant = {}};

TEST(EngineTest, TheFirstThatServesAndCanIsTaken) {
  const FakeEngine other(false, "");
  const FakeEngine missing(true, "it is not installed");
  const FakeEngine good(true, "");
  const FakeEngine later(true, "");
  const Engine* const all[] = {&other, &missing, &good, &later};
  EXPECT_EQ(engineFor(all, kAny), &good);
}

TEST(EngineTest, WhereNoneCanTheLastThatServesSaysWhy) {
  const FakeEngine missing(true, "it is not installed");
  const FakeEngine standIn(true, "the firmware is missing");
  const FakeEngine other(false, "");
  const Engine* const all[] = {&missing, &standIn, &other};
  EXPECT_EQ(engineFor(all, kAny), &standIn);
  const Engine* const none[] = {&other};
  EXPECT_EQ(engineFor(none, kAny), nullptr);
}

report::RunConfiguration with(const Target& target, const std::string& kernels) {
  report::RunConfiguration configuration;
  configuration.target = target.name;
  configuration.kernels = kernels;
  return configuration;
}

TEST(EnginesTest, EachTargetIsServed) {
  for (const Target& target : targets()) {
    const report::RunConfiguration configuration = with(target, "reference");
    const Request request{target, configuration, variantOf(target, "reference")};
    const Engine* engine = engineFor(service::engines(), request);
    ASSERT_NE(engine, nullptr) << target.name;
    EXPECT_EQ(engine->whyNot(request), "") << target.name;
    EXPECT_EQ(engine == &runners::hostEngine(), target.family == Family::kHost) << target.name;
    EXPECT_FALSE(runners::libraryEngine().serves(request)) << target.name;
  }
}

TEST(EnginesTest, VectorsHaveAnEngineThatAnotherStandsInFor) {
  const Target& target = *findTarget("cortex-m55");
  const report::RunConfiguration configuration = with(target, "cmsis-nn");
  const Request itself{target, configuration, variantOf(target, "cmsis-nn")};
  Request other = itself;
  other.variant.separateVariables = 1; // which its own code has not
  EXPECT_EQ(engineFor(service::engines(), other), &runners::firmwareEngine());
  const auto runner = runners::firmwareEngine().runner(other);
  ASSERT_TRUE(runner) << runner.error().message;
  EXPECT_FALSE((*runner)->hasCycles());
  EXPECT_THAT((*runner)->whyNoCycles(), HasSubstr("The arena is that of cortex-m55; its "));
  if (const std::string why = runners::vectorEngine().whyNot(itself); !why.empty()) GTEST_SKIP() << why;
  EXPECT_EQ(engineFor(service::engines(), itself), &runners::vectorEngine());
}

TEST(EnginesTest, AnImageThatIsMissingIsASentence) {
  const Target& target = *findTarget("cortex-m4");
  const report::RunConfiguration configuration = with(target, "nobodys");
  const Request request{target, configuration, {}};
  EXPECT_EQ(engineFor(service::engines(), request), &runners::firmwareEngine());
  const auto runner = runners::firmwareEngine().runner(request);
  ASSERT_FALSE(runner);
  EXPECT_THAT(runner.error().message, HasSubstr("cortex-m4-nobodys"));
}

} // namespace
} // namespace arenascope::engine
