#include "ui/window/keys_page.h"

#include "ui/window/help_page.h"

namespace arenascope::ui {

KeysPage::KeysPage(const QMenu* menu, QWidget* parent) : QTextBrowser(parent) {
  setObjectName(QStringLiteral("keysPage"));
  setAccessibleName(tr("Keys"));
  setProperty("role", QStringLiteral("plain"));
  setHtml(QStringLiteral("<table width=\"100%\"><tr><td width=\"50%\">%1</td><td width=\"50%\">%2</td></tr></table>")
              .arg(windowKeys(menu), chartKeys()));
}

} // namespace arenascope::ui
