#include "core/output/answers/buffers_csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <sstream>

#include "core/base/csv_reader.h"
#include "core/base/text_format.h"

namespace arenascope::output {

namespace {

constexpr std::size_t kMostBuffers = 20'000;
constexpr std::int64_t kLargest = std::int64_t{1} << 40; // bytes or steps of time; nothing on a microcontroller is

enum Column : std::uint8_t { kId, kLower, kUpper, kSize, kOffset, kColumns };
constexpr std::array<const char*, kColumns> kNames = {"id", "lower", "upper", "size", "offset"};

class Reader {
public:
  explicit Reader(const std::string& name) : name_(name) {}

  Result<NamedBuffers> read(const std::string& text) {
    CsvReader csv(text);
    bool heading = true;
    for (auto fields = csv.next(); fields; fields = csv.next(), heading = false) {
      line_ = csv.line();
      if (auto failed = heading ? readHeading(*fields) : readRow(std::move(*fields))) return *failed;
    }
    line_ = csv.line();
    if (!csv.problem().empty())
      return line_ == 0 ? wrong("cannot be read: " + csv.problem()) : wrongLine(csv.problem());
    if (heading) return wrong("is empty: the first line must be id,lower,upper,size");
    return std::move(result_);
  }

private:
  Error wrong(const std::string& what) const { return {Stage::kBuffers, name_ + " " + what}; }
  Error wrongLine(const std::string& what) const { return wrong(fmt::format("line {}: {}", line_, what)); }

  std::optional<Error> readHeading(const std::vector<std::string>& fields) {
    columns_.fill(fields.size());
    for (std::size_t c = 0; c < kColumns; ++c)
      columns_[c] = static_cast<std::size_t>(std::find(fields.begin(), fields.end(), kNames[c]) - fields.begin());
    for (const Column c : {kId, kLower, kUpper, kSize})
      if (columns_[c] == fields.size())
        return wrongLine("there is no column " + std::string(kNames[c]) +
                         "; the first line must be id,lower,upper,size");
    width_ = fields.size();
    return std::nullopt;
  }

  std::optional<Error> number(const std::vector<std::string>& fields, Column column, std::int64_t lowest,
                              std::int64_t& value) const {
    const std::string& field = fields[columns_[column]];
    const auto [end, code] = std::from_chars(field.data(), field.data() + field.size(), value);
    if (code == std::errc() && end == field.data() + field.size() && value >= lowest && value <= kLargest)
      return std::nullopt;
    return wrongLine(fmt::format("its {} is \"{}\", not a whole number from {} to {}", std::string(kNames[column]),
                                 field, lowest, kLargest));
  }

  std::optional<Error> readRow(std::vector<std::string> fields) {
    if (fields.size() + 1 == width_) fields.emplace_back(); // an empty field at the end
    if (fields.size() != width_)
      return wrongLine(fmt::format("{} fields, but the first line has {}", fields.size(), width_));
    if (result_.buffers.size() == kMostBuffers) return wrongLine(fmt::format("more than {} buffers", kMostBuffers));
    planner::Buffer buffer;
    if (auto failed = number(fields, kLower, -kLargest, buffer.lower)) return failed;
    if (auto failed = number(fields, kUpper, -kLargest, buffer.upper)) return failed;
    if (auto failed = number(fields, kSize, 0, buffer.size)) return failed;
    if (buffer.upper < buffer.lower)
      return wrongLine(fmt::format("its upper bound {} is below its lower bound {}", buffer.upper, buffer.lower));
    if (columns_[kOffset] < width_ && !fields[columns_[kOffset]].empty()) {
      buffer.fixed.emplace();
      if (auto failed = number(fields, kOffset, 0, *buffer.fixed)) return failed;
    }
    if (!ids_.insert(fields[columns_[kId]]).second) return wrongLine("a second buffer " + fields[columns_[kId]]);
    result_.ids.push_back(fields[columns_[kId]]);
    result_.buffers.push_back(buffer);
    return std::nullopt;
  }

  std::string name_;
  std::size_t line_ = 0;
  std::array<std::size_t, kColumns> columns_ = {};
  std::size_t width_ = 0;
  std::set<std::string> ids_;
  NamedBuffers result_;
};

} // namespace

Result<NamedBuffers> readBuffers(const std::string& text, const std::string& name) { return Reader(name).read(text); }

std::string writeBuffers(const NamedBuffers& named, const planner::Offsets& offsets) {
  std::ostringstream out;
  out << "id,lower,upper,size,offset\n";
  for (std::size_t i = 0; i < named.buffers.size(); ++i)
    out << csvField(named.ids[i]) << ',' << named.buffers[i].lower << ',' << named.buffers[i].upper << ','
        << named.buffers[i].size << ',' << offsets[i] << '\n';
  return out.str();
}

} // namespace arenascope::output
