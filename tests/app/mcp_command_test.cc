// A conversation of the Model Context Protocol, line by line.
#include "app/mcp/mcp_command.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/mcp/mcp_tools.h"
#include "service/use_case/use_cases.h"
#include "tests/app/program_test.h"
#include "tests/support/firmware_builder.h"

namespace arenascope {
namespace {

using testing::HasSubstr;
using Json = nlohmann::json;

class McpCommandTest : public test::ProgramTest {
protected:
  void SetUp() override {
    std::filesystem::create_directory(file("models"));
    std::filesystem::copy(test::sampleModel("sine"), file("models/sine.tflite"));
    std::filesystem::copy(test::sampleModel("sine"), file("secret.tflite"));
    std::filesystem::create_symlink(file("secret.tflite"), file("models/link.tflite"));
  }

  // The answers by their id; those without one under "".
  std::map<std::string, Json> talk(const std::vector<std::string>& lines) {
    std::string all;
    for (const std::string& line : lines) all += line + "\n";
    folder_.write("talk", std::vector<std::uint8_t>(all.begin(), all.end()));
    EXPECT_EQ(shell("cat '" + file("talk") + "' | '" ARENASCOPE_CLI "' mcp '" + file("models") + "'"), 0) << err_;
    std::map<std::string, Json> answers;
    std::istringstream stream(out_);
    for (std::string line; std::getline(stream, line);) {
      Json answer = Json::parse(line);
      EXPECT_EQ(answer["jsonrpc"], "2.0");
      const std::string id = answer["id"].is_null() ? "" : answer["id"].dump();
      answers[id] = std::move(answer);
    }
    return answers;
  }

  static std::string request(int id, const std::string& method, const Json& params = Json::object()) {
    return Json{{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", params}}.dump();
  }
  static std::string call(int id, const std::string& tool, const Json& arguments) {
    return request(id, "tools/call", {{"name", tool}, {"arguments", arguments}});
  }
  static std::string textOf(const Json& answer) { return answer["result"]["content"][0]["text"]; }
};

TEST_F(McpCommandTest, GreetsAndLists) {
  auto answers = talk({request(1, "initialize", {{"protocolVersion", "2024-11-05"}}),
                       R"({"jsonrpc":"2.0","method":"notifications/initialized"})", request(2, "tools/list"),
                       request(3, "ping"), request(4, "initialize", {{"protocolVersion", "1999-01-01"}})});
  EXPECT_EQ(answers.size(), 4);
  EXPECT_EQ(answers["1"]["result"]["protocolVersion"], "2024-11-05");
  EXPECT_EQ(answers["4"]["result"]["protocolVersion"], "2025-06-18") << "the newest, where the asked one is not known";
  EXPECT_EQ(answers["1"]["result"]["serverInfo"]["name"], "arenascope");
  std::vector<std::string> names;
  for (const Json& tool : answers["2"]["result"]["tools"]) {
    names.push_back(tool["name"]);
    EXPECT_EQ(tool["inputSchema"]["type"], "object");
    EXPECT_GT(tool["title"].get<std::string>().size(), tool["name"].get<std::string>().size()) << "for people";
  }
  std::vector<std::string> expected = {"models", "targets"};
  for (const service::UseCase& useCase : service::useCases())
    if (isIn(useCase, service::kMcp)) expected.emplace_back(useCase.name);
  EXPECT_THAT(names, testing::UnorderedElementsAreArray(expected));
  EXPECT_TRUE(answers["3"]["result"].empty());
}

TEST_F(McpCommandTest, EveryToolAnswers) {
  const std::string model = file("models/sine.tflite");
  auto answers = talk(
      {call(1, "profile", {{"model", model}}), call(2, "plan", {{"model", model}}),
       call(3, "explain",
            {{"model", model}, {"message", "Failed to resize buffer. Requested: 640, available 12, missing: 628"}}),
       call(4, "compare", {{"models", {model}}, {"kernels", {"reference", "cmsis-nn"}}}),
       call(5, "boards", Json::object()), call(6, "profile", {{"model", model}, {"invoke", false}})});
  ASSERT_EQ(answers.size(), 6);
  for (const auto& [id, answer] : answers) EXPECT_FALSE(answer["result"].value("isError", false)) << answer.dump();
  EXPECT_THAT(textOf(answers["1"]), HasSubstr("kTensorArenaSize = 1,296"));
  EXPECT_EQ(answers["1"]["result"]["structuredContent"]["arena"]["minimum_bytes"], 1296);
  EXPECT_THAT(textOf(answers["2"]), HasSubstr("kTensorArenaSize"));
  EXPECT_THAT(textOf(answers["4"]), HasSubstr("cmsis-nn"));
  EXPECT_THAT(textOf(answers["5"]), HasSubstr("nucleo-h743zi"));
  EXPECT_FALSE(answers["6"]["result"]["structuredContent"].contains("cycles"));
}

// Each use case, with what it needs.
TEST_F(McpCommandTest, EveryUseCaseAnswers) {
  test::FirmwareBuilder builder;
  builder.addKernels("mine");
  const Json model = file("models/sine.tflite");
  ASSERT_EQ(shell("cd '" + file("models") +
                  "' && git init -q . && git add . && git -c user.name=a -c user.email=a@b "
                  "commit -q -m One"),
            0)
      << err_;
  const std::map<std::string, Json> needed = {
      {"audit", {{"library", "mine"}, {"shapes", 1}}},
      {"batch", {{"models", {model, model}}}},
      {"boards", Json::object()},
      {"calibrate", {{"model", model}, {"board", "nucleo-f446re"}, {"log", "inference: 400 us"}}},
      {"compare", {{"models", {model}}}},
      {"evidence", Json::object()},
      {"explain", {{"model", model}, {"message", "AllocateTensors() failed"}}},
      {"overhead", {{"models", {model}}}},
      {"place", {{"model", model}, {"board", "nucleo-h743zi"}}},
      {"review", {{"model", model}, {"base", "HEAD"}}},
      {"sweep", {{"model", model}, {"sizes", "1280:1296"}}}};
  std::vector<std::string> lines;
  std::vector<service::UseCase> useCases(service::useCases().begin(), service::useCases().end());
  std::erase_if(useCases, [](const service::UseCase& useCase) { return !isIn(useCase, service::kMcp); });
  for (const service::UseCase& useCase : useCases) {
    const auto own = needed.find(useCase.name);
    lines.push_back(
        call(static_cast<int>(lines.size()), useCase.name, own == needed.end() ? Json{{"model", model}} : own->second));
  }
  auto answers = talk(lines);
  ASSERT_EQ(answers.size(), useCases.size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const service::UseCase& useCase = useCases[i];
    const Json& result = answers[std::to_string(i)]["result"];
    EXPECT_FALSE(result.value("isError", false)) << result.dump();
    EXPECT_EQ(result["structuredContent"]["schema"], useCase.schema) << useCase.name;
    EXPECT_LT(result.dump().size(), 50'000U) << useCase.name;
  }
}

TEST_F(McpCommandTest, ModelsAndTargetsAreListed) {
  auto answers = talk({call(1, "models", Json::object()), call(2, "targets", Json::object()),
                       call(3, "profile", {{"model", "sine.tflite"}}), call(4, "models", {{"model", "x"}}),
                       call(5, "profile", {{"model", "sine.tflite"}, {"target", "cortex-m4f"}})});
  EXPECT_EQ(answers["1"]["result"]["structuredContent"]["models"], Json::array({file("models/sine.tflite")}));
  EXPECT_THAT(textOf(answers["2"]), HasSubstr("cortex-m33"));
  EXPECT_FALSE(answers["3"]["result"].value("isError", false)) << "a path in a folder that is served";
  EXPECT_TRUE(answers["4"]["result"]["isError"]);
  EXPECT_THAT(textOf(answers["5"]), HasSubstr("did you mean cortex-m4"));
}

TEST_F(McpCommandTest, ProgressIsReportedToWhomWantsIt) {
  const Json params = {
      {"name", "boards"}, {"arguments", {{"model", file("models/sine.tflite")}}}, {"_meta", {{"progressToken", "p"}}}};
  folder_.write("talk", request(1, "tools/call", params) + "\n");
  EXPECT_EQ(shell("cat '" + file("talk") + "' | '" ARENASCOPE_CLI "' mcp '" + file("models") + "'"), 0) << err_;
  std::istringstream stream(out_);
  double before = 0;
  std::size_t reports = 0;
  for (std::string line; std::getline(stream, line);) {
    const Json message = Json::parse(line);
    if (message.contains("id")) continue;
    EXPECT_EQ(message["method"], "notifications/progress");
    EXPECT_EQ(message["params"]["progressToken"], "p");
    EXPECT_GT(message["params"]["progress"], before);
    before = message["params"]["progress"];
    ++reports;
  }
  EXPECT_GT(reports, 2U);
}

TEST_F(McpCommandTest, AShortCallNeedNotWaitForALongOne) {
  std::filesystem::copy(test::sampleModel("image_classifier"), file("models/image_classifier.tflite"));
  const auto write = [&](const char* name, const std::string& text) {
    folder_.write(name, std::vector<std::uint8_t>(text.begin(), text.end()));
  };
  write("calls", call(1, "shrink", {{"model", "image_classifier.tflite"}, {"cache", false}}) + "\n" +
                     call(2, "targets", Json::object()) + "\n");
  write("cancel", R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})"
                  "\n");
  write("talk.bash", "coproc server { '" ARENASCOPE_CLI "' mcp '" + file("models") +
                         "'; }\nfrom=${server[0]} to=${server[1]}\ncat '" + file("calls") +
                         "' >&$to\nread -r first <&$from\ncat '" + file("cancel") +
                         "' >&$to\nexec {to}>&-\nprintf '%s\\n' \"$first\"\ncat <&$from\nwait\n");
  EXPECT_EQ(shell("bash '" + file("talk.bash") + "'"), 0) << err_;
  const Json answer = Json::parse(out_, nullptr, false);
  ASSERT_FALSE(answer.is_discarded()) << "one answer, since the other call was cancelled: " << out_;
  EXPECT_EQ(answer["id"], 2);
}

TEST_F(McpCommandTest, AnswersAreBrief) {
  auto answers = talk({call(1, "boards", {{"model", "sine.tflite"}, {"invoke", false}}),
                       call(2, "profile", {{"model", "sine.tflite"}, {"board", "nucleo-f446re"}})});
  EXPECT_LT(answers["1"]["result"]["structuredContent"].dump().size(), 30'000U);
  const Json& accuracy = answers["2"]["result"]["structuredContent"]["accuracy"];
  EXPECT_THAT(accuracy["text"].get<std::string>(), HasSubstr("cycles against silicon"));
  EXPECT_FALSE(accuracy.contains("operators"));
}

TEST_F(McpCommandTest, ReadsNothingElsewhere) {
  auto answers = talk({call(1, "profile", {{"model", file("secret.tflite")}}),
                       call(2, "profile", {{"model", file("models/../secret.tflite")}}),
                       call(3, "profile", {{"model", file("models/link.tflite")}}),
                       call(4, "compare", {{"models", {"/etc/passwd"}}}),
                       call(5, "profile", {{"model", file("models") + "-other/x.tflite"}})});
  for (const auto& [id, answer] : answers) {
    EXPECT_TRUE(answer["result"]["isError"]);
    EXPECT_THAT(textOf(answer), HasSubstr("is not below a folder that this server may read"));
  }
  EXPECT_EQ(answers.size(), 5);
}

TEST_F(McpCommandTest, WhatIsWrongIsSaid) {
  auto answers =
      talk({"not JSON", R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":3})",
            R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":[]}})", "[1]",
            request(1, "nothing"), call(2, "nothing", Json::object()), call(3, "profile", Json::object()),
            call(4, "profile", {{"model", 7}}),
            call(5, "profile", {{"model", file("models/sine.tflite")}, {"colour", "red"}}),
            call(6, "profile", {{"model", file("models/nothing.tflite")}}), request(7, "tools/call", {{"name", 3}}),
            R"({"jsonrpc":"2.0","id":8,"method":"ping","params":3})"});
  EXPECT_EQ(answers[""]["error"]["code"], -32600);
  EXPECT_THAT(out_, HasSubstr("-32700"));
  EXPECT_EQ(answers["1"]["error"]["code"], -32601);
  EXPECT_EQ(answers["2"]["error"]["code"], -32602);
  EXPECT_EQ(textOf(answers["3"]), "model is missing");
  EXPECT_EQ(textOf(answers["4"]), "model takes a string");
  EXPECT_EQ(textOf(answers["5"]), "unknown argument colour");
  EXPECT_THAT(textOf(answers["6"]), HasSubstr("no such file"));
  EXPECT_EQ(answers["7"]["error"]["code"], -32602);
  EXPECT_EQ(answers["8"]["error"]["code"], -32602);
}

// Revisions before June 2025 have batches, later ones do not.
TEST_F(McpCommandTest, BatchesAreAnsweredWhereTheRevisionHasThem) {
  const std::string batch = "[" + request(2, "ping") + R"(,{"jsonrpc":"2.0","method":"notifications/initialized"},7,)" +
                            call(3, "profile", {{"model", file("models/sine.tflite")}}) + "]";
  const std::string silent = R"([{"jsonrpc":"2.0","method":"notifications/initialized"}])";
  const auto greeting = [](const char* revision) {
    return request(1, "initialize", {{"protocolVersion", revision}}) + "\n";
  };
  const auto answers = [&](const std::string& text) {
    folder_.write("talk", text);
    EXPECT_EQ(shell("cat '" + file("talk") + "' | '" ARENASCOPE_CLI "' mcp '" + file("models") + "'"), 0) << err_;
    std::vector<Json> lines;
    std::istringstream stream(out_);
    for (std::string line; std::getline(stream, line);) lines.push_back(Json::parse(line));
    // A batch is answered when its calls have run, what comes behind it at once.
    std::stable_partition(lines.begin() + 1, lines.end(), [](const Json& line) { return line.is_array(); });
    return lines;
  };
  for (const char* revision : {"2025-03-26", "2024-11-05"}) {
    SCOPED_TRACE(revision);
    const auto lines = answers(greeting(revision) + batch + "\n" + silent + "\n[]\n" + request(4, "ping") + "\n");
    ASSERT_EQ(lines.size(), 4U) << "no answer to notifications";
    EXPECT_EQ(lines[0]["result"]["protocolVersion"], revision);
    ASSERT_EQ(lines[1].size(), 3U) << "one answer for each request and each mistake";
    EXPECT_EQ(lines[1][0]["id"], 2);
    EXPECT_EQ(lines[1][1]["error"]["code"], -32600);
    EXPECT_EQ(lines[1][2]["result"]["structuredContent"]["arena"]["minimum_bytes"], 1296);
    EXPECT_EQ(lines[2]["error"]["code"], -32600) << "an empty batch";
    EXPECT_EQ(lines[3]["id"], 4);
  }
  const auto lines = answers(greeting("2025-06-18") + batch + "\n");
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[1]["error"]["code"], -32600);
  EXPECT_THAT(lines[1]["error"]["message"].get<std::string>(), HasSubstr("has no batches"));
  const auto inside = answers(greeting("2025-03-26") + "[" + request(5, "initialize") + "]\n");
  EXPECT_EQ(inside.at(1).at(0)["error"]["code"], -32600) << "it must not be in a batch";
}

TEST_F(McpCommandTest, WhatIsCancelledInABatchGetsNoAnswer) {
  folder_.write("talk", request(1, "initialize", {{"protocolVersion", "2025-03-26"}}) + "\n[" +
                            call(2, "profile", {{"model", file("models/sine.tflite")}}) + "," + request(3, "ping") +
                            "," + R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}])" +
                            "\n");
  EXPECT_EQ(shell("cat '" + file("talk") + "' | '" ARENASCOPE_CLI "' mcp '" + file("models") + "'"), 0) << err_;
  EXPECT_THAT(out_, testing::EndsWith("\n[{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{}}]\n"));
}

TEST_F(McpCommandTest, WantsFolders) {
  EXPECT_EQ(run("mcp"), 2);
  EXPECT_EQ(run("mcp '" + file("nothing") + "'"), 2);
  EXPECT_THAT(err_, HasSubstr("is not a folder"));
}

} // namespace
} // namespace arenascope
