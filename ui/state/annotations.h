// The notes of the model on screen: read with it, written as soon as one changes, the same for every view.
#pragma once

#include <QObject>

#include "service/store/notes.h"
#include "ui/state/report_pointer.h"
#include "ui/state/selection.h"

namespace arenascope::ui {

class Annotations : public QObject {
  Q_OBJECT

public:
  using QObject::QObject;

  // Reads what lies beside its model, unless that is open already.
  void setReport(const ReportPointer& report);
  const ReportPointer& report() const { return report_; }
  const std::vector<service::Note>& notes() const { return notes_; }
  // What each of them is about in the report.
  const std::vector<service::NoteSubject>& subjects() const { return subjects_; }
  // Why the model's notes are not read; empty where they are.
  const QString& problem() const { return problem_; }
  // By buffer and by row of the report, whether there is a note on it.
  const std::vector<char>& onBuffers() const { return onBuffers_; }
  const std::vector<char>& onRows() const { return onRows_; }
  // What is noted of one of both, as text; empty where nothing is, or nothing but a bookmark.
  QString textOn(int buffer, int row) const;

  // A bookmark on the selected buffer or operator, or the note that is there already: its position in notes(), or -1
  // where nothing is selected that can have one.
  int addOn(const Selection& selection);
  void setText(std::size_t note, const QString& text);
  void remove(std::size_t note);

signals:
  void changed();
  // What was noted is not kept.
  void failed(const QString& message);

private:
  void write();
  void index();

  ReportPointer report_;
  std::filesystem::path file_;
  QString problem_; // what cannot be read is not written over
  std::vector<service::Note> notes_;
  std::vector<service::NoteSubject> subjects_;
  std::vector<char> onBuffers_;
  std::vector<char> onRows_;
};

} // namespace arenascope::ui
