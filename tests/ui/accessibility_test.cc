// The window as somebody uses it who does not see it.
#include <QAccessible>
#include <QAction>

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

// What a screen reader comes to and can use has a name: the whole tree, with each page and sheet in front.
class Tree {
public:
  int controls = 0;
  QStringList nameless;

  void walk(QAccessibleInterface* node, const QString& where) {
    if (node == nullptr || !node->isValid() || node->state().invisible) return;
    const QAccessible::Role role = node->role();
    if (isControl(role)) {
      ++controls;
      if (node->text(QAccessible::Name).isEmpty()) {
        const QObject* object = node->object();
        nameless << QStringLiteral("%1: role %2 %3 %4")
                        .arg(where)
                        .arg(role)
                        .arg(object == nullptr ? QString() : QLatin1String(object->metaObject()->className()),
                             object == nullptr ? QString() : object->objectName());
      }
    }
    // Their parts are read with them.
    if (role == QAccessible::Table || role == QAccessible::SpinBox || role == QAccessible::ComboBox) return;
    for (int i = 0; i < node->childCount(); ++i) walk(node->child(i), where);
  }

private:
  static bool isControl(QAccessible::Role role) {
    switch (role) {
    case QAccessible::Button:
    case QAccessible::ButtonMenu:
    case QAccessible::ButtonDropDown:
    case QAccessible::CheckBox:
    case QAccessible::RadioButton:
    case QAccessible::ComboBox:
    case QAccessible::EditableText:
    case QAccessible::SpinBox:
    case QAccessible::Slider:
    case QAccessible::ProgressBar:
    case QAccessible::Table:
    case QAccessible::Tree:
    case QAccessible::List:
    case QAccessible::ListItem:
    case QAccessible::PageTab:
    case QAccessible::PageTabList:
    case QAccessible::MenuItem:
    case QAccessible::Link:
    case QAccessible::Graphic:
    case QAccessible::Chart: return true;
    default: return false;
    }
  }
};

TEST_F(AccessibilityTest, NoControlIsNameless) {
  Tree tree;
  const auto walk = [&](const QString& where) {
    QTest::qWait(10);
    tree.walk(QAccessible::queryAccessibleInterface(&window_), where);
  };
  walk(QStringLiteral("empty"));
  dropSample("person_detector");
  find<InferenceView>()->select({.op = 2});
  for (const QString& name : window_.pageNames()) {
    window_.showPage(name);
    walk(name);
  }
  for (const char* sheet : {"exportAny", "keys"}) {
    find<QAction>(sheet)->trigger();
    walk(QLatin1String(sheet));
  }
  EXPECT_GT(tree.controls, 500);
  tree.nameless.removeDuplicates();
  EXPECT_TRUE(tree.nameless.isEmpty()) << tree.nameless.join(QLatin1Char('\n')).toStdString();
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
