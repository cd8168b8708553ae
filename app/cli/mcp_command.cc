#include "app/cli/mcp_command.h"

#include <CLI/CLI.hpp>
#include <condition_variable>
#include <deque>
#include <iostream>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "app/cli/exit_status.h"
#include "app/cli/mcp_tools.h"
#include "app/cli/run_options.h"

namespace arenascope::cli {

namespace {

// Revisions of the protocol, the newest first.
constexpr const char* kRevisions[] = {"2025-06-18", "2025-03-26", "2024-11-05"};

// As JSON-RPC 2.0 numbers what is wrong with a request.
enum RpcError : int {
  kParseError = -32700,
  kInvalidRequest = -32600,
  kMethodNotFound = -32601,
  kInvalidParams = -32602
};

std::string oneLine(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

Json failure(const Json& id, RpcError code, const std::string& message) {
  return {{"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", static_cast<int>(code)}, {"message", message}}}};
}

// One conversation: requests are answered in their order; one that is under way or still waits can be cancelled.
class McpServer {
public:
  explicit McpServer(const std::vector<std::filesystem::path>& folders) : tools_(folders) {}

  void serve() {
    std::thread reader([this] { read(); });
    while (const std::optional<Json> message = next())
      if (const Json reply = answerTo(*message); !reply.is_null()) say(reply);
    reader.join();
  }

private:
  static void say(const Json& message) { std::cout << oneLine(message) << std::endl; }

  // Every line is a message.
  void read() {
    for (std::string line; std::getline(std::cin, line);) {
      if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
      Json message = Json::parse(line, nullptr, false);
      const std::lock_guard lock(mutex_);
      if (message.is_object() && message.value("method", Json()) == "notifications/cancelled") {
        if (const Json params = message.value("params", Json()); params.is_object())
          cancel(params.value("requestId", Json()));
        continue;
      }
      waiting_.push_back(std::move(message));
      changed_.notify_one();
    }
    const std::lock_guard lock(mutex_);
    ended_ = true;
    changed_.notify_one();
  }

  // With the lock. A request that was cancelled gets no answer.
  void cancel(const Json& id) {
    if (control_ != nullptr && id == running_) {
      cancelled_ = true;
      control_->cancelled = true;
    }
    std::erase_if(waiting_, [&](const Json& each) { return each.is_object() && each.value("id", Json()) == id; });
  }

  std::optional<Json> next() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return ended_ || !waiting_.empty(); });
    if (waiting_.empty()) return std::nullopt;
    Json message = std::move(waiting_.front());
    waiting_.pop_front();
    return message;
  }

  // Null for what wants no answer.
  Json answerTo(const Json& message) {
    if (message.is_discarded()) return failure(nullptr, kParseError, "this line is no JSON");
    if (!message.is_object() || !message.value("method", Json()).is_string())
      return failure(nullptr, kInvalidRequest, "a message is an object with a method");
    const std::string method = message["method"];
    if (!message.contains("id")) return nullptr; // a notification
    const Json& id = message["id"];
    const Json params = message.value("params", Json::object());
    if (!params.is_object()) return failure(id, kInvalidParams, "params are an object");
    const auto result = [&](Json value) { return Json{{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(value)}}; };
    if (method == "initialize") return result(greeting(params));
    if (method == "ping") return result(Json::object());
    if (method == "tools/list") return result(McpTools::list());
    if (method != "tools/call") return failure(id, kMethodNotFound, "there is no method " + method);
    const Json name = params.value("name", Json());
    if (!name.is_string() || !McpTools::has(name)) return failure(id, kInvalidParams, "there is no tool of that name");
    session::RunControl control;
    begin(id, &control);
    Json called = tools_.call(name, params.value("arguments", Json::object()), control);
    begin(nullptr, nullptr);
    return cancelled_ ? Json() : result(std::move(called));
  }

  void begin(const Json& id, session::RunControl* control) {
    const std::lock_guard lock(mutex_);
    running_ = id;
    control_ = control;
    if (control != nullptr) cancelled_ = false;
  }

  static Json greeting(const Json& params) {
    const Json asked = params.value("protocolVersion", Json());
    std::string revision = kRevisions[0];
    for (const char* known : kRevisions)
      if (asked == known) revision = known;
    return {{"protocolVersion", revision},
            {"capabilities", {{"tools", Json::object()}}},
            {"serverInfo", {{"name", "arenascope"}, {"title", "ArenaScope"}, {"version", ARENASCOPE_VERSION}}},
            {"instructions", "Exact tensor arena sizes and cycles of TensorFlow Lite Micro models. Sizes are bytes."}};
  }

  McpTools tools_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Json> waiting_;
  bool ended_ = false;
  Json running_;
  session::RunControl* control_ = nullptr;
  bool cancelled_ = false;
};

int runMcp(const std::vector<std::filesystem::path>& folders) {
  for (const std::filesystem::path& folder : folders)
    if (std::error_code code; !std::filesystem::is_directory(folder, code))
      return complain({Stage::kUsage, folder.string() + ": is not a folder"});
  McpServer(folders).serve();
  return kExitDone;
}

} // namespace

void addMcpCommand(CLI::App& app, int* status) {
  auto folders = std::make_shared<std::vector<std::filesystem::path>>();
  CLI::App* command = app.add_subcommand(
      "mcp", "Serve profile, plan, explain, compare and boards to an assistant: the Model Context Protocol on standard "
             "input and output");
  command->add_option("FOLDER", *folders, "Models are read below these folders, and nothing elsewhere")->required();
  command->callback([folders, status] { *status = runMcp(*folders); });
}

} // namespace arenascope::cli
