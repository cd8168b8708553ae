#include "ui/style/icons.h"

#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QSvgRenderer>

#include "ui/style/tokens.h"

namespace arenascope::ui {

namespace {

// On a grid of 24 units.
const char* shapeOf(Glyph glyph) {
  switch (glyph) {
  case Glyph::kSearch: return "<circle cx='11' cy='11' r='6'/><path d='M15.5 15.5 20.5 20.5'/>";
  case Glyph::kDown: return "<path d='M6.5 9.5 12 15 17.5 9.5'/>";
  case Glyph::kUp: return "<path d='M6.5 14.5 12 9 17.5 14.5'/>";
  case Glyph::kPlay: return "<path d='M7 4.5 19 12 7 19.5z'/>";
  case Glyph::kPause: return "<path d='M8.5 5v14M15.5 5v14'/>";
  case Glyph::kBack: return "<path d='M9 6 4.5 10.500 9 15M5 10.500h9a5 5 0 0 1 0 10h-2'/>";
  case Glyph::kCopy: return "<rect x='9' y='9' width='11' height='11' rx='2'/><path d='M6 15H5V4.500h10.500V6'/>";
  case Glyph::kDone: return "<path d='M5 12.5 10 17.5 19.5 7'/>";
  case Glyph::kProcessor:
    return "<rect x='6.5' y='6.5' width='11' height='11' rx='1.5'/>"
           "<path d='M10 3v3.500M14 3v3.500M10 17.500V21M14 17.500V21M3 10h3.500M3 14h3.500M17.5 10H21M17.5 14H21'/>";
  case Glyph::kBoard:
    return "<rect x='3' y='4.5' width='18' height='15' rx='2'/><rect x='7' y='8.5' width='5' height='4.5'/>"
           "<path d='M15.5 9H18M15.5 12.500H18M7 16.500h11'/>";
  case Glyph::kCompare:
    return "<rect x='4' y='4' width='6.5' height='16' rx='1.5'/>"
           "<rect x='13.5' y='10' width='6.5' height='10' rx='1.5'/>";
  case Glyph::kMessage: return "<path d='M4 5h16v12h-8.500L7 20.500V17H4z'/><path d='M12 8.500v3.500M12 14v.2'/>";
  case Glyph::kExport: return "<path d='M12 14.500V4M8 8 12 4 16 8M5 13.500V20h14v-6.5'/>";
  case Glyph::kMoon: return "<path d='M19.5 14.500A8 8 0 1 1 9.5 4.5 6.5 6.5 0 0 0 19.5 14.500z'/>";
  case Glyph::kSun:
    return "<circle cx='12' cy='12' r='4'/><path d='M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4"
           "M5.6 18.4 7 17M17 7l1.4-1.4'/>";
  case Glyph::kClose: return "<path d='M6.5 6.5 17.5 17.500M17.5 6.5 6.5 17.5'/>";
  case Glyph::kShowAll: return "<path d='M4 8.500V4h4.500M15.5 4H20v4.500M4 15.500V20h4.500M15.5 20H20v-4.5'/>";
  case Glyph::kNote: return "<path d='M5 4h14v10.500L13.5 20H5z'/><path d='M8.5 9h7M8.5 12.500h4'/>";
  case Glyph::kFile: return "<path d='M6 3.500h8l4 4V20.500H6z'/><path d='M14 3.500v4h4'/>";
  }
  return "";
}

QByteArray pictureOf(Glyph glyph, const QColor& colour) {
  return QStringLiteral("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='none' stroke='%1' "
                        "stroke-width='1.6' stroke-linecap='round' stroke-linejoin='round'>%2</svg>")
      .arg(colour.name(), QLatin1String(shapeOf(glyph)))
      .toUtf8();
}

class GlyphEngine : public QIconEngine {
public:
  GlyphEngine(Glyph glyph, QPalette::ColorRole role) : glyph_(glyph), role_(role) {}

  void paint(QPainter* painter, const QRect& box, QIcon::Mode mode, QIcon::State /*state*/) override {
    const QPalette palette = QGuiApplication::palette();
    const QPalette::ColorGroup group = mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Active;
    QSvgRenderer(pictureOf(glyph_, palette.color(group, role_))).render(painter, box);
  }
  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
    QPixmap result(size);
    result.fill(Qt::transparent);
    QPainter painter(&result);
    paint(&painter, QRect(QPoint(), size), mode, state);
    return result;
  }
  QIconEngine* clone() const override { return new GlyphEngine(*this); }

private:
  Glyph glyph_;
  QPalette::ColorRole role_;
};

// Three buffers in an arena.
class MarkEngine : public QIconEngine {
public:
  void paint(QPainter* painter, const QRect& box, QIcon::Mode /*mode*/, QIcon::State /*state*/) override {
    const Tokens& tokens = tokensOn(QGuiApplication::palette().color(QPalette::Base));
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->translate(box.topLeft());
    painter->scale(box.width() / 22.0, box.height() / 22.0);
    painter->setPen(Qt::NoPen);
    const auto draw = [painter](const QRectF& part, const QColor& colour, double radius) {
      painter->setBrush(colour);
      painter->drawRoundedRect(part, radius, radius);
    };
    draw({1, 1, 20, 20}, tokens.ink, 5);
    draw({4, 11, 6, 6.5}, tokens.of(Family::kWeighted).edge, 1);
    draw({8, 5, 6, 6}, tokens.peak, 1);
    draw({12, 11, 6, 6.5}, tokens.of(Family::kDepthwise).edge, 1);
    painter->restore();
  }
  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
    QPixmap result(size);
    result.fill(Qt::transparent);
    QPainter painter(&result);
    paint(&painter, QRect(QPoint(), size), mode, state);
    return result;
  }
  QIconEngine* clone() const override { return new MarkEngine(*this); }
};

} // namespace

QIcon icon(Glyph glyph) { return icon(glyph, QPalette::PlaceholderText); }
QIcon icon(Glyph glyph, QPalette::ColorRole role) { return QIcon(new GlyphEngine(glyph, role)); }
QIcon markIcon() { return QIcon(new MarkEngine); }

} // namespace arenascope::ui
