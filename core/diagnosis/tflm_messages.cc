#include "core/diagnosis/tflm_messages.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <unordered_map>

#include "core/diagnosis/message_texts.h"
#include "core/diagnosis/misspelt.h"
#include "core/diagnosis/pasted_text.h"
#include "core/diagnosis/text_pattern.h"

namespace arenascope::diagnosis {

namespace {

constexpr std::size_t kMostText = 256 * 1024;
constexpr std::uint64_t kWrap = std::uint64_t{1} << 32;

using Key = std::uint32_t;

std::optional<std::uint64_t> numberIn(std::string_view text, int base = 10) {
  std::uint64_t value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (code != std::errc() || end == text.data()) return std::nullopt;
  return value;
}

bool isLetter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
bool isBlank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

Key keyAt(std::string_view text, std::size_t at) {
  Key key = 0;
  for (std::size_t i = at; i < at + 3; ++i) {
    const auto c = static_cast<unsigned char>(i < text.size() ? text[i] : '\0');
    key = key << 8 | static_cast<Key>(std::isspace(c) != 0 ? ' ' : std::tolower(c));
  }
  return key;
}

struct Entry {
  const MessageText* text;
  TextPattern pattern;
};

// The table, found by how a text begins.
class Index {
public:
  Index() {
    for (const MessageText& text : messageTexts()) {
      Entry entry{&text, TextPattern(text.pattern)};
      if (entry.pattern.followsSource())
        afterSource_.push_back(std::move(entry));
      else
        byKey_[keyAt(entry.pattern.key(), 0)].push_back(std::move(entry));
    }
  }

  const std::vector<Entry>* startingAt(std::string_view text, std::size_t at) const {
    const auto found = byKey_.find(keyAt(text, at));
    return found == byKey_.end() ? nullptr : &found->second;
  }
  const std::vector<Entry>& afterSource() const { return afterSource_; }

private:
  std::unordered_map<Key, std::vector<Entry>> byKey_;
  std::vector<Entry> afterSource_;
};

const Index& index() {
  static const Index kIndex;
  return kIndex;
}

// "tensorflow/lite/micro/kernels/add.cc:55 " or the same without a line number.
struct SourcePlace {
  std::size_t begin = 0;
  std::size_t end = 0; // where what it prints begins
  std::string file;
  std::optional<std::uint64_t> line;
};

bool isPathCharacter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
         std::string_view("_-./\\").find(c) != std::string_view::npos;
}

// Where the end of a source file's name is at `dot`.
std::optional<SourcePlace> sourceAt(std::string_view text, std::size_t dot) {
  constexpr std::array<std::string_view, 5> kEndings = {".cc", ".cpp", ".h", ".c", ".hpp"};
  for (const std::string_view ending : kEndings) {
    if (!text.substr(dot).starts_with(ending)) continue;
    SourcePlace place{.begin = dot, .end = dot + ending.size(), .file = {}, .line = {}};
    if (place.end < text.size() && text[place.end] == ':') {
      std::size_t digits = place.end + 1;
      while (digits < text.size() && std::isdigit(static_cast<unsigned char>(text[digits])) != 0) ++digits;
      place.line = numberIn(text.substr(place.end + 1, digits - place.end - 1));
      place.end = digits;
    }
    if (place.end >= text.size() || !isBlank(text[place.end])) continue;
    while (place.begin > 0 && isPathCharacter(text[place.begin - 1])) --place.begin;
    const std::string_view path = text.substr(place.begin, dot + ending.size() - place.begin);
    place.file = path.substr(path.find_last_of("/\\") + 1);
    if (place.file.size() == ending.size()) continue;
    while (place.end < text.size() && text[place.end] == ' ') ++place.end;
    return place;
  }
  return std::nullopt;
}

struct Found {
  const Entry* entry;
  PatternMatch match;
};

// A text does not begin inside a word, unless it was printed right behind another one.
bool mayBegin(std::string_view text, std::size_t at) {
  if (at == 0 || !isLetter(text[at]) || !isLetter(text[at - 1])) return true;
  return std::islower(static_cast<unsigned char>(text[at - 1])) != 0 &&
         std::isupper(static_cast<unsigned char>(text[at])) != 0;
}

// The longest of those that match, the first of equal ones.
void keepLonger(std::optional<Found>& best, const Entry& entry, std::string_view text, std::size_t at) {
  std::optional<PatternMatch> match = entry.pattern.match(text, at);
  if (match && (!best || match->end > best->match.end)) best = {&entry, std::move(*match)};
}

std::optional<Found> foundAt(std::string_view text, std::size_t at) {
  std::optional<Found> best;
  const std::vector<Entry>* entries = index().startingAt(text, at);
  if (entries == nullptr || !mayBegin(text, at)) return best;
  for (const Entry& entry : *entries) keepLonger(best, entry, text, at);
  return best;
}

// Whether the second number ended at a line's end that cut it off.
bool isCutOff(std::uint64_t whole, std::uint64_t read) {
  return read < whole && std::to_string(whole).starts_with(std::to_string(read));
}

// Available and missing follow from each other.
void fillMemory(TflmMessage& message) {
  const std::optional<std::int64_t> available = message.availableBytes();
  if (!message.requested || !available) return;
  const std::int64_t missing = static_cast<std::int64_t>(*message.requested) - *available;
  if (missing > 0 && (!message.missing || isCutOff(static_cast<std::uint64_t>(missing), *message.missing)))
    message.missing = static_cast<std::uint64_t>(missing);
  if (missing <= 0 && message.missing.value_or(0) == 0) message.kind = MessageKind::kNoFailure;
}

// "0x2'5a80" in decimal digits.
std::string inDecimal(std::string digits) {
  std::erase(digits, '\'');
  if (digits.starts_with("0x") || digits.starts_with("0X")) digits.erase(0, 2);
  constexpr int kBase = 16;
  const std::optional<std::uint64_t> number = numberIn(digits, kBase);
  return number ? std::to_string(*number) : digits;
}

// What linkers say of a region: how many bytes are too many.
void fillLinker(TflmMessage& message) {
  if (message.number && message.available && *message.number > *message.available)
    message.requested = *message.number - *message.available;
}

void fillNamed(TflmMessage& message, const std::string& argument, const std::string& value) {
  if (argument == "requested") message.requested = numberIn(value);
  if (argument == "available") message.available = numberIn(value);
  if (argument == "missing") message.missing = numberIn(value);
  if (argument == "limit") message.available = numberIn(value);
  if (argument == "number" || argument == "used" || argument == "size") message.number = numberIn(value);
  if (argument == "version") message.version = numberIn(value);
  if (argument == "name") message.name = value;
  if (argument == "step") message.running = value.starts_with("inv") || value.starts_with("Inv");
}

TflmMessage messageOf(const Found& found, std::string_view text) {
  const MessageText& row = *found.entry->text;
  TflmMessage message;
  message.kind = row.kind;
  message.row = &row;
  message.past = row.until != 0;
  message.section = row.look.section;
  message.category = row.look.category;
  message.values = found.match.values;
  message.text = text.substr(found.match.begin, found.match.end - found.match.begin);
  std::replace_if(message.text.begin(), message.text.end(), isBlank, ' ');
  const auto twice = [](char a, char b) { return a == ' ' && b == ' '; };
  message.text.erase(std::unique(message.text.begin(), message.text.end(), twice), message.text.end());
  std::size_t value = 0;
  constexpr std::string_view kHexadecimal = "x_";
  for (const PatternPart& part : found.entry->pattern.parts()) {
    if (!part.literal.empty() || value == message.values.size()) continue;
    std::string& read = message.values[value++];
    const bool hexadecimal = part.name.starts_with(kHexadecimal);
    if (hexadecimal) read = inDecimal(std::move(read));
    fillNamed(message, hexadecimal ? part.name.substr(kHexadecimal.size()) : part.name, read);
  }
  if (message.kind == MessageKind::kMemory || message.kind == MessageKind::kBuffersTooLarge) fillMemory(message);
  if (message.kind == MessageKind::kLinker) fillLinker(message);
  if (message.kind == MessageKind::kMissingOperator && message.name.starts_with("Flex"))
    message.kind = MessageKind::kFlex;
  if (message.kind == MessageKind::kOtherRuntime) message.name = row.from;
  return message;
}

class MessageReader {
public:
  explicit MessageReader(std::string_view text) : text_(text) {}

  ParsedText read() {
    while (at_ < text_.size()) {
      if (text_[at_] == '.' && readSource()) continue;
      if (const std::optional<Found> found = foundAt(text_, at_))
        take(*found, nullptr);
      else
        ++at_;
    }
    addOthers(text_.size());
    return std::move(parsed_);
  }

private:
  // What a source file prints whose name ends here, if that is known.
  bool readSource() {
    const std::optional<SourcePlace> place = sourceAt(text_, at_);
    if (!place || place->end >= text_.size()) return false;
    std::optional<Found> found = foundAt(text_, place->end);
    if (place->line)
      for (const Entry& entry : index().afterSource()) keepLonger(found, entry, text_, place->end);
    if (!found || place->begin < begin_) return false;
    take(*found, &*place);
    return true;
  }

  void take(const Found& found, const SourcePlace* place) {
    TflmMessage message = messageOf(found, text_);
    const std::size_t begin = place == nullptr ? found.match.begin : place->begin;
    if (place != nullptr) {
      message.text.insert(0, text_.substr(begin, found.match.begin - begin));
      message.file = place->file;
      message.line = place->line;
    }
    addOthers(begin);
    parsed_.messages.push_back(std::move(message));
    // The rest of the line is of the message.
    begin_ = found.match.end;
    at_ = std::max(found.match.end, at_ + 1);
    lineTaken_ = true;
  }

  // Lines since the last message in which there is none.
  void addOthers(std::size_t end) {
    while (begin_ < end) {
      const std::size_t stop = text_.find('\n', begin_);
      const bool whole = stop < end;
      const std::size_t last = whole ? stop : end;
      const std::string_view line = text_.substr(begin_, last - begin_);
      const bool blank = std::all_of(line.begin(), line.end(), isBlank);
      if (!blank && !lineTaken_ && (whole || end == text_.size())) parsed_.others.emplace_back(line);
      if (whole) lineTaken_ = false;
      begin_ = whole ? stop + 1 : end;
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t begin_ = 0;  // of what was not looked at for other lines
  bool lineTaken_ = false; // a message ended in this line
  ParsedText parsed_;
};

// Only where nothing else was recognised: the first lines that resemble a text.
void readMisspelt(ParsedText& parsed) {
  constexpr std::size_t kMostLines = 60;
  std::vector<std::string> others;
  for (std::size_t i = 0; i < parsed.others.size(); ++i) {
    const std::optional<std::string> line = i < kMostLines ? spelled(parsed.others[i]) : std::nullopt;
    ParsedText read = line ? MessageReader(*line).read() : ParsedText();
    for (TflmMessage& message : read.messages) {
      message.misspelt = parsed.others[i];
      parsed.messages.push_back(std::move(message));
    }
    if (read.messages.empty()) others.push_back(std::move(parsed.others[i]));
  }
  parsed.others = std::move(others);
}

} // namespace

std::optional<std::int64_t> TflmMessage::availableBytes() const {
  if (!available) return std::nullopt;
  const bool wrapped = *available >= kWrap / 2 && *available < kWrap;
  return static_cast<std::int64_t>(*available) - (wrapped ? static_cast<std::int64_t>(kWrap) : 0);
}

Result<ParsedText> parseMessages(std::string_view text) {
  if (std::all_of(text.begin(), text.end(), isBlank))
    return Error{Stage::kMessage, "the message is empty: paste the device's output"};
  if (text.size() > kMostText)
    return Error{Stage::kMessage,
                 fmt::format("the text has {} bytes; at most {} are read: paste the part from the first error on",
                             text.size(), kMostText)};
  const std::string printed = asPrinted(text);
  ParsedText parsed = MessageReader(printed).read();
  if (parsed.messages.empty()) readMisspelt(parsed);
  return parsed;
}

} // namespace arenascope::diagnosis
