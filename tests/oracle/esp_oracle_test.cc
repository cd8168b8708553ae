// Our arenas against those of real esp-tflite-micro builds by chip and version of esp-nn, if the folder with
// measurements exists: used, minimum, and the message in an arena a step smaller.
#include <gtest/gtest.h>

#include <fstream>
#include <iostream>
#include <sstream>

#include "core/diagnosis/tflm_replay.h"
#include "tests/support/report_rules.h"
#include "tests/support/test_models.h"

namespace arenascope {
namespace {

struct EspTable {
  const char* name; // of the file
  const char* target;
  const char* kernels;
  const char* tflm;
};
void PrintTo(const EspTable& table, std::ostream* stream) { *stream << table.name; }

constexpr EspTable kTables[] = {{"esp-generic", "esp32", "esp-nn@1.1.2", "esp-1.3.3"},
                                {"esp-generic-v1.3.8", "esp32", "esp-nn@1.2.3", "esp-1.3.8"},
                                {"esp32s3-nn1.1.2", "esp32s3", "esp-nn@1.1.2", "esp-1.3.3"},
                                {"esp32s3-nn1.2.0", "esp32s3", "esp-nn@1.2.0", "esp-1.3.3"},
                                {"esp32s3-nn1.2.1", "esp32s3", "esp-nn@1.2.1", "esp-1.3.3"},
                                {"esp32s3-nn1.2.3", "esp32s3", "esp-nn@1.2.3", "esp-1.3.3"},
                                {"esp32p4-nn1.1.2", "esp32p4", "esp-nn@1.1.2", "esp-1.3.3"},
                                {"esp32p4-nn1.2.3", "esp32p4", "esp-nn@1.2.3", "esp-1.3.3"}};

class EspOracleTest : public testing::TestWithParam<EspTable> {};

void compare(const EspTable& table, const std::string& line) {
  std::vector<std::string> fields;
  std::istringstream stream(line);
  for (std::string field; std::getline(stream, field, '\t');) fields.push_back(field);
  ASSERT_GE(fields.size(), 3U) << line;
  SCOPED_TRACE(fields[0]);
  service::ProfileRequest request;
  request.model = test::sharedFolder() / "models" / fields[0];
  request.target = table.target;
  request.kernels = table.kernels;
  request.tflm = table.tflm;
  request.invoke = false;
  if (fields[0].starts_with("v2_")) { // wake words: their variables were in separate memory
    request.separateVariables = true;
    request.resourceVariables = 20;
  }
  engine::RunControl control;
  const Result<report::Report> report = service::profileModel(request, {}, control);
  ASSERT_TRUE(report) << report.error().message;
  ASSERT_TRUE(report->arena) << report->error->message;
  test::expectConsistent(*report);
  EXPECT_EQ(std::to_string(report->arena->used), fields[1]);
  EXPECT_EQ(std::to_string(report->arena->minimum), fields[2]);
  EXPECT_TRUE(report->arena->minimumProven);
  const diagnosis::ArenaOutcome below =
      diagnosis::replayInTflm(*report, {report->arena->minimum - report::kArenaStep, 0});
  EXPECT_FALSE(below.works());
  if (!fields[3].empty()) {
    EXPECT_EQ(diagnosis::tflmMessage(*report, below), fields[3]);
  }
}

TEST_P(EspOracleTest, ArenasAreEqual) {
  const auto file = test::sharedFolder() / "oracle/esp" / (std::string(GetParam().name) + ".tsv");
  std::ifstream stream(file);
  if (!stream) {
    std::cerr << "\nNO COMPARISON WITH REAL ESP BUILDS: there is no " << file << "\n\n";
    GTEST_SKIP() << "no oracle at " << file;
  }
  std::string line;
  std::getline(stream, line); // names of columns
  int models = 0;
  for (; std::getline(stream, line); ++models) compare(GetParam(), line);
  EXPECT_GE(models, 99);
}

INSTANTIATE_TEST_SUITE_P(All, EspOracleTest, testing::ValuesIn(kTables));

// What devices printed as arena_used_bytes, and what was computed apart from the sizes that newer getters answer.
TEST(EspFigures, DevicesAndNewerVersions) {
  struct Case {
    const char* model;
    const char* target;
    const char* version;
    std::uint64_t used;
  };
  const auto folder = test::sharedFolder();
  const std::string fast = "oracle/esp/fast80_shape.tflite";
  if (!std::filesystem::exists(folder / fast)) GTEST_SKIP() << "no model at " << folder / fast;
  for (const Case& one : {Case{"oracle/esp/fast80_shape.tflite", "esp32", "1.4.0", 69'068},
                          Case{"oracle/esp/fast80_shape.tflite", "esp32s3", "1.4.0", 83'420},
                          Case{"oracle/esp/fast80_shape.tflite", "esp32s3", "1.4.1", 83'420},
                          Case{"oracle/esp/fast80_shape.tflite", "esp32s3", "1.2.3", 84'748},
                          Case{"models/pretrainedResnet_quant.tflite", "esp32s3", "1.2.6", 102'076},
                          Case{"models/pretrainedResnet_quant.tflite", "esp32s3", "1.3.1", 102'076},
                          Case{"models/pretrainedResnet_quant.tflite", "esp32s3", "1.3.2", 76'620},
                          Case{"models/pretrainedResnet_quant.tflite", "esp32s3", "1.4.1", 82'396},
                          Case{"models/str_ww_ref_model.tflite", "esp32s3", "1.3.2", 23'788},
                          Case{"models/str_ww_ref_model.tflite", "esp32s3", "1.4.1", 18'956},
                          Case{"models/vww_96_int8.tflite", "esp32s3", "1.4.1", 120'924},
                          Case{"models/op_softmax_int8_a.tflite", "esp32s3", "1.4.1", 2492}}) {
    SCOPED_TRACE(std::string(one.model) + " " + one.target + " " + one.version);
    service::ProfileRequest request;
    request.model = folder / one.model;
    request.target = one.target;
    request.kernels = std::string("esp-nn@") + one.version;
    request.tflm = "esp-1.4.1";
    request.invoke = false;
    engine::RunControl control;
    const Result<report::Report> report = service::profileModel(request, {}, control);
    ASSERT_TRUE(report && report->arena);
    test::expectConsistent(*report);
    EXPECT_EQ(report->arena->used, one.used);
  }
}

} // namespace
} // namespace arenascope
