// The published schema of each subcommand's JSON, against what the subcommands write.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "app/cli/commands/subcommands.h"
#include "service/use_case/use_cases.h"
#include "tests/app/program_test.h"
#include "tests/support/firmware_builder.h"

namespace arenascope {
namespace {

using testing::HasSubstr;
using Json = nlohmann::json;

// What of a value its schema does not allow; of JSON Schema what these schemas use.
class Validator {
public:
  explicit Validator(Json schema) : root_(std::move(schema)) {}

  std::vector<std::string> problems(const Json& value) {
    found_.clear();
    check(value, root_, "");
    return found_;
  }

private:
  static bool isOf(const Json& value, const std::string& type) {
    return type == "object"    ? value.is_object()
           : type == "array"   ? value.is_array()
           : type == "string"  ? value.is_string()
           : type == "boolean" ? value.is_boolean()
           : type == "integer" ? value.is_number_integer()
           : type == "number"  ? value.is_number()
                               : type == "null" && value.is_null();
  }

  void checkType(const Json& value, const Json& types, const std::string& where) {
    const Json all = types.is_array() ? types : Json::array({types});
    for (const Json& type : all)
      if (isOf(value, type)) return;
    found_.push_back(where + " is no " + types.dump());
  }

  void check(const Json& value, const Json& schema, const std::string& where) {
    if (schema.contains("$ref"))
      check(value, root_.at(Json::json_pointer(schema["$ref"].get<std::string>().substr(1))), where);
    if (schema.contains("type")) checkType(value, schema["type"], where);
    if (schema.contains("const") && value != schema["const"])
      found_.push_back(where + " is not " + schema["const"].dump());
    for (const Json& name : schema.value("required", Json::array()))
      if (!value.contains(name.get<std::string>())) found_.push_back(where + " lacks " + name.get<std::string>());
    if (value.is_array() && schema.contains("items"))
      for (const Json& each : value) check(each, schema["items"], where + "[]");
    if (!value.is_object() || !schema.contains("properties")) return;
    for (const auto& [name, part] : value.items())
      if (schema["properties"].contains(name))
        check(part, schema["properties"][name], where + "." + name);
      else
        found_.push_back(where + "." + name + " is not described");
  }

  Json root_;
  std::vector<std::string> found_;
};

class SchemaCommandTest : public test::ProgramTest {
protected:
  Validator schemaOf(const std::string& subcommand) {
    EXPECT_EQ(run("schema " + subcommand), 0) << err_;
    return Validator(Json::parse(out_));
  }
  // Of what the words write with --json. name: of the use case, if it is not the first of them. prefix: of a shell.
  void expectDescribed(const std::string& words, const std::string& name = "", const std::string& prefix = "") {
    SCOPED_TRACE(words);
    Validator schema = schemaOf(name.empty() ? words.substr(0, words.find(' ')) : name);
    run(words + " --json -", prefix);
    std::istringstream stream(words.starts_with("batch") ? out_ : Json::parse(out_).dump());
    std::size_t documents = 0;
    for (std::string line; std::getline(stream, line); ++documents)
      EXPECT_THAT(schema.problems(Json::parse(line)), testing::IsEmpty());
    EXPECT_GT(documents, 0U);
  }
};

TEST_F(SchemaCommandTest, EverySubcommandsJsonIsDescribed) {
  folder_.write("log", std::string("inference: 400 us\n"));
  test::FirmwareBuilder builder;
  builder.addKernels("mine", {"-DASKS_TOO_LITTLE", "-DROUNDS_DOWN"});
  const std::string image = builder.image({.name = "app"}).string();
  const std::string sine = " " + sample("sine");
  const std::string edge = " " + sample("edge_detector");
  const std::vector<std::string> all = {
      "profile" + sine,
      "profile" + edge + " --board nucleo-h743zi --verify --guard --overlap --tflm 2023-05 --separate-variables",
      "profile" + sine + " --board nucleo-h743zi --persistent-region DTCM",
      "profile" + sine + " --board mimxrt1060-evk --place weights=dtcm,code=itcm,arena=ram",
      "profile" + sine + " --arena-size 300",
      "profile" + sine + " --board nucleo-h743zi --power-mw 90 --period 1000 --battery-mwh 2500",
      "profile '" + image + "' --arena-size 1600",
      "compare '" + image + "' '" + image + "'",
      "profile /no/such.tflite",
      "advise" + sine + " --board nucleo-f446re --deadline 10",
      "compare" + sine + edge + " --board nucleo-f446re",
      "boards" + sine,
      "batch" + sine + edge,
      "overhead" + sine + edge,
      "plan" + edge + " --overlap --timing --target cortex-m4,cortex-m33",
      "plan" + sine + edge + " --shared",
      "plan /no/such.tflite",
      "explain /no/such.tflite x",
      "overhead /no/such.tflite",
      "evidence",
      "shrink" + edge + " --budget 9000 --timing",
      "shrink" + edge + " --board teensy-4.1 --psram",
      "compress" + edge,
      "place" + edge + " --board mimxrt1060-evk",
      "compress" + edge + " --target host",
      "explain" + sine + " 'Failed to resize buffer. Requested: 640, available 12, missing: 628'",
      "sweep" + sine + " --guard",
      "versions" + sine,
      "audit mine --shapes 2",
      "calibrate" + sine + " '" + file("log") + "' --board nucleo-f446re"};
  std::set<std::string> tried;
  for (const std::string& words : all) {
    tried.insert(words.substr(0, words.find(' ')));
    expectDescribed(words);
  }
  // Of a project in Git.
  const std::string there = "cd '" + newFolder("project") + "' && ";
  const std::string commit = "git add . && git -c user.name=a -c user.email=a@b commit -q -m 'A model' && ";
  ASSERT_EQ(shell(there + "git init -q . && cp" + sine + " a.tflite && " + commit + "cp" + edge + " a.tflite && " +
                  commit + "cp" + sine + " b.tflite"),
            0)
      << err_;
  for (const auto& [name, words] : {std::pair("backfill", "history backfill"), std::pair("history", "history"),
                                    std::pair("review", "review --base HEAD~1")}) {
    tried.insert(name);
    expectDescribed(words, name, there);
  }
  for (const service::UseCase& useCase : service::useCases()) EXPECT_EQ(tried.count(useCase.name), 1U) << useCase.name;
}

TEST_F(SchemaCommandTest, WhatIsNotDescribedIsFound) {
  Validator schema = schemaOf("profile");
  EXPECT_THAT(schema.problems({{"schema", "arenascope.profile.1"}}), testing::IsEmpty());
  EXPECT_THAT(schema.problems({{"schema", "arenascope.profile.1"}, {"colour", "red"}}),
              testing::ElementsAre(".colour is not described"));
  EXPECT_THAT(schema.problems({{"schema", "arenascope.profile.2"}, {"arena", {{"used_bytes", "many"}}}}),
              testing::SizeIs(2));
  EXPECT_THAT(schema.problems(Json::object()), testing::ElementsAre(" lacks schema"));
  EXPECT_EQ(run("schema profil"), 2);
  EXPECT_THAT(err_, testing::HasSubstr("did you mean profile"));
}

// A document's schema has what it consists of, and no other document's.
TEST_F(SchemaCommandTest, HasNoPartThatIsNotReferredTo) {
  for (const service::UseCase& useCase : service::useCases()) {
    ASSERT_EQ(run(std::string("schema ") + useCase.name), 0);
    const Json schema = Json::parse(out_);
    for (const auto& [name, part] : schema["$defs"].items())
      EXPECT_THAT(out_, HasSubstr("\"#/$defs/" + name + "\"")) << useCase.name;
  }
}

} // namespace
} // namespace arenascope
