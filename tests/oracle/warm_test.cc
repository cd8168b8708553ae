// Arenas of third-party models on machines with earlier runs against those on new machines, in several orders.
// ARENASCOPE_ORACLE_ALL=1 takes all models.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <random>

#include "core/output/json_writer.h"
#include "emulator/runners/firmware.h"
#include "tests/support/test_models.h"

namespace arenascope::output {
namespace {

std::string arenaOf(const std::filesystem::path& model) {
  service::ProfileRequest request;
  request.model = model;
  request.invoke = false;
  engine::RunControl control;
  const auto report = service::profileModel(request, {}, control);
  return report ? toJson(*report) : report.error().message;
}

TEST(WarmOracleTest, ArenasAreThoseOfNewMachinesInAnyOrder) {
  std::vector<std::filesystem::path> models;
  const auto folder = test::sharedFolder() / "models";
  if (std::filesystem::exists(folder))
    for (const auto& entry : std::filesystem::directory_iterator(folder)) models.push_back(entry.path());
  if (models.empty()) {
    std::cerr << "\nNO MODELS TO RUN ONE AFTER THE OTHER: there is no " << folder << "\n\n";
    GTEST_SKIP() << "no models at " << folder;
  }
  std::ranges::sort(models);
  std::mt19937 random(1); // NOLINT: the same each time
  std::ranges::shuffle(models, random);
  if (std::getenv("ARENASCOPE_ORACLE_ALL") == nullptr) models.resize(models.size() / 5);
  std::map<std::filesystem::path, std::string> cold;
  for (const auto& model : models) {
    runners::Firmware::endIdleMachines();
    cold[model] = arenaOf(model);
  }
  for (int round = 0; round < 2; ++round) {
    std::ranges::shuffle(models, random);
    for (const auto& model : models) EXPECT_EQ(arenaOf(model), cold[model]) << model;
  }
}

} // namespace
} // namespace arenascope::output
