#include "ui/style/tabular_figures.h"

#include <QFontDatabase>
#include <QFontMetricsF>
#include <QHash>
#include <QRawFont>
#include <QtEndian>
#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

namespace arenascope::ui {

namespace {

// The tables that an OpenType face can need on screen, in the order of their tags.
constexpr const char* kTables[] = {"BASE", "CFF ", "GDEF", "GPOS", "GSUB", "OS/2", "cmap", "cvt ", "fpgm", "gasp",
                                   "glyf", "head", "hhea", "hmtx", "loca", "maxp", "name", "post", "prep"};
// Features that are always on, whatever the text; one that the face does not have is free for its figures.
constexpr const char* kAlwaysOn[] = {"rclt", "rlig", "clig"};
constexpr qsizetype kTag = 4;                                      // bytes
const QString kOfCopies = QStringLiteral(" with tabular figures"); // behind a family's name

void put16(QByteArray& bytes, qsizetype value) {
  const quint16 big = qToBigEndian(static_cast<quint16>(value));
  bytes.append(reinterpret_cast<const char*>(&big), sizeof(big));
}
void put32(QByteArray& bytes, qsizetype value) {
  const quint32 big = qToBigEndian(static_cast<quint32>(value));
  bytes.append(reinterpret_cast<const char*>(&big), sizeof(big));
}
qsizetype get16(const QByteArray& bytes, qsizetype at) {
  return at + 2 <= bytes.size() ? qFromBigEndian<quint16>(bytes.constData() + at) : 0;
}

// Places of the tags in the list of a GSUB table's features.
std::vector<qsizetype> featureTags(const QByteArray& gsub) {
  constexpr qsizetype kListAt = 6; // of the table: where its list of features is
  constexpr qsizetype kRecord = 6; // bytes: a tag, and where the feature is
  std::vector<qsizetype> places;
  const qsizetype list = get16(gsub, kListAt);
  const qsizetype count = list == 0 ? 0 : get16(gsub, list);
  for (qsizetype i = 0; i < count && list + 2 + (i + 1) * kRecord <= gsub.size(); ++i)
    places.push_back(list + 2 + i * kRecord);
  return places;
}

// The table with tabular figures always on; empty where the face has none.
QByteArray alwaysTabular(QByteArray gsub) {
  const std::vector<qsizetype> places = featureTags(gsub);
  const auto has = [&](const char* tag) {
    return std::ranges::any_of(places, [&](qsizetype at) { return gsub.mid(at, kTag) == tag; });
  };
  const auto* const free = std::ranges::find_if_not(kAlwaysOn, has);
  if (!has("tnum") || free == std::end(kAlwaysOn)) return {};
  for (const qsizetype at : places)
    if (gsub.mid(at, kTag) == "tnum") gsub.replace(at, kTag, *free);
  return gsub;
}

// A table of names that says nothing but the family and the style.
QByteArray namesOf(const QString& family, const QString& style) {
  constexpr qsizetype kHeader = 6;
  constexpr qsizetype kRecord = 12;
  const std::pair<qsizetype, QString> names[] = {{1, family},
                                                 {2, style},
                                                 {4, family + QLatin1Char(' ') + style},
                                                 {6, QString(family + style).remove(QLatin1Char(' '))}};
  QByteArray table;
  QByteArray text;
  put16(table, 0);
  put16(table, static_cast<qsizetype>(std::size(names)));
  put16(table, kHeader + kRecord * static_cast<qsizetype>(std::size(names)));
  for (const auto& [number, name] : names) {
    for (const qsizetype field : {qsizetype{3}, qsizetype{1}, qsizetype{0x409}})
      put16(table, field); // Unicode, English
    put16(table, number);
    put16(table, name.size() * 2);
    put16(table, text.size());
    for (const QChar letter : name) put16(text, letter.unicode());
  }
  return table + text;
}

// A face's file, put together again with other tables of names and of substitutions; empty where it has no figures of
// equal width.
QByteArray fileOf(const QRawFont& face, const QString& family) {
  std::vector<std::pair<const char*, QByteArray>> tables;
  for (const char* tag : kTables) {
    QByteArray table = face.fontTable(tag);
    if (tag == QByteArrayView("GSUB")) table = alwaysTabular(table);
    if (tag == QByteArrayView("GSUB") && table.isEmpty()) return {};
    if (tag == QByteArrayView("name")) table = namesOf(family, face.styleName());
    if (!table.isEmpty()) tables.emplace_back(tag, table);
  }
  const bool outlines = std::ranges::any_of(tables, [](const auto& table) { return table.first == kTables[1]; });
  constexpr qsizetype kHeader = 12;
  constexpr qsizetype kRecord = 16;
  const auto count = static_cast<qsizetype>(tables.size());
  const auto exponent = static_cast<qsizetype>(std::log2(count));
  QByteArray file = outlines ? QByteArray("OTTO") : QByteArray("\0\1\0\0", kTag);
  for (const qsizetype field :
       {count, (qsizetype{1} << exponent) * kRecord, exponent, (count - (qsizetype{1} << exponent)) * kRecord})
    put16(file, field);
  QByteArray contents;
  for (const auto& [tag, table] : tables) {
    file.append(tag, kTag);
    put32(file, 0); // a sum that nobody checks
    put32(file, kHeader + kRecord * count + contents.size());
    put32(file, table.size());
    contents += table;
    contents.append((kTag - contents.size() % kTag) % kTag, '\0');
  }
  return file + contents;
}

QString makeTabular(const QString& family) {
  if (!QFontDatabase::hasFamily(family)) return {};
  if (hasTabularFigures(QFont(family))) return family;
  const QString copy = family + kOfCopies;
  bool any = false;
  for (const QFont::Weight weight : {QFont::Normal, QFont::Medium, QFont::DemiBold, QFont::Bold}) {
    QFont font(family);
    font.setWeight(weight);
    const QByteArray file = fileOf(QRawFont::fromFont(font), copy);
    any = (!file.isEmpty() && QFontDatabase::addApplicationFontFromData(file) >= 0) || any;
  }
  return any && hasTabularFigures(QFont(copy)) ? copy : QString();
}

} // namespace

bool hasTabularFigures(const QFont& font) {
  QFont large = font;
  large.setPixelSize(100); // pixels: small differences are seen
  const QFontMetricsF metrics(large);
  // As text: a single character is measured without the features of its face.
  const auto width = [&](char figure) { return metrics.horizontalAdvance(QString(2, QLatin1Char(figure))); };
  for (char figure = '1'; figure <= '9'; ++figure)
    if (std::abs(width(figure) - width('0')) > 0.5) return false;
  return true;
}

QString installedFamily(const QString& family) {
  return family.endsWith(kOfCopies) ? family.chopped(kOfCopies.size()) : family;
}

QString tabularFamily(const QString& family) {
  static QHash<QString, QString> known;
  if (const auto found = known.constFind(family); found != known.constEnd()) return *found;
  return *known.insert(family, makeTabular(family));
}

} // namespace arenascope::ui
