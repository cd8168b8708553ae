// Profiles several requests on threads of their own and tells the window how it goes.
#pragma once

#include <QObject>
#include <QThread>
#include <memory>
#include <vector>

#include "emulator/session/profile_all.h"

namespace arenascope::ui {

// One batch runs at a time; starting another cancels the one before, whose results are then not reported any more.
class BatchJob : public QObject {
  Q_OBJECT

public:
  using Results = std::vector<profile::Result<profile::Report>>;

  explicit BatchJob(QObject* parent = nullptr);
  ~BatchJob() override;

  void start(std::vector<session::ProfileRequest> requests);
  void cancel();
  bool running() const { return current_ != nullptr; }

signals:
  void progress(const QString& step);
  // In the order of the requests.
  void finished(const std::shared_ptr<const arenascope::ui::BatchJob::Results>& results);

private:
  struct Run;

  std::shared_ptr<Run> current_;
  std::vector<std::unique_ptr<QThread>> threads_;
};

} // namespace arenascope::ui
