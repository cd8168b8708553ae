// Models with a plan written into them: what the interpreter reads, and that nothing else changed.
#include "core/model/rewrite/model_writer.h"

#include <gtest/gtest.h>

#include <cstring>

#include "core/interpreter/schema/access.h"
#include "core/interpreter/schema/offline_plan_format.h"
#include "core/model/graph/model_info.h"
#include "core/model/load/model_file.h"
#include "tests/support/test_models.h"

namespace arenascope::rewrite {
namespace {

using model::ModelFile;
using schema::count;

const schema::Model& modelOf(const ModelFile& file) { return *schema::GetModel(file.bytes().data()); }

std::size_t tensorsOf(const schema::Model& model) {
  std::size_t tensors = 0;
  for (std::uint32_t s = 0; s < count(model.subgraphs()); ++s) tensors += count(model.subgraphs()->Get(s)->tensors());
  return tensors;
}

std::vector<std::int32_t> openPlan(const ModelFile& file) {
  return std::vector<std::int32_t>(tensorsOf(modelOf(file)), schema::kPlacedByPlanner);
}

// Of all metadata that are plans.
std::vector<std::vector<std::int32_t>> plansOf(const schema::Model& model) {
  std::vector<std::vector<std::int32_t>> plans;
  for (std::uint32_t i = 0; i < count(model.metadata()); ++i) {
    const schema::Metadata& metadata = *model.metadata()->Get(i);
    if (metadata.name()->str() != schema::kOfflinePlanName) continue;
    const auto& data = *model.buffers()->Get(metadata.buffer())->data();
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(data.data()) % 16, 0U);
    std::vector<std::int32_t> words(data.size() / sizeof(std::int32_t));
    std::memcpy(words.data(), data.data(), data.size());
    plans.push_back(words);
  }
  return plans;
}

template <typename T>
void expectSame(const flatbuffers::Vector<T>* a, const flatbuffers::Vector<T>* b) {
  ASSERT_EQ(count(a), count(b));
  EXPECT_EQ(count(a) == 0 ? 0 : std::memcmp(a->Data(), b->Data(), count(a) * sizeof(T)), 0);
}

// Everything that the first one has is in the second.
void expectKept(const schema::Model& a, const schema::Model& b) {
  EXPECT_EQ(a.version(), b.version());
  EXPECT_EQ(count(a.operator_codes()), count(b.operator_codes()));
  EXPECT_EQ(a.description() == nullptr, b.description() == nullptr);
  expectSame(a.metadata_buffer(), b.metadata_buffer());
  EXPECT_EQ(count(a.signature_defs()), count(b.signature_defs()));
  ASSERT_EQ(count(a.subgraphs()), count(b.subgraphs()));
  for (std::uint32_t s = 0; s < count(a.subgraphs()); ++s) {
    const auto& x = *a.subgraphs()->Get(s);
    const auto& y = *b.subgraphs()->Get(s);
    ASSERT_EQ(count(x.operators()), count(y.operators()));
    for (std::uint32_t t = 0; t < count(x.tensors()); ++t) {
      expectSame(x.tensors()->Get(t)->shape(), y.tensors()->Get(t)->shape());
      const auto* p = x.tensors()->Get(t)->quantization();
      const auto* q = y.tensors()->Get(t)->quantization();
      ASSERT_EQ(p == nullptr, q == nullptr);
      if (p != nullptr) expectSame(p->scale(), q->scale());
    }
  }
  ASSERT_LE(count(a.buffers()), count(b.buffers()));
  for (std::uint32_t i = 0; i < count(a.buffers()); ++i) {
    expectSame(a.buffers()->Get(i)->data(), b.buffers()->Get(i)->data());
    if (count(a.buffers()->Get(i)->data()) > 0) {
      const auto place = [](const schema::Model& model, std::uint32_t buffer) {
        return reinterpret_cast<std::uintptr_t>(model.buffers()->Get(buffer)->data()->data()) % 64;
      };
      EXPECT_EQ(place(a, i), place(b, i)) << "buffer " << i;
    }
  }
}

void checkModel(const std::filesystem::path& path) {
  SCOPED_TRACE(path);
  const auto file = ModelFile::load(path);
  if (!file) return; // refused: nothing to write
  std::vector<std::int32_t> offsets = openPlan(*file);
  const auto written = withOfflinePlan(file->bytes(), offsets);
  ASSERT_TRUE(written) << written.error().message;
  const auto read = ModelFile::fromBytes(*written, "planned");
  ASSERT_TRUE(read) << read.error().message;
  const auto plans = plansOf(modelOf(*read));
  ASSERT_EQ(plans.size(), 1U);
  EXPECT_EQ(plans[0].size(), schema::kOfflinePlanHeaderWords + offsets.size());
  if (plansOf(modelOf(*file)).empty()) expectKept(modelOf(*file), modelOf(*read));

  // A second one takes its place, byte for byte.
  const auto again = withOfflinePlan(read->bytes(), offsets);
  ASSERT_TRUE(again);
  EXPECT_EQ(*again, *written);
}

TEST(ModelWriterTest, KeepsEverythingOfTheSamples) {
  for (const auto& entry : std::filesystem::directory_iterator(test::sampleModel("sine").parent_path()))
    if (entry.path().extension() == ".tflite") checkModel(entry.path());
}

TEST(ModelWriterTest, KeepsEverythingOfOtherPeoplesModels) {
  const auto folder = test::sharedFolder() / "models";
  if (!std::filesystem::is_directory(folder)) GTEST_SKIP() << "no models at " << folder;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".tflite") checkModel(entry.path());
}

TEST(ModelWriterTest, AnotherPlanReplacesTheOneThatIsThere) {
  const auto file = ModelFile::load(test::sampleModel("sine"));
  ASSERT_TRUE(file);
  std::vector<std::int32_t> offsets = openPlan(*file);
  const auto first = withOfflinePlan(file->bytes(), offsets);
  ASSERT_TRUE(first);
  const auto planned = ModelFile::fromBytes(*first, "first");
  ASSERT_TRUE(planned);
  offsets.back() = 4096;
  const auto second = withOfflinePlan(planned->bytes(), offsets);
  ASSERT_TRUE(second);
  EXPECT_EQ(second->size(), first->size());
  const auto plans = plansOf(*schema::GetModel(second->data()));
  ASSERT_EQ(plans.size(), 1U);
  EXPECT_EQ(plans[0].back(), 4096);
}

} // namespace
} // namespace arenascope::rewrite
