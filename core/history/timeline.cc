#include "core/history/timeline.h"

#include <algorithm>
#include <optional>
#include <set>

namespace arenascope::history {

namespace {

constexpr std::size_t kMostParents = 4; // points that one is compared with

// Rows of a model on a target, and what places them.
class Placing {
public:
  Placing(const std::vector<CommitInfo>& commits, const std::vector<std::string>& blobs,
          const std::map<std::string, std::size_t>& indices, const std::vector<const Row*>& rows)
      : commits_(commits), blobs_(blobs), indices_(indices), rows_(rows) {}

  // Points in order of commits, newest first.
  std::vector<Point> place() {
    std::vector<Point> points;
    if (!commits_.empty()) addUncommitted(points);
    for (std::size_t i = 0; i < commits_.size(); ++i)
      if (const Row* row = rowAt(i)) points.push_back(pointOf(*row, i));
    return points;
  }
  // Rows that have a place.
  const std::set<const Row*>& used() const { return used_; }

private:
  // Of two measurements the later one counts.
  static bool isLater(const Row* row, const Row* best) { return best == nullptr || row->recorded >= best->recorded; }

  template <typename Matches>
  const Row* latest(Matches matches) const {
    const Row* best = nullptr;
    for (const Row* row : rows_)
      if (matches(*row) && isLater(row, best)) best = row;
    return best;
  }

  const std::string& blobAt(std::size_t commit) const {
    static const std::string kNone;
    return commit < blobs_.size() ? blobs_[commit] : kNone;
  }

  // Whether a commit that is gone lives on in this one.
  bool isHeirOf(std::size_t commit, const Row& row) const {
    if (row.changed || indices_.contains(row.commit)) return false;
    const CommitInfo& about = commits_[commit];
    if (row.blob.empty()) return row.tree == about.tree;
    return row.authored == about.authored && row.blob == blobAt(commit);
  }

  bool isNewFile(std::size_t commit) const {
    const std::string& blob = blobAt(commit);
    if (blob.empty()) return false;
    return std::none_of(commits_[commit].parents.begin(), commits_[commit].parents.end(), [&](const auto& parent) {
      const auto found = indices_.find(parent);
      return found != indices_.end() && blobAt(found->second) == blob;
    });
  }

  const Row* rowAt(std::size_t commit) const {
    const std::string& id = commits_[commit].id;
    if (const Row* own = latest([&](const Row& row) { return row.commit == id && !row.changed; })) return own;
    if (const Row* heir = latest([&](const Row& row) { return isHeirOf(commit, row); })) return heir;
    if (!isNewFile(commit)) return nullptr;
    return latest([&](const Row& row) { return row.blob == blobAt(commit); });
  }

  Point pointOf(const Row& row, std::size_t commit) {
    used_.insert(&row);
    Point point;
    point.row = row;
    point.commit = commit;
    if (row.commit != commits_[commit].id) {
      point.measuredAt = row.commit;
      point.row.commit = commits_[commit].id;
      point.row.authored = commits_[commit].authored;
      point.row.subject = commits_[commit].subject;
      point.row.changed = false;
    }
    return point;
  }

  // A file that was measured on top of the newest commit and is not in it.
  void addUncommitted(std::vector<Point>& points) {
    const Row* row = latest([&](const Row& each) {
      return each.changed && each.commit == commits_.front().id && (each.blob.empty() || each.blob != blobAt(0));
    });
    if (row == nullptr) return;
    points.push_back(pointOf(*row, 0));
  }

  const std::vector<CommitInfo>& commits_;
  const std::vector<std::string>& blobs_;
  const std::map<std::string, std::size_t>& indices_;
  std::vector<const Row*> rows_;
  std::set<const Row*> used_;
};

// The nearest points among each commit's ancestors and itself, while commits are visited from the oldest.
class Ancestors {
public:
  Ancestors(const std::vector<CommitInfo>& commits, const std::map<std::string, std::size_t>& indices)
      : commits_(commits), indices_(indices), nearest_(commits.size()) {}

  // Commits between the last one and this one pass on what their parents have.
  void advance(std::size_t commit) {
    while (next_ > commit) {
      --next_;
      nearest_[next_] = ofParents(next_);
    }
  }
  std::vector<std::size_t> ofParents(std::size_t commit) const {
    std::vector<std::size_t> points;
    for (const std::string& parent : commits_[commit].parents)
      if (const auto found = indices_.find(parent); found != indices_.end())
        for (const std::size_t point : nearest_[found->second])
          if (std::find(points.begin(), points.end(), point) == points.end() && points.size() < kMostParents)
            points.push_back(point);
    return points;
  }
  const std::vector<std::size_t>& at(std::size_t commit) const { return nearest_[commit]; }
  void set(std::size_t commit, std::size_t point) { nearest_[commit] = {point}; }

private:
  const std::vector<CommitInfo>& commits_;
  const std::map<std::string, std::size_t>& indices_;
  std::vector<std::vector<std::size_t>> nearest_;
  std::size_t next_ = commits_.size();
};

void compareWithBefore(Point& point, const std::vector<Point>& points) {
  std::vector<const Row*> earlier;
  for (const std::size_t i : point.before) earlier.push_back(&points[i].row);
  static_cast<Change&>(point) = changeSince(earlier, point.row);
}

std::set<std::size_t> mainlineOf(const std::vector<CommitInfo>& commits,
                                 const std::map<std::string, std::size_t>& indices) {
  std::set<std::size_t> mainline;
  for (std::size_t at = 0; at < commits.size();) {
    mainline.insert(at);
    const auto parent = commits[at].parents.empty() ? indices.end() : indices.find(commits[at].parents.front());
    if (parent == indices.end() || parent->second <= at) break;
    at = parent->second;
  }
  return mainline;
}

// Rows by what makes a series.
std::map<std::string, std::vector<const Row*>> groupsOf(const std::vector<Row>& rows) {
  std::map<std::string, std::vector<const Row*>> groups;
  for (const Row& row : rows) groups[row.path + "\n" + row.target + "\n" + row.board].push_back(&row);
  std::map<std::string, std::vector<const Row*>> series;
  for (const auto& [key, group] : groups) {
    std::map<std::string, std::set<std::string>> variants; // by commit
    for (const Row* row : group)
      if (!row->changed) variants[row->commit].insert(row->variant());
    const bool apart =
        std::any_of(variants.begin(), variants.end(), [](const auto& at) { return at.second.size() > 1; });
    for (const Row* row : group) series[apart ? key + "\n" + row->variant() : key].push_back(row);
  }
  return series;
}

} // namespace

Timeline timelineOf(const std::vector<Row>& rows, std::vector<CommitInfo> commits, const Blobs& blobs) {
  Timeline timeline;
  timeline.commits = std::move(commits);
  std::map<std::string, std::size_t> indices;
  for (std::size_t i = 0; i < timeline.commits.size(); ++i) indices[timeline.commits[i].id] = i;
  const std::set<std::size_t> mainline = mainlineOf(timeline.commits, indices);
  const std::vector<std::string> none;
  for (const auto& [key, group] : groupsOf(rows)) {
    const auto found = blobs.find(group.front()->path);
    Placing placing(timeline.commits, found == blobs.end() ? none : found->second, indices, group);
    Series series{group.front()->path, placing.place()};
    timeline.elsewhere += static_cast<std::size_t>(std::count_if(group.begin(), group.end(), [&](const Row* row) {
      return !indices.contains(row->commit) && !placing.used().contains(row);
    }));
    std::reverse(series.points.begin(), series.points.end());
    Ancestors ancestors(timeline.commits, indices);
    for (std::size_t i = 0; i < series.points.size(); ++i) {
      Point& point = series.points[i];
      point.mainline = mainline.contains(point.commit);
      ancestors.advance(point.commit);
      point.before = point.row.changed ? ancestors.at(point.commit) : ancestors.ofParents(point.commit);
      compareWithBefore(point, series.points);
      ancestors.set(point.commit, i);
    }
    if (!series.points.empty()) timeline.series.push_back(std::move(series));
  }
  return timeline;
}

} // namespace arenascope::history
