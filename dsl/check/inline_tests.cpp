#include "dsl/check/rules.h"

#include <algorithm>

/// Inline tests: their variables, the graph that goes in and the one that comes out.
namespace tenet::dsl {

namespace {

using SK = syntax::Expr::Kind;
using EK = Expr::Kind;
using TK = Type::Kind;

class Test {
public:
  Test(Checker& c, const syntax::TestDecl& tree, std::optional<RulesetKind> kind)
      : c_(c), tree_(tree), kind_(kind) {
    body_.variables = &test_.variables;
  }

  InlineTest read() {
    test_.rule = tree_.subject.text;
    test_.is_pass = tree_.is_pass;
    test_.title = tree_.title ? tree_.title->plain : "";
    test_.span = tree_.span;
    const size_t errors = c_.diagnostics.count(Severity::Error);
    for (const syntax::TestBinding& b : tree_.bindings)
      binding(b);
    Expressions expressions(c_, body_, Mode::Test);
    test_.input = expressions.check(tree_.input, plain(TK::Node));
    if (tree_.expected) test_.expected = expected(expressions, *tree_.expected);
    if (c_.diagnostics.count(Severity::Error) != errors) return std::move(test_);
    for (const Local& l : body_.scope.locals())
      if (!l.used && l.name[0] != '_')
        c_.diagnostics.warning(l.span, "variable `" + l.name + "` of the test is never used");
    return std::move(test_);
  }

private:
  void binding(const syntax::TestBinding& b) {
    InlineTest::Binding r;
    r.name = b.name.text;
    r.is_const = b.is_constant;
    if (b.min && b.max) bounds(*b.min, *b.max, b.closed, r);
    if (b.dtype) dtype(*b.dtype, r);
    if (body_.scope.find(b.name.text) != nullptr)
      c_.error(b.name.span, "variable `" + b.name.text + "` stands twice");
    const VarId var = body_.add_variable(b.name.text, plain(TK::Node), b.name.span);
    // A constant may be written with or without its `#`.
    if (b.is_constant)
      body_.scope.add(
          {.name = "#" + b.name.text, .var = var, .type = plain(TK::Node), .used = true});
    body_.scope.add(
        {.name = b.name.text, .span = b.name.span, .var = var, .type = plain(TK::Node)});
    test_.bindings.push_back(std::move(r));
  }

  void bounds(const syntax::Expr& from, const syntax::Expr& to, bool closed,
              InlineTest::Binding& r) {
    const Expr min = number(from), max = number(to);
    r.min = min.text;
    r.max = max.text;
    if (closed || max.type.kind == TK::Error) return;
    if (max.kind != EK::IntLiteral) {
      c_.error(to.span, "bounds that are not integers are inclusive; expected `..=`");
      return;
    }
    r.max = one_less(r.max);
  }

  Expr number(const syntax::Expr& e) {
    std::optional<Expr> r = literal_of(e);
    if (r && r->kind != EK::InvalidLiteral) return *r;
    c_.error(e.span, "the bounds of a test's variable are numbers");
    return {};
  }

  /// The integer before one in decimal or `0x` digits.
  std::string one_less(const std::string& digits) {
    try {
      return std::to_string(std::stoll(digits, nullptr, 0) - 1);
    } catch (const std::out_of_range&) {
      c_.error(tree_.span, "a bound of this test does not fit 64 bits");
      return digits;
    }
  }

  void dtype(const syntax::Expr& e, InlineTest::Binding& r) {
    const std::optional<DTypeSet> set = set_of(c_, e, SetKind::DTypes);
    if (set && set->size() == 1)
      r.dtype = (*set)[0];
    else if (set)
      c_.error(e.span,
               "a test's variable has one dtype; this class has " + std::to_string(set->size()));
  }

  Expr expected(Expressions& expressions, const syntax::Expr& e) {
    const bool is_text =
        kind_ == RulesetKind::Text && (e.kind == SK::String || e.kind == SK::Output);
    if (is_text) {
      Expr r;
      r.kind = EK::StrLiteral;
      r.type = plain(TK::Str);
      r.span = e.span;
      r.text = e.string.plain;
      return r;
    }
    if (kind_ == RulesetKind::Nodes)
      return expressions.check(e, list_of(optional_of(plain(TK::Node))));
    if (kind_ == RulesetKind::NodeStar && e.kind == SK::List)
      return expressions.check(e, list_of(plain(TK::Node)));
    Expr r = expressions.check(e, plain(TK::Node));
    make_whole(r);
    return r;
  }

  Checker& c_;
  const syntax::TestDecl& tree_;
  std::optional<RulesetKind> kind_;
  InlineTest test_;
  Body body_;
};

} // namespace

InlineTest check_test(Checker& c, const syntax::TestDecl& tree, std::optional<RulesetKind> kind) {
  return Test(c, tree, kind).read();
}

} // namespace tenet::dsl
