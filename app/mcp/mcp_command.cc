#include "app/mcp/mcp_command.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <condition_variable>
#include <deque>
#include <iostream>
#include <iterator>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "app/cli/options/exit_status.h"
#include "app/cli/options/run_options.h"
#include "app/mcp/mcp_tools.h"

namespace arenascope::cli {

namespace {

// Of the protocol. Until June 2025 messages could be JSON-RPC 2.0 batches: arrays.
struct McpRevision {
  const char* name;
  bool batches;
};
// Newest first.
constexpr McpRevision kRevisions[] = {{"2025-06-18", false}, {"2025-03-26", true}, {"2024-11-05", true}};

// Error codes of JSON-RPC 2.0.
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

const McpRevision& revisionFor(const Json& asked) {
  const auto* found = std::find_if(std::begin(kRevisions), std::end(kRevisions),
                                   [&](const McpRevision& revision) { return asked == revision.name; });
  return found == std::end(kRevisions) ? kRevisions[0] : *found;
}

// Answers to a batch, sent together.
struct McpBatch {
  std::size_t open = 0; // messages without an answer so far
  Json answers = Json::array();
};

// A call of a tool that waits or runs.
struct McpCall {
  Json message;
  std::shared_ptr<McpBatch> batch; // the batch it belongs to
  service::Cancel cancel;          // cancelled calls get no answer

  const Json& id() const { return message["id"]; }
};

constexpr int kAtOnce = 4; // calls; a short one need not wait for a long one

// One session. Calls of tools run side by side and can be cancelled; everything else is answered at once.
class McpServer {
public:
  explicit McpServer(const std::vector<std::filesystem::path>& folders) : tools_(folders) {}

  void serve() {
    std::vector<std::thread> workers;
    for (int i = 0; i < kAtOnce; ++i) workers.emplace_back([this] { work(); });
    read();
    for (std::thread& worker : workers) worker.join();
  }

private:
  // Answers and reports of progress come from several threads.
  void say(const Json& message) {
    const std::lock_guard lock(saying_);
    std::cout << oneLine(message) << std::endl;
  }

  // What reports progress of a call to a client that asked for it with a token.
  McpTools::OnProgress progressTo(const Json& token) {
    if (!token.is_string() && !token.is_number_integer()) return {};
    // Numbers have to grow, whichever of a call's parts reports: they count the reports.
    return [this, token, count = std::make_shared<std::size_t>(0)](const service::Progress& progress) {
      say({{"jsonrpc", "2.0"},
           {"method", "notifications/progress"},
           {"params", {{"progressToken", token}, {"progress", ++*count}, {"message", service::describe(progress)}}}});
    };
  }

  // Needs the lock. All answers of a batch are sent with the last one; none for a batch of notifications.
  void finish(Json reply, const std::shared_ptr<McpBatch>& batch) {
    if (batch != nullptr) {
      if (!reply.is_null()) batch->answers.push_back(std::move(reply));
      reply = --batch->open > 0 || batch->answers.empty() ? Json() : std::move(batch->answers);
    }
    if (!reply.is_null()) say(reply);
  }

  // Every line is a message, or a batch if the agreed revision has them.
  void read() {
    bool batches = false;
    for (std::string line; std::getline(std::cin, line);) {
      if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
      Json message = Json::parse(line, nullptr, false);
      if (message.is_object() && message.value("method", Json()) == "initialize")
        if (const Json params = message.value("params", Json()); params.is_object())
          batches = revisionFor(params.value("protocolVersion", Json())).batches;
      const std::lock_guard lock(mutex_);
      if (!batches || !message.is_array() || message.empty()) {
        take(std::move(message), nullptr);
        continue;
      }
      const auto batch = std::make_shared<McpBatch>(McpBatch{.open = message.size()});
      for (Json& each : message) take(std::move(each), batch);
    }
    const std::lock_guard lock(mutex_);
    ended_ = true;
    changed_.notify_all();
  }

  // Needs the lock.
  void take(Json message, const std::shared_ptr<McpBatch>& batch) {
    if (message.is_object() && message.value("method", Json()) == "notifications/cancelled")
      if (const Json params = message.value("params", Json()); params.is_object())
        cancel(params.value("requestId", Json()));
    if (isCall(message)) {
      waiting_.push_back(std::make_shared<McpCall>());
      waiting_.back()->message = std::move(message);
      waiting_.back()->batch = batch;
      changed_.notify_one();
    } else {
      finish(answerTo(message, batch != nullptr), batch);
    }
  }

  // Needs the lock.
  void cancel(const Json& id) {
    for (const auto* calls : {&waiting_, &running_})
      for (const std::shared_ptr<McpCall>& call : *calls)
        if (call->id() == id) call->cancel();
  }

  // nullptr at the end.
  std::shared_ptr<McpCall> next() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return ended_ || !waiting_.empty(); });
    if (waiting_.empty()) return nullptr;
    running_.push_back(std::move(waiting_.front()));
    waiting_.pop_front();
    return running_.back();
  }

  void work() {
    while (const std::shared_ptr<McpCall> call = next()) {
      Json reply = resultOf(call->id(), answerTo(*call));
      const std::lock_guard lock(mutex_);
      running_.erase(std::find(running_.begin(), running_.end(), call));
      finish(call->cancel.asked() ? Json() : std::move(reply), call->batch);
    }
  }

  static Json resultOf(const Json& id, Json value) {
    return {{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(value)}};
  }

  // A call of a tool that there is.
  static bool isCall(const Json& message) {
    if (!message.is_object() || message.value("method", Json()) != "tools/call" || !message.contains("id"))
      return false;
    const Json params = message.value("params", Json::object());
    if (!params.is_object()) return false;
    const Json name = params.value("name", Json());
    return name.is_string() && McpTools::has(name);
  }

  // Null for messages without an answer.
  static Json answerTo(const Json& message, bool inBatch) {
    if (message.is_discarded()) return failure(nullptr, kParseError, "this line is not JSON");
    if (message.is_array() && !inBatch)
      return failure(nullptr, kInvalidRequest,
                     message.empty() ? "a batch needs messages"
                                     : "this revision of the protocol has no batches: send one message per line");
    if (!message.is_object() || !message.value("method", Json()).is_string())
      return failure(nullptr, kInvalidRequest, "a message must be an object with a method");
    const std::string method = message["method"];
    if (!message.contains("id")) return nullptr; // a notification
    const Json& id = message["id"];
    const Json params = message.value("params", Json::object());
    if (!params.is_object()) return failure(id, kInvalidParams, "params must be an object");
    if (method == "initialize" && inBatch)
      return failure(id, kInvalidRequest, "initialize must come alone, not in a batch");
    if (method == "initialize") return resultOf(id, greeting(params));
    if (method == "ping") return resultOf(id, Json::object());
    if (method == "tools/list") return resultOf(id, McpTools::list());
    return method == "tools/call" ? failure(id, kInvalidParams, "unknown tool")
                                  : failure(id, kMethodNotFound, "unknown method " + method);
  }

  Json answerTo(McpCall& call) {
    if (call.cancel.asked()) return nullptr;
    const Json params = call.message["params"];
    const Json meta = params.value("_meta", Json::object());
    const Json token = meta.is_object() ? meta.value("progressToken", Json()) : Json();
    return tools_.call(params["name"], params.value("arguments", Json::object()), progressTo(token), call.cancel);
  }

  static Json greeting(const Json& params) {
    return {{"protocolVersion", revisionFor(params.value("protocolVersion", Json())).name},
            {"capabilities", {{"tools", Json::object()}}},
            {"serverInfo", {{"name", "arenascope"}, {"title", "ArenaScope"}, {"version", ARENASCOPE_VERSION}}},
            {"instructions",
             "Exact tensor arena sizes and cycles of TensorFlow Lite Micro models. Sizes are in bytes. `models` lists "
             "the models that can be asked about, `targets` and `boards` what they can run on."}};
  }

  McpTools tools_;
  std::mutex saying_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::shared_ptr<McpCall>> waiting_;
  std::deque<std::shared_ptr<McpCall>> running_;
  bool ended_ = false;
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
      "mcp",
      "Serve the use cases of the command line to an assistant: the Model Context Protocol on standard input and "
      "output");
  command->add_option("FOLDER", *folders, "Read models only in and below these folders")->required();
  command->callback([folders, status] { *status = runMcp(*folders); });
}

} // namespace arenascope::cli
