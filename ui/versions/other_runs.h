// What else the window's model can be compared with, as versions beside it: its run with another kernel set or target,
// and other models.
#pragma once

#include <QObject>
#include <QStringList>

#include "ui/jobs/batch_job.h"
#include "ui/state/report_pointer.h"
#include "ui/versions/version_list.h"

namespace arenascope::ui {

class OtherRuns : public QObject {
  Q_OBJECT

public:
  explicit OtherRuns(QObject* parent = nullptr);

  // A kernel set of a target.
  struct Choice {
    QString name;
    std::string target;
    std::string kernels;
  };
  // Those of the report's own target first.
  std::vector<Choice> choices() const;

  // The window's finished report: what is compared with is run anew. nullptr: none.
  void setReport(const ReportPointer& report);
  // Comparisons requested for an earlier model do not apply to another one.
  void forget();
  void add(const Choice& choice);
  // On the report's target and with its kernel set.
  void addModels(const QStringList& paths);
  // Nothing runs while nobody looks.
  void setInView(bool inView);

  const std::vector<Version>& versions() const { return versions_; }
  bool busy() const { return job_.running(); }
  // What goes on, or what went wrong.
  const QString& message() const { return message_; }

signals:
  // versions() or message() are others.
  void changed();
  // The last of versions() is there for the first time since it was asked for.
  void added();
  // Everything that was asked for is there, or the message says why it is not.
  void settled();

private:
  struct Wish {
    QString title;
    std::string target; // empty: the report's
    std::string kernels;
    QString model; // empty: the report's
    int together = 0;
  };

  void start();
  void showResults(const BatchJob::Results& results);
  Version versionOf(const Wish& wish, const report::Report& run) const;

  BatchJob job_;
  ReportPointer report_;
  std::vector<Wish> wishes_;
  std::vector<Version> versions_;
  QString message_;
  bool inView_ = false;
  bool stale_ = false; // wishes have not been run
  bool asked_ = false; // the last of them has never been run
  int groups_ = 0;     // of models that were asked for at once
};

} // namespace arenascope::ui
