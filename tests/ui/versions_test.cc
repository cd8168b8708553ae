// Before and after: what would help is found without being asked for and stands beside the number; each version on the
// line has its arena beside the model's own, its changed layers, and can be saved.
#include <QDoubleSpinBox>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QSpinBox>
#include <QTabBar>
#include <QTableView>

#include "core/base/number_text.h"
#include "core/output/answers/advice_writer.h"
#include "core/output/header_writer.h"
#include "core/output/resolver_writer.h"
#include "tests/ui/painted.h"
#include "tests/ui/window_support.h"
#include "ui/charts/arena_frame.h"
#include "ui/charts/pareto_chart.h"
#include "ui/tables/report_table.h"
#include "ui/versions/hand_tool.h"
#include "ui/versions/layer_changes.h"
#include "ui/versions/other_runs.h"
#include "ui/versions/settings_tool.h"
#include "ui/versions/version_line.h"
#include "ui/versions/version_list.h"
#include "ui/versions/version_search.h"
#include "ui/versions/version_tables.h"
#include "ui/versions/versions_view.h"
#include "ui/views/plan_view.h"

namespace arenascope::ui {
namespace {

class VersionsTest : public WindowTest {
protected:
  void advise() {
    drop(qt(folder_.write("model.tflite", test::wideInTheMiddleModel())));
    EXPECT_TRUE(search()->busy());
    waitFor([this] { return !search()->busy(); });
    ASSERT_NE(search()->found(), nullptr) << search()->text().toStdString();
  }
  VersionSearch* search() { return find<VersionSearch>(); }
  VersionsView* view() { return find<VersionsView>(); }
  const optimization::AdviceReport& found() { return *search()->found(); }
  // Positions of what stands on the line.
  std::vector<std::size_t> onLine() {
    std::vector<std::size_t> positions;
    for (std::size_t i = 0; i < view()->versions().size(); ++i)
      if (view()->versions()[i].onLine) positions.push_back(i);
    return positions;
  }
  std::uint64_t arenaOf(std::size_t version) { return view()->versions()[version].report->arena->recommended; }

  const test::TemporaryFolder folder_;
};

TEST_F(VersionsTest, WhatWouldHelpStandsBesideTheNumber) {
  advise();
  ASSERT_FALSE(found().suggestions.empty());
  EXPECT_TRUE(find<QFrame>("adviceCard")->isVisible());
  EXPECT_EQ(find<QLabel>("adviceTitle")->text().toStdString(), output::actionOf(found().suggestions.front()));
  for (std::size_t i = 1; i < std::min<std::size_t>(4, found().suggestions.size()); ++i) {
    if (found().suggestions[i].kind == optimization::AdviceKind::kBoard) continue; // which have their own section
    EXPECT_TRUE(find<QLabel>("summaryAdvice")
                    ->text()
                    .contains(QString::fromStdString(output::actionOf(found().suggestions[i])).toHtmlEscaped()));
  }
  // A click opens the arena before and after.
  QTest::mouseClick(find<QPushButton>("adviceShow"), Qt::LeftButton);
  EXPECT_TRUE(view()->isVisible());
  EXPECT_FALSE(find<ReportTable>("operatorTable")->isVisible()) << "its tables stand in the drawer's place";
  EXPECT_EQ(view()->pictures()->count(), 2U);
  EXPECT_EQ(view()->versions()[view()->selected()].suggestion, 0);
  EXPECT_TRUE(
      view()->message().contains(QString::fromStdString(output::describeCosts(found(), found().suggestions.front()))));
  EXPECT_TRUE(test::isPainted(view()->grab()));
  window_.showPage(QStringLiteral("operators"));
  EXPECT_TRUE(find<ReportTable>("operatorTable")->isVisible());
}

// Cards and the count are there before the search is done, and what was shown stays.
TEST_F(VersionsTest, FillsItemByItem) {
  std::vector<std::size_t> known;
  QStringList states;
  QObject::connect(search(), &VersionSearch::foundChanged, &window_,
                   [&](const AdvicePointer& now, const QString& text) {
                     if (now == nullptr || text.isEmpty()) return;
                     known.push_back(now->suggestions.size() + now->nothing.size());
                     states << text;
                   });
  advise();
  ASSERT_GT(known.size(), 2U);
  EXPECT_TRUE(std::is_sorted(known.begin(), known.end()));
  EXPECT_FALSE(states.filter(QRegularExpression(QStringLiteral("^[0-9]+ of [0-9]+$"))).isEmpty());
  EXPECT_TRUE(find<QLabel>("adviceState")->text().endsWith(QStringLiteral("run"))) << "that is all";
}

TEST_F(VersionsTest, ALineOfVersionsIsDraggedAlong) {
  advise();
  window_.showPage(QStringLiteral("versions"));
  const std::vector<std::size_t> positions = onLine();
  ASSERT_GT(positions.size(), 2U);
  VersionLine* line = view()->line();
  for (std::size_t i = 1; i < positions.size(); ++i) {
    EXPECT_LE(arenaOf(positions[i]), arenaOf(positions[i - 1]));
    EXPECT_GE(line->centreOf(positions[i]).x(), line->centreOf(positions[i - 1]).x());
  }
  // From one end to the other, and back with a key.
  drag(line, line->centreOf(positions.front()).toPoint(), line->centreOf(positions.back()).toPoint());
  EXPECT_EQ(view()->selected(), positions.back());
  EXPECT_EQ(view()->pictures()->count(), 2U);
  const QString sizes = find<QLabel>("versionSizes")->text();
  EXPECT_TRUE(sizes.contains(groupedText(arenaOf(0)))) << sizes.toStdString();
  EXPECT_TRUE(sizes.contains(groupedText(arenaOf(0) - arenaOf(positions.back())))) << sizes.toStdString();
  QTest::keyClick(line, Qt::Key_Home);
  EXPECT_EQ(view()->selected(), 0U);
  EXPECT_EQ(view()->pictures()->count(), 1U);
  EXPECT_FALSE(find<QPushButton>("versionsSave")->isEnabled()) << "the model as it is, is there already";
  QTest::keyClick(line, Qt::Key_End);
  EXPECT_EQ(view()->selected(), positions.back());
  EXPECT_TRUE(test::isPainted(line->grab()));
  QTest::mouseClick(find<QPushButton>("versionsLeave"), Qt::LeftButton);
  EXPECT_FALSE(view()->isVisible()) << "comparing is over";
}

// All that a search has found is on the line, each once, and so is every point of the picture in files.
TEST_F(VersionsTest, EveryVersionIsThereOnce) {
  advise();
  ASSERT_NE(found().versions, nullptr);
  const std::vector<Version>& versions = view()->versions();
  for (const optimization::ShrinkPoint& point : found().versions->points) {
    const auto there = std::count_if(versions.begin(), versions.end(), [&](const Version& version) {
      return version.onLine && version.report->arena->minimum == point.arenaBytes() &&
             version.report->cost->total.cycles == point.cycles();
    });
    EXPECT_EQ(there, 1) << point.arenaBytes();
  }
  EXPECT_EQ(ParetoChart(found().versions).count(), found().versions->points.size());
  QImage image(600, 400, QImage::Format_RGB32);
  image.fill(Qt::white);
  QPainter painter(&image);
  paretoPainter(found().versions)(painter, image.size(), Theme::paper());
  painter.end();
  EXPECT_TRUE(test::isPainted(image));
}

TEST_F(VersionsTest, OnlyChangedLayersAreListedWithTheirStripsSummed) {
  advise();
  window_.showPage(QStringLiteral("versions"));
  view()->showVersion(onLine().back());
  const report::Report& before = *view()->versions().front().report;
  const report::Report& after = *view()->versions()[view()->selected()].report;
  const report::Comparison compared = report::compareReports({before, after});
  const auto* changed = find<QTableView>("changedLayers")->model();
  const auto* same = find<QTableView>("sameLayers")->model();
  EXPECT_GT(changed->rowCount(), 0);
  for (int row = 0; row < same->rowCount(); ++row)
    EXPECT_EQ(same->index(row, LayerChangesModel::kCycles).data(),
              same->index(row, LayerChangesModel::kCyclesAfter).data());
  EXPECT_EQ(changed->rowCount() + same->rowCount(), static_cast<int>(compared.operators.size()));
  std::uint64_t cycles = 0;
  for (const QAbstractItemModel* model : {changed, same})
    for (int row = 0; row < model->rowCount(); ++row)
      cycles +=
          model->index(row, LayerChangesModel::kCyclesAfter).data().toString().remove(QLatin1Char(',')).toULongLong();
  EXPECT_EQ(cycles, after.cost->kernels.cycles) << "every operator is in one row";
}

TEST_F(VersionsTest, ModelHeaderAndResolverAreSavedTogether) {
  advise();
  view()->select(0);
  const optimization::Suggestion& best = found().suggestions.front();
  const std::filesystem::path model = folder_.path() / "smaller.tflite";
  ASSERT_TRUE(view()->saveTo(qt(model))) << view()->message().toStdString();
  EXPECT_EQ(test::readText(model), std::string(best.model.begin(), best.model.end()));
  report::Report named = *best.after;
  named.model.path = model.string();
  EXPECT_EQ(test::readText(folder_.path() / "smaller_arena.h"), output::toHeader(named));
  EXPECT_EQ(test::readText(folder_.path() / "smaller_ops.h"), output::toResolver(named));
  const std::string original = test::readText(folder_.path() / "model.tflite");
  EXPECT_FALSE(view()->saveTo(qt(folder_.path() / "model.tflite")));
  EXPECT_EQ(test::readText(folder_.path() / "model.tflite"), original);
  EXPECT_FALSE(view()->saveTo(QStringLiteral("/nowhere/model.tflite")));
  EXPECT_TRUE(view()->message().contains(QStringLiteral("/nowhere/model.tflite")));
}

// Whatever is chosen says what it is and what it costs.
TEST_F(VersionsTest, EverySuggestionCanBeSelected) {
  advise();
  window_.showPage(QStringLiteral("versions"));
  for (std::size_t i = 0; i < found().suggestions.size(); ++i) {
    const optimization::Suggestion& suggestion = found().suggestions[i];
    view()->select(static_cast<int>(i));
    EXPECT_TRUE(view()->message().startsWith(QString::fromStdString(output::actionOf(suggestion))));
    EXPECT_EQ(view()->canSave(), suggestion.after.has_value());
    EXPECT_EQ(view()->pictures()->count(), suggestion.after ? 2U : 1U);
    EXPECT_EQ(find<QPushButton>("adviceCopy")->isVisible(), !suggestion.command.empty());
  }
}

TEST_F(VersionsTest, ATargetSelectsTheSmallestChangeThatFits) {
  advise();
  window_.showPage(QStringLiteral("versions"));
  auto* fit = find<QSpinBox>("versionFit");
  const auto kibibytes = static_cast<int>((arenaOf(0) - 1) / 1024);
  fit->setValue(kibibytes);
  EXPECT_NE(search()->found(), nullptr) << "what was found stays";
  waitFor([this] { return !search()->busy(); });
  const optimization::Suggestion* fitting = found().fitting();
  ASSERT_NE(fitting, nullptr);
  EXPECT_LE(arenaOf(view()->selected()), static_cast<std::uint64_t>(kibibytes) * 1024);
  EXPECT_EQ(arenaOf(view()->selected()), fitting->after->arena->recommended);
  EXPECT_TRUE(find<QLabel>("adviceRest")
                  ->text()
                  .contains(QString::fromStdString(output::describeFit(found())).toHtmlEscaped()));
}

// What depends on the clock alone is looked for anew.
TEST_F(VersionsTest, ADeadlineKeepsWhatWasFound) {
  advise();
  const auto versions = found().versions;
  ASSERT_NE(versions, nullptr);
  const std::size_t count = view()->versions().size();
  EXPECT_FALSE(find<QDoubleSpinBox>("adviceDeadline")->isVisible());
  emit find<QLabel>("adviceRest")->linkActivated(QStringLiteral("target"));
  EXPECT_TRUE(find<QDoubleSpinBox>("adviceDeadline")->isVisible());
  find<QDoubleSpinBox>("adviceDeadline")->setValue(40);
  ASSERT_NE(search()->found(), nullptr) << "it stays while the clock is looked for";
  EXPECT_EQ(found().versions, versions);
  waitFor([this] { return !search()->busy(); });
  EXPECT_EQ(found().versions, versions);
  EXPECT_EQ(found().deadline, std::optional<double>(40));
  EXPECT_EQ(view()->versions().size(), count);
}

// The button writes what the command would.
TEST_F(VersionsTest, FilesAreNamedAsTheCommandNamesThem) {
  advise();
  std::size_t written = 0;
  for (const Version& version : view()->versions()) {
    if (version.model == nullptr || version.command.isEmpty()) continue;
    ++written;
    for (const char* file : {".tflite", "_arena.h", "_ops.h"})
      EXPECT_TRUE(version.command.contains(QStringLiteral(" model") + version.ending + QLatin1String(file)))
          << version.command.toStdString();
  }
  EXPECT_GT(written, 0U);
}

// Two arenas can be read beside a tool, in a small window too.
TEST_F(VersionsTest, ToolsLeaveThePicturesTheirRoom) {
  constexpr double kReadable = 200; // pixels of a plot
  advise();
  window_.showPage(QStringLiteral("versions"));
  view()->select(0);
  for (const QSize& size : {QSize(1440, 900), QSize(1280, 720)})
    for (const bool settings : {true, false}) {
      window_.resize(size);
      settings ? view()->trySettings() : view()->placeByHand();
      waitFor([this] { return !view()->busy(); });
      QTest::qWait(20);
      const QWidget* tool = settings ? static_cast<QWidget*>(&view()->settings()) : &view()->hand();
      EXPECT_TRUE(tool->isVisible());
      ASSERT_EQ(view()->pictures()->count(), 2U);
      for (std::size_t side = 0; side < 2; ++side)
        EXPECT_GE(view()->pictures()->layoutOf(side).plot.width(), kReadable) << size.width();
      EXPECT_EQ(window_.size(), size) << "nothing made it wider";
      EXPECT_LE(tool->mapTo(&window_, QPoint(tool->width(), 0)).x(), window_.width());
    }
}

// Neither when a search begins or ends, with its buttons, nor along the line.
TEST_F(VersionsTest, ThePicturesStayWhereTheyAre) {
  window_.resize(1440, 900);
  advise();
  window_.showPage(QStringLiteral("versions"));
  view()->select(0);
  QTest::qWait(20);
  const QRect place = view()->pictures()->geometry();
  // As while a search runs, and as after one that was stopped. At any width: a sentence may wrap at some only.
  for (const int width : {1280, 1340, 1400, 1440}) {
    window_.resize(width, 900);
    QTest::qWait(20);
    const QRect without = view()->pictures()->geometry();
    for (const char* name : {"versionsStop", "versionsGoOn"}) {
      auto* button = find<QPushButton>(name);
      button->show();
      QTest::qWait(20);
      EXPECT_EQ(view()->pictures()->geometry(), without) << name << " at " << width;
      button->hide();
    }
  }
  QTest::qWait(20);
  for (const std::size_t version : onLine()) {
    view()->showVersion(version);
    QTest::qWait(20);
    EXPECT_EQ(view()->pictures()->geometry(), place) << view()->message().toStdString();
  }
}

TEST_F(VersionsTest, TheViewsAreThereInTheModeAndLeaveIt) {
  advise();
  window_.showPage(QStringLiteral("graph"));
  window_.showPage(QStringLiteral("versions"));
  auto* views = find<QTabBar>("views");
  ASSERT_TRUE(views->isVisible());
  EXPECT_EQ(views->currentIndex(), 2) << "of the view that it was opened from";
  QTest::mouseClick(views, Qt::LeftButton, {}, views->tabRect(2).center());
  EXPECT_EQ(window_.pageInFront(), QStringLiteral("graph"));
  window_.showPage(QStringLiteral("versions"));
  QTest::mouseClick(find<QPushButton>("versionsLeave"), Qt::LeftButton);
  EXPECT_EQ(window_.pageInFront(), QStringLiteral("graph"));
}

TEST_F(VersionsTest, TheCardSaysThatItStandsBesideTheModel) {
  advise();
  auto* show = find<QPushButton>("adviceShow");
  EXPECT_EQ(show->text(), QStringLiteral("Show before and after"));
  show->click();
  EXPECT_EQ(show->text(), QStringLiteral("Shown beside it"));
  view()->showVersion(0);
  EXPECT_EQ(show->text(), QStringLiteral("Show before and after"));
}

TEST_F(VersionsTest, AModelThatDoesNotFitItsBoardIsOfferedToShrink) {
  dropSample("person_detector");
  auto* offer = find<QPushButton>("makeItFit");
  EXPECT_TRUE(offer->isHidden());
  auto* board = find<QComboBox>("board");
  const QStringList boards = [&] {
    QStringList names;
    for (int i = 0; i < board->count(); ++i) names << board->itemData(i).toString();
    return names;
  }();
  for (const QString& name : boards) {
    if (name.isEmpty()) continue;
    board->setCurrentIndex(board->findData(name));
    waitFor([this] { return !window_.busy(); });
    if (!offer->isHidden()) break;
  }
  ASSERT_FALSE(offer->isHidden()) << "the smallest board has no room for the sample";
  offer->click();
  EXPECT_TRUE(view()->isVisible());
  EXPECT_GT(find<QSpinBox>("versionFit")->value(), 0);
  EXPECT_GT(search()->fit(), 0U);
}

// However far the search for others is: it may not have found one yet.
TEST_F(VersionsTest, WhatWasAddedStaysSelected) {
  advise();
  OtherRuns& others = view()->others();
  others.add(others.choices().front());
  waitFor([&] { return !others.busy(); });
  ASSERT_EQ(others.versions().size(), 1U) << others.message().toStdString();
  const auto selected = [this] { return view()->versions()[view()->selected()].origin; };
  EXPECT_EQ(selected(), Version::Origin::kOther);
  emit search()->foundChanged(nullptr, QStringLiteral("at the first"));
  EXPECT_EQ(selected(), Version::Origin::kOther);
  others.forget();
  EXPECT_NE(selected(), Version::Origin::kOther);
}

TEST_F(VersionsTest, AnotherModelForgetsIt) {
  advise();
  dropSample("sine");
  EXPECT_FALSE(find<QFrame>("adviceCard")->isVisible() && search()->found() == nullptr);
  waitFor([this] { return !search()->busy(); });
  ASSERT_NE(search()->found(), nullptr);
  EXPECT_EQ(found().before.model.path, test::sampleModel("sine").string());
  EXPECT_EQ(view()->versions().front().report->model.path, test::sampleModel("sine").string());
}

} // namespace
} // namespace arenascope::ui
