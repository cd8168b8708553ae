#include "ui/views/picture_hint.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QSettings>
#include <QToolButton>

#include "ui/style/icons.h"
#include "ui/style/type.h"

namespace arenascope::ui {

namespace {
const QString kSeenKey = QStringLiteral("window/hintSeen");
} // namespace

PictureHint::PictureHint(QWidget* picture) : QFrame(picture) {
  setObjectName(QStringLiteral("pictureHint"));
  setProperty("role", QStringLiteral("card"));
  auto* text = new QLabel(tr("Click a box: what it is, and what shares its bytes"));
  text->setProperty("role", QStringLiteral("small"));
  auto* close = new QToolButton;
  close->setIcon(icon(Glyph::kClose));
  close->setIconSize(QSize(scaled(14), scaled(14)));
  close->setAccessibleName(tr("Close the hint"));
  close->setToolTip(tr("Close the hint; it does not come again"));
  connect(close, &QToolButton::clicked, this, &PictureHint::dismiss);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(scaled(12), scaled(4), scaled(6), scaled(4));
  row->setSpacing(scaled(8));
  row->addWidget(text);
  row->addWidget(close);
  hide();
}

bool PictureHint::isNeeded() const { return !QSettings().value(kSeenKey, false).toBool(); }

void PictureHint::dismiss() {
  hide();
  if (isNeeded()) QSettings().setValue(kSeenKey, true);
}

} // namespace arenascope::ui
