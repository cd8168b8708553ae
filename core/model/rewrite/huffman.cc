#include "core/model/rewrite/huffman.h"

#include <algorithm>
#include <map>
#include <optional>
#include <queue>
#include <tuple>

namespace arenascope::rewrite {

namespace {

constexpr int kMostBitsAtOnce = 10;
constexpr double kForSpeed = 1.02; // size, compared with the smallest, for fewer steps
constexpr std::size_t kReadBytes = 4;

struct Code {
  std::uint32_t symbol = 0;
  std::uint64_t count = 0; // how often it occurs
  int length = 0;
  std::uint64_t bits = 0;
  int steps = 0;    // tables on its way
  int readBits = 0; // by then, of which some are given back
};

// Canonical codes, the shortest first.
std::vector<Code> codesOf(std::span<const std::uint64_t> symbols) {
  std::map<std::uint32_t, std::uint64_t> counts;
  for (const std::uint64_t symbol : symbols) ++counts[static_cast<std::uint32_t>(symbol)];
  std::vector<Code> codes;
  for (const auto& [symbol, count] : counts) codes.push_back({.symbol = symbol, .count = count});
  // A tree of counts: leaves, then nodes with the numbers of their parents.
  std::vector<std::size_t> parents(2 * codes.size() - 1);
  using Node = std::pair<std::uint64_t, std::size_t>;
  std::priority_queue<Node, std::vector<Node>, std::greater<>> open;
  for (std::size_t i = 0; i < codes.size(); ++i) open.emplace(codes[i].count, i);
  for (std::size_t next = codes.size(); open.size() > 1; ++next) {
    std::uint64_t sum = 0;
    for (int child = 0; child < 2; ++child) {
      sum += open.top().first;
      parents[open.top().second] = next;
      open.pop();
    }
    open.emplace(sum, next);
  }
  std::vector<int> depths(parents.size()); // the root is the last
  for (std::size_t i = parents.size() - 1; i-- > 0;) depths[i] = depths[parents[i]] + 1;
  for (std::size_t i = 0; i < codes.size(); ++i) codes[i].length = depths[i];
  std::sort(codes.begin(), codes.end(), [](const Code& a, const Code& b) {
    return std::tuple(a.length, a.symbol) < std::tuple(b.length, b.symbol);
  });
  for (std::size_t i = 1; i < codes.size(); ++i)
    codes[i].bits = (codes[i - 1].bits + 1) << (codes[i].length - codes[i - 1].length);
  return codes;
}

// Tables for codes. An entry: a mark if the symbol was found, then the bits of the code in this table (or the bits to
// read next, less one), then the symbol (or the distance to the next table).
class TableBuilder {
public:
  TableBuilder(std::vector<Code>& codes, std::size_t entryBytes)
      : codes_(codes), shift_(static_cast<int>(entryBytes) * 8 - 5) {}

  // Absent if a distance does not fit an entry.
  std::optional<std::vector<std::uint32_t>> build(int firstBits) {
    bitsAtOnce_ = firstBits;
    add(0, codes_.size(), 0, firstBits, 1);
    return fits_ ? std::optional(std::move(table_)) : std::nullopt;
  }

private:
  // For codes that are equal before their bit `from`. Answers the table's position.
  std::size_t add(std::size_t begin, std::size_t end, int from, int bits, int step) {
    const std::size_t start = table_.size();
    table_.resize(start + (std::size_t{1} << bits));
    for (std::size_t i = begin; i < end;) {
      Code& code = codes_[i];
      const int rest = code.length - from;
      if (rest <= bits) {
        const std::uint64_t first = rest == 0 ? 0 : (code.bits & ((std::uint64_t{1} << rest) - 1)) << (bits - rest);
        const std::uint32_t entry = 1U << (shift_ + 4) | static_cast<std::uint32_t>(rest) << shift_ | code.symbol;
        std::fill_n(table_.begin() + static_cast<std::ptrdiff_t>(start + first), std::size_t{1} << (bits - rest),
                    entry);
        code.steps = step;
        code.readBits = from + bits;
        ++i;
        continue;
      }
      const auto prefixOf = [&](const Code& each) { return each.bits >> (each.length - from - bits); };
      std::size_t last = i; // longer codes stand behind, those with one prefix together
      while (last < end && prefixOf(codes_[last]) == prefixOf(code)) ++last;
      const std::size_t at = start + (prefixOf(code) & ((std::size_t{1} << bits) - 1));
      const int next = std::min(bitsAtOnce_, codes_[last - 1].length - from - bits);
      const std::size_t distance = add(i, last, from + bits, next, step + 1) - at;
      fits_ = fits_ && distance >> shift_ == 0;
      table_[at] = static_cast<std::uint32_t>(next - 1) << shift_ | static_cast<std::uint32_t>(distance);
      i = last;
    }
    return start;
  }

  std::vector<Code>& codes_;
  int shift_;
  int bitsAtOnce_ = 1;
  bool fits_ = true;
  std::vector<std::uint32_t> table_;
};

std::vector<std::uint8_t> encoded(std::span<const std::uint64_t> symbols, const std::vector<Code>& codes) {
  std::map<std::uint64_t, const Code*> codeOf;
  for (const Code& code : codes) codeOf[code.symbol] = &code;
  std::vector<std::uint8_t> data;
  std::size_t position = 0;
  std::size_t needed = 1; // bits that are read, beyond the last code
  for (const std::uint64_t symbol : symbols) {
    const Code& code = *codeOf[symbol];
    needed = std::max(needed, position + static_cast<std::size_t>(code.readBits));
    data.resize((position + static_cast<std::size_t>(code.length) + 7) / 8);
    for (int bit = code.length - 1; bit >= 0; --bit, ++position)
      data[position / 8] =
          static_cast<std::uint8_t>(data[position / 8] | (code.bits >> bit & 1U) << (7 - position % 8));
  }
  data.resize((std::max(needed, position) + 8 * kReadBytes - 1) / (8 * kReadBytes) * kReadBytes);
  return data;
}

std::uint64_t stepsOf(const std::vector<Code>& codes) {
  std::uint64_t steps = 0;
  for (const Code& code : codes) steps += code.count * static_cast<std::uint64_t>(code.steps);
  return steps;
}

} // namespace

HuffmanCode huffmanOf(std::span<const std::uint64_t> symbols, std::size_t entryBytes) {
  std::vector<Code> codes = codesOf(symbols);
  const int longest = codes.back().length;
  struct Choice {
    HuffmanCode code;
    std::uint64_t steps = 0;
    std::size_t bytes = 0;
  };
  std::vector<Choice> choices;
  for (int bits = 1; bits <= std::clamp(longest, 1, kMostBitsAtOnce); ++bits) {
    auto table = TableBuilder(codes, entryBytes).build(bits);
    if (!table) continue;
    Choice choice{.code = {longest, bits, std::move(*table), encoded(symbols, codes)}, .steps = stepsOf(codes)};
    choice.bytes = choice.code.data.size() + choice.code.table.size() * entryBytes;
    choices.push_back(std::move(choice));
  }
  const auto bySize = [](const Choice& a, const Choice& b) { return a.bytes < b.bytes; };
  const auto smallest = static_cast<double>(std::min_element(choices.begin(), choices.end(), bySize)->bytes);
  std::erase_if(choices, [&](const Choice& each) { return static_cast<double>(each.bytes) > smallest * kForSpeed; });
  return std::min_element(choices.begin(), choices.end(),
                          [](const Choice& a, const Choice& b) {
                            return std::tuple(a.steps, a.bytes) < std::tuple(b.steps, b.bytes);
                          })
      ->code;
}

} // namespace arenascope::rewrite
