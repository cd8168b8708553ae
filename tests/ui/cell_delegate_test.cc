// Cells of tables as they are painted: bars to scale, the peak's in red, the colour of a kind, quiet words.
#include <gtest/gtest.h>

#include <QImage>
#include <QPainter>
#include <QStandardItemModel>
#include <QStyleOptionViewItem>
#include <QTableView>

#include "ui/style/tokens.h"
#include "ui/tables/cell_delegate.h"
#include "ui/tables/report_model.h"

namespace arenascope::ui {
namespace {

class CellDelegateTest : public testing::Test {
protected:
  CellDelegateTest() : model_(1, 1) {
    table_.setModel(&model_);
    model_.setData(index(), QStringLiteral("55,296"), Qt::DisplayRole);
  }
  QModelIndex index() { return model_.index(0, 0); }
  void set(int role, const QVariant& value) { model_.setData(index(), value, role); }
  QStyleOptionViewItem option() {
    QStyleOptionViewItem option;
    option.initFrom(&table_);
    option.widget = &table_;
    option.rect = QRect(0, 0, 240, 23);
    return option;
  }
  QImage paint() {
    QImage image(240, 23, QImage::Format_RGB32);
    image.fill(table_.palette().color(QPalette::Base));
    QPainter painter(&image);
    delegate_.paint(&painter, option(), index());
    return image;
  }
  // Of the line through the middle.
  int pixelsOf(const QColor& colour) {
    const QImage image = paint();
    int pixels = 0;
    for (int x = 0; x < image.width(); ++x)
      if (image.pixelColor(x, image.height() / 2) == colour) ++pixels;
    return pixels;
  }
  const Tokens& tokens() { return tokensOn(table_.palette().color(QPalette::Base)); }

  QStandardItemModel model_;
  QTableView table_;
  const CellDelegate delegate_;
};

TEST_F(CellDelegateTest, ABarIsAsLongAsItsShare) {
  const QColor grey = tokens().of(Family::kOther).edge;
  EXPECT_EQ(pixelsOf(grey), 0) << "no bar without a share";
  set(ReportModel::kBarRole, 1.0);
  const int whole = pixelsOf(grey);
  EXPECT_GT(whole, 60);
  set(ReportModel::kBarRole, 0.5);
  EXPECT_NEAR(pixelsOf(grey), whole / 2, 2);
  set(ReportModel::kBarRole, 3.0);
  EXPECT_EQ(pixelsOf(grey), whole) << "never beyond its groove";
  set(ReportModel::kPeakRole, true);
  EXPECT_EQ(pixelsOf(grey), 0);
  EXPECT_EQ(pixelsOf(tokens().peak), whole);
}

TEST_F(CellDelegateTest, AKindHasItsColourAndQuietWordsAreWeaker) {
  const auto darkest = [this] {
    const QImage image = paint();
    int darkest = 255;
    for (int y = 0; y < image.height(); ++y)
      for (int x = 20; x < image.width(); ++x) darkest = std::min(darkest, qGray(image.pixel(x, y)));
    return darkest;
  };
  const QColor colour = tokens().of(Family::kDepthwise).edge;
  EXPECT_EQ(pixelsOf(colour), 0);
  const int usual = darkest();
  set(ReportModel::kFamilyRole, static_cast<int>(Family::kDepthwise));
  EXPECT_GE(pixelsOf(colour), 6);
  set(ReportModel::kQuietRole, true);
  EXPECT_GT(darkest(), usual);
}

TEST_F(CellDelegateTest, RoomForABarAndADotIsAskedFor) {
  const int words = delegate_.sizeHint(option(), index()).width();
  set(ReportModel::kFamilyRole, static_cast<int>(Family::kOther));
  const int withDot = delegate_.sizeHint(option(), index()).width();
  EXPECT_GT(withDot, words);
  set(ReportModel::kBarRole, 0.1);
  EXPECT_GT(delegate_.sizeHint(option(), index()).width(), withDot + 60);
}

} // namespace
} // namespace arenascope::ui
