#include "ui/charts/calibration_chart.h"

#include <QFileInfo>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/charts/arena_frame.h"

namespace arenascope::ui {

namespace {

using calibration::CalibratedRow;

constexpr double kRowHeight = 24.0; // pixels
constexpr double kLeastHeight = 9.0;
constexpr double kTop = 30.0; // for the legend
constexpr double kSideRoom = 10.0;
constexpr double kNameWidth = 190.0;
constexpr double kErrorWidth = 64.0;
constexpr double kMuch = 10.0; // percent: ours are marked from there on

QString nameOf(const CalibratedRow& row, const report::Report& report) {
  return row.op < 0 ? QString::fromStdString(row.name)
                    : operatorTitle(report.operators[static_cast<std::size_t>(row.op)]);
}

QString errorText(double percent) {
  const long rounded = std::lround(percent);
  return QStringLiteral("%1%2 %").arg(rounded > 0 ? QStringLiteral("+") : QString()).arg(rounded);
}

class CalibrationChart {
public:
  explicit CalibrationChart(CalibrationPointer calibration) : calibration_(std::move(calibration)) {
    for (const CalibratedRow& row : rows()) most_ = std::max({most_, row.measured, row.ours});
  }

  void paint(QPainter& painter, const QSizeF& size, const Theme& theme) const {
    const double height =
        std::clamp((size.height() - kTop - kSideRoom) / static_cast<double>(rows().size()), kLeastHeight, kRowHeight);
    const bool fitted = !calibration_->fittedRows.empty();
    drawKey(painter, theme, fitted);
    for (std::size_t i = 0; i < rows().size(); ++i)
      drawRow(painter, QRectF(kSideRoom, kTop + height * static_cast<double>(i), size.width() - 2 * kSideRoom, height),
              i, theme);
  }

private:
  const std::vector<CalibratedRow>& rows() const { return calibration_->rows; }

  static void drawKey(QPainter& painter, const Theme& theme, bool fitted) {
    double x = kSideRoom;
    const auto item = [&](const QColor& colour, const QString& name) {
      painter.fillRect(QRectF(x, 11, 10, 10), colour);
      painter.setPen(theme.weakText);
      const double width = painter.fontMetrics().horizontalAdvance(name);
      painter.drawText(QRectF(x + 14, 6, width + 4, 20), Qt::AlignLeft | Qt::AlignVCenter, name);
      x += width + 30;
    };
    item(theme.family(report::Family::kOther).edge, QObject::tr("measured"));
    item(theme.family(report::Family::kWeighted).edge, QObject::tr("computed"));
    if (fitted) item(theme.peak, QObject::tr("with the fitted memory"));
  }

  void drawRow(QPainter& painter, const QRectF& box, std::size_t index, const Theme& theme) const {
    const CalibratedRow& row = rows()[index];
    const double left = box.left() + kNameWidth;
    const double scale = (box.width() - kNameWidth - kErrorWidth) / most_;
    const double bar = std::max(2.0, box.height() / 2 - 2);
    painter.fillRect(QRectF(left, box.top() + 1, row.measured * scale, bar), theme.family(report::Family::kOther).edge);
    painter.fillRect(QRectF(left, box.top() + 1 + bar, row.ours * scale, bar),
                     theme.family(report::Family::kWeighted).edge);
    if (index < calibration_->fittedRows.size()) {
      // Ticks of a clock that nobody knows are scaled to each sum.
      const CalibratedRow& fitted = calibration_->fittedRows[index];
      const double x = left + fitted.ours * row.measured / fitted.measured * scale;
      painter.fillRect(QRectF(x - 1, box.top() + 1, 2, 2 * bar), theme.peak);
    }
    painter.setPen(theme.text);
    drawFitting(painter, QRectF(box.left(), box.top(), kNameWidth - 8, box.height()), nameOf(row, calibration_->report),
                Qt::AlignRight | Qt::AlignVCenter);
    painter.setPen(std::abs(row.error()) >= kMuch ? theme.text : theme.weakText);
    drawFitting(painter, QRectF(box.right() - kErrorWidth, box.top(), kErrorWidth, box.height()),
                errorText(row.error()), Qt::AlignRight | Qt::AlignVCenter);
  }

  CalibrationPointer calibration_;
  double most_ = 1.0; // cycles
};

} // namespace

double calibrationHeight(const calibration::Calibration& calibration) {
  return kTop + kSideRoom + kRowHeight * static_cast<double>(calibration.rows.size());
}

PaintPicture calibrationPainter(const CalibrationPointer& calibration) {
  return [picture = CalibrationChart(calibration)](QPainter& painter, const QSizeF& size, const Theme& theme) {
    picture.paint(painter, size, theme);
  };
}

QString calibrationTitle(const calibration::Calibration& calibration) {
  return QObject::tr("%1 on %2, measured and computed")
      .arg(QFileInfo(QString::fromStdString(calibration.report.model.path)).fileName(),
           QString::fromStdString(calibration.report.board->title));
}

} // namespace arenascope::ui
