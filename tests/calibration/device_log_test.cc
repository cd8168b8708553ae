#include "core/calibration/device_log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace arenascope::calibration {
namespace {

using testing::HasSubstr;

const std::vector<std::string> kNames{"CONV_2D", "DEPTHWISE_CONV_2D", "SOFTMAX"};

DeviceLog read(const std::string& text) {
  const Result<DeviceLog> log = readDeviceLog(text, kNames);
  EXPECT_TRUE(log) << log.error().message;
  return log ? *log : DeviceLog();
}

std::vector<double> values(const DeviceLog& log) {
  std::vector<double> all;
  for (const MeasuredOperator& row : log.operators) all.push_back(row.value);
  return all;
}

TEST(DeviceLogTest, MicroProfilersLines) {
  const DeviceLog log = read("I (312) main: DEPTHWISE_CONV_2D took 2780893 ticks (43 ms).\r\n"
                             "CONV_2D took 2045248 ticks (31 ms).\nInvoke took 5 ticks\n"
                             "arena_used_bytes() = 66104\n");
  EXPECT_EQ(log.unit, LogUnit::kMilliseconds) << "64,000 ticks are one: no other number of megahertz fits both lines";
  EXPECT_FALSE(log.byKind);
  EXPECT_THAT(values(log), testing::ElementsAre(2780893 / 64e3, 2045248 / 64e3));
  EXPECT_EQ(log.operators[0].name, "DEPTHWISE_CONV_2D");
  EXPECT_EQ(log.arenaUsed, 66104U);
}

TEST(DeviceLogTest, TicksStayTicksWhereTheLogDoesNotTellTheirClock) {
  for (const char* text : {"CONV_2D took 120 ticks\n",             // nothing is said
                           "CONV_2D took 120 ticks (0 ms).\n",     // any clock from there on
                           "CONV_2D took 2045248 ticks (3 ms).\n", // 511 to 682 MHz
                           "CONV_2D took 90 ticks (30 ms).\nSOFTMAX took 90 ticks (60 ms).\n"}) { // both cannot be
    const DeviceLog log = read(text);
    EXPECT_EQ(log.unit, LogUnit::kTicks) << text;
    EXPECT_GE(log.operators.front().value, 90.0) << text;
  }
}

TEST(DeviceLogTest, ItsTables) {
  const DeviceLog events = read("\"Event\",\"Tag\",\"Ticks\"\n0,CONV_2D,1200\n1,SOFTMAX,30\n");
  EXPECT_THAT(values(events), testing::ElementsAre(1200, 30));
  EXPECT_FALSE(events.byKind);
  const DeviceLog kinds = read("\"Unique Tag\",\"Total ticks across all events with that tag.\"\n"
                               "CONV_2D, 5381839\nSOFTMAX, 1606\n\"total number of ticks\", 5383445\n");
  EXPECT_TRUE(kinds.byKind);
  EXPECT_THAT(values(kinds), testing::ElementsAre(5381839, 1606));
  const DeviceLog grouped = read("Count    Tag                 Ticks        Time\n"
                                 "6        DEPTHWISE_CONV_2D   3085702      5.194 ms\n");
  EXPECT_TRUE(grouped.byKind);
  EXPECT_THAT(values(grouped), testing::ElementsAre(3085702));
}

TEST(DeviceLogTest, TimesInOtherWords) {
  const DeviceLog log = read("op 0 (CONV_2D): 12.5 ms\nlayer 1 SOFTMAX = 250 us\ninference time: 13 ms\n");
  EXPECT_EQ(log.unit, LogUnit::kMilliseconds);
  EXPECT_THAT(values(log), testing::ElementsAre(12.5, 0.25));
  EXPECT_EQ(log.milliseconds, 13.0);
}

TEST(DeviceLogTest, TraceEvents) {
  const DeviceLog whole = read(R"({"traceEvents": [{"name": "CONV_2D", "ph": "X", "ts": 10, "dur": 1500},
                                   {"name": "2: SOFTMAX", "ph": "B", "ts": 2000, "tid": 1},
                                   {"name": "idle", "ph": "X", "dur": 9},
                                   {"name": "2: SOFTMAX", "ph": "E", "ts": 2100, "tid": 1}]})");
  EXPECT_EQ(whole.unit, LogUnit::kMilliseconds);
  EXPECT_THAT(values(whole), testing::ElementsAre(1.5, 0.1));
}

TEST(DeviceLogTest, TheInferenceAlone) {
  const DeviceLog log = read("Inference took 657000 us\n");
  EXPECT_TRUE(log.operators.empty());
  EXPECT_EQ(log.milliseconds, 657.0);
}

TEST(DeviceLogTest, OneTimeInManyWords) {
  for (const char* text :
       {"Inference took 0.5 milliseconds\n", "inference_time_us=500\n", "Inference time (us): 500\n",
        "inference 12: 500 usec\n", "took 500 us to run inference\n", "100 inferences took 50 ms\n",
        "Inference time: 500.0 us\n", "latency = 500000 ns\n", "Total time: 0.5 ms\n", "Elapsed: 0.0005 s\n",
        "Inferenzzeit: 500 µs\n", "\xe6\x8e\xa8\xe7\x90\x86\xe6\x97\xb6\xe9\x97\xb4: 500 us\n",
        "Predictions (DSP: 32 ms., Classification: 0.5 ms., Anomaly: 0 ms.):\n"}) {
    const Result<DeviceLog> log = readDeviceLog(text, kNames);
    ASSERT_TRUE(log) << text;
    ASSERT_TRUE(log->milliseconds) << text;
    EXPECT_DOUBLE_EQ(*log->milliseconds, 0.5) << text;
  }
  EXPECT_EQ(read("Inference time: 1,234 ms\n").milliseconds, 1234.0);
  const DeviceLog cycles = read("invoke: 38,272 cycles\n");
  EXPECT_FALSE(cycles.milliseconds);
  EXPECT_EQ(cycles.wholeInference, 38'272.0);
  EXPECT_EQ(cycles.wholeUnit, LogUnit::kCycles);
  EXPECT_EQ(read("Invoke took 7680 ticks\n").wholeUnit, LogUnit::kTicks);
}

// Which of several is the inference's cannot be seen.
TEST(DeviceLogTest, TimesOfOtherThingsAreNotTheInference) {
  EXPECT_FALSE(readDeviceLog("WiFi took 300 ms\nsensor took 12 ms\n", kNames));
  EXPECT_EQ(read("WiFi took 300 ms\nInference took 12 ms\n").milliseconds, 12.0);
}

TEST(DeviceLogTest, NothingToReadSaysWhatIsLookedFor) {
  for (const char* text : {"", "hello\nworld", "{\"traceEvents\": []}", "[1, 2, {\"ph\": 3}]", "{broken"}) {
    const Result<DeviceLog> log = readDeviceLog(text, kNames);
    ASSERT_FALSE(log) << text;
    EXPECT_THAT(log.error().message, HasSubstr("MicroProfiler"));
  }
  EXPECT_THAT(readDeviceLog("MUL took 5 ticks", kNames).error().message, HasSubstr("no time of an operator"));
}

TEST(DeviceLogTest, ALineIsReadHoweverLongItIs) {
  const DeviceLog log = read(std::string(100'000, '#') + " CONV_2D took 7 ticks " + std::string(100'000, '#'));
  EXPECT_THAT(values(log), testing::ElementsAre(7));
}

TEST(DeviceLogTest, BytesThatAreNoTextHideNothing) {
  const DeviceLog log = read("\xff\xfe layer 1 SOFTMAX \xff\xc2 250 µs\nCONV_2D: 3 ms\n");
  EXPECT_THAT(values(log), testing::ElementsAre(0.25, 3.0));
}

TEST(DeviceLogTest, ALineOfMegabytesIsPassedBy) {
  const DeviceLog log = read(std::string(3'000'000, 'a') + "\nCONV_2D took 7 ticks\n");
  EXPECT_THAT(values(log), testing::ElementsAre(7));
}

} // namespace
} // namespace arenascope::calibration
