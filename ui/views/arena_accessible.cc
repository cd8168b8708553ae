#include "ui/views/arena_accessible.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QPointer>
#include <map>

#include "ui/views/inference_view.h"

namespace arenascope::ui {

namespace {

using Place = InferenceView::Place;

class ViewNode;

// An operator, or a buffer below it.
class Node : public QAccessibleInterface, public QAccessibleActionInterface {
public:
  Node(ViewNode& root, InferenceView* view, ReportPointer report, Place place)
      : root_(root), view_(view), report_(std::move(report)), place_(place) {}

  // Of a report that is no longer shown there is nothing left to read.
  bool isValid() const override { return view_ != nullptr && view_->report() == report_; }
  QObject* object() const override { return nullptr; }
  QAccessibleInterface* childAt(int x, int y) const override;
  QAccessibleInterface* parent() const override;
  QAccessibleInterface* child(int index) const override;
  int childCount() const override { return static_cast<int>(buffers().size()); }
  int indexOfChild(const QAccessibleInterface* child) const override;
  QString text(QAccessible::Text kind) const override;
  void setText(QAccessible::Text /*kind*/, const QString& /*text*/) override {}
  QRect rect() const override;
  QAccessible::Role role() const override { return QAccessible::TreeItem; }
  QAccessible::State state() const override;
  void* interface_cast(QAccessible::InterfaceType type) override {
    return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface*>(this) : nullptr;
  }
  QStringList actionNames() const override { return {pressAction()}; }
  void doAction(const QString& name) override {
    if (isValid() && name == pressAction()) view_->select(place_);
  }
  QStringList keyBindingsForAction(const QString& /*name*/) const override { return {}; }

  const Place& place() const { return place_; }

private:
  std::vector<int> buffers() const {
    return isValid() && place_.buffer < 0 ? view_->buffersAt(place_.op) : std::vector<int>();
  }

  ViewNode& root_;
  QPointer<InferenceView> view_;
  ReportPointer report_;
  Place place_;
};

class ViewNode : public QAccessibleWidget {
public:
  explicit ViewNode(InferenceView* view) : QAccessibleWidget(view, QAccessible::Tree), view_(view) {}
  ~ViewNode() override { forget(); }

  int childCount() const override { return view_->report() == nullptr ? 0 : view_->operatorCount(); }
  QAccessibleInterface* child(int index) const override {
    return index < 0 || index >= childCount() ? nullptr : nodeOf({.op = index});
  }
  int indexOfChild(const QAccessibleInterface* child) const override {
    const auto* node = dynamic_cast<const Node*>(child);
    return node == nullptr || node->place().buffer >= 0 ? -1 : node->place().op;
  }
  QAccessibleInterface* childAt(int x, int y) const override {
    for (int i = 0; i < childCount(); ++i)
      if (QAccessibleInterface* node = child(i); node->rect().contains(x, y)) return node;
    return nullptr;
  }

  QAccessibleInterface* nodeOf(const Place& place) const {
    if (view_->report() != report_) {
      forget();
      report_ = view_->report();
    }
    const auto [known, isNew] = ids_.try_emplace({place.op, place.buffer}, 0);
    if (isNew)
      known->second =
          QAccessible::registerAccessibleInterface(new Node(const_cast<ViewNode&>(*this), view_, report_, place));
    return QAccessible::accessibleInterface(known->second);
  }

private:
  void forget() const {
    for (const auto& [place, id] : ids_) QAccessible::deleteAccessibleInterface(id);
    ids_.clear();
  }

  InferenceView* view_;
  mutable ReportPointer report_;
  mutable std::map<std::pair<int, int>, QAccessible::Id> ids_; // of what was asked for, by operator and buffer
};

QAccessibleInterface* Node::childAt(int x, int y) const {
  for (int i = 0; i < childCount(); ++i)
    if (QAccessibleInterface* node = child(i); node->rect().contains(x, y)) return node;
  return nullptr;
}

QAccessibleInterface* Node::parent() const {
  if (!isValid()) return nullptr;
  return place_.buffer < 0 ? QAccessible::queryAccessibleInterface(view_) : root_.nodeOf({.op = place_.op});
}

QAccessibleInterface* Node::child(int index) const {
  const std::vector<int> all = buffers();
  if (index < 0 || index >= static_cast<int>(all.size())) return nullptr;
  return root_.nodeOf({.op = place_.op, .buffer = all[static_cast<std::size_t>(index)]});
}

int Node::indexOfChild(const QAccessibleInterface* child) const {
  const auto* node = dynamic_cast<const Node*>(child);
  const std::vector<int> all = buffers();
  const auto found = node == nullptr ? all.end() : std::find(all.begin(), all.end(), node->place().buffer);
  return found == all.end() ? -1 : static_cast<int>(found - all.begin());
}

QString Node::text(QAccessible::Text kind) const {
  if (!isValid()) return {};
  if (kind == QAccessible::Name) return view_->nameOf(place_);
  return kind == QAccessible::Description ? view_->descriptionOf(place_) : QString();
}

QRect Node::rect() const {
  if (!isValid()) return {};
  const QRect area = view_->areaOf(place_);
  return {view_->mapToGlobal(area.topLeft()), area.size()};
}

QAccessible::State Node::state() const {
  QAccessible::State state;
  state.invalid = !isValid();
  state.selectable = true;
  state.readOnly = true;
  if (isValid()) state.selected = view_->isSelected(place_);
  return state;
}

QAccessibleInterface* make(const QString& className, QObject* object) {
  auto* view =
      className == QLatin1String("arenascope::ui::InferenceView") ? qobject_cast<InferenceView*>(object) : nullptr;
  return view == nullptr ? nullptr : new ViewNode(view);
}

} // namespace

void installArenaAccessibility() { QAccessible::installFactory(make); }

} // namespace arenascope::ui
