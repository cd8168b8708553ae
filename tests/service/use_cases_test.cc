// Fields and use cases as tables that every front end is made of.
#include "service/use_case/use_cases.h"

#include <gmock/gmock.h>

#include <map>
#include <set>

#include "service/profile/run_key.h"
#include "service/use_case/request_json.h"
#include "service/use_case/resolve.h"

namespace arenascope::service {
namespace {

using testing::HasSubstr;

// A value that a field takes, and one that it does not.
std::pair<Json, Json> rightAndWrong(const Taken& taken) {
  const Field& field = fieldOf(taken.field);
  if (std::holds_alternative<Flag>(field.member)) return {true, "yes"};
  if (std::holds_alternative<Whole>(field.member)) return {static_cast<std::uint64_t>(field.lowest) + 1, -1};
  if (std::holds_alternative<Real>(field.member)) return {field.highest, field.highest * 2};
  const std::vector<std::string> choices = choicesOf(taken);
  const bool isSize = taken.field == std::string("resize_inputs");
  const bool isPlace = taken.field == std::string("place");
  const std::string word = isSize ? "48x48" : isPlace ? "weights=DTCM" : choices.empty() ? "word" : choices.back();
  if (taken.count == Count::kSeveral) return {Json::array({word}), 7};
  const std::set<std::string> checkedLater = {"board",        "library", "persistent_region", "non_persistent_region",
                                              "psram_region", "limits"};
  return {word, choices.empty() || checkedLater.contains(taken.field) ? Json(7) : Json("no such word")};
}

TEST(UseCasesTest, EveryFieldHasItsRowOnce) {
  std::set<std::string> names;
  for (const Field& field : fields()) {
    EXPECT_TRUE(names.insert(field.name).second) << field.name;
    EXPECT_STRNE(field.help, "") << field.name;
    EXPECT_LE(field.lowest, field.highest) << field.name;
    EXPECT_EQ(field.interfaces == kAllInterfaces, std::string(field.whyNot).empty())
        << field.name << ": a field that a front end lacks says why, and no other";
    if (*field.needs != '\0') fieldOf(field.needs);
  }
  std::set<std::string> used;
  for (const UseCase& useCase : useCases())
    EXPECT_EQ(useCase.interfaces == kAllInterfaces, std::string(useCase.whyNot).empty()) << useCase.name;
  for (const UseCase& useCase : useCases())
    for (const Taken& taken : useCase.takes) used.insert(taken.field);
  EXPECT_EQ(used, names) << "a field that no use case takes";
}

TEST(UseCasesTest, EveryFieldIsReadAndRefused) {
  for (const UseCase& useCase : useCases()) {
    SCOPED_TRACE(useCase.name);
    Json least = Json::object();
    for (const Taken& taken : useCase.takes)
      if (taken.required) least[nameOf(taken)] = rightAndWrong(taken).first;
    ASSERT_TRUE(readRequest(useCase, kPython, least)) << readRequest(useCase, kPython, least).error().message;
    for (const Taken& taken : useCase.takes) {
      if (!isIn(taken, kPython)) continue;
      SCOPED_TRACE(taken.field);
      const auto [right, wrong] = rightAndWrong(taken);
      Json json = least;
      if (taken.field == std::string("target")) json.erase("board");
      for (const Taken& other : useCase.takes)
        if (std::string(other.field) == fieldOf(taken.field).needs) json[nameOf(other)] = rightAndWrong(other).first;
      json[nameOf(taken)] = right;
      const auto read = readRequest(useCase, kPython, json);
      EXPECT_TRUE(read) << read.error().message;
      json[nameOf(taken)] = wrong;
      EXPECT_FALSE(readRequest(useCase, kPython, json)) << json.dump();
      if (!taken.required) continue;
      json.erase(nameOf(taken));
      EXPECT_THAT(readRequest(useCase, kPython, json).error().message, HasSubstr(nameOf(taken) + " is missing"));
    }
    least["colour"] = "red";
    EXPECT_THAT(readRequest(useCase, kPython, least).error().message, HasSubstr("unknown argument colour"));
  }
}

TEST(UseCasesTest, WhatChangesABoardIsRefusedWithoutOne) {
  for (const char* wrong : {R"({"model": "m", "clock": 100})", R"({"model": "m", "caches": "none"})",
                            R"({"model": "m", "reserved_ram": 1})", R"({"model": "m", "persistent_region": "R"})"})
    EXPECT_THAT(readRequest(*findUseCase("profile"), kMcp, Json::parse(wrong)).error().message,
                HasSubstr(" needs board"))
        << wrong;
  EXPECT_TRUE(readRequest(*findUseCase("boards"), kMcp, {{"model", "m"}, {"clock", 100}})) << "each board has it";
  EXPECT_FALSE(readRequest(*findUseCase("profile"), kMcp, {{"model", "m"}, {"board", ""}})) << "no default";
}

TEST(UseCasesTest, SchemasDescribeWhatIsRead) {
  for (const UseCase& useCase : useCases())
    for (const Interface interface : {kCommandLine, kMcp, kPython}) {
      const Json schema = inputSchema(useCase, interface);
      EXPECT_EQ(schema["type"], "object");
      std::set<std::string> names;
      for (const Taken& taken : useCase.takes)
        if (isIn(taken, interface)) names.insert(nameOf(taken));
      std::set<std::string> described;
      for (const auto& [name, property] : schema["properties"].items()) {
        described.insert(name);
        EXPECT_TRUE(property.contains("type") || property.contains("anyOf")) << name;
        EXPECT_FALSE(property["description"].get<std::string>().empty()) << name;
      }
      EXPECT_EQ(described, names) << useCase.name;
    }
}

TEST(UseCasesTest, AWordStandsForTheSameInEachUseCase) {
  Request request;
  request.models = {"a.tflite"};
  request.board = "nucleo-h743zi";
  request.clockMhz = 100;
  request.caches = "none";
  const auto profile = profileRequest(request);
  ASSERT_TRUE(profile);
  EXPECT_EQ(profile->target, "cortex-m7");
  EXPECT_EQ(profile->board->clockMhz, 100);
  EXPECT_EQ(sweepRequest(request)->profile.board->clockMhz, 100);
  EXPECT_EQ(adviceRequest(request)->profile.target, "cortex-m7");
  request.board = "no such board";
  EXPECT_THAT(profileRequest(request).error().message, HasSubstr("there is no board no such board"));
}

TEST(UseCasesTest, PowerIsWholeOrRefused) {
  Request request;
  request.models = {"a.tflite"};
  request.board = "nucleo-h743zi";
  request.batteryMwh = 1500;
  EXPECT_EQ(profileRequest(request).error().message, "--battery-mwh needs --period");
  request.periodMs = 1000;
  EXPECT_EQ(profileRequest(request).error().message, "--period needs --power-mw");
  request.powerMw = 120;
  const auto profile = profileRequest(request);
  ASSERT_TRUE(profile && profile->power);
  EXPECT_EQ(profile->power->activeMilliwatts, 120);
  EXPECT_EQ(profile->power->sleepMilliwatts, 0);
  EXPECT_EQ(profile->power->batteryMwh, 1500);
}

TEST(UseCasesTest, AChangedModelHoldsForEveryVariant) {
  Request request;
  request.models = {"a.tflite"};
  request.targets = {"cortex-m4", "cortex-m33"};
  request.kernels = {"reference", "cmsis-nn"};
  request.means = {"strips"};
  request.psram = true;
  request.psramRegion = "OCRAM2";
  const auto shrink = shrinkRequest(request);
  ASSERT_TRUE(shrink);
  EXPECT_TRUE(shrink->psram);
  EXPECT_EQ(shrink->psramRegion, "OCRAM2");
  EXPECT_EQ(shrink->profile.target, "cortex-m4");
  EXPECT_EQ(shrink->profile.kernels, "reference");
  ASSERT_EQ(shrink->also.size(), 3U);
  EXPECT_EQ(shrink->also.back().target, "cortex-m33");
  EXPECT_EQ(shrink->also.back().kernels, "cmsis-nn");
  EXPECT_TRUE(shrink->means.strips);
  EXPECT_FALSE(shrink->means.order);
}

// What a batch keeps is found by a key: a field that the key forgot would have another question's answer.
TEST(UseCasesTest, TheKeyKnowsEveryFieldThatChangesAnAnswer) {
  const std::set<std::string> kNoAnswer = {"model", "cache", "budget", "max_cycles"};
  const std::map<std::string, Json> kValues = {
      {"target", "cortex-m33"}, {"clock", 100},       {"persistent_region", "DTCM"}, {"non_persistent_region", "DTCM"},
      {"kernels", "reference"}, {"limits", "rank=7"}, {"board", "nucleo-f446re"}};
  const UseCase& batch = *findUseCase("batch");
  const auto keyOf = [&](const Json& json) {
    const auto request = readRequest(batch, kCommandLine, json);
    const auto profile = request ? profileRequest(*request) : Result<ProfileRequest>(request.error());
    EXPECT_TRUE(profile) << json.dump();
    return profile ? settingsKey(*profile) : "";
  };
  const Json base = {{"models", {"a.tflite"}}, {"board", "nucleo-h743zi"}};
  const std::string plain = keyOf(base);
  EXPECT_EQ(keyOf(base), plain);
  for (const Taken& taken : batch.takes) {
    if (kNoAnswer.contains(taken.field) || taken.field == std::string("inputs")) continue;
    Json json = base;
    if (taken.field == std::string("target")) json.erase("board");
    for (const Taken& other : batch.takes)
      if (std::string(other.field) == fieldOf(taken.field).needs && other.field != std::string("board"))
        json[nameOf(other)] = rightAndWrong(other).first;
    const auto value = kValues.find(taken.field);
    json[nameOf(taken)] = value == kValues.end() ? rightAndWrong(taken).first : value->second;
    if (taken.field == std::string("invoke")) json["invoke"] = false;
    EXPECT_NE(keyOf(json), plain) << taken.field;
  }
  Request withInput;
  withInput.models = {"a.tflite"};
  const std::string without = settingsKey(*profileRequest(withInput));
  withInput.inputBytes = {{1, 2, 3}};
  EXPECT_NE(settingsKey(*profileRequest(withInput)), without);
}

TEST(UseCasesTest, OneModelIsComparedWithAllKernelSets) {
  Request request;
  request.models = {"a.tflite"};
  EXPECT_GE(comparedRequests(request)->size(), 2U);
  request.kernels = {"reference"};
  EXPECT_EQ(comparedRequests(request)->size(), 1U);
  request.tflm = {"current", "2023-05", "2022-05"};
  request.targets = {"cortex-m4", "cortex-m33", "cortex-m7"};
  EXPECT_EQ(comparedRequests(request).error().stage, Stage::kUsage) << "more than can be compared";
}

} // namespace
} // namespace arenascope::service
