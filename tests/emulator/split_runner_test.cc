#include "emulator/runners/split_runner.h"

#include <gtest/gtest.h>

namespace arenascope::runners {
namespace {

// Says which one it is wherever it is asked.
class NamedRunner final : public engine::Runner {
public:
  NamedRunner(std::string name, bool hasCycles) : name_(std::move(name)), hasCycles_(hasCycles) {}
  run::RunTrace run(const engine::LoadedModel& /*model*/, const engine::RunOptions& /*options*/,
                    engine::RunControl& /*control*/) override {
    run::RunTrace trace;
    trace.error = Error{Stage::kInvoke, name_};
    return trace;
  }
  std::unique_ptr<engine::Runner> another() const override { return std::make_unique<NamedRunner>(*this); }
  std::string identity() const override { return name_; }
  bool hasCycles() const override { return hasCycles_; }
  std::string watchedOn() const override { return name_; }
  std::string compiler() const override { return name_; }
  std::optional<report::FlashReport> flash(const std::vector<std::string>& /*operators*/) const override { return {}; }

private:
  std::string name_;
  bool hasCycles_;
};

std::unique_ptr<engine::Runner> split(const std::string& memory, const std::string& code) {
  return std::make_unique<SplitRunner>(std::make_unique<NamedRunner>(memory, false),
                                       std::make_unique<NamedRunner>(code, true));
}

std::string ranOn(engine::Runner& runner, bool invoke) {
  engine::RunControl control;
  engine::RunOptions options;
  options.interpreter.invoke = invoke ? 1 : 0;
  return runner.run({}, options, control).error->message;
}

TEST(SplitRunnerTest, AllocationsAndInferencesRunOnTheirOwn) {
  const auto runner = split("memory", "code");
  EXPECT_EQ(ranOn(*runner, false), "memory");
  EXPECT_EQ(ranOn(*runner, true), "code");
  const auto beside = runner->another();
  EXPECT_EQ(ranOn(*beside, false), "memory");
  EXPECT_EQ(ranOn(*beside, true), "code");
}

TEST(SplitRunnerTest, WhatDependsOnCodeIsSaidByItsRunner) {
  const auto runner = split("memory", "code");
  EXPECT_TRUE(runner->hasCycles());
  EXPECT_EQ(runner->watchedOn(), "code");
  EXPECT_EQ(runner->compiler(), "code");
}

TEST(SplitRunnerTest, ItIsKnownWhereBothAre) {
  EXPECT_EQ(split("memory", "code")->identity(), "memorycode");
  EXPECT_EQ(split("", "code")->identity(), "");
  EXPECT_EQ(split("memory", "")->identity(), "");
}

} // namespace
} // namespace arenascope::runners
