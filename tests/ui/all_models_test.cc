// Every picture and table of every model there is: nothing may be out of bounds, whatever the graph.
#include <gtest/gtest.h>

#include <QImage>
#include <QPainter>

#include "tests/support/test_models.h"
#include "tests/ui/painted.h"
#include "ui/charts/allocation_chart.h"
#include "ui/charts/arena_frame.h"
#include "ui/charts/graph_chart.h"
#include "ui/charts/inference_chart.h"
#include "ui/charts/snapshot_chart.h"
#include "ui/charts/treemaps.h"
#include "ui/tables/event_model.h"
#include "ui/tables/history_model.h"
#include "ui/tables/operator_model.h"
#include "ui/tables/tensor_model.h"

namespace arenascope::ui {
namespace {

std::vector<std::filesystem::path> modelsIn(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> models;
  if (std::filesystem::is_directory(folder))
    for (const auto& entry : std::filesystem::directory_iterator(folder))
      if (entry.path().extension() == ".tflite") models.push_back(entry.path());
  return models;
}

void paintEverything(const ReportPointer& report) {
  QImage image(640, 400, QImage::Format_RGB32);
  QPainter painter(&image);
  const Theme theme = Theme::paper();
  image.fill(theme.background);
  // What was painted since the last time is to be seen.
  const auto expectPainted = [&](const char* what) {
    EXPECT_TRUE(test::isPainted(image)) << what;
    image.fill(theme.background);
  };
  if (report->arena) {
    for (const ColourBy by : {ColourBy::kTensor, ColourBy::kOperator, ColourBy::kKind})
      for (const TimeAxis axis : {TimeAxis::kOperators, TimeAxis::kCycles}) {
        const InferenceChart picture(report, {.colourBy = by, .timeAxis = axis});
        const Box plot = plotBox(640, 400, 50);
        const ArenaLayout layout{plot, picture.timeRange(), picture.bytesRange(), stripBox(plot, 50)};
        const int buffer = report->buffers.empty() ? -1 : static_cast<int>(report->buffers.size()) - 1;
        picture.paint(painter, layout, theme, {.buffer = buffer, .bytes = std::nullopt, .arenaLine = 1000.0});
        expectPainted("inference");
        for (std::size_t i = 0; i < report->buffers.size(); ++i) picture.describeBuffer(static_cast<int>(i));
        picture.describe(0.5, 1);
      }
    const AllocationChart allocation(report);
    allocation.paint(painter, {plotBox(640, 400), allocation.timeRange(), allocation.bytesRange()}, theme, 0, 1000.0);
    expectPainted("allocation");
    paintSnapshot(painter, QRectF(0, 0, 600, 30), *report, report->analysis.peak, theme);
    expectPainted("moment");
  }
  for (std::size_t s = 0; s < report->model.subgraphs.size(); ++s) {
    const GraphChart graph(report, static_cast<std::int32_t>(s), BufferStyles(*report, ColourBy::kTensor, true));
    const QRectF bounds = graph.layout().bounds; // all of it, on this image
    painter.save();
    painter.scale(image.width() / bounds.width(), image.height() / bounds.height());
    painter.translate(-bounds.topLeft());
    graph.paint(painter, bounds, 1.0, theme, {.op = 0, .buffer = 0});
    painter.restore();
    expectPainted("graph");
  }
  for (const Treemap& treemap :
       {functionTreemap(*report), tailTreemap(*report, TailOrder::kByOwner), weightTreemap(*report)})
    paintTreemap(painter, treemap, TreemapTiles(treemap, QRectF(0, 0, 640, 400), 14), theme,
                 [](const TreemapField&) { return false; });
  if (report->arena) expectPainted("treemaps");
}

void readEveryCell(const ReportPointer& report) {
  OperatorModel operators;
  TensorModel tensors;
  EventModel events;
  HistoryModel history;
  Selection selection;
  if (!report->operators.empty()) selection.selectOperator(0);
  for (ReportModel* model : std::initializer_list<ReportModel*>{&operators, &tensors, &events, &history}) {
    model->setReport(report);
    int selected = 0;
    for (int row = 0; row < model->rowCount(); ++row) {
      selected += model->isSelected(selection, row) ? 1 : 0;
      QString text;
      for (int column = 0; column < model->columnCount(); ++column) {
        text += model->index(row, column).data().toString();
        model->index(row, column).data(Qt::ToolTipRole);
      }
      EXPECT_FALSE(text.isEmpty()) << "row " << row;
    }
    if (model == &operators) {
      EXPECT_EQ(selected, report->operators.empty() ? 0 : 1);
    }
  }
}

TEST(AllModelsTest, ArePaintedAndListed) {
  std::vector<std::filesystem::path> models =
      modelsIn(std::filesystem::path(ARENASCOPE_SOURCE_DIR) / "resources/models");
  const std::size_t samples = models.size();
  const std::vector<std::filesystem::path> others = modelsIn(test::sharedFolder() / "models");
  models.insert(models.end(), others.begin(), others.end());
  std::size_t painted = 0;
  for (const std::filesystem::path& model : models) {
    if (std::filesystem::file_size(model) > 2'000'000) continue; // nothing new in them, and slow
    SCOPED_TRACE(model.filename().string());
    service::ProfileRequest request;
    request.model = model;
    request.target = "host";
    request.invoke = false;
    engine::RunControl control;
    const Result<report::Report> result = service::profileModel(request, {}, control);
    if (!result) { // refused before there is anything to show
      EXPECT_NE(model.parent_path(), models.front().parent_path()) << result.error().message;
      continue;
    }
    const auto report = std::make_shared<const report::Report>(*result);
    paintEverything(report);
    readEveryCell(report);
    ++painted;
  }
  EXPECT_GT(samples, 4U);
  EXPECT_GE(painted, samples);
  if (others.empty()) GTEST_SKIP() << "there are no other models beside the checkout: only the samples were painted";
}

} // namespace
} // namespace arenascope::ui
