// What is written for other tools, read back by parsers written from the formats' specifications.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "core/output/answers/buffers_csv.h"
#include "core/output/buffers_writer.h"
#include "core/output/model_explorer.h"
#include "core/output/npy.h"
#include "core/output/trace_writer.h"
#include "core/planner/placement.h"
#include "tests/support/test_models.h"

namespace arenascope::output {
namespace {

using nlohmann::json;
using testing::HasSubstr;

const report::Report& spotter() {
  static const report::Report kReport = test::profileOf(test::sampleModel("keyword_spotter"), "cortex-m4");
  return kReport;
}

// Trace Event Format: what every phase of an event must have.
void checkEvent(const json& event) {
  const std::string phase = event.at("ph");
  ASSERT_TRUE((std::set<std::string>{"M", "X", "C", "b", "e"}.contains(phase))) << phase;
  EXPECT_TRUE(event.at("pid").is_number_integer() && event.at("name").is_string());
  EXPECT_TRUE(phase == "M" || event.at("ts").get<double>() >= 0.0);
  EXPECT_TRUE(phase != "X" || event.at("dur").get<double>() >= 0.0);
  EXPECT_TRUE((phase != "b" && phase != "e") || (event.contains("id") && event.contains("cat")));
  if (phase != "C") return;
  for (const auto& [name, value] : event.at("args").items()) EXPECT_TRUE(value.is_number()) << name;
}

TEST(FormatsTest, TracesHaveOperatorsBuffersAndCounters) {
  const json trace = json::parse(output::toTrace(spotter()));
  double busy = 0;
  double end = 0;
  std::map<int, double> open; // buffers
  std::size_t closed = 0;
  for (const json& event : trace.at("traceEvents")) {
    checkEvent(event);
    if (event["ph"] == "X" && event["cat"] == "operator") {
      EXPECT_GE(event["ts"].get<double>(), end) << "operators on one track do not overlap";
      busy += event["dur"].get<double>();
      end = event["ts"].get<double>() + event["dur"].get<double>();
    }
    if (event["ph"] == "b") open[event["id"]] = event["ts"];
    if (event["ph"] == "e") {
      EXPECT_LT(open.at(event["id"]), event["ts"].get<double>());
      ++closed;
    }
  }
  EXPECT_EQ(busy, static_cast<double>(spotter().cost->kernels.cycles));
  EXPECT_NEAR(end, static_cast<double>(spotter().cost->total.cycles), 1.0);
  EXPECT_EQ(closed, spotter().buffers.size());
}

TEST(FormatsTest, TracesOfBoardsAreInMicrosecondsAndThoseOfTheHostInOperators) {
  report::Report board = spotter();
  board.board.emplace();
  board.board->clockMhz = 100.0;
  const json events = json::parse(output::toTrace(board))["traceEvents"];
  double end = 0;
  for (const json& event : events)
    if (event["ph"] == "X" && event["cat"] == "operator") end = event["ts"].get<double>() + event["dur"].get<double>();
  EXPECT_NEAR(end, static_cast<double>(spotter().cost->total.cycles) / 100.0, 1.0);
  const report::Report host = test::profileOf(test::sampleModel("countdown"), "host");
  const json hostEvents = json::parse(output::toTrace(host))["traceEvents"];
  EXPECT_FALSE(hostEvents.empty());
  for (const json& event : hostEvents) checkEvent(event);
}

TEST(FormatsTest, NodeDataHasEveryOperatorOnce) {
  const json cycles = json::parse(output::nodeCycles(spotter()));
  ASSERT_EQ(cycles.size(), 1U);
  const json& graph = cycles.at("main");
  EXPECT_EQ(graph.at("results").size(), spotter().operators.size());
  std::uint64_t sum = 0;
  for (const auto& [node, data] : graph.at("results").items()) sum += data.at("value").get<std::uint64_t>();
  EXPECT_EQ(sum, spotter().cost->kernels.cycles);
  for (const json& stop : graph.at("gradient")) EXPECT_TRUE(stop.contains("stop") && stop.contains("bgColor"));
  EXPECT_EQ(json::parse(output::nodeBytes(spotter())).at("main").at("results").at("conv_2").at("value"), 16'000);
}

TEST(FormatsTest, PlannedBuffersGoOutAndComeBack) {
  const auto buffers = output::readBuffers(output::toBuffersCsv(spotter()), "buffers.csv");
  ASSERT_TRUE(buffers) << buffers.error().message;
  ASSERT_EQ(buffers->buffers.size(), spotter().buffers.size());
  planner::Offsets offsets;
  for (const report::PlannedBuffer& buffer : spotter().buffers)
    offsets.push_back(static_cast<std::int64_t>(buffer.offset));
  EXPECT_FALSE(planner::wrongPlacement(buffers->buffers, offsets)) << "the interpreter's own plan";
  EXPECT_EQ(planner::heightOf(buffers->buffers, offsets), static_cast<std::int64_t>(spotter().arena->head));
}

TEST(FormatsTest, ArraysAreNumPysVersionOne) {
  const std::vector<std::uint8_t> data = {1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0};
  const std::string file = output::toNpy("int16", {1, 3, 2}, data);
  EXPECT_EQ(file.substr(0, 8), std::string("\x93NUMPY\x01\x00", 8));
  const std::size_t header = static_cast<unsigned char>(file[8]) + 256U * static_cast<unsigned char>(file[9]);
  EXPECT_EQ((10 + header) % 64, 0U);
  EXPECT_EQ(file[10 + header - 1], '\n');
  EXPECT_THAT(file.substr(10, header), HasSubstr("{'descr': '<i2', 'fortran_order': False, 'shape': (1, 3, 2, ), }"));
  const auto back = output::arrayData({reinterpret_cast<const std::uint8_t*>(file.data()), file.size()});
  ASSERT_TRUE(back);
  EXPECT_EQ(*back, data);
  EXPECT_THAT(output::toNpy("float32", {}, std::vector<std::uint8_t>(4)), HasSubstr("'shape': ()"));
  EXPECT_THAT(output::toNpy("float32", {7}, std::vector<std::uint8_t>(8)), HasSubstr("'shape': (2, )"));
}

} // namespace
} // namespace arenascope::output
