#include "ui/panels/image_note.h"

#include "ui/charts/arena_frame.h"

namespace arenascope::ui {

ImageNote::ImageNote(QWidget* parent) : QLabel(parent) {
  setObjectName(QStringLiteral("imageNote"));
  setWordWrap(true);
  setTextInteractionFlags(Qt::TextSelectableByMouse);
  setProperty("role", QStringLiteral("small"));
  setContentsMargins(scaled(16), scaled(8), scaled(16), 0);
  hide();
}

void ImageNote::setReport(const ReportPointer& report) {
  const bool isImage = report != nullptr && report->firmware;
  setVisible(isImage);
  if (!isImage) return;
  setText(report->arena
              ? tr("Here ArenaScope's own interpreter and kernels run the model that is in the image. With those that "
                   "are linked into the image it needs an arena of %1 bytes.")
                    .arg(groupedText(report->arena->recommended))
              : tr("Here ArenaScope's own interpreter and kernels run the model that is in the image."));
}

} // namespace arenascope::ui
