#include "core/report/figures.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "core/output/json_writer.h"
#include "tests/support/test_models.h"

namespace arenascope::report {
namespace {

TEST(FiguresTest, EachRowIsFoundByItsNumberAndByItsKey) {
  std::set<std::string> names;
  for (const FigureKind& kind : figureKinds()) {
    EXPECT_EQ(&figureKind(kind.id), &kind) << kind.name;
    EXPECT_TRUE(names.insert(kind.name).second) << kind.name;
    if (kind.key != nullptr) {
      EXPECT_EQ(findFigure(kind.key), &kind);
    }
  }
  EXPECT_EQ(findFigure("nothing"), nullptr);
}

TEST(FiguresTest, WhatCanBeLimitedHasAKeyAndWhatHasAKeyCanBeLimited) {
  std::set<FigureId> limited(limitedFigures().begin(), limitedFigures().end());
  for (const FigureKind& kind : figureKinds()) EXPECT_EQ(kind.key != nullptr, limited.contains(kind.id)) << kind.name;
}

TEST(FiguresTest, AreTheNumbersOfTheJson) {
  const Report report = test::profileOf(test::sampleModel("keyword_spotter"), "cortex-m4");
  const nlohmann::json json = nlohmann::json::parse(output::toJson(report));
  for (const FigureKind& kind : figureKinds())
    if (kind.inJson != nullptr) {
      EXPECT_EQ(json.at(nlohmann::json::json_pointer(kind.inJson)), kind.read(report).value()) << kind.name;
    }
}

} // namespace
} // namespace arenascope::report
