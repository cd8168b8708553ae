// Before and after: the model and one of its versions, or what it is compared with. A line of versions to drag along,
// two arenas on one axis, the layers that changed, and the version to save.
#pragma once

#include <QWidget>
#include <optional>

#include "ui/versions/version_list.h"
#include "ui/versions/version_search.h"

class QAbstractItemModel;
class QDoubleSpinBox;
class QLabel;
class QPushButton;
class QSpinBox;
class QTabWidget;
class QTableView;

namespace arenascope::ui {

class ComparisonModel;
class ImageNote;
class LayerChangesModel;
class SideBySideView;
class VersionLine;

class VersionsView : public QWidget {
  Q_OBJECT

public:
  // search: what would help; it outlives the view.
  explicit VersionsView(VersionSearch& search, QWidget* parent = nullptr);

  // For the row above: sizes, the search's buttons, Save.
  QWidget* tools() const { return tools_; }

  // Something that would help, by its number; it is what is shown beside the model.
  void select(int suggestion);
  // What the model is compared with, until something that would help is selected; nullptr: nothing any more.
  void setComparison(const report::Comparison* comparison);
  // A version of so many bytes at most: the one with the fewest cycles is selected, now or once it is found.
  void fitInto(std::uint64_t bytes);

  const std::vector<Version>& versions() const { return versions_; }
  std::size_t selected() const { return selected_; }
  void showVersion(std::size_t version);
  bool canSave() const;
  // Model, header and resolver together; false and a message where they cannot be written.
  bool saveTo(const QString& path);
  // Of what is no model: kTensorArenaSize with it.
  bool saveHeaderTo(const QString& path);
  // Asks where to.
  void save();

  VersionLine* line() const { return line_; }
  SideBySideView* pictures() const { return pictures_; }
  QString message() const;

signals:
  // The user is done with it.
  void leaveWanted();
  // A layer of the model as it is was chosen; row: in Report::operators.
  void layerChosen(int row);

private:
  void buildTools();
  void buildLayout();
  QTableView* addTable(QAbstractItemModel* model, const char* name, const QString& title);
  void showFound(const AdvicePointer& found, const QString& text);
  void setVersions(std::vector<Version> versions, std::size_t selected);
  void showSelected();
  void showPictures();
  void showChanges();
  void showSizes();
  void showButtons();
  std::size_t fittingVersion() const;
  bool say(bool written, const QString& text);
  const Version& chosen() const { return versions_[selected_]; }

  VersionSearch& search_;
  std::vector<Version> versions_;
  std::size_t selected_ = 0;
  std::optional<report::Comparison> comparison_; // what was set
  bool wantsFit_ = false;                        // the one that fits is to be selected
  bool touched_ = false;                         // the user has chosen one: it stays

  QWidget* tools_;
  QLabel* sizes_;
  QLabel* state_;
  QSpinBox* fit_;
  QDoubleSpinBox* deadline_;
  QPushButton* stop_;
  QPushButton* goOn_;
  QPushButton* copy_;
  QPushButton* leave_;
  QPushButton* save_;
  VersionLine* line_;
  ImageNote* imageNote_;
  QLabel* message_;
  SideBySideView* pictures_;
  QTabWidget* tables_;
  LayerChangesModel* changed_;
  ComparisonModel* figures_;
  LayerChangesModel* same_;
};

} // namespace arenascope::ui
