// Time of painting a frame of the window with very many buffers, on Qt's raster engine, on one core; and time from
// dropping a model to its chart.
#include <benchmark/benchmark.h>

#include <QApplication>
#include <QComboBox>
#include <QImage>
#include <QPainter>
#include <QTest>
#include <chrono>
#include <map>

#include "tests/support/test_models.h"
#include "ui/charts/allocation_chart.h"
#include "ui/charts/arena_frame.h"
#include "ui/charts/inference_chart.h"
#include "ui/versions/settings_tool.h"
#include "ui/views/inference_view.h"
#include "ui/window/main_window.h"

namespace arenascope::ui {
namespace {

constexpr int kBuffers = 10'000;
constexpr int kLanes = 20;
constexpr int kSteps = kBuffers / kLanes;
constexpr double kStrip = 56.0;

void needApplication() {
  static int count = 1;
  static char name[] = "bench";
  static char* arguments[] = {name, nullptr};
  static const test::TemporaryFolder folder;
  if (qApp != nullptr) return;
  qputenv("QT_QPA_PLATFORM", "offscreen");
  qputenv("XDG_CONFIG_HOME", (folder.path() / "config").c_str());
  qputenv("XDG_CACHE_HOME", (folder.path() / "cache").c_str());
  new QApplication(count, arguments); // as long as the process
}

// Many operators, each writing one tensor into each lane of the head.
ReportPointer manyBuffers() {
  auto report = std::make_shared<report::Report>();
  model::SubgraphInfo subgraph;
  for (int step = 0; step < kSteps; ++step) {
    model::OperatorInfo op;
    op.name = step % 3 == 0 ? "CONV_2D" : step % 3 == 1 ? "DEPTHWISE_CONV_2D" : "ADD";
    op.time = PlannerStep(step + 1);
    for (int lane = 0; lane < kLanes; ++lane) {
      const int tensor = step * kLanes + lane;
      subgraph.tensors.push_back({.name = "block/" + std::to_string(step) + "/conv_" + std::to_string(lane),
                                  .type = "int8",
                                  .shape = {1, 8, 8, 16},
                                  .bytes = 1024,
                                  .quantization = {}});
      op.outputs.emplace_back(tensor);
      report::PlannedBuffer buffer{.index = BufferId(tensor),
                                   .name = subgraph.tensors.back().name,
                                   .detail = "int8 1x8x8x16",
                                   .bytes = static_cast<std::uint64_t>(512 + 512 * (tensor % 2))};
      buffer.firstOp = op.time;
      buffer.lastOp = op.time;
      buffer.offset = static_cast<std::uint64_t>(lane) * 1024;
      report->buffers.push_back(buffer);
    }
    subgraph.operators.push_back(op);
    report::OperatorReport row;
    row.index = OperatorId(step);
    row.time = op.time;
    row.name = op.name;
    row.cost.cycles = static_cast<std::uint64_t>(1000 + 37 * (step % 50));
    row.functions = {{"kernel", row.cost}};
    row.liveBytes = kLanes * 1024;
    report->operators.push_back(row);
  }
  report->model.subgraphs = {subgraph};
  report->cost = report::CostSummary{};
  report->cost->kernels.cycles = report->cost->total.cycles = 1'000'000;
  report->arena = report::ArenaFigures{.used = 24'000, .head = kLanes * 1024, .tail = 4'000, .minimum = 25'600};
  return report;
}

// shownSteps: how far it is zoomed in; 0 for all.
void paintFrames(benchmark::State& state, ColourBy by, double shownSteps, const InferenceMarks& marks) {
  needApplication();
  const InferenceChart picture(manyBuffers(), {.colourBy = by, .patterns = by == ColourBy::kOperator});
  const Box plot = plotBox(1920, 1080, kStrip);
  AxisRange time = picture.timeRange();
  if (shownSteps > 0) time = {100, 100 + shownSteps};
  const ArenaLayout layout{plot, time, picture.bytesRange(), stripBox(plot, kStrip)};
  const Theme theme = Theme::paper();
  QImage image(1920, 1080, QImage::Format_RGB32);
  for (auto _ : state) {
    QPainter painter(&image);
    picture.paint(painter, layout, theme, marks);
    painter.end();
    benchmark::DoNotOptimize(image.constBits());
  }
}

void paintWhole(benchmark::State& state) { paintFrames(state, ColourBy::kTensor, 0, {}); }
void paintByKind(benchmark::State& state) { paintFrames(state, ColourBy::kOperator, 0, {}); }
void paintSelected(benchmark::State& state) {
  InferenceMarks marks;
  marks.buffer = 5000;
  paintFrames(state, ColourBy::kTensor, 0, marks);
}
void paintZoomedTo(benchmark::State& state) {
  paintFrames(state, ColourBy::kOperator, static_cast<double>(state.range(0)), {});
}
void paintByFamily(benchmark::State& state) { paintFrames(state, ColourBy::kFamily, 0, {}); }
BENCHMARK(paintByFamily)->Name("paint/10000 buffers, by layer")->Unit(benchmark::kMillisecond);
BENCHMARK(paintWhole)->Name("paint/10000 buffers")->Unit(benchmark::kMillisecond);
BENCHMARK(paintByKind)->Name("paint/10000 buffers, patterns")->Unit(benchmark::kMillisecond);
BENCHMARK(paintSelected)->Name("paint/10000 buffers, one selected")->Unit(benchmark::kMillisecond);
BENCHMARK(paintZoomedTo)
    ->Name("paint/10000 buffers, zoomed to steps")
    ->Arg(100)
    ->Arg(40)
    ->Arg(20)
    ->Arg(8)
    ->Unit(benchmark::kMillisecond);

// From the drop to the moment when the allocation is in the window, nothing kept from before.
void dropToPicture(benchmark::State& state, const std::filesystem::path& model) {
  needApplication();
  if (!std::filesystem::exists(model)) {
    state.SkipWithError("the model is not beside the checkout");
    return;
  }
  for (auto _ : state) {
    if (const auto cache = service::userCache()) cache->clear();
    MainWindow window;
    window.resize(1280, 860);
    window.show();
    QTest::qWait(20);
    const auto start = std::chrono::steady_clock::now();
    window.openModel(QString::fromStdString(model.string()));
    while (window.report() == nullptr) QCoreApplication::processEvents(QEventLoop::AllEvents, 5);
    window.grab();
    state.SetIterationTime(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
}
void dropSample(benchmark::State& state) { dropToPicture(state, test::sampleModel("image_classifier")); }
void dropLarge(benchmark::State& state) {
  dropToPicture(state, test::sharedFolder() / "models" / "mobilenet_v2_quantized_1x3x224x224.tflite");
}
BENCHMARK(dropSample)->Name("drop/image_classifier")->UseManualTime()->Unit(benchmark::kMillisecond)->Iterations(7);
BENCHMARK(dropLarge)->Name("drop/4 MB model")->UseManualTime()->Unit(benchmark::kMillisecond)->Iterations(7);

// From a click to the moment when every view that follows it is painted again.
void selectToPainted(benchmark::State& state, const std::filesystem::path& model) {
  needApplication();
  if (!std::filesystem::exists(model)) return state.SkipWithError("the model is not beside the checkout");
  MainWindow window;
  window.resize(1920, 1080);
  window.show();
  window.openModel(QString::fromStdString(model.string()));
  while (window.busy()) QCoreApplication::processEvents(QEventLoop::AllEvents, 5);
  QTest::qWait(2000); // what is looked for in the background
  auto* view = window.findChild<InferenceView*>();
  int row = 0;
  for (auto _ : state) {
    row = (row + 1) % view->operatorCount();
    view->select({.op = row});
    QCoreApplication::sendPostedEvents();
    QCoreApplication::processEvents();
  }
}
void selectSample(benchmark::State& state) { selectToPainted(state, test::sampleModel("person_detector")); }
void selectLarge(benchmark::State& state) {
  selectToPainted(state, test::sharedFolder() / "models" / "mobilenet_v2_quantized_1x3x224x224.tflite");
}
BENCHMARK(selectSample)->Name("select/person_detector")->Unit(benchmark::kMillisecond);
BENCHMARK(selectLarge)->Name("select/4 MB model")->Unit(benchmark::kMillisecond);

// From a change in What if to the arena's new figures on screen, nothing kept from before: the settings one after the
// other, and the slowest of them.
void whatIfToArena(benchmark::State& state) {
  needApplication();
  SettingsTool panel;
  panel.resize(400, 700);
  panel.show();
  service::ProfileRequest request;
  request.model = test::sampleModel("person_detector");
  engine::RunControl control;
  const auto report = service::profileModel(request, {}, control);
  if (!report) return state.SkipWithError("the model cannot be profiled");
  panel.setReport(std::make_shared<const report::Report>(*report));
  panel.setOpen(true);
  const auto wait = [&](auto signal, const auto& change) {
    bool seen = false;
    const QMetaObject::Connection heard = QObject::connect(&panel, signal, [&] { seen = true; });
    if (const auto cache = service::userCache()) cache->clear();
    const auto start = std::chrono::steady_clock::now();
    change();
    while (!seen) QCoreApplication::processEvents(QEventLoop::AllEvents, 5);
    panel.grab();
    QObject::disconnect(heard);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  const auto settle = [&] {
    while (panel.busy()) QCoreApplication::processEvents(QEventLoop::AllEvents, 5);
  };
  const auto choose = [&](const char* box, int index) {
    return [&panel, box, index] { panel.findChild<QComboBox*>(QString::fromLatin1(box))->setCurrentIndex(index); };
  };
  settle();
  QTest::qWait(2000); // until the panel is painted
  double slowest = 0.0;
  std::map<std::string, double> times;
  for (auto _ : state) {
    double all = 0.0;
    for (const char* box : {"whatIfPlanner", "whatIfKernels", "arrangement", "whatIfRevision"})
      for (const int index : {1, 0}) {
        const double seconds = wait(&SettingsTool::changed, choose(box, index));
        settle();
        all += seconds;
        slowest = std::max(slowest, seconds);
        times[box] = std::max(times[box], seconds);
      }
    state.SetIterationTime(all / 8);
  }
  state.counters["slowest/ms"] = slowest * 1000;
  for (const auto& [box, seconds] : times) state.counters[box + std::string("/ms")] = seconds * 1000;
}
BENCHMARK(whatIfToArena)->Name("whatIf/arena")->UseManualTime()->Unit(benchmark::kMillisecond)->Iterations(5);

} // namespace
} // namespace arenascope::ui
