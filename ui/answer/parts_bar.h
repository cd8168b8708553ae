// One bar that adds up to the answer: a stretch for each part of the arena, as wide as its share.
#pragma once

#include <QWidget>
#include <vector>

#include "core/report/arena_parts.h"
#include "ui/style/tokens.h"

namespace arenascope::ui {

// Of a part, in a bar or as a dot: the family of a buffer's layer, or grey.
QColor partColour(const report::ArenaPart& part, const Tokens& tokens);

class PartsBar : public QWidget {
  Q_OBJECT

public:
  explicit PartsBar(QWidget* parent = nullptr);

  void setParts(std::vector<report::ArenaPart> parts);

protected:
  void paintEvent(QPaintEvent* event) override;

private:
  std::vector<report::ArenaPart> parts_;
};

// A small square of a part's colour, beside its name.
class PartDot : public QWidget {
public:
  explicit PartDot(const report::ArenaPart& part, QWidget* parent = nullptr);

protected:
  void paintEvent(QPaintEvent* event) override;

private:
  report::ArenaPart part_;
};

} // namespace arenascope::ui
