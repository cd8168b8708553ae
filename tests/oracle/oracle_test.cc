// Our reports against measurements of the real interpreter, if their folder exists: next to the checkout, or as given
// by ARENASCOPE_SHARED. Models whose inference takes more than 150 million instructions are left out;
// ARENASCOPE_ORACLE_ALL=1 runs all.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

#include "core/base/hash.h"
#include "core/diagnosis/tflm_replay.h"
#include "core/output/json_writer.h"
#include "tests/support/report_rules.h"
#include "tests/support/test_models.h"

namespace arenascope {
namespace {

using nlohmann::json;

bool wanted(const json& oracle, double mostInstructions) {
  return std::getenv("ARENASCOPE_ORACLE_ALL") != nullptr ||
         oracle.value("invoke_instructions", 0.0) <= mostInstructions;
}

// Rows as [section, bytes, alignment, offset, phase, subgraph, op], without what does not compare: resets, and the
// block that the planner takes, which depends on the arena's size.
std::vector<json> oracleAllocations(const json& oracle) {
  std::vector<json> rows;
  for (const json& row : oracle.at("allocations")) {
    const bool takesAll = row[0] == "temp" && row[4] == "finish" && row[2] == 16;
    if (row[0] != "temp_reset" && !takesAll && row[4] != "io" && row[4] != "invoke") rows.push_back(row);
  }
  return rows;
}

std::vector<json> ourAllocations(const json& report) {
  std::vector<json> rows;
  for (const json& row : report.at("allocations")) {
    if (row["section"] == "temp" && row["phase"] == "finish" && row["alignment"] == 16) continue;
    rows.push_back(
        {row["section"], row["bytes"], row["alignment"], row["offset"], row["phase"], row["subgraph"], row["op"]});
  }
  return rows;
}

std::vector<json> plan(const json& buffers) {
  std::vector<json> rows;
  for (const json& row : buffers)
    rows.push_back({row["index"], row["bytes"], row["first_op"], row["last_op"], row["offline_offset"], row["offset"]});
  return rows;
}

std::vector<json> operators(const json& list) {
  std::vector<json> rows;
  for (const json& row : list) {
    json outputs = json::array();
    for (const json& output : row["outputs"]) outputs.push_back({output["tensor"], output["fnv1a64"]});
    rows.push_back({row["subgraph"], row["index"], row["name"], outputs});
  }
  return rows;
}

void expectSameRows(const std::vector<json>& want, const std::vector<json>& got, const char* what) {
  for (std::size_t i = 0; i < std::min(want.size(), got.size()); ++i) ASSERT_EQ(got[i], want[i]) << what << " " << i;
  EXPECT_EQ(got.size(), want.size()) << what;
}

void compare(const json& oracle, const json& report) {
  if (report.contains("notes") && !oracle.value("invoked", false)) {
    EXPECT_NE(report.dump().find("ethos-u"), std::string::npos); // not in the resolver of what was measured
  } else if (!oracle.value("invoked", false)) {
    EXPECT_EQ(report.at("status"), "failed") << "the real interpreter refuses this model";
  } else {
    ASSERT_EQ(report.at("status"), "ok") << report.value("error", json());
  }
  if (!oracle.contains("arena_used_bytes") || oracle["arena_used_bytes"].is_null()) return;
  ASSERT_TRUE(report.contains("arena"));
  EXPECT_EQ(report["arena"]["used_bytes"], oracle["arena_used_bytes"]);
  expectSameRows(oracleAllocations(oracle), ourAllocations(report), "allocation");
  expectSameRows(plan(oracle.at("planned_buffers")), plan(report.at("planned_buffers")), "planned buffer");
  for (const auto& [name, totals] : oracle.at("recorded").items()) EXPECT_EQ(report["recorded"][name], totals) << name;
  if (oracle.contains("minimum_arena_bytes") && !oracle.value("crashes_below_minimum", false)) {
    EXPECT_EQ(report["arena"]["minimum_bytes"], oracle["minimum_arena_bytes"]);
    EXPECT_TRUE(report["arena"]["minimum_proven"]);
  }
  if (!oracle.value("invoked", false)) return;
  expectSameRows(operators(oracle.at("ops")), operators(report.at("ops")), "operator");
  for (std::size_t i = 0; i < oracle.at("outputs").size(); ++i)
    EXPECT_EQ(report["outputs"][i]["fnv1a64"], oracle["outputs"][i]["fnv1a64"]) << "output " << i;
}

// TFLM's own checks pass in the smallest arena for which they were seen to pass, and in none a step smaller.
void compareReplay(const json& oracle, const report::Report& report) {
  if (!oracle.contains("minimum_arena_bytes") || !report.arena) return;
  const auto refused = [&](std::uint64_t bytes) {
    return diagnosis::replayInTflm(report, {bytes, 0}).refusal.has_value();
  };
  const auto minimum = oracle["minimum_arena_bytes"].get<std::uint64_t>();
  EXPECT_FALSE(refused(minimum));
  EXPECT_FALSE(diagnosis::replayInTflm(report, {minimum - report::kArenaStep, 0}).works());
}

bool isThere(const std::filesystem::path& folder) {
  if (std::filesystem::is_directory(folder)) return true;
  std::cerr << "\nNO COMPARISON WITH THE REAL INTERPRETER: there is no folder " << folder
            << ". Set ARENASCOPE_SHARED to one with models/ and oracle/.\n\n";
  return false;
}

// Calls look(oracle, report) for each model of a variant's folder that takes no more than so many instructions,
// profiled on a target; answers how many there were. Fails the test where there is no report.
template <typename Look>
int forEachModel(const std::filesystem::path& folder, const std::string& target, const std::string& kernels,
                 double mostInstructions, Look look) {
  int models = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".json") continue;
    std::ifstream stream(entry.path());
    const json oracle = json::parse(stream);
    if (!wanted(oracle, mostInstructions)) continue;
    SCOPED_TRACE(target + " " + kernels + " " + entry.path().stem().string());
    service::ProfileRequest request;
    request.model = test::sharedFolder() / "models" / entry.path().stem().concat(".tflite");
    request.target = target;
    request.kernels = kernels;
    request.resourceVariables = oracle.value("resource_variables", false) ? 20 : 0;
    engine::RunControl control;
    const Result<report::Report> report = service::profileModel(request, {}, control);
    EXPECT_TRUE(report) << report.error().message;
    if (!report) continue;
    test::expectConsistent(*report);
    look(oracle, *report);
    ++models;
  }
  std::cerr << target << " " << kernels << ": " << models << " models\n";
  return models;
}

void compareAll(const std::string& variant, const std::string& target, const std::string& kernels) {
  const std::filesystem::path folder = test::sharedFolder() / "oracle" / variant;
  if (!isThere(folder)) GTEST_SKIP() << "no oracle at " << folder;
  const int compared =
      forEachModel(folder, target, kernels, 150e6, [](const json& oracle, const report::Report& report) {
        compare(oracle, json::parse(output::toJson(report)));
        compareReplay(oracle, report);
      });
  EXPECT_GT(compared, 480);
}

// Cores that nothing was measured on: what must hold of any report does for them too.
void expectSums(const std::string& target) {
  const std::filesystem::path folder = test::sharedFolder() / "oracle" / "cortex-m4-cmsis-nn";
  if (!isThere(folder)) GTEST_SKIP() << "no oracle at " << folder;
  int withCycles = 0;
  forEachModel(folder, target, "cmsis-nn", 40e6,
               [&](const json&, const report::Report& report) { withCycles += report.cost.has_value() ? 1 : 0; });
  EXPECT_GT(withCycles, 400);
}

TEST(OracleTest, CortexM4Reference) { compareAll("cortex-m4-reference", "cortex-m4", "reference"); }

TEST(OracleTest, CortexM4CmsisNn) { compareAll("cortex-m4-cmsis-nn", "cortex-m4", "cmsis-nn"); }

TEST(OracleTest, CortexM0PlusReference) { compareAll("cortex-m0plus-reference", "cortex-m0plus", "reference"); }

TEST(OracleTest, CortexM0PlusCmsisNn) { compareAll("cortex-m0plus-cmsis-nn", "cortex-m0plus", "cmsis-nn"); }

TEST(OracleTest, PartsSumOnCortexM3) { expectSums("cortex-m3"); }

TEST(OracleTest, PartsSumOnCortexM7) { expectSums("cortex-m7"); }

TEST(OracleTest, PartsSumOnCortexM33) { expectSums("cortex-m33"); }

TEST(OracleTest, HostReference) { compareAll("host-x86_64-reference", "host", "reference"); }

} // namespace
} // namespace arenascope
