// The session's use cases for Python: texts and bytes across the border, what they mean is arenascope/'s. Everything
// runs without the interpreter's lock; Ctrl+C cancels.
#include <fmt/format.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <chrono>
#include <future>

#include "core/base/folders.h"
#include "core/model/load/model_file.h"
#include "core/output/answers/advice_writer.h"
#include "core/output/answers/explanation_writer.h"
#include "core/output/answers/plan_writer.h"
#include "core/output/comparison_writer.h"
#include "core/output/header_writer.h"
#include "core/output/json_writer.h"
#include "core/output/resolver_writer.h"
#include "core/output/scene_writer.h"
#include "core/output/text_writer.h"
#include "core/report/comparison.h"
#include "emulator/runners/firmware.h"
#include "resources/generator/sample_models.h"
#include "service/diagnose/explaining.h"
#include "service/optimize/advising.h"
#include "service/optimize/planning.h"
#include "service/profile/kernel_sets.h"
#include "service/store/boards.h"
#include "service/store/samples.h"

namespace py = pybind11;

namespace arenascope::python {

namespace {

using output::Json;
using report::Report;
using service::ProfileRequest;

// Becomes arenascope.Error, with these as its arguments.
struct Failure {
  Error error;
  std::string model;
  std::string op; // the operator's name, where one is to blame
};

// Runs job(control) on another thread, so that a signal is seen here meanwhile: Python's handler says whether it goes
// on.
template <typename Control, typename Job>
auto interruptible(Control& control, const Job& job) {
  constexpr auto kLook = std::chrono::milliseconds(20);
  std::future<decltype(job())> running;
  bool interrupted = false;
  {
    const py::gil_scoped_release released;
    running = std::async(std::launch::async, job);
  }
  while (true) {
    {
      const py::gil_scoped_release released;
      if (running.wait_for(kLook) == std::future_status::ready) break;
    }
    if (!interrupted && PyErr_CheckSignals() != 0) {
      interrupted = true;
      control.cancel();
    }
  }
  if (interrupted) {
    (void)running.get();
    throw py::error_already_set(); // KeyboardInterrupt, as a rule
  }
  return running.get();
}

struct OneRun {
  engine::RunControl control;
  void cancel() { control.cancelled = true; }
};

struct ManyRuns {
  explicit ManyRuns(std::size_t runs) : control(runs) {}
  service::BatchControl control;
  void cancel() { control.cancel(); }
};

// model: a path, or bytes, whose name is then given.
struct Settings {
  py::object model;
  std::string name;
  std::string target;
  std::string kernels;
  std::string tflm;
  std::string board;
  std::string planner;
  bool invoke = true;
  bool separateVariables = false;
  std::optional<int> resourceVariables;
  std::uint64_t arenaBytes = 0;
  std::vector<std::optional<std::string>> inputs;
  bool keepTensors = false;
};

ProfileRequest requestOf(const Settings& settings) {
  ProfileRequest request;
  if (!settings.target.empty()) request.target = settings.target;
  request.kernels = settings.kernels;
  if (!settings.tflm.empty()) request.tflm = settings.tflm;
  request.separateVariables = settings.separateVariables;
  request.invoke = settings.invoke;
  request.resourceVariables = settings.resourceVariables;
  request.arenaBytes = settings.arenaBytes;
  request.keepOutputs = settings.keepTensors;
  for (const report::Planner planner : report::kPlanners)
    if (settings.planner == report::plannerName(planner)) request.planner = planner;
  for (const auto& input : settings.inputs)
    request.inputs.emplace_back(input ? std::vector<std::uint8_t>(input->begin(), input->end())
                                      : std::vector<std::uint8_t>());
  request.model = settings.name;
  if (py::isinstance<py::bytes>(settings.model)) {
    const auto bytes = settings.model.cast<std::string_view>();
    const Result<model::ModelFile> file = model::ModelFile::fromBytes(
        {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}, settings.name, request.limits);
    if (!file) throw Failure{file.error(), settings.name, ""};
    request.file = *file;
  } else {
    request.model = settings.model.cast<std::string>();
  }
  if (!settings.board.empty()) {
    const Result<hardware::Board> board = service::findBoard(settings.board);
    if (!board) throw Failure{board.error(), settings.name, ""};
    request.board = *board;
    request.target = board->core;
  }
  return request;
}

[[noreturn]] void fail(const Error& error, const ProfileRequest& request, const Report* report = nullptr) {
  std::string op;
  if (report != nullptr && error.op >= 0 && static_cast<std::size_t>(error.subgraph) < report->model.subgraphs.size()) {
    const auto& operators = report->model.subgraphs[static_cast<std::size_t>(error.subgraph)].operators;
    if (static_cast<std::size_t>(error.op) < operators.size()) op = operators[static_cast<std::size_t>(error.op)].name;
  }
  throw Failure{error, request.model.string(), op};
}

py::bytes bytesOf(const std::vector<std::uint8_t>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// What every operator wrote: subgraph, operator, tensor, bytes.
py::list tensorsOf(const Report& report) {
  py::list tensors;
  for (const report::OperatorReport& op : report.operators)
    for (const run::TensorBytes& output : op.outputs)
      tensors.append(py::make_tuple(static_cast<int>(op.subgraph), static_cast<int>(op.index),
                                    static_cast<int>(output.tensor), bytesOf(output.data)));
  return tensors;
}

// Type and shape of every tensor, by subgraph and number, to interpret its bytes.
Json tensorInfo(const model::ModelInfo& model) {
  Json info = Json::array();
  for (const model::SubgraphInfo& subgraph : model.subgraphs) {
    Json tensors = Json::array();
    for (const model::TensorInfo& tensor : subgraph.tensors)
      tensors.push_back({{"name", tensor.name}, {"type", tensor.type}, {"shape", tensor.shape}});
    info.push_back(std::move(tensors));
  }
  return info;
}

// Inputs or outputs: name, type, shape, bytes.
py::list valuesOf(const std::vector<report::IoReport>& tensors) {
  py::list values;
  for (const report::IoReport& tensor : tensors)
    values.append(py::make_tuple(tensor.name, tensor.type, tensor.shape, bytesOf(tensor.bytes)));
  return values;
}

py::dict answerOf(const Report& report) {
  py::dict answer;
  answer["json"] = output::toJson(report, true);
  answer["text"] = output::toText(report, false);
  answer["inputs"] = valuesOf(report.inputs);
  answer["outputs"] = valuesOf(report.outputs);
  answer["tensors"] = tensorsOf(report);
  answer["info"] = output::dumped(tensorInfo(report.model));
  answer["scene"] = report.arena ? output::dumped(output::sceneJson(report)) : "";
  answer["header"] = report.arena ? output::toHeader(report) : "";
  answer["resolver"] = output::toResolver(report);
  return answer;
}

py::dict profileOne(const Settings& settings) {
  const ProfileRequest request = requestOf(settings);
  OneRun run;
  const Result<Report> report = interruptible(run, [&] { return service::profileModel(request, {}, run.control); });
  if (!report) fail(report.error(), request);
  if (report->error) fail(*report->error, request, &*report);
  return answerOf(*report);
}

py::dict planOne(const Settings& settings, std::optional<double> seconds, bool overlap) {
  service::PlanRequest request;
  request.profile = requestOf(settings);
  request.seconds = seconds;
  request.overlap = overlap;
  OneRun run;
  const auto planned = interruptible(run, [&] { return service::planModel(request, {}, run.control); });
  if (!planned) fail(planned.error(), request.profile);
  for (const Report* report : {&planned->before, &planned->after})
    if (report->error) fail(*report->error, request.profile, report);
  py::dict answer;
  answer["json"] = output::toJson(*planned, false);
  answer["text"] = output::toText(*planned, false);
  answer["model"] = planned->model.empty() ? py::object(py::none()) : py::object(bytesOf(planned->model));
  return answer;
}

py::dict adviseOne(const Settings& settings, std::optional<double> seconds, std::optional<std::uint64_t> fit) {
  service::AdviceRequest request;
  request.profile = requestOf(settings);
  request.seconds = seconds;
  request.fit = fit;
  OneRun run;
  const auto advice = interruptible(run, [&] { return service::adviseModel(request, {}, run.control); });
  if (!advice) fail(advice.error(), request.profile);
  if (advice->before.error) fail(*advice->before.error, request.profile, &advice->before);
  py::dict answer;
  answer["json"] = output::toJson(*advice);
  answer["text"] = output::toText(*advice, false);
  py::list models;
  for (const optimization::Suggestion& suggestion : advice->suggestions)
    models.append(suggestion.model.empty() ? py::object(py::none()) : py::object(bytesOf(suggestion.model)));
  answer["models"] = models;
  return answer;
}

py::dict compareAll(const std::vector<Settings>& all) {
  std::vector<ProfileRequest> requests;
  for (const Settings& settings : all) requests.push_back(requestOf(settings));
  ManyRuns runs(requests.size());
  const auto results = interruptible(runs, [&] { return service::profileAll(requests, nullptr, runs.control); });
  std::vector<Report> reports;
  py::list answers;
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (!results[i]) fail(results[i].error(), requests[i]);
    if (results[i]->error) fail(*results[i]->error, requests[i], &*results[i]);
    reports.push_back(*results[i]);
    answers.append(answerOf(*results[i]));
  }
  const report::Comparison comparison = report::compareReports(std::move(reports));
  py::dict answer;
  answer["json"] = output::toJson(comparison);
  answer["text"] = output::toText(comparison, false);
  answer["profiles"] = answers;
  return answer;
}

py::dict explainOne(const Settings& settings, const std::string& text, bool alone) {
  service::ExplainRequest request;
  request.profile = requestOf(settings);
  request.profile.arenaBytes = 0;
  if (settings.arenaBytes > 0) request.arenaBytes = settings.arenaBytes;
  request.alone = alone;
  request.text = text;
  ManyRuns runs(service::explainedRuns());
  const auto explained = interruptible(runs, [&] { return service::explainText(request, nullptr, runs.control); });
  if (!explained) fail(explained.error(), request.profile);
  py::dict answer;
  answer["json"] = output::toJson(explained->explanation, explained->reports);
  answer["text"] = output::toText(explained->explanation, explained->reports, false);
  answer["understood"] = explained->explanation.understood();
  return answer;
}

std::string boardsText() {
  std::vector<Error> problems;
  Json boards = Json::array();
  for (const hardware::Board& board : service::loadBoards(problems))
    boards.push_back(output::boardJson(board, std::nullopt));
  return output::dumped(boards);
}

std::string targetsText() {
  Json all = Json::array();
  for (const engine::Target& target : engine::targets())
    all.push_back({{"name", target.name},
                   {"family", engine::familyName(target.family)},
                   {"description", target.description},
                   {"kernels", service::kernelSets(target)}});
  return output::dumped(all);
}

} // namespace

} // namespace arenascope::python

PYBIND11_MODULE(_native, module) {
  using namespace arenascope;
  using namespace arenascope::python;
  module.attr("version") = ARENASCOPE_VERSION;
  static py::exception<Failure> failure(module, "Failure");
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const Failure& what) {
      const py::tuple arguments = py::make_tuple(what.error.message, stageName(what.error.stage), what.model,
                                                 what.error.subgraph, what.error.op, what.op);
      PyErr_SetObject(failure.ptr(), arguments.ptr());
    }
  });
  py::class_<Settings>(module, "Settings")
      .def(py::init<>())
      .def_readwrite("model", &Settings::model)
      .def_readwrite("name", &Settings::name)
      .def_readwrite("target", &Settings::target)
      .def_readwrite("kernels", &Settings::kernels)
      .def_readwrite("tflm", &Settings::tflm)
      .def_readwrite("board", &Settings::board)
      .def_readwrite("planner", &Settings::planner)
      .def_readwrite("invoke", &Settings::invoke)
      .def_readwrite("separate_variables", &Settings::separateVariables)
      .def_readwrite("resource_variables", &Settings::resourceVariables)
      .def_readwrite("arena_bytes", &Settings::arenaBytes)
      .def_property(
          "inputs", [](const Settings&) { return py::none(); },
          [](Settings& settings, const py::list& inputs) {
            settings.inputs.clear();
            for (const py::handle input : inputs)
              settings.inputs.push_back(input.is_none() ? std::nullopt : std::optional(input.cast<std::string>()));
          })
      .def_readwrite("keep_tensors", &Settings::keepTensors);
  module.def("profile", profileOne);
  module.def("plan", planOne);
  module.def("advise", adviseOne);
  module.def("compare", compareAll);
  module.def("explain", explainOne);
  module.def("boards", boardsText);
  module.def("targets", targetsText);
  module.def("keyword_spotter",
             [](std::int32_t channels) { return bytesOf(generator::makeKeywordSpotterOf(channels)); });
  module.def("sample_folder", [] { return service::sampleFolder().string(); });
  module.def("set_program_folder", [](const std::string& folder) { setProgramFolder(folder); });
  // Before a fork: a child must not speak to its parent's emulators.
  module.def("end_machines", runners::Firmware::endIdleMachines);
}
