// Everything about the selection, and the way from there to its neighbours.
#include <QTextBrowser>
#include <QToolButton>

#include "core/report/buffer_info.h"
#include "tests/ui/window_support.h"
#include "ui/views/inference_view.h"
#include "ui/views/selection_card.h"

namespace arenascope::ui {
namespace {

using DetailsWindowTest = WindowTest;

TEST_F(DetailsWindowTest, FollowsTheSelectionAndItsLinks) {
  dropSample("person_detector");
  auto* view = find<InferenceView>();
  auto* card = view->findChild<SelectionCard*>();
  auto* text = card->findChild<QTextBrowser*>(QStringLiteral("cardDetails"));
  view->select({.op = 2});
  card->findChild<QToolButton*>(QStringLiteral("allDetails"))->setChecked(true);
  EXPECT_TRUE(text->toPlainText().contains(QStringLiteral("stride_w"))) << "what was selected before is there";
  // To what it writes, and from there to who reads that.
  const auto& op = window_.report()->model.subgraphs[0].operators[2];
  const int output = op.outputs.front();
  emit text->anchorClicked(QUrl(QStringLiteral("tensor:%1").arg(output)));
  EXPECT_TRUE(
      view->isSelected({.buffer = report::buffersByTensor(*window_.report())[static_cast<std::size_t>(output)]}));
  EXPECT_TRUE(text->toPlainText().contains(QStringLiteral("scale")));
  emit text->anchorClicked(QUrl(QStringLiteral("op:3")));
  EXPECT_TRUE(view->isSelected({.op = 3}));
  // Its weights have no buffer in the plan, but a card.
  emit text->anchorClicked(QUrl(QStringLiteral("tensor:%1").arg(op.inputs[1].value)));
  EXPECT_TRUE(card->isVisible());
  EXPECT_TRUE(text->toPlainText().contains(QStringLiteral("flash"))) << text->toPlainText().toStdString();
  dropSample("sine");
  EXPECT_FALSE(card->isVisible()) << "of another model nothing is selected";
}

} // namespace
} // namespace arenascope::ui
