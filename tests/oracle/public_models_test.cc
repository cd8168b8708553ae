// Published models by figures in every checkout (public_models.tsv). The models are searched by SHA-256: in the folder
// that ARENASCOPE_MODELS names, otherwise in that of the measurements.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <sstream>

#include "core/base/hash.h"
#include "tests/support/report_rules.h"
#include "tests/support/test_models.h"

namespace arenascope {
namespace {

struct PublicFigures {
  std::string model;
  std::string target;
  std::string kernels;
  bool refused = false;
  std::uint64_t used = 0;
  std::uint64_t minimum = 0;
  std::uint64_t head = 0;
  std::uint64_t tail = 0;
  std::string outputs; // "-": not computed
};

struct PublicTable {
  std::map<std::string, std::string> digests; // SHA-256 by model
  std::vector<PublicFigures> figures;
};

PublicFigures figuresOf(std::istringstream& fields, const std::string& model) {
  PublicFigures row;
  row.model = model;
  std::string used;
  fields >> row.target >> row.kernels >> used;
  row.refused = used == "refused";
  if (row.refused) return row;
  row.used = std::stoull(used);
  fields >> row.minimum >> row.head >> row.tail >> row.outputs;
  return row;
}

PublicTable publicTable() {
  PublicTable table;
  std::ifstream file(std::string(ARENASCOPE_SOURCE_DIR) + "/tests/oracle/public_models.tsv");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream fields(line);
    std::string first;
    fields >> first;
    if (first != "model") {
      table.figures.push_back(figuresOf(fields, first));
      continue;
    }
    std::string name;
    std::string repository;
    std::string path;
    fields >> name >> repository >> path >> table.digests[name];
  }
  return table;
}

std::filesystem::path publicFolder() {
  if (const char* chosen = std::getenv("ARENASCOPE_MODELS"); chosen != nullptr) return chosen;
  return test::sharedFolder() / "models";
}

// Files by their SHA-256.
std::map<std::string, std::filesystem::path> filesIn(const std::filesystem::path& folder) {
  std::map<std::string, std::filesystem::path> files;
  if (!std::filesystem::is_directory(folder)) return files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".tflite") continue;
    const std::string bytes = test::readText(entry.path());
    files[sha256Hex({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()})] = entry.path();
  }
  return files;
}

std::string outputsOf(const report::Report& report) {
  std::string text;
  for (const auto& output : report.outputs) text += (text.empty() ? "" : ",") + hex64(fnv1a64(output.bytes));
  return text;
}

void expectFigures(const PublicFigures& known, const std::filesystem::path& path) {
  SCOPED_TRACE(known.model + " " + known.target + " " + known.kernels);
  service::ProfileRequest request;
  request.model = path;
  request.target = known.target;
  request.kernels = known.kernels;
  request.invoke = known.outputs != "-";
  engine::RunControl control;
  const Result<report::Report> report = service::profileModel(request, {}, control);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(!report->ok(), known.refused);
  if (known.refused) return;
  ASSERT_TRUE(report->arena);
  test::expectConsistent(*report);
  EXPECT_EQ(report->arena->used, known.used);
  EXPECT_EQ(report->arena->minimum, known.minimum);
  EXPECT_EQ(report->arena->head, known.head);
  EXPECT_EQ(report->arena->tail, known.tail);
  if (request.invoke) {
    EXPECT_EQ(outputsOf(*report), known.outputs);
  }
}

TEST(PublicModelsTest, HaveTheirFigures) {
  const PublicTable table = publicTable();
  const auto files = filesIn(publicFolder());
  std::set<std::string> compared;
  for (const PublicFigures& known : table.figures) {
    const auto file = files.find(table.digests.at(known.model));
    if (file == files.end()) continue;
    expectFigures(known, file->second);
    compared.insert(known.model);
  }
  std::cerr << compared.size() << " of " << table.digests.size() << " public models are in " << publicFolder() << "\n";
  if (compared.empty())
    GTEST_SKIP() << "none of the models of public_models.tsv is in " << publicFolder()
                 << ": set ARENASCOPE_MODELS to a folder that has them";
}

// Without the models: each has its figures for the same targets and kernel sets, and they make sense.
TEST(PublicModelsTest, TheTableIsWhole) {
  const PublicTable table = publicTable();
  std::map<std::string, std::set<std::string>> models; // by target and kernels
  for (const PublicFigures& row : table.figures) {
    SCOPED_TRACE(row.model + " " + row.target + " " + row.kernels);
    EXPECT_TRUE(models[row.target + " " + row.kernels].insert(row.model).second) << "it is there twice";
    EXPECT_TRUE(table.digests.contains(row.model));
    if (row.refused) continue;
    EXPECT_EQ(row.head + row.tail, row.used);
    EXPECT_LE(row.used, row.minimum);
    EXPECT_EQ(row.minimum % 16, 0U);
  }
  EXPECT_GT(table.digests.size(), 50U);
  EXPECT_EQ(models.size(), 5U);
  for (const auto& [variant, named] : models) EXPECT_EQ(named.size(), table.digests.size()) << variant;
  for (const auto& [name, digest] : table.digests) EXPECT_EQ(digest.size(), 64U) << name;
}

} // namespace
} // namespace arenascope
