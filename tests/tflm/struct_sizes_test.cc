#include "core/interpreter/tflm/struct_sizes.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/support/test_models.h"

namespace arenascope::tflm {
namespace {

struct Column {
  Abi abi;
  const char* name; // in the measurements of the real interpreter
};
constexpr Column kColumns[] = {
    {Abi::kShortEnums32, "m4"}, {Abi::kWideEnums32, "m4_no_short_enums"}, {Abi::kHost64, "host64"}};

struct Row {
  const char* type;
  std::size_t StructSizes::*size;
};
constexpr Row kRows[] = {
    {"tflite::SingleArenaBufferAllocator", &StructSizes::arena},
    {"tflite::RecordingSingleArenaBufferAllocator", &StructSizes::recordingArena},
    {"tflite::PersistentArenaBufferAllocator", &StructSizes::persistentArena},
    {"tflite::NonPersistentArenaBufferAllocator", &StructSizes::nonPersistentArena},
    {"tflite::MicroAllocator", &StructSizes::modelAllocator},
    {"tflite::RecordingMicroAllocator", &StructSizes::recordingAllocator},
    {"tflite::GreedyMemoryPlanner", &StructSizes::greedyPlanner},
    {"tflite::LinearMemoryPlanner", &StructSizes::linearPlanner},
    {"tflite::MicroResourceVariables", &StructSizes::resourceVariables},
    {"TfLiteTensor", &StructSizes::tensor},
    {"TfLiteEvalTensor", &StructSizes::evalTensor},
    {"TfLiteAffineQuantization", &StructSizes::affineQuantization},
    {"tflite::NodeAndRegistration", &StructSizes::nodeAndRegistration},
    {"tflite::SubgraphAllocations", &StructSizes::subgraphAllocations},
    {"tflite::ScratchBufferHandle", &StructSizes::scratchBufferHandle},
    {"tflite::internal::ScratchBufferRequest", &StructSizes::scratchBufferRequest},
    {"tflite::AllocationInfo", &StructSizes::allocationInfo},
};

TEST(StructSizesTest, AreThoseOfTheRealTypes) {
  const std::filesystem::path path = test::sharedFolder() / "facts/struct_sizes.json";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "there are no measurements of the real interpreter";
  std::ifstream file(path);
  const nlohmann::json sizes = nlohmann::json::parse(file);
  for (const Column& column : kColumns)
    for (const Row& row : kRows)
      EXPECT_EQ(structSizes(column.abi).*row.size, sizes.at(column.name).at(row.type).at(0))
          << column.name << " " << row.type;
}

TEST(StructSizesTest, EachRevisionHasEveryAbi) {
  for (const Column& column : kColumns) EXPECT_EQ(structSizes(column.abi).abi, column.abi);
}

} // namespace
} // namespace arenascope::tflm
