// Explains a pasted text on a thread of its own and tells the window what it means.
#pragma once

#include <QObject>
#include <QThread>
#include <memory>

#include "emulator/session/explaining.h"

namespace arenascope::ui {

// One job runs at a time; starting another cancels the one before, whose answer is then not reported any more.
class ExplainJob : public QObject {
  Q_OBJECT

public:
  explicit ExplainJob(QObject* parent = nullptr);
  ~ExplainJob() override;

  void start(session::ExplainRequest request);
  void cancel();
  bool running() const { return current_ != nullptr; }

signals:
  void finished(const std::shared_ptr<const arenascope::session::ExplainedText>& explained);
  void failed(const QString& message);

private:
  struct Run;
  void report(const std::shared_ptr<Run>& run, const profile::Result<session::ExplainedText>& result);

  std::shared_ptr<Run> current_;
  std::vector<std::unique_ptr<QThread>> threads_;
};

} // namespace arenascope::ui
