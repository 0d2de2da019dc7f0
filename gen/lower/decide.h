#pragma once

#include "gen/program/program.h"

#include <vector>

namespace tenet::gen {

/// One arrangement of one rule: what must hold for its candidate to be tried.
struct Row {
  std::vector<program::Test> tests; ///< a node's op and source count before anything below it
  uint32_t candidate = 0;           ///< index into the matcher's candidates
};

/// The decision graph for rows in order of priority.
///
/// The rows that may still match, each with the tests that are still open, are a state. If the
/// first row has no open test its candidate is tried, and the rest decided as if it were not there.
/// Else one of its tests is asked: of those that may be asked already (what they look at is known
/// to exist) the one that most rows ask, so that one question serves many rules; all ops that rows
/// want at one place are asked about by one switch. Rows that contradict the answer go, tests that
/// it settles go. Equal states are one decision: this keeps the graph small where rules overlap.
///
///   x + 0, x * 0 + y, (x + y) + x at ADD:   switch op(.1) {CONST: if value == 0 try …; …} …
///
/// No test is asked twice on a way. In the worst case that multiplies states, so that over
/// `states_per_row` the rows are cut in two halves, the second of which is entered from scratch
/// where the first ends. Automata that cut everywhere ask the same test again and again; trees
/// without sharing explode.
std::vector<program::Decision> decide(const std::vector<Row>& rows, size_t states_per_row = 8);

} // namespace tenet::gen
