#include "core/base/csv_reader.h"

#include <algorithm>

namespace arenascope {

namespace {

constexpr std::string_view kBlanks = " \t";

std::string_view withoutBlanks(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  return first == std::string_view::npos ? std::string_view()
                                         : text.substr(first, text.find_last_not_of(kBlanks) + 1 - first);
}

} // namespace

CsvReader::CsvReader(std::string_view text) : text_(text) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text_.starts_with(kByteOrderMark)) text_.remove_prefix(kByteOrderMark.size());
  if (text_.starts_with("\xFF\xFE") || text_.starts_with("\xFE\xFF"))
    problem_ = "it is UTF-16: save it as CSV in UTF-8";
  const std::string_view heading = text_.substr(0, text_.find_first_of("\r\n"));
  if (heading.find(',') == std::string_view::npos && heading.find(';') != std::string_view::npos) separator_ = ';';
}

std::optional<std::vector<std::string>> CsvReader::next() {
  while (!text_.empty() && problem_.empty()) {
    line_ = nextLine_;
    std::vector<std::string> fields = row();
    endRow();
    if (problem_.empty() && (fields.size() > 1 || !fields.front().empty())) return fields;
  }
  return std::nullopt;
}

void CsvReader::endRow() {
  if (text_.empty()) return;
  text_.remove_prefix(text_.starts_with("\r\n") ? 2 : 1);
  ++nextLine_;
}

std::vector<std::string> CsvReader::row() {
  std::vector<std::string> fields;
  while (true) {
    const std::size_t blanks = std::min(text_.find_first_not_of(kBlanks), text_.size());
    const bool quoted = text_.substr(blanks).starts_with('"');
    if (quoted) text_.remove_prefix(blanks);
    fields.push_back(quoted ? quotedField() : plainField());
    if (!problem_.empty() || atRowEnd()) return fields;
    text_.remove_prefix(1); // separator
  }
}

std::string CsvReader::plainField() {
  const std::size_t end = std::min(text_.find_first_of(std::string("\r\n") + separator_), text_.size());
  std::string field(withoutBlanks(text_.substr(0, end)));
  text_.remove_prefix(end);
  return field;
}

// A doubled quote stands for one.
std::string CsvReader::quotedField() {
  std::string field;
  text_.remove_prefix(1);
  while (true) {
    const std::size_t quote = text_.find('"');
    if (quote == std::string_view::npos) {
      problem_ = "a quoted field has no closing quote";
      return field;
    }
    field += text_.substr(0, quote);
    text_.remove_prefix(quote + 1);
    if (!text_.starts_with('"')) break;
    field += '"';
    text_.remove_prefix(1);
  }
  nextLine_ += static_cast<std::size_t>(std::count(field.begin(), field.end(), '\n'));
  text_.remove_prefix(std::min(text_.find_first_not_of(kBlanks), text_.size()));
  if (!atRowEnd() && text_.front() != separator_) problem_ = "there is text after the end of a quoted field";
  return field;
}

} // namespace arenascope
