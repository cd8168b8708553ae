#include "ui/state/annotations.h"

#include <algorithm>

namespace arenascope::ui {

void Annotations::setReport(const ReportPointer& report) {
  report_ = report;
  const std::filesystem::path file =
      report == nullptr ? std::filesystem::path() : service::notesFile(report->model.path);
  if (file != file_) {
    file_ = file;
    const auto read = service::readNotes(file_);
    problem_ = read ? QString() : QString::fromStdString(read.error().message);
    notes_ = read ? *read : std::vector<service::Note>();
  }
  index();
}

void Annotations::index() {
  onBuffers_.assign(report_ == nullptr ? 0 : report_->buffers.size(), 0);
  onRows_.assign(report_ == nullptr ? 0 : report_->operators.size(), 0);
  subjects_.clear();
  for (const service::Note& note : notes_) {
    const service::NoteSubject& subject = subjects_.emplace_back(service::subjectOf(*report_, note));
    if (subject.buffer >= 0) onBuffers_[static_cast<std::size_t>(subject.buffer)] = 1;
    if (subject.row >= 0) onRows_[static_cast<std::size_t>(subject.row)] = 1;
  }
  emit changed();
}

QString Annotations::textOn(int buffer, int row) const {
  const auto found = std::find_if(subjects_.begin(), subjects_.end(), [&](const service::NoteSubject& subject) {
    return (buffer >= 0 && subject.buffer == buffer) || (row >= 0 && subject.row == row);
  });
  return found == subjects_.end()
             ? QString()
             : QString::fromStdString(notes_[static_cast<std::size_t>(found - subjects_.begin())].text);
}

int Annotations::addOn(const Selection& selection) {
  if (report_ == nullptr || !selection.fits(*report_) || (selection.op() < 0 && selection.buffer() < 0)) return -1;
  const service::Note wanted = selection.op() >= 0 ? service::noteOnOperator(*report_, selection.op())
                                                   : service::noteOnBuffer(*report_, selection.buffer());
  const auto known =
      std::find_if(notes_.begin(), notes_.end(), [&](const service::Note& note) { return note.sameSubject(wanted); });
  if (known != notes_.end()) return static_cast<int>(known - notes_.begin());
  notes_.push_back(wanted);
  write();
  return static_cast<int>(notes_.size()) - 1;
}

void Annotations::setText(std::size_t note, const QString& text) {
  if (notes_[note].text == text.toStdString()) return;
  notes_[note].text = text.toStdString();
  write();
}

void Annotations::remove(std::size_t note) {
  notes_.erase(notes_.begin() + static_cast<std::ptrdiff_t>(note));
  write();
}

void Annotations::write() {
  index();
  if (!problem_.isEmpty())
    emit failed(tr("Notes not saved: %1 is not an ArenaScope notes file").arg(QString::fromStdString(file_.string())));
  else if (const auto failure = service::writeNotes(file_, notes_))
    emit failed(tr("Notes not saved: %1").arg(QString::fromStdString(failure->message)));
}

} // namespace arenascope::ui
