#include "emulator/elf/flash_usage.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/process.h"
#include "core/interpreter/kernels/reference/registrations.h"
#include "emulator/elf/firmware_loader.h"
#include "emulator/runners/emulated_runner.h"
#include "tests/support/test_models.h"

namespace arenascope::elf {
namespace {

using testing::HasSubstr;

class FlashUsageTest : public testing::Test {
protected:
  void SetUp() override {
    const auto path = runners::findFirmware("cortex-m4", "reference");
    ASSERT_TRUE(path) << path.error().message;
    path_ = *path;
    auto image = loadFirmware(path_, cpu::kThumbFormat);
    ASSERT_TRUE(image) << image.error().message;
    image_ = std::make_unique<protocol::FirmwareImage>(std::move(*image));
    auto usage = FlashUsage::load(path_, *image_);
    ASSERT_TRUE(usage) << usage.error().message;
    usage_ = std::move(*usage);
  }

  std::filesystem::path path_;
  std::unique_ptr<protocol::FirmwareImage> image_;
  FlashUsage usage_;
};

TEST_F(FlashUsageTest, KnowsEveryRegisteredOperator) {
  std::set<std::string> registered;
  for (const runtime::Registration* registration : kernels::reference::kAll) registered.insert(registration->name());
  EXPECT_EQ(usage_.operators(), registered);
  for (const std::string& name : registered) EXPECT_GT(usage_.bytesFor({name}), 50U) << name;
}

TEST_F(FlashUsageTest, SharedCodeCountsOnce) {
  const std::uint64_t conv = usage_.bytesFor({"CONV_2D"});
  const std::uint64_t depthwise = usage_.bytesFor({"DEPTHWISE_CONV_2D"});
  const std::uint64_t both = usage_.bytesFor({"CONV_2D", "DEPTHWISE_CONV_2D"});
  EXPECT_GT(both, std::max(conv, depthwise));
  EXPECT_LT(both, conv + depthwise);
  EXPECT_EQ(usage_.bytesFor({"NO_SUCH_OPERATOR"}), 0U);
  EXPECT_EQ(usage_.bytesFor({}), 0U);
}

// What is in the image belongs to the interpreter or to an operator, save for gaps that keep things aligned.
TEST_F(FlashUsageTest, AccountsForTheWholeImage) {
  std::uint64_t loaded = 0;
  for (const protocol::FirmwareImage::Segment& segment : image_->segments()) loaded += segment.bytes.size();
  const std::uint64_t accounted = usage_.interpreterBytes() + usage_.bytesFor(usage_.operators());
  EXPECT_LE(accounted, loaded);
  EXPECT_GT(accounted, loaded - loaded / 100);
}

TEST_F(FlashUsageTest, AMissingMapIsAnError) {
  const test::TemporaryFolder folder;
  std::filesystem::copy_file(path_, folder.path() / "alone.elf");
  const auto usage = FlashUsage::load(folder.path() / "alone.elf", *image_);
  ASSERT_FALSE(usage);
  EXPECT_THAT(usage.error().message, HasSubstr("alone.map is missing"));
  EXPECT_FALSE(FlashUsage::load(folder.path() / "nothing.elf", *image_));
}

TEST_F(FlashUsageTest, WhatPackagesHaveOfTheMapIsAllThatIsRead) {
  const test::TemporaryFolder folder;
  std::filesystem::copy_file(path_, folder.path() / "packaged.elf");
  std::filesystem::path map = path_;
  map.replace_extension(".map");
  ASSERT_TRUE(runProgram({"cmake", "-DFROM=" + map.string(), "-DTO=" + (folder.path() / "packaged.sections").string(),
                          "-P", ARENASCOPE_SOURCE_DIR "/cmake/SectionsOfMap.cmake"},
                         folder.path() / "log"));
  const auto packaged = FlashUsage::load(folder.path() / "packaged.elf", *image_);
  ASSERT_TRUE(packaged) << packaged.error().message;
  EXPECT_EQ(packaged->interpreterBytes(), usage_.interpreterBytes());
  for (const std::string& name : usage_.operators()) EXPECT_EQ(packaged->bytesFor({name}), usage_.bytesFor({name}));
}

} // namespace
} // namespace arenascope::elf
