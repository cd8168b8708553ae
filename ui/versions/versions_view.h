// Before and after: the model and one of its versions. A line of versions to drag along, two arenas on one axis, the
// layers that changed, and the version to save. Versions are those that would help, and those that the user adds: other
// settings, buffers placed by hand, other kernels, other models.
#pragma once

#include <QWidget>
#include <optional>

#include "ui/versions/version_list.h"
#include "ui/versions/version_search.h"

class QLabel;
class QMenu;
class QPushButton;
class QToolButton;

namespace arenascope::ui {

class HandTool;
class ImageNote;
class OtherRuns;
class PlanView;
class SettingsTool;
class SteadyLabel;
class VersionLine;
class VersionTables;

class VersionsView : public QWidget {
  Q_OBJECT

public:
  // search: what would help; it outlives the view.
  explicit VersionsView(VersionSearch& search, QWidget* parent = nullptr);

  // For the row above: sizes, the end of it, Save.
  QWidget* tools() const { return tools_; }
  // For the drawer.
  VersionTables& tables() const { return *tables_; }

  // The window's finished report; nullptr: none, and there may be one soon.
  void setReport(const ReportPointer& report);
  // It will be replaced: until then nothing is before or after.
  void setStale();
  // Another model was opened: what was added is not for it.
  void forget();
  void setInView(bool inView);

  // Something that would help, by its number; it is what is shown beside the model.
  void select(int suggestion);
  // Selects the version with the fewest cycles within a size in bytes, now or once it is found. 0: any.
  void fitInto(std::uint64_t bytes);
  // Other models, beside the window's.
  void compareWith(const QStringList& paths);
  // Tools that make a version, in a column beside the pictures.
  void trySettings();
  void placeByHand();
  // The buffer with that number is to be there.
  void pin(std::int32_t index, std::int64_t offset);
  void closeTool();

  const std::vector<Version>& versions() const { return versions_; }
  std::size_t selected() const { return selected_; }
  void showVersion(std::size_t version);
  // What the selected version is compared with: the model as it is, or a version that was chosen for it.
  std::size_t base() const { return base_; }
  void compareFromSelected();
  bool canSave() const;
  // Model, header and resolver together; false and a message where they cannot be written.
  bool saveTo(const QString& path);
  // For a version that is not another model: its kTensorArenaSize.
  bool saveHeaderTo(const QString& path);
  // Asks where to.
  void save();
  // Nothing runs that makes a version.
  bool busy() const;

  VersionLine* line() const { return line_; }
  PlanView* pictures() const { return pictures_; }
  SettingsTool& settings() const { return *settings_; }
  HandTool& hand() const { return *hand_; }
  OtherRuns& others() const { return *others_; }
  QString message() const;

signals:
  // The user is done with it.
  void leaveWanted();
  // Of what was found: what stands beside the model now; -1: nothing of it, or nobody looks.
  void shownChanged(int suggestion);

private:
  void buildTools();
  void buildLayout();
  void connectTools();
  QWidget* buildColumn();
  void fillMenu();
  void openTool(QWidget* tool);
  void showFound(const AdvicePointer& found, const QString& text);
  void collect();
  void showSelected();
  void showMessage();
  void showPictures();
  void showSizes();
  void tellShown();
  void showButtons();
  std::size_t bestFound() const;
  std::size_t fittingVersion() const;
  bool say(bool written, const QString& text);
  const Version& chosen() const { return versions_[selected_]; }
  const Version& before() const { return versions_[base_]; }

  VersionSearch& search_;
  ReportPointer report_;
  std::vector<Version> versions_;
  std::size_t selected_ = 0;
  std::size_t base_ = 0;
  std::optional<Version> kept_; // what is compared with, where it is not the model as it is
  bool inView_ = false;
  bool wantsFit_ = false; // the one that fits is to be selected
  bool touched_ = false;  // the user has chosen one: it stays

  QWidget* tools_;
  QLabel* sizes_;
  QPushButton* stop_;
  QPushButton* goOn_;
  QPushButton* copy_;
  QPushButton* compareFrom_;
  QPushButton* add_;
  QMenu* menu_;
  QPushButton* leave_;
  QPushButton* save_;
  VersionLine* line_;
  ImageNote* imageNote_;
  SteadyLabel* message_;
  PlanView* pictures_;
  QWidget* column_; // with the tool that is open
  QLabel* columnTitle_;
  SettingsTool* settings_;
  HandTool* hand_;
  OtherRuns* others_;
  VersionTables* tables_;
};

} // namespace arenascope::ui
