// The window as somebody uses it who does not see it.
#include <QAccessible>

#include "core/report/buffer_info.h"
#include "tests/ui/window_support.h"
#include "ui/views/arena_accessible.h"
#include "ui/views/inference_view.h"

namespace arenascope::ui {
namespace {

using AccessibilityTest = WindowTest;

TEST_F(AccessibilityTest, ThePictureIsATreeOfOperatorsAndBuffers) {
  dropSample("person_detector");
  auto* view = find<InferenceView>();
  QAccessibleInterface* root = QAccessible::queryAccessibleInterface(view);
  ASSERT_NE(root, nullptr);
  EXPECT_EQ(root->role(), QAccessible::Tree);
  const report::Report& report = *window_.report();
  ASSERT_EQ(view->report(), window_.report());
  ASSERT_EQ(view->operatorCount(), static_cast<int>(report.operators.size()));
  ASSERT_EQ(root->childCount(), static_cast<int>(report.operators.size()));
  std::set<QString> read;
  for (int row = 0; row < root->childCount(); ++row) {
    QAccessibleInterface* op = root->child(row);
    ASSERT_NE(op, nullptr);
    EXPECT_TRUE(op->isValid());
    EXPECT_EQ(op->parent(), root);
    EXPECT_EQ(root->indexOfChild(op), row);
    EXPECT_TRUE(op->text(QAccessible::Name)
                    .contains(QString::fromStdString(report.operators[static_cast<std::size_t>(row)].name)));
    EXPECT_FALSE(op->text(QAccessible::Description).isEmpty());
    EXPECT_FALSE(op->text(QAccessible::Description).contains(QLatin1Char('<'))) << "it is read aloud";
    std::uint64_t bytes = 0;
    for (int i = 0; i < op->childCount(); ++i) {
      QAccessibleInterface* buffer = op->child(i);
      ASSERT_NE(buffer, nullptr);
      EXPECT_EQ(buffer->parent(), op);
      EXPECT_EQ(op->indexOfChild(buffer), i);
      EXPECT_EQ(buffer->childCount(), 0);
      read.insert(buffer->text(QAccessible::Name));
      const int number = view->buffersAt(row)[static_cast<std::size_t>(i)];
      bytes += report.buffers[static_cast<std::size_t>(number)].plannedBytes();
    }
    EXPECT_EQ(bytes, report.operators[static_cast<std::size_t>(row)].liveBytes) << "what is read is what is in use";
  }
  EXPECT_EQ(read.size(), [&] {
    std::set<std::string> names;
    for (const report::PlannedBuffer& buffer : report.buffers) names.insert(buffer.name);
    return names.size();
  }());
}

TEST_F(AccessibilityTest, WhatIsPressedIsSelected) {
  dropSample("person_detector");
  auto* view = find<InferenceView>();
  QAccessibleInterface* op = QAccessible::queryAccessibleInterface(view)->child(2);
  QAccessibleInterface* buffer = op->child(0);
  EXPECT_FALSE(op->state().selected);
  op->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
  EXPECT_TRUE(op->state().selected);
  buffer->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
  EXPECT_FALSE(op->state().selected);
  EXPECT_TRUE(buffer->state().selected);
  const QRect place = buffer->rect();
  EXPECT_TRUE(op->rect().intersects(place));
  EXPECT_TRUE(QRect(view->mapToGlobal(QPoint()), view->size()).contains(place));
  // Of a model that is gone nothing is read.
  dropSample("sine");
  EXPECT_FALSE(op->isValid());
  EXPECT_TRUE(op->text(QAccessible::Name).isEmpty());
  QAccessibleInterface* root = QAccessible::queryAccessibleInterface(view);
  ASSERT_EQ(root->childCount(), static_cast<int>(window_.report()->operators.size()));
  EXPECT_TRUE(root->child(0)->isValid());
}

} // namespace
} // namespace arenascope::ui
