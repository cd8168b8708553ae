#include "core/diagnosis/messages_table.h"

#include <fmt/format.h>

#include "core/base/markdown.h"
#include "core/base/text_format.h"
#include "core/diagnosis/message_texts.h"

namespace arenascope::diagnosis {

namespace {

// The text as a device prints it: arguments in braces, without marks of the pattern.
std::string printedForm(std::string_view pattern) {
  std::string text(pattern.substr(pattern.starts_with('<') ? 1 : 0)); // a source file stands before it
  std::erase(text, '|');
  return markdownCell(text);
}

// "{0}" is the first value of the text.
std::string withoutValues(std::string_view meaning) {
  std::string text;
  for (std::size_t i = 0; i < meaning.size(); ++i) {
    if (meaning[i] == '{' && i + 2 < meaning.size() && meaning[i + 2] == '}') {
      text += "…";
      i += 2;
    } else {
      text += meaning[i];
    }
  }
  return cellWithCode(text);
}

std::string monthsOf(const MessageText& text) {
  if (text.since == 0 && text.until == 0) return {};
  if (text.since == 0) return "until " + yearAndMonth(text.until);
  return text.until == 0 ? "since " + yearAndMonth(text.since)
                         : yearAndMonth(text.since) + " to " + yearAndMonth(text.until);
}

} // namespace

std::string messagesTable() {
  std::string table = "| message | printed by | months | meaning | remedy |\n| --- | --- | --- | --- | --- |\n";
  for (const MessageText& text : messageTexts())
    table += fmt::format("| {} | {} | {} | {} | {} |\n", printedForm(text.pattern), markdownCell(text.from),
                         monthsOf(text), withoutValues(text.means), withoutValues(text.advice));
  return table;
}

} // namespace arenascope::diagnosis
