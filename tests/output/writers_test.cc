#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/base/file_writer.h"
#include "core/base/hash.h"
#include "core/base/number_text.h"
#include "core/output/header_writer.h"
#include "core/output/json_writer.h"
#include "core/output/text_writer.h"
#include "tests/support/test_models.h"

namespace arenascope::output {
namespace {

using testing::HasSubstr;

class WritersTest : public testing::Test {
protected:
  static void SetUpTestSuite() {
    report_ = new report::Report(test::profileOf(test::sampleModel("autoencoder"), "cortex-m4"));
  }
  static void TearDownTestSuite() { delete report_; }
  static const report::Report& report() { return *report_; }

private:
  static report::Report* report_;
};
report::Report* WritersTest::report_ = nullptr;

TEST_F(WritersTest, JsonHasEveryPartOfTheContract) {
  const nlohmann::json json = nlohmann::json::parse(toJson(report()));
  EXPECT_EQ(json.at("schema"), "arenascope.profile.1");
  EXPECT_EQ(json.at("status"), "ok");
  for (const char* key :
       {"path", "bytes", "sha256", "version", "description", "subgraphs", "operators", "tensors", "weight_bytes"})
    EXPECT_TRUE(json.at("model").contains(key)) << key;
  for (const char* key :
       {"used_bytes", "head_bytes", "tail_bytes", "temp_peak_bytes", "minimum_bytes", "recommended_bytes"})
    EXPECT_TRUE(json.at("arena").at(key).is_number_integer()) << key;
  for (const char* key : {"section", "bytes", "alignment", "offset", "phase", "subgraph", "op"})
    EXPECT_TRUE(json.at("allocations").at(0).contains(key)) << key;
  for (const char* key : {"index", "kind", "name", "bytes", "first_op", "last_op", "offline_offset", "offset"})
    EXPECT_TRUE(json.at("planned_buffers").at(0).contains(key)) << key;
  for (const char* key : {"subgraph", "index", "name", "cycles", "instructions", "macs", "live_bytes", "outputs"})
    EXPECT_TRUE(json.at("ops").at(0).contains(key)) << key;
  for (const char* part : {"cycles", "instructions"}) {
    const auto& sums = json.at(part);
    EXPECT_EQ(sums.at("total"), sums.at("kernels").get<std::uint64_t>() + sums.at("interpreter").get<std::uint64_t>());
  }
  EXPECT_EQ(json.at("outputs").at(0).at("hex").get<std::string>().size(), 512U);
}

TEST_F(WritersTest, JsonOfABrokenNameIsStillJson) {
  report::Report bad = report();
  bad.model.description = "\xFF\xFE broken";
  EXPECT_TRUE(nlohmann::json::accept(toJson(bad)));
}

TEST_F(WritersTest, TextSaysTheSizeFirstAndHasColourOnlyWhenAsked) {
  const std::string plain = toText(report(), false);
  EXPECT_THAT(plain, HasSubstr("kTensorArenaSize = " + grouped(report().arena->recommended)));
  EXPECT_EQ(plain.find('\x1b'), std::string::npos);
  EXPECT_NE(toText(report(), true).find('\x1b'), std::string::npos);
  EXPECT_LT(plain.find("kTensorArenaSize"), plain.find("FULLY_CONNECTED"));
}

TEST_F(WritersTest, ControlCharactersOfAModelDoNotReachTheTerminal) {
  report::Report bad = report();
  bad.model.path = "evil\x1b[2J.tflite";
  EXPECT_EQ(toText(bad, false).find('\x1b'), std::string::npos);
}

TEST_F(WritersTest, CsvHasARowForEachOperator) {
  const std::string csv = toCsv(report());
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 7);
  EXPECT_THAT(csv, HasSubstr("0,0,FULLY_CONNECTED,"));
  report::Report custom = report();
  custom.operators[0].name = "a,\"b\"";
  EXPECT_THAT(toCsv(custom), HasSubstr("0,0,\"a,\"\"b\"\"\","));
}

TEST_F(WritersTest, HeaderHasTheRecommendedSize) {
  EXPECT_THAT(toHeader(report()), HasSubstr("constexpr std::size_t kTensorArenaSize = " +
                                            std::to_string(report().arena->recommended) + ";"));
}

TEST(FileWriterTest, FullDiskIsAnErrorAndKeepsTheOldFile) {
  const auto failed = writeFile("/dev/full", "text");
  ASSERT_TRUE(failed.has_value());
  EXPECT_THAT(failed->message, HasSubstr("No space left on device"));
  const test::TemporaryFolder folder;
  EXPECT_TRUE(writeFile(folder.path() / "none" / "report.json", "text").has_value());
  EXPECT_FALSE(writeFile(folder.path() / "report.json", "text").has_value());
  EXPECT_EQ(test::readText(folder.path() / "report.json"), "text");
}

TEST(NumberTextTest, GroupsAndScales) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(1234567), "1,234,567");
  EXPECT_EQ(humanBytes(1023), "1,023 bytes");
  EXPECT_EQ(humanBytes(1536), "1.5 KiB");
}

// Published test vectors of FNV-1a and SHA-256.
TEST(HashTest, KnownValues) {
  const std::uint8_t a[] = {'a'};
  EXPECT_EQ(hex64(fnv1a64({})), "cbf29ce484222325");
  EXPECT_EQ(hex64(fnv1a64(a)), "af63dc4c8601ec8c");
  EXPECT_EQ(sha256Hex({}), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

} // namespace
} // namespace arenascope::output
