// Everything about what is selected, to stay while the pointer goes elsewhere: options, quantization, place, cost, and
// who writes and reads it, each a click away.
#pragma once

#include <QWidget>

#include "core/report/text/details.h"
#include "ui/state/report_pointer.h"
#include "ui/state/selection.h"

class QTextBrowser;
class QUrl;

namespace arenascope::ui {

class DetailsPanel : public QWidget {
  Q_OBJECT

public:
  explicit DetailsPanel(Selection& selection, QWidget* parent = nullptr);

  void setReport(const ReportPointer& report);
  // Nothing is looked up for a panel that nobody sees.
  void setInView(bool inView);

protected:
  void changeEvent(QEvent* event) override;

private:
  void showSelection();
  void follow(const QUrl& link);
  QString toHtml(const report::Details& details) const;

  Selection& selection_;
  ReportPointer report_;
  bool inView_ = false;
  QTextBrowser* text_;
};

} // namespace arenascope::ui
