// Search in the documentation's pages, for terminals and the window; the site has its own.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "service/store/documentation.h"

namespace arenascope::service {

// Pages with the query's terms, best first: terms in titles and headings count more, frequent terms less, and "what"
// and the like not at all.
std::vector<const DocumentationPage*> searchPages(std::span<const DocumentationPage> pages, const std::string& query);

} // namespace arenascope::service
