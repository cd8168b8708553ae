// Which releases are safe, and which of them to keep to.
#include "core/report/version_table.h"

#include <gtest/gtest.h>

namespace arenascope::report {
namespace {

VersionRow row(const std::string& version, const std::string& evidence, bool hazard) {
  VersionRow made{.kernels = "esp-nn@" + version, .tflm = "esp-1.4.1"};
  made.evidence = evidence;
  made.arena = 1000;
  if (hazard) made.hazards.emplace_back();
  return made;
}

TEST(VersionTableTest, TheNewestSafeRangeCounts) {
  VersionTable table;
  table.rows = {row("1.1.2", "proven", false), row("1.2.1", "proven", true), row("1.2.6", "proven", false),
                row("1.3.2", "read in its source", false), row("1.5.0", "assumed", false)};
  const std::optional<SafeRange> safe = safeRange(table);
  ASSERT_TRUE(safe);
  EXPECT_EQ(safe->first->kernels, "esp-nn@1.2.6");
  EXPECT_EQ(safe->last->kernels, "esp-nn@1.5.0");
  EXPECT_EQ(safe->pinned->kernels, "esp-nn@1.2.6") << "the newest that is proven";
  table.rows[2].hazards.emplace_back();
  EXPECT_EQ(safeRange(table)->pinned->kernels, "esp-nn@1.3.2") << "not the one that nobody has looked at";
}

TEST(VersionTableTest, WhatDoesNotRunIsNotSafe) {
  VersionTable table;
  table.rows = {row("1.1.2", "proven", true), row("1.2.1", "proven", false)};
  table.rows[1].arena.reset();
  EXPECT_FALSE(safeRange(table));
}

TEST(VersionTableTest, PinsAreForTheProjectsManifest) {
  EXPECT_EQ(pinOf(row("1.3.1", "proven", false)).text,
            "dependencies:\n  espressif/esp-nn: \"==1.3.1\"\n  espressif/esp-tflite-micro: \"==1.4.1\"\n");
  const VersionRow zephyr{.kernels = "cmsis-nn", .tflm = "zephyr-2024"};
  EXPECT_EQ(pinOf(zephyr).file, "west.yml");
  EXPECT_NE(pinOf(zephyr).text.find("revision: 71fba59"), std::string::npos);
  EXPECT_TRUE(pinOf(VersionRow{.kernels = "cmsis-nn", .tflm = "2023-05"}).text.empty()) << "a month is no commit";
}

} // namespace
} // namespace arenascope::report
