#include "ui/jobs/manifest_job.h"

namespace arenascope::ui {

ManifestJob::ManifestJob(QObject* parent) : QObject(parent) {}

void ManifestJob::start(const service::ProfileRequest& request, const std::filesystem::path& manifest) {
  auto run = std::make_shared<Run>();
  run->request = request;
  run->manifest = manifest;
  const auto work = [this](Run& now, const auto& tell) {
    const auto onProgress = [this, tell](const service::Progress& at) {
      tell([this, text = QString::fromStdString(service::describe(at)), fraction = at.fraction] {
        emit progress(text, fraction);
      });
    };
    return service::updatedManifest(now.manifest, now.request, onProgress, now.control);
  };
  runs_.start(run, work, [this, path = QString::fromStdString(manifest.string())](const auto& made) {
    if (made)
      emit finished(path, made->update.text);
    else
      emit failed(QString::fromStdString(made.error().message));
  });
}

} // namespace arenascope::ui
