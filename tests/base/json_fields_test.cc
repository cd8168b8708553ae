#include "core/base/json_fields.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>

namespace arenascope {
namespace {

using fields::Document;

// What is wrong with a file of this text; empty where it can be read.
std::string problem(const std::string& json, const std::function<void(const Document&)>& read) {
  const auto result = fields::parsed("board mine", json, [&](const Document& document) {
    read(document);
    return true;
  });
  return result ? "" : result.error().message;
}

TEST(JsonFieldsTest, AreReadAsTheyStand) {
  const auto result = fields::parsed("board mine", R"({"name": "a", "kib": 64, "mhz": 1.5, "rows": [{"x": 1}]})",
                                     [](const Document& document) {
                                       EXPECT_EQ(fields::text(document, "name"), "a");
                                       EXPECT_EQ(fields::textIfAny(document, "title"), "");
                                       EXPECT_EQ(fields::whole(document, "kib", 1, 64), 64U);
                                       EXPECT_EQ(fields::number(document, "mhz", 1, 2), 1.5);
                                       EXPECT_TRUE(fields::listIfAny(document, "none").empty());
                                       return fields::list(document, "rows").size();
                                     });
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_EQ(*result, 1U);
}

TEST(JsonFieldsTest, WhatIsWrongNamesFileFieldAndWhatItTakes) {
  const auto kib = [](const Document& document) { fields::whole(document, "kib", 1, 64); };
  EXPECT_EQ(problem("{}", kib), "board mine: field \"kib\" is missing; it takes a number from 1 to 64");
  for (const char* json : {R"({"kib": 0})", R"({"kib": 65})", R"({"kib": "64"})", R"({"kib": null})"})
    EXPECT_EQ(problem(json, kib), "board mine: field \"kib\" takes a number from 1 to 64") << json;
  EXPECT_EQ(problem(R"({"kib": 1.5})", kib), "board mine: field \"kib\" takes a whole number");
  for (const char* json : {R"({"name": 7})", R"({"name": ""})"})
    EXPECT_EQ(problem(json, [](const Document& document) { fields::textIfAny(document, "name"); }),
              "board mine: field \"name\" takes text")
        << json;
  EXPECT_EQ(problem(R"({"ram": []})", [](const Document& document) { fields::object(document, "ram"); }),
            "board mine: field \"ram\" takes an object: { ... }");
  EXPECT_EQ(problem(R"({"ram": {}})", [](const Document& document) { fields::list(document, "ram"); }),
            "board mine: field \"ram\" takes a list");
  EXPECT_EQ(problem(R"({"ram": [1]})", [](const Document& document) { fields::listIfAny(document, "ram"); }),
            "board mine: field \"ram\" takes a list of objects");
}

TEST(JsonFieldsTest, WhatIsNoJsonSaysSo) {
  EXPECT_EQ(problem("{", [](const Document&) {}).find("board mine is not JSON: "), 0U);
  EXPECT_NE(problem("[]", [](const Document& document) { fields::text(document, "name"); }), "")
      << "a list has no fields";
}

} // namespace
} // namespace arenascope
