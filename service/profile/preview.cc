#include "service/profile/preview.h"

#include "service/profile/quantizing.h"

namespace arenascope::service {

namespace {

Result<model::ModelFile> withShapes(const model::ModelFile& file, const ProfileRequest& request) {
  if (!request.architecture.isAsked()) return file;
  const auto& note = file.graph().architecture;
  if (note && note->asked == textOf(request.architecture)) return file;
  const auto draft = resize::withArchitecture(quantize::readDraft(file.bytes()), request.architecture);
  if (!draft) {
    Error error = draft.error();
    error.message = file.path() + ": " + error.message;
    return error;
  }
  return model::ModelFile::fromBytes(quantize::written(*draft), file.path(), request.limits);
}

} // namespace

bool asksForPreview(const ProfileRequest& request) {
  return request.architecture.isAsked() || !request.quantize.empty();
}

Result<model::ModelFile> previewOf(const model::ModelFile& file, const ProfileRequest& request) {
  Result<model::ModelFile> shaped = withShapes(file, request);
  return shaped && !request.quantize.empty() ? quantizedModel(*shaped, request) : shaped;
}

} // namespace arenascope::service
