// The session's use cases for Python: texts and bytes across the border, what they mean is arenascope/'s. Everything
// runs without the interpreter's lock; Ctrl+C cancels.
#include <fmt/format.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <chrono>
#include <future>

#include "core/base/folders.h"
#include "core/output/header_writer.h"
#include "core/output/json_writer.h"
#include "core/output/resolver_writer.h"
#include "core/output/scene_writer.h"
#include "core/output/text_writer.h"
#include "emulator/runners/firmware.h"
#include "resources/generator/sample_models.h"
#include "service/profile/kernel_sets.h"
#include "service/store/samples.h"
#include "service/use_case/answers.h"
#include "service/use_case/request_json.h"

namespace py = pybind11;

namespace arenascope::python {

namespace {

using output::Json;
using report::Report;

// Becomes arenascope.Error, with these as its arguments.
struct Failure {
  Error error;
  std::string model;
  std::string op; // the operator's name, where one is to blame
};

// Runs job() on another thread, so that a signal is seen here meanwhile: Python's handler says whether it goes
// on.
template <typename Job>
auto interruptible(service::Cancel& cancel, const Job& job) {
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
      cancel();
    }
  }
  if (interrupted) {
    (void)running.get();
    throw py::error_already_set(); // KeyboardInterrupt, as a rule
  }
  return running.get();
}

// The report is that of the run which failed, where there is one.
[[noreturn]] void fail(const Error& error, std::string model, const Report* report = nullptr) {
  std::string op;
  if (report != nullptr && error.op >= 0 && static_cast<std::size_t>(error.subgraph) < report->model.subgraphs.size()) {
    const auto& operators = report->model.subgraphs[static_cast<std::size_t>(error.subgraph)].operators;
    if (static_cast<std::size_t>(error.op) < operators.size()) op = operators[static_cast<std::size_t>(error.op)].name;
  }
  throw Failure{error, std::move(model), op};
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
  answer["resolver"] = report.model.subgraphs.empty() ? "" : output::toResolver(report);
  return answer;
}

// Fails with what failed in a run, as far as it is no answer: a batch has reports of models that do not run, and what a
// message means is known without a run.
void failOf(const service::Answer& answer, const std::string& model) {
  if (!answer.failed) return;
  for (const Report& report : answer.reports)
    if (report.error) fail(*report.error, model.empty() ? report.model.path : model, &report);
  fail(*answer.failed, model);
}

// name: of a use case. text: its request as JSON. contents: of models that are no files, by name; inputs: bytes by
// input, None for the usual pattern. whole: with all that Python shows of the runs.
py::dict runUseCase(const std::string& name, const std::string& text,
                    const std::map<std::string, std::string>& contents,
                    const std::vector<std::optional<std::string>>& inputs, bool whole) {
  const service::UseCase& useCase = *service::findUseCase(name);
  Result<service::Request> request = service::readRequest(useCase, service::kPython, Json::parse(text));
  const auto bytesIn = [](const std::string& bytes) { return std::vector<std::uint8_t>(bytes.begin(), bytes.end()); };
  if (!request && request.error().stage == Stage::kUsage) throw py::value_error(request.error().message);
  if (!request) fail(request.error(), "");
  request->wholePath = true;
  for (const auto& [model, bytes] : contents) request->contents[model] = bytesIn(bytes);
  for (const auto& input : inputs) request->inputBytes.push_back(input ? bytesIn(*input) : std::vector<std::uint8_t>());
  service::Cancel cancel;
  const auto answer = interruptible(cancel, [&] { return service::answer(useCase, *request, {}, cancel); });
  const std::string model = request->models.size() == 1 ? request->models.front() : "";
  if (!answer) fail(answer.error(), model);
  if (name != "explain") failOf(*answer, model);
  py::dict result;
  result["json"] = answer->json();
  result["text"] = answer->plainText();
  result["model"] = answer->model.empty() ? py::object(py::none()) : py::object(bytesOf(answer->model));
  py::list models;
  for (const std::vector<std::uint8_t>& each : answer->models)
    models.append(each.empty() ? py::object(py::none()) : py::object(bytesOf(each)));
  result["models"] = models;
  py::list runs;
  if (whole)
    for (const Report& report : answer->reports) runs.append(answerOf(report));
  result["runs"] = runs;
  return result;
}

// Name, summary and schema of the arguments of every use case.
std::string useCasesText() {
  Json all = Json::array();
  for (const service::UseCase& useCase : service::useCases())
    if (isIn(useCase, service::kPython))
      all.push_back({{"name", useCase.name},
                     {"summary", useCase.summary},
                     {"arguments", service::inputSchema(useCase, service::kPython)}});
  return output::dumped(all);
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
  module.def("run", runUseCase);
  module.def("use_cases", useCasesText);
  module.def("targets", targetsText);
  module.def("keyword_spotter",
             [](std::int32_t channels) { return bytesOf(generator::makeKeywordSpotterOf(channels)); });
  module.def("sample_folder", [] { return service::sampleFolder().string(); });
  module.def("set_program_folder", [](const std::string& folder) { setProgramFolder(folder); });
  // Before a fork: a child must not speak to its parent's emulators.
  module.def("end_machines", runners::Firmware::endIdleMachines);
}
