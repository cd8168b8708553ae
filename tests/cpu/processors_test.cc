#include "emulator/cpu/processors.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "emulator/engine/target.h"

namespace arenascope::cpu {
namespace {

TEST(ProcessorsTest, AreFoundByTheirNames) {
  std::set<std::string> names;
  for (const Processor& processor : all()) {
    EXPECT_TRUE(names.insert(processor.name).second) << processor.name;
    EXPECT_EQ(find(processor.name), &processor);
    EXPECT_NE(processor.makeModel(), nullptr) << processor.name;
  }
  EXPECT_EQ(find("cortex-a9"), nullptr);
  EXPECT_EQ(find(""), nullptr);
}

// A target's image is executed as one of these.
TEST(ProcessorsTest, EachTargetThatIsEmulatedHasOne) {
  int emulated = 0;
  for (const std::string& name : engine::targetNames()) {
    const engine::Target* target = engine::findTarget(name);
    ASSERT_NE(target, nullptr) << name;
    if (target->isHost()) continue;
    EXPECT_NE(find(target->image()), nullptr) << name;
    ++emulated;
  }
  EXPECT_GE(emulated, 7) << "Cortex-M at least, where a build leaves the rest out";
}

} // namespace
} // namespace arenascope::cpu
