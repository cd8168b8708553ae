#include "ui/window/canvas.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QPainterPath>
#include <QStackedWidget>
#include <QTabBar>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/style/type.h"

namespace arenascope::ui {

namespace {

// Nothing of a view stands out of the corners of the frame around it.
class RoundedStack : public QStackedWidget {
protected:
  void resizeEvent(QResizeEvent* event) override {
    constexpr int kInsideRadius = 9; // pixels of the design
    QStackedWidget::resizeEvent(event);
    QPainterPath shape;
    shape.addRoundedRect(rect(), scaled(kInsideRadius), scaled(kInsideRadius));
    setMask(QRegion(shape.toFillPolygon().toPolygon()));
  }
};

} // namespace

Canvas::Canvas(QWidget* parent)
    : QWidget(parent), row_(new QHBoxLayout), tabs_(new QTabBar), plot_(new QFrame), views_(new RoundedStack) {
  setObjectName(QStringLiteral("canvas"));
  tabs_->setObjectName(QStringLiteral("views"));
  tabs_->setAccessibleName(tr("Views"));
  tabs_->setProperty("role", QStringLiteral("segments"));
  tabs_->setDrawBase(false);
  tabs_->setExpanding(false);
  const std::pair<QString, QString> kViews[] = {
      {tr("Running"), tr("Buffers in the arena at each layer (1)")},
      {tr("Setting up"), tr("The arena while the model is set up (2)")},
      {tr("Graph"), tr("Layers and tensors of the model (3)")},
      {tr("Time"), tr("Cycles by function (4)")},
      {tr("Boards"), tr("Boards that fit, speed, flash, and operators to register (5)")}};
  for (const auto& [title, help] : kViews) tabs_->setTabToolTip(tabs_->addTab(title), help);
  connect(tabs_, &QTabBar::currentChanged, this, [this](int tab) { show(static_cast<View>(tab)); });
  // Of the mode too: it stands over the view that it was opened from.
  connect(tabs_, &QTabBar::tabBarClicked, this, [this](int tab) {
    if (tab >= 0 && view_ == View::kVersions) show(static_cast<View>(tab));
  });
  row_->setContentsMargins(scaled(20), 0, scaled(16), 0);
  row_->setSpacing(scaled(8));
  row_->addWidget(tabs_);
  row_->addStretch(1);
  auto* row = new QWidget;
  row->setLayout(row_);
  row->setFixedHeight(scaled(48));
  plot_->setProperty("role", QStringLiteral("plot"));
  auto* inside = new QVBoxLayout(plot_);
  inside->setContentsMargins(1, 1, 1, 1);
  inside->addWidget(views_);
  auto* around = new QVBoxLayout;
  around->setContentsMargins(scaled(16), 0, scaled(16), scaled(12));
  around->addWidget(plot_);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(row);
  layout->addLayout(around, 1);
}

void Canvas::add(View view, QWidget* page, const QString& title, QWidget* tools) {
  places_.push_back({page, view, title, tools});
  if (tools == nullptr) return;
  tools->hide();
  row_->insertWidget(row_->count(), tools, 1000);
}

void Canvas::addHandle(QWidget* handle) { row_->addWidget(handle); }

void Canvas::finish() {
  for (int i = 0; i <= kTabbedViews; ++i) {
    std::vector<const Place*> all;
    for (const Place& place : places_)
      if (place.view == static_cast<View>(i)) all.push_back(&place);
    Part& part = parts_[static_cast<std::size_t>(i)];
    if (all.size() == 1) {
      part.only = all.front()->page;
      views_->addWidget(part.only);
      continue;
    }
    part.tabs = new QTabWidget;
    part.tabs->setObjectName(QStringLiteral("pages"));
    part.tabs->tabBar()->setDrawBase(false);
    part.tabs->tabBar()->setAccessibleName(tr("Parts of the view"));
    part.tabs->setStyleSheet(QStringLiteral("QTabWidget::tab-bar { left: %1px; }").arg(scaled(16)));
    for (const Place* place : all) part.tabs->addTab(place->page, place->title);
    connect(part.tabs, &QTabWidget::currentChanged, this, [this] {
      showTools();
      emit changed();
    });
    views_->addWidget(part.tabs);
  }
  showTools();
}

QWidget* Canvas::page() const {
  const Part& part = parts_[static_cast<std::size_t>(view_)];
  return part.tabs == nullptr ? part.only : part.tabs->currentWidget();
}

bool Canvas::show(const QWidget* page) {
  for (const Place& place : places_) {
    if (place.page != page) continue;
    if (QTabWidget* tabs = parts_[static_cast<std::size_t>(place.view)].tabs) tabs->setCurrentWidget(place.page);
    show(place.view);
    return true;
  }
  return false;
}

void Canvas::show(View view) {
  const bool versions = view == View::kVersions;
  if (versions && view_ != View::kVersions) before_ = view_;
  view_ = view;
  views_->setCurrentIndex(static_cast<int>(view));
  if (!versions) tabs_->setCurrentIndex(static_cast<int>(view));
  showTools();
  emit changed();
}

void Canvas::leaveVersions() {
  if (view_ == View::kVersions) show(before_);
}

void Canvas::showTools() {
  QWidget* wanted = nullptr;
  for (const Place& place : places_)
    if (place.page == page()) wanted = place.tools;
  if (tools_ != nullptr && tools_ != wanted) tools_->hide();
  tools_ = wanted;
  if (tools_ != nullptr) tools_->show();
}

} // namespace arenascope::ui
