#include "core/model/load/model_file.h"
#include "core/model/rewrite/model_prefix.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/interpreter/schema/access.h"
#include "tests/support/test_models.h"

namespace arenascope::model {
namespace {

// Another description in front: everything else is the old model's, where it lay.
TEST(ModelPrefixTest, WhatIsNotRewrittenIsTheModels) {
  const std::vector<std::uint8_t> old = test::twoLayerModel();
  rewrite::ModelPrefix prefix(old, {rewrite::kDescription});
  prefix.addText(prefix.place(rewrite::kDescription), "another");
  const std::vector<std::uint8_t> made = prefix.finish();
  const std::size_t added = made.size() - old.size();
  EXPECT_EQ(added % 64, 0U) << "data stays aligned as it was";
  EXPECT_TRUE(std::equal(old.begin(), old.end(), made.begin() + static_cast<std::ptrdiff_t>(added)));
  flatbuffers::Verifier verifier(made.data(), made.size());
  ASSERT_TRUE(schema::VerifyModelBuffer(verifier));
  const schema::Model& model = *schema::GetModel(made.data());
  const schema::Model& before = *schema::GetModel(old.data());
  EXPECT_EQ(model.description()->str(), "another");
  EXPECT_EQ(model.version(), before.version());
  EXPECT_EQ(reinterpret_cast<const std::uint8_t*>(model.subgraphs()) - made.data(),
            reinterpret_cast<const std::uint8_t*>(before.subgraphs()) - old.data() +
                static_cast<std::ptrdiff_t>(added));
  EXPECT_TRUE(ModelFile::fromBytes(made, "made"));
}

TEST(ModelPrefixTest, VectorsHoldOldAndNewTables) {
  const std::vector<std::uint8_t> old = test::twoLayerModel();
  const schema::Model& before = *schema::GetModel(old.data());
  rewrite::ModelPrefix prefix(old, {rewrite::kBuffers});
  std::vector<const void*> buffers;
  for (std::uint32_t i = 0; i < before.buffers()->size(); ++i) buffers.push_back(before.buffers()->Get(i));
  buffers.push_back(nullptr);
  const std::vector<std::size_t> open = prefix.addVector(prefix.place(rewrite::kBuffers), buffers);
  ASSERT_EQ(open.size(), 1U);
  prefix.addBuffer(open[0], "0123456789", 10);
  const std::vector<std::uint8_t> made = prefix.finish();
  flatbuffers::Verifier verifier(made.data(), made.size());
  ASSERT_TRUE(schema::VerifyModelBuffer(verifier));
  const auto& all = *schema::GetModel(made.data())->buffers();
  ASSERT_EQ(all.size(), buffers.size());
  const auto& data = *all.Get(all.size() - 1)->data();
  EXPECT_EQ(std::string(data.begin(), data.end()), "0123456789");
  EXPECT_EQ((data.data() - made.data()) % 16, 0);
  for (std::uint32_t i = 0; i + 1 < all.size(); ++i)
    EXPECT_EQ(schema::count(all.Get(i)->data()), schema::count(before.buffers()->Get(i)->data())) << i;
}

} // namespace
} // namespace arenascope::model
