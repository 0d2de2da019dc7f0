#include "core/rewrite/match.h"

#include "core/base/error.h"
#include "core/ir/text.h"
#include "core/rewrite/engine.h"
#include "core/rewrite/kinds.h"
#include "core/rewrite/nested.h"
#include "core/rewrite/printer.h"
#include "core/rewrite/trace.h"

#include <algorithm>

namespace tenet {

bool Match::single_use(const Node* n) {
  return pass_.single_use(n);
}

Interval Match::bounds(OpId op, Word arg, std::span<const Interval> src,
                       std::span<const DType> src_dtype) const {
  const DType dtype = result_dtype(*graph_, op, arg, src_dtype);
  if (!dtype.has_value()) return {};
  return derive_bounds(*graph_, op, arg, dtype, src, src_dtype).bounds;
}

const Node* Match::substitute(const Node* e,
                              std::span<const std::pair<const Node*, const Node*>> map) {
  return pass_.substitute(e, map);
}

const Node* Match::rewrite(std::span<const Ruleset* const> rulesets, const Node* e) {
  return pass_.run_nested(pass_.nested(rulesets), e);
}

void Match::error(uint32_t rule, const Node* root, const std::string& text) {
  const RuleInfo& info = infos_[rule];
  throw Error(text + " at `" + text::excerpt(vocabulary(), root) + "` (rule `" +
              std::string(info.name) + "`, " + std::string(info.file) + ":" +
              std::to_string(info.line) + ")");
}

std::span<const Node* const> Match::made(const Node* source) const {
  TENET_CHECK(lists_, "lists of sources are there in `node*` rulesets only");
  return lists_->made(source);
}

std::string_view Match::text_of(const Node* source) const {
  TENET_CHECK(printer_, "texts of sources are there in text rulesets only");
  return printer_->text_of(source);
}

std::string_view Match::name_of(const Node* root) {
  TENET_CHECK(printer_, "names of nodes are there in text rulesets only");
  return printer_->name_of(root);
}

void Match::observe(const Node* root, const Node* result) {
  pass_.observe(root, result);
}

void Pass::observe(const Node* root, const Node* result) {
  const RuleInfo* rule = match_.last_fired_;
  if (options_.trace) options_.trace->record(options_.name, *rule, match_.graph(), root, result);
  if (options_.provenance) {
    if (result) options_.provenance->made(result, first_new_, rule);
    for (const Node* n : match_.nodes)
      if (!result && n) options_.provenance->made(n, first_new_, rule);
  }
  if (match_.fired_ >= stop_at_) stop();
}

} // namespace tenet
