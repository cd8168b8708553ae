// Works out ESPHome's manifest for a model, a dozen short runs, on a separate thread.
#pragma once

#include <filesystem>
#include <memory>

#include "service/esphome/esphome.h"
#include "ui/jobs/latest_run.h"

namespace arenascope::ui {

// One job runs at a time; starting another cancels the one before, whose answer is then not reported any more.
class ManifestJob : public QObject {
  Q_OBJECT

public:
  explicit ManifestJob(QObject* parent = nullptr);

  // manifest: the file that is to be updated. It is read, and not written.
  void start(const service::ProfileRequest& request, const std::filesystem::path& manifest);
  void cancel() { runs_.drop(); }
  bool running() const { return runs_.current() != nullptr; }

signals:
  void progress(const QString& step, double fraction);
  void finished(const QString& manifest, const std::string& text);
  void failed(const QString& message);

private:
  struct Run {
    service::ProfileRequest request;
    std::filesystem::path manifest;
    service::BatchControl control{service::esphomeRuns()};

    void cancel() { control.cancel(); }
  };
  LatestRun<Run> runs_{this};
};

} // namespace arenascope::ui
