// Everything about the selection, and the way from there to its neighbours.
#include <QTextBrowser>

#include "core/report/buffer_info.h"
#include "tests/ui/window_support.h"
#include "ui/panels/details_panel.h"
#include "ui/views/inference_view.h"

namespace arenascope::ui {
namespace {

using DetailsWindowTest = WindowTest;

TEST_F(DetailsWindowTest, FollowsTheSelectionAndItsLinks) {
  dropSample("person_detector");
  auto* view = find<InferenceView>();
  auto* text = find<QTextBrowser>("detailsText");
  view->select({.op = 2});
  window_.showPage(QStringLiteral("details"));
  QTest::qWait(20);
  EXPECT_TRUE(text->toPlainText().contains(QStringLiteral("CONV_2D"))) << "what was selected before is there";
  EXPECT_TRUE(text->toPlainText().contains(QStringLiteral("stride_w")));
  // To what it writes, and from there to who reads that.
  const auto& op = window_.report()->model.subgraphs[0].operators[2];
  const int output = op.outputs.front();
  emit text->anchorClicked(QUrl(QStringLiteral("tensor:%1").arg(output)));
  EXPECT_TRUE(
      view->isSelected({.buffer = report::buffersByTensor(*window_.report())[static_cast<std::size_t>(output)]}));
  EXPECT_TRUE(text->toPlainText().contains(QStringLiteral("scale")));
  emit text->anchorClicked(QUrl(QStringLiteral("op:3")));
  EXPECT_TRUE(view->isSelected({.op = 3}));
  dropSample("sine");
  EXPECT_TRUE(text->toPlainText().contains(QStringLiteral("Select"))) << "of another model nothing is selected";
}

} // namespace
} // namespace arenascope::ui
