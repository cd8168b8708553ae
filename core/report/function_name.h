// Names of functions for people.
#pragma once

#include <string>

namespace arenascope::report {

// "void a::b::(anonymous namespace)::f<c::D>(int) const" as "b::f<D>": without what it returns and takes, and of all
// enclosing names the last.
std::string readableFunction(const std::string& demangled);

} // namespace arenascope::report
