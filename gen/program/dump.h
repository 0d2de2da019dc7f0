#pragma once

#include "gen/program/program.h"

#include <string>

/// Programs for people: text for golden files and error reports, Graphviz for pictures.
namespace tenet::program {

std::string to_text(const Type& type, const Symbols& symbols);
std::string to_text(const Path& path); ///< `.0.1`; the matched node is `.`
std::string to_text(const Access& access);
std::string to_text(const Test& test);
std::string to_text(const Every& every);
std::string to_text(const Expr& e);

/// The same with names instead of numbers.
std::string to_text(const Symbols& symbols, const Test& test);

/// All of a ruleset: actions, then for each segment and op the decision graph.
std::string dump(const Program& program, const Ruleset& ruleset);
/// The decision graph of one matcher as a Graphviz digraph.
std::string dump_graphviz(const Program& program, const Ruleset& ruleset, const Matcher& matcher);

} // namespace tenet::program
