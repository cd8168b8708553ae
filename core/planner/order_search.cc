#include "core/planner/order_search.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <queue>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "core/planner/symmetry.h"

namespace arenascope::planner {

namespace {

using Word = std::uint64_t;
constexpr std::size_t kWordBits = 64;

// States kept per level, in successive attempts.
constexpr std::size_t kWidths[] = {8, 128, 2'048};
constexpr std::size_t kLastWidth = 32'768;
// States visited in the order of their peaks, in successive attempts.
constexpr std::size_t kStates[] = {10'000, 100'000, 1'000'000};
// Limit of states stored over all levels.
constexpr std::size_t kMemory = 8'000'000;

// Sets of operators, `words` machine words each.
class Sets {
public:
  Sets(std::size_t count, std::size_t operators)
      : words_((operators + kWordBits - 1) / kWordBits), bits_(count * words_) {}

  std::size_t words() const { return words_; }
  Word* at(std::size_t i) { return bits_.data() + i * words_; }
  const Word* at(std::size_t i) const { return bits_.data() + i * words_; }
  void put(std::size_t i, std::size_t op) { at(i)[op / kWordBits] |= Word{1} << (op % kWordBits); }
  bool has(std::size_t i, std::size_t op) const { return contains(at(i), op); }
  static bool contains(const Word* set, std::size_t op) { return (set[op / kWordBits] >> (op % kWordBits) & 1) != 0; }
  // Adds all members of another set.
  void unite(std::size_t i, std::size_t other) {
    for (std::size_t w = 0; w < words_; ++w) at(i)[w] |= at(other)[w];
  }
  std::size_t sizeOf(std::size_t i) const {
    std::size_t size = 0;
    for (std::size_t w = 0; w < words_; ++w) size += static_cast<std::size_t>(__builtin_popcountll(at(i)[w]));
    return size;
  }

private:
  std::size_t words_;
  std::vector<Word> bits_;
};

// For each operator, the operators that always run before it.
Sets ancestorsOf(const OrderTask& task) {
  Sets ancestors(task.operators.size(), task.operators.size());
  for (std::size_t op = 0; op < task.operators.size(); ++op)
    for (const std::int32_t before : task.operators[op].after) {
      ancestors.unite(op, static_cast<std::size_t>(before));
      ancestors.put(op, static_cast<std::size_t>(before));
    }
  return ancestors;
}

Sets descendantsOf(const Sets& ancestors, std::size_t operators) {
  Sets descendants(operators, operators);
  for (std::size_t op = 0; op < operators; ++op)
    for (std::size_t before = 0; before < op; ++before)
      if (ancestors.has(op, before)) descendants.put(before, op);
  return descendants;
}

// A search over one task. Its states are the possible sets of executed operators.
class SegmentSearch {
public:
  explicit SegmentSearch(const OrderTask& task)
      : task_(task), count_(task.operators.size()), uses_(task.tensors.size(), count_), before_(count_, count_) {
    for (std::size_t op = 0; op < count_; ++op) {
      for (const std::int32_t tensor : task.operators[op].tensors) uses_.put(static_cast<std::size_t>(tensor), op);
      for (const std::int32_t other : task.operators[op].after) before_.put(op, static_cast<std::size_t>(other));
    }
    setStaticBound();
    best_.operators.resize(count_);
    std::iota(best_.operators.begin(), best_.operators.end(), 0);
    best_.peak = peakOf(task, best_.operators);
    best_.lowerBound = bound_;
  }

  const OrderTask& task() const { return task_; }
  const Order& best() const { return best_; }
  // Takes over a known order.
  void learn(const Order& order) {
    const std::int64_t bound = std::max(best_.lowerBound, order.lowerBound);
    if (order.peak < best_.peak) best_ = order;
    best_.lowerBound = bound;
  }

  // Beam search for a lower peak: a level has the states after the same number of steps, and the best `width` of them
  // are kept.
  void searchLevels(std::size_t width, Effort& effort) {
    width = std::min(width, std::max<std::size_t>(1, kMemory / count_));
    const std::int64_t limit = best_.peak;
    dropped_ = limit;
    std::vector<std::vector<Step>> history;
    States level = start();
    for (std::size_t step = 0; step < count_ && !level.states.empty(); ++step) {
      level = levelBehind(level, limit, effort);
      if (effort.ended()) return;
      keepBest(level, width);
      history.emplace_back();
      for (const State& state : level.states) history.back().push_back({state.parent, state.op});
    }
    if (!level.states.empty()) {
      best_.peak = level.states.front().peak; // all operators have run: there is one state
      std::uint32_t place = 0;
      for (std::size_t step = count_; step > 0; --step) {
        best_.operators[step - 1] = history[step - 1][place].op;
        place = history[step - 1][place].parent;
      }
    }
    // Any order with a lower peak passes through a dropped state.
    best_.lowerBound = std::max(best_.lowerBound, std::min(best_.peak, dropped_));
  }

  // Best-first search, visiting at most `states` states in the order of their peaks: no order has a peak below the next
  // state's. The first complete state is optimal.
  void searchByPeak(std::size_t states, Effort& effort) {
    struct Waiting {
      std::int64_t peak;
      std::int32_t ran; // more executed operators come first
      std::uint32_t place;
      bool operator<(const Waiting& other) const { return std::pair(-peak, ran) < std::pair(-other.peak, other.ran); }
    };
    const std::int64_t limit = best_.peak;
    DistinctStates known(start());
    std::vector<std::int32_t> ran = {0};
    std::priority_queue<Waiting> queue;
    queue.push({bound_, 0, 0});
    std::vector<Word> set(before_.words());
    while (!queue.empty()) {
      const Waiting next = queue.top();
      best_.lowerBound = std::max(best_.lowerBound, next.peak);
      if (known.size() >= states || effort.ended()) return;
      queue.pop();
      const State state = known.all().states[next.place];
      if (state.peak < next.peak) continue; // reached with a lower peak since
      if (static_cast<std::size_t>(next.ran) == count_) {
        best_.peak = state.peak;
        for (std::uint32_t place = next.place; place != 0; place = known.all().states[place].parent)
          best_.operators[static_cast<std::size_t>(--ran[next.place])] = known.all().states[place].op;
        return;
      }
      std::copy_n(known.all().set(next.place), set.size(), set.begin());
      forEachChoice(set.data(), state, limit, effort, [&](std::size_t op, const Effect& effect) {
        set[op / kWordBits] |= bitOf(op);
        const std::int64_t peak = std::max(state.peak, effect.during);
        if (const auto place = known.add(set.data(), {effect.after, peak, next.place, static_cast<std::int32_t>(op)})) {
          ran.resize(known.size(), next.ran + 1);
          queue.push({peak, next.ran + 1, *place});
        }
        set[op / kWordBits] &= ~bitOf(op);
      });
    }
    best_.lowerBound = best_.peak; // this is optimal
  }

private:
  struct State {
    std::int64_t live;    // bytes in use before the next operator
    std::int64_t peak;    // so far, or a known bound on what follows
    std::uint32_t parent; // index in the previous level, or among all
    std::int32_t op;      // the last one to run
  };
  struct Step {
    std::uint32_t parent;
    std::int32_t op;
  };

  struct States {
    std::size_t words = 0;
    std::vector<Word> sets; // of executed operators, contiguous
    std::vector<State> states;

    const Word* set(std::size_t i) const { return sets.data() + i * words; }
  };

  // Keeps the state with the lowest peak for each set.
  class DistinctStates {
  public:
    explicit DistinctStates(States states) : all_(std::move(states)), known_(16, Hash{&all_}, Equal{&all_}) {
      for (std::uint32_t i = 0; i < all_.states.size(); ++i) known_.insert(i);
    }
    DistinctStates(const DistinctStates&) = delete;
    DistinctStates& operator=(const DistinctStates&) = delete;

    // Index of the new state; nothing if the set is known with a peak as low.
    std::optional<std::uint32_t> add(const Word* set, const State& state) {
      all_.sets.insert(all_.sets.end(), set, set + all_.words);
      all_.states.push_back(state);
      const auto [known, isNew] = known_.insert(static_cast<std::uint32_t>(all_.states.size() - 1));
      if (isNew) return *known;
      all_.states.pop_back();
      all_.sets.resize(all_.sets.size() - all_.words);
      if (state.peak >= all_.states[*known].peak) return std::nullopt;
      all_.states[*known] = state;
      return *known;
    }

    const States& all() const { return all_; }
    std::size_t size() const { return all_.states.size(); }
    States take() { return std::move(all_); }

  private:
    struct Hash {
      const States* all;
      std::size_t operator()(std::uint32_t i) const {
        std::uint64_t hash = 0;
        for (std::size_t w = 0; w < all->words; ++w) {
          hash = (hash ^ (all->set(i)[w] * 0x9E3779B97F4A7C15ULL)) * 0xD6E8FEB86659FD93ULL;
          hash ^= hash >> 32;
        }
        return static_cast<std::size_t>(hash);
      }
    };
    struct Equal {
      const States* all;
      bool operator()(std::uint32_t a, std::uint32_t b) const {
        return std::equal(all->set(a), all->set(a) + all->words, all->set(b));
      }
    };

    States all_;
    std::unordered_set<std::uint32_t, Hash, Equal> known_;
  };

  static Word bitOf(std::size_t op) { return Word{1} << (op % kWordBits); }

  // No operator has run.
  States start() const {
    return {before_.words(), std::vector<Word>(before_.words()), {{inUseAtStart(), bound_, 0, -1}}};
  }

  std::int64_t inUseAtStart() const {
    std::int64_t bytes = 0;
    for (const OrderTask::Tensor& tensor : task_.tensors)
      if (tensor.before) bytes += tensor.bytes;
    return bytes;
  }

  // While an operator runs, its own tensors are in use, and those used both before and after it.
  void setStaticBound() {
    const Sets ancestors = ancestorsOf(task_);
    const Sets descendants = descendantsOf(ancestors, count_);
    for (std::size_t op = 0; op < count_; ++op) {
      std::int64_t bytes = task_.operators[op].ownBytes;
      for (std::size_t t = 0; t < task_.tensors.size(); ++t) {
        const OrderTask::Tensor& tensor = task_.tensors[t];
        const bool born = tensor.before || meet(uses_.at(t), ancestors.at(op));
        const bool needed = tensor.behind || meet(uses_.at(t), descendants.at(op));
        if (uses_.has(t, op) || (born && needed)) bytes += tensor.bytes;
      }
      bound_ = std::max(bound_, bytes);
    }
    bound_ = std::max(bound_, inUseAtStart());
  }

  bool meet(const Word* a, const Word* b) const {
    for (std::size_t w = 0; w < uses_.words(); ++w)
      if ((a[w] & b[w]) != 0) return true;
    return false;
  }

  bool isReady(const Word* set, std::size_t op) const {
    if (Sets::contains(set, op)) return false;
    for (std::size_t w = 0; w < before_.words(); ++w)
      if ((before_.at(op)[w] & ~set[w]) != 0) return false;
    return true;
  }

  // Whether this operator is the last one to use a tensor.
  bool isLast(const Word* set, std::size_t tensor, std::size_t op) const {
    for (std::size_t w = 0; w < uses_.words(); ++w) {
      Word ran = set[w];
      if (op / kWordBits == w) ran |= bitOf(op);
      if ((uses_.at(tensor)[w] & ~ran) != 0) return false;
    }
    return true;
  }

  struct Effect {
    std::int64_t during;
    std::int64_t after;
  };

  Effect effectOf(const Word* set, std::int64_t live, std::size_t op) const {
    Effect effect = {live + task_.operators[op].ownBytes, live};
    for (const std::int32_t number : task_.operators[op].tensors) {
      const auto t = static_cast<std::size_t>(number);
      const OrderTask::Tensor& tensor = task_.tensors[t];
      if (!tensor.before && !meet(uses_.at(t), set)) {
        effect.during += tensor.bytes;
        effect.after += tensor.bytes;
      }
      if (!tensor.behind && isLast(set, t, op)) effect.after -= tensor.bytes;
    }
    return effect;
  }

  // Calls visit(operator, effect) for each operator that can run next and stays below the limit.
  template <typename Visit>
  void forEachChoice(const Word* ran, const State& state, std::int64_t limit, Effort& effort, Visit visit) const {
    struct Choice {
      std::size_t op;
      Effect effect;
    };
    std::vector<Choice> choices;
    for (std::size_t op = 0; op < count_; ++op) {
      if (!isReady(ran, op)) continue;
      const Effect effect = effectOf(ran, state.live, op);
      // An operator that needs no more than the known peak, and leaves no more bytes in use, can run now: running
      // others first is no better.
      if (effect.during <= state.peak && effect.after <= state.live) {
        choices = {{op, effect}};
        break;
      }
      if (effect.during < limit) choices.push_back({op, effect});
    }
    for (const Choice& choice : choices) visit(choice.op, choice.effect);
    effort.spend(count_ + choices.size() * before_.words());
  }

  // Incomplete if the effort ends.
  States levelBehind(const States& level, std::int64_t limit, Effort& effort) const {
    DistinctStates next({before_.words(), {}, {}});
    std::vector<Word> set(before_.words());
    for (std::size_t i = 0; i < level.states.size() && !effort.ended(); ++i) {
      const State& state = level.states[i];
      forEachChoice(level.set(i), state, limit, effort, [&](std::size_t op, const Effect& effect) {
        std::copy_n(level.set(i), set.size(), set.begin());
        set[op / kWordBits] |= bitOf(op);
        next.add(set.data(), {effect.after, std::max(state.peak, effect.during), static_cast<std::uint32_t>(i),
                              static_cast<std::int32_t>(op)});
      });
    }
    return next.take();
  }

  // Keeps the best states; records the lowest peak of those dropped.
  void keepBest(States& level, std::size_t width) {
    if (level.states.size() <= width) return;
    std::vector<std::uint32_t> places(level.states.size());
    std::iota(places.begin(), places.end(), 0U);
    std::stable_sort(places.begin(), places.end(), [&](std::uint32_t a, std::uint32_t b) {
      const State& x = level.states[a];
      const State& y = level.states[b];
      return std::pair(x.peak, x.live) < std::pair(y.peak, y.live);
    });
    dropped_ = std::min(dropped_, level.states[places[width]].peak);
    States kept = {level.words, {}, {}};
    for (std::size_t i = 0; i < width; ++i) {
      kept.sets.insert(kept.sets.end(), level.set(places[i]), level.set(places[i]) + level.words);
      kept.states.push_back(level.states[places[i]]);
    }
    level = std::move(kept);
  }

  const OrderTask& task_;
  std::size_t count_;
  Sets uses_;   // by tensor: operators that use it
  Sets before_; // by operator: those that must run before it
  std::int64_t bound_ = 0;
  std::int64_t dropped_ = 0; // lowest peak of a dropped state
  Order best_;
};

// A part of a task that runs as a whole in any order, since all other operators come before or after it.
struct Segment {
  OrderTask task;
  std::vector<std::int32_t> operators;                         // numbers in the whole task
  std::unordered_map<std::size_t, std::int32_t> tensorNumbers; // from the whole task's to this one's
};

class Splitter {
public:
  Splitter(const OrderTask& task, const Sets& ancestors, const Sets& descendants) : task_(task) {
    const std::size_t count = task.operators.size();
    segmentOf_.resize(count);
    // An operator with a fixed position divides the others into those before and after.
    std::vector<bool> isCut(count, false);
    std::vector<std::size_t> place(count);
    for (std::size_t op = 0; op < count; ++op) {
      place[op] = ancestors.sizeOf(op);
      isCut[op] = place[op] + descendants.sizeOf(op) + 1 == count;
    }
    std::vector<std::size_t> byPlace(count);
    std::iota(byPlace.begin(), byPlace.end(), 0U);
    std::stable_sort(byPlace.begin(), byPlace.end(), [&](std::size_t a, std::size_t b) { return place[a] < place[b]; });
    bool open = false;
    for (const std::size_t op : byPlace) {
      if (isCut[op] || !open) segments_.emplace_back();
      open = !isCut[op];
      segmentOf_[op] = segments_.size() - 1;
    }
    for (std::size_t op = 0; op < count; ++op)
      segments_[segmentOf_[op]].operators.push_back(static_cast<std::int32_t>(op));
    fill();
  }

  std::vector<Segment> take() { return std::move(segments_); }

private:
  // First and last segment in which each tensor is in use.
  void fill() {
    const std::size_t none = segments_.size();
    std::vector<std::size_t> first(task_.tensors.size(), none);
    std::vector<std::size_t> last(task_.tensors.size(), 0);
    for (std::size_t op = 0; op < task_.operators.size(); ++op)
      for (const std::int32_t number : task_.operators[op].tensors) {
        const auto t = static_cast<std::size_t>(number);
        first[t] = std::min(first[t], segmentOf_[op]);
        last[t] = std::max(last[t], segmentOf_[op]);
      }
    for (std::size_t t = 0; t < task_.tensors.size(); ++t) {
      const OrderTask::Tensor& tensor = task_.tensors[t];
      if (first[t] == none && !tensor.before && !tensor.behind) continue;
      const bool throughout = first[t] == none;
      const std::size_t from = throughout || tensor.before ? 0 : first[t];
      const std::size_t to = throughout || tensor.behind ? none - 1 : last[t];
      for (std::size_t s = from; s <= to; ++s)
        add(s, t,
            {tensor.bytes, throughout || tensor.before || first[t] < s, throughout || tensor.behind || last[t] > s});
    }
    for (Segment& segment : segments_) {
      addOperators(segment);
      breakSymmetry(segment.task);
    }
  }

  void add(std::size_t segment, std::size_t tensor, OrderTask::Tensor part) {
    segments_[segment].tensorNumbers[tensor] = static_cast<std::int32_t>(segments_[segment].task.tensors.size());
    segments_[segment].task.tensors.push_back(part);
  }

  void addOperators(Segment& segment) const {
    std::unordered_map<std::int32_t, std::int32_t> numbers;
    for (std::size_t i = 0; i < segment.operators.size(); ++i)
      numbers[segment.operators[i]] = static_cast<std::int32_t>(i);
    for (const std::int32_t op : segment.operators) {
      const OrderTask::Operator& whole = task_.operators[static_cast<std::size_t>(op)];
      OrderTask::Operator part;
      part.ownBytes = whole.ownBytes;
      for (const std::int32_t tensor : whole.tensors)
        part.tensors.push_back(segment.tensorNumbers.at(static_cast<std::size_t>(tensor)));
      for (const std::int32_t other : whole.after)
        if (const auto found = numbers.find(other); found != numbers.end()) part.after.push_back(found->second);
      segment.task.operators.push_back(std::move(part));
    }
  }

  const OrderTask& task_;
  std::vector<std::size_t> segmentOf_; // by operator
  std::vector<Segment> segments_;
};

// The task reversed in time: the same tensors are in use together.
OrderTask backwards(const OrderTask& task) {
  OrderTask back = task;
  for (OrderTask::Tensor& tensor : back.tensors) std::swap(tensor.before, tensor.behind);
  std::reverse(back.operators.begin(), back.operators.end());
  for (OrderTask::Operator& op : back.operators) op.after.clear();
  const auto last = static_cast<std::int32_t>(task.operators.size()) - 1;
  for (std::int32_t op = 0; op <= last; ++op)
    for (const std::int32_t before : task.operators[static_cast<std::size_t>(op)].after)
      back.operators[static_cast<std::size_t>(last - before)].after.push_back(last - op);
  return back;
}

Order backwards(Order order) {
  std::reverse(order.operators.begin(), order.operators.end());
  for (std::int32_t& op : order.operators) op = static_cast<std::int32_t>(order.operators.size()) - 1 - op;
  return order;
}

void searchFromTheEnd(SegmentSearch& segment, std::size_t states, Effort& effort) {
  const OrderTask task = backwards(segment.task());
  SegmentSearch back(task);
  back.learn(backwards(segment.best()));
  back.searchByPeak(states, effort);
  segment.learn(backwards(back.best()));
}

std::int64_t highest(const std::vector<SegmentSearch>& searches, std::int64_t Order::*figure) {
  std::int64_t bytes = 0;
  for (const SegmentSearch& search : searches) bytes = std::max(bytes, search.best().*figure);
  return bytes;
}

} // namespace

std::int64_t peakOf(const OrderTask& task, const std::vector<std::int32_t>& order) {
  std::vector<std::int32_t> uses(task.tensors.size(), 0); // uses still to come
  for (const OrderTask::Operator& op : task.operators)
    for (const std::int32_t t : op.tensors) ++uses[static_cast<std::size_t>(t)];
  std::vector<bool> inUse(task.tensors.size());
  std::int64_t live = 0;
  for (std::size_t t = 0; t < task.tensors.size(); ++t) {
    inUse[t] = task.tensors[t].before || (task.tensors[t].behind && uses[t] == 0);
    if (inUse[t]) live += task.tensors[t].bytes;
  }
  std::int64_t peak = live;
  for (const std::int32_t number : order) {
    const OrderTask::Operator& op = task.operators[static_cast<std::size_t>(number)];
    for (const std::int32_t n : op.tensors) {
      const auto t = static_cast<std::size_t>(n);
      if (!inUse[t]) live += task.tensors[t].bytes;
      inUse[t] = true;
      --uses[t];
    }
    peak = std::max(peak, live + op.ownBytes);
    for (const std::int32_t n : op.tensors) {
      const auto t = static_cast<std::size_t>(n);
      if (!inUse[t] || uses[t] > 0 || task.tensors[t].behind) continue;
      live -= task.tensors[t].bytes;
      inUse[t] = false;
    }
  }
  return peak;
}

Order findOrder(const OrderTask& task, Effort& effort) {
  if (task.operators.empty()) return {{}, peakOf(task, {}), peakOf(task, {})};
  const Sets ancestors = ancestorsOf(task);
  const std::vector<Segment> segments =
      Splitter(task, ancestors, descendantsOf(ancestors, task.operators.size())).take();
  std::vector<SegmentSearch> searches;
  for (const Segment& segment : segments) searches.emplace_back(segment.task);
  const auto improve = [&](const auto& search) {
    for (SegmentSearch& segment : searches)
      // A segment whose peak is below another one's bound is good enough.
      if (segment.best().peak > highest(searches, &Order::lowerBound) && effort.spend(1)) search(segment);
  };
  for (const std::size_t width : kWidths) improve([&](SegmentSearch& segment) { segment.searchLevels(width, effort); });
  for (const std::size_t states : kStates) {
    improve([&](SegmentSearch& segment) { segment.searchByPeak(states, effort); });
    // If most is in use near the end only, the search from there has few states.
    improve([&](SegmentSearch& segment) { searchFromTheEnd(segment, states, effort); });
  }
  improve([&](SegmentSearch& segment) { segment.searchLevels(kLastWidth, effort); });
  Order order;
  for (std::size_t s = 0; s < segments.size(); ++s)
    for (const std::int32_t op : searches[s].best().operators)
      order.operators.push_back(segments[s].operators[static_cast<std::size_t>(op)]);
  order.peak = highest(searches, &Order::peak);
  order.lowerBound = highest(searches, &Order::lowerBound);
  return order;
}

} // namespace arenascope::planner
