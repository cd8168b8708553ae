#include "core/output/record_fields.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "core/output/json_writer.h"
#include "tests/support/test_models.h"

namespace arenascope::output {
namespace {

template <typename Row>
std::set<std::string> namesOf(std::span<const RecordField<Row>> fields) {
  std::set<std::string> names;
  for (const RecordField<Row>& field : fields) EXPECT_TRUE(names.insert(field.name).second) << field.name;
  return names;
}

std::set<std::string> keysOf(const nlohmann::json& row) {
  std::set<std::string> keys;
  for (const auto& [key, value] : row.items()) keys.insert(key);
  return keys;
}

TEST(RecordFieldsTest, TypesAreThoseOfTheValuesInJson) {
  const report::Report report = test::profileOf(test::sampleModel("sine"), "host");
  const auto check = [&](const auto& fields, const auto& row) {
    for (const auto& field : fields)
      EXPECT_EQ(field.read(report, row).is_string(), std::string(field.type) == "str") << field.name;
  };
  check(bufferFields(), report.buffers.front());
  check(allocationFields(), report.allocations.front());
}

TEST(RecordFieldsTest, AReportHasAllOfThem) {
  const auto json = nlohmann::json::parse(toJson(test::profileOf(test::sampleModel("sine"), "host")));
  EXPECT_EQ(keysOf(json.at("planned_buffers").at(0)), namesOf(bufferFields()));
  EXPECT_EQ(keysOf(json.at("allocations").at(0)), namesOf(allocationFields()));
}

} // namespace
} // namespace arenascope::output
