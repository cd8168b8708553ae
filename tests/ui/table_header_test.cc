// Titles of a table stand over their cells, with an arrow beside the one that rows are sorted by.
#include <gtest/gtest.h>

#include <QImage>
#include <QStandardItemModel>
#include <QTableView>

#include "ui/style/tokens.h"
#include "ui/tables/table_header.h"

namespace arenascope::ui {
namespace {

class TableHeaderTest : public testing::Test {
protected:
  TableHeaderTest() : rows_(2, 3), header_(new TableHeader) {
    for (int column = 0; column < 3; ++column) {
      rows_.setHeaderData(column, Qt::Horizontal, QStringLiteral("Title"));
      rows_.setHeaderData(column, Qt::Horizontal, static_cast<int>(column == 2 ? Qt::AlignRight : Qt::AlignLeft),
                          Qt::TextAlignmentRole);
    }
    table_.setModel(&rows_);
    table_.setHorizontalHeader(header_);
    table_.setSortingEnabled(true);
    table_.sortByColumn(-1, Qt::AscendingOrder);
    for (int column = 0; column < 3; ++column) table_.setColumnWidth(column, 150);
    table_.resize(600, 200);
  }
  // First and last pixel of a section in which something is written.
  std::pair<int, int> written(int column) {
    const QImage image = header_->grab().toImage();
    const QColor ground = tokensOn(header_->palette().color(QPalette::Base)).surface;
    std::pair<int, int> found(-1, -1);
    for (int x = 0; x < 150; ++x)
      for (int y = 3; y < image.height() - 3; ++y)
        if (image.pixelColor(column * 150 + x, y) != ground) {
          if (found.first < 0) found.first = x;
          found.second = x;
        }
    return found;
  }

  QStandardItemModel rows_;
  QTableView table_;
  TableHeader* header_;
};

TEST_F(TableHeaderTest, TitlesStandWhereTheirCellsDo) {
  EXPECT_NEAR(written(0).first, 20, 2);
  EXPECT_NEAR(written(1).first, 10, 2);
  EXPECT_NEAR(written(2).second, 150 - 10, 2);
  EXPECT_GE(header_->sectionSizeHint(0), written(0).second + 10);
}

TEST_F(TableHeaderTest, TheArrowMovesNoTitle) {
  const auto left = written(1);
  const auto right = written(2);
  table_.sortByColumn(1, Qt::DescendingOrder);
  EXPECT_EQ(written(1).first, left.first);
  EXPECT_GT(written(1).second, left.second);
  EXPECT_EQ(written(2), right);
  const QImage down = header_->grab().toImage();
  table_.sortByColumn(1, Qt::AscendingOrder);
  EXPECT_NE(header_->grab().toImage(), down);
  table_.sortByColumn(2, Qt::DescendingOrder);
  EXPECT_EQ(written(1), left);
  EXPECT_LT(written(2).first, right.first);
  EXPECT_EQ(written(2).second, right.second);
}

} // namespace
} // namespace arenascope::ui
