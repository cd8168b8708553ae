// The list of all figures: those of the report, and dashes where it has none.
#include "ui/answer/figure_list.h"

#include <gtest/gtest.h>

#include <QLabel>

#include "tests/support/test_models.h"
#include "ui/charts/arena_frame.h"

namespace arenascope::ui {
namespace {

QString figure(const FigureList& list, report::FigureId id) {
  const QString name = FigureList::tr(report::figureKind(id).name);
  for (const QLabel* label : list.findChildren<QLabel*>())
    if (label->accessibleName() == name) return label->text();
  return {};
}

TEST(FigureListTest, ShowsTheReportsFigures) {
  FigureList list;
  const auto report =
      std::make_shared<const report::Report>(test::profileOf(test::sampleModel("person_detector"), "cortex-m4"));
  ASSERT_TRUE(report->arena && report->cost);
  list.setReport(report);
  EXPECT_EQ(figure(list, report::FigureId::kMinimum), groupedText(report->arena->minimum) + " bytes, proven");
  EXPECT_EQ(figure(list, report::FigureId::kUsed), groupedText(report->arena->used) + " bytes");
  EXPECT_EQ(figure(list, report::FigureId::kHead), groupedText(report->arena->head) + " bytes");
  EXPECT_EQ(figure(list, report::FigureId::kTail), groupedText(report->arena->tail) + " bytes");
  EXPECT_TRUE(figure(list, report::FigureId::kCycles).contains(groupedText(report->cost->total.cycles)));
}

TEST(FigureListTest, NothingIsLeftOfTheReportBefore) {
  FigureList list;
  list.setReport(std::make_shared<const report::Report>(test::profileOf(test::sampleModel("sine"), "cortex-m4")));
  list.setReport(nullptr);
  for (const report::FigureId id : {report::FigureId::kMinimum, report::FigureId::kUsed, report::FigureId::kCycles})
    EXPECT_EQ(figure(list, id), QStringLiteral("\u2013"));
}

} // namespace
} // namespace arenascope::ui
