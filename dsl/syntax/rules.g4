/// The grammar of `.rules` files, over the tokens of lexer.re as words.cpp has told them apart.
///
/// Which words are keywords where, which brace opens a block and which a set, and which names bind is
/// settled before this grammar sees a token, so that one token of lookahead is enough almost
/// everywhere. Patterns, guards, results and sets of ops are all `expr`: the checker tells them apart.
parser grammar rules;

tokens {
  // literals
  NAME, INT, FLOAT, STRING, TRUE, FALSE, INVALID, NONE,
  STRING_OPEN, STRING_TEXT, HOLE_OPEN, HOLE_FORMAT, HOLE_CLOSE, STRING_CLOSE,
  // names in a special place
  BINDER,      // in front of `@`
  FIELD_NAME,  // in brackets, in front of `:`
  CLASS_NAME,  // behind `eval`, up to `:`
  DTYPE_NAME,  // begins an entry of `dtypes`
  HASH_EVAL,   // `#eval`
  OUTPUT,      // `expr`, `stmt`, `error` in front of a string
  // marks
  LPAREN, RPAREN, LBRACK, RBRACK,
  LBRACE, RBRACE,         // of a block
  SET_LBRACE, SET_RBRACE, // of a set, a family, the rulesets of a pass
  TYPE_LT, TYPE_GT,       // of `list<int>`
  COMMA, COLON, DOT, DOTDOT, DOTDOTEQ, ELLIPSIS, HASH, AT, BANG, PRIME, QUESTION,
  EQ, IMPLIES, ARROW,
  PLUS, PLUSPLUS, MINUS, STAR, SLASH, SLASHSLASH, PERCENT, AMP, PIPE, CARET, SHL, SHR,
  EQEQ, NE, LT, LE, GT, GE,
  // words of expressions
  AND, OR, NOT, IN, IS, IF, THEN, ELSE, FOR, DO, FOLD,
  // words that begin a declaration or an entry of one
  USE, DTYPES, PROMOTE, CLASS, GROUP, ENUM, STRUCT, TRAIT, ROLE, OP, EXTERN, EFFECT, FN, TYPE,
  RULESET, CHECK, PIPELINE, INCLUDE, RULE, ALLOW, DENY, TEST, PASS, STEP,
  // words inside declarations
  EXTEND, WHEN, WHERE, LET, UNSOUND, DONE, SAME, USES, ALLOWS, WITH, AFTER, ENTERS, PRE, POST, WALK,
  NAMED, INFIX, DTYPE, SHAPE, BOUNDS, EVAL, SMT, CLOSES, REGION, ENSURES
}

file : declaration* EOF ;

declaration
  : USE STRING                                                                # useDecl
  | DTYPES LBRACE dtypesItem* RBRACE                                          # dtypesDecl
  | (CLASS | GROUP) NAME EQ expr                                              # setDecl
  | ENUM NAME LBRACE (enumerator (COMMA enumerator)* COMMA?)? RBRACE          # enumDecl
  | STRUCT NAME LBRACE (field COMMA?)* RBRACE                                 # structDecl
  | (TRAIT | ROLE) NAME STRING                                                # traitDecl
  | OP NAME LPAREN (source (COMMA source)* COMMA?)? RPAREN
      (LBRACK (field (COMMA field)* COMMA?)? RBRACK)?
      (INFIX STRING)? (COLON NAME+)? opClause*                                # opDecl
  | EXTERN externDecl                                                         # externalDecl
  | EFFECT FN signature                                                       # effectDecl
  | FN NAME LPAREN params RPAREN EQ expr whereClauses*                        # fnDecl
  | (RULESET | CHECK) rulesetHead LBRACE rulesetItem* RBRACE                  # rulesetDecl
  | PIPELINE pipelineHead LBRACE pipelineItem* RBRACE                         # pipelineDecl
  | test                                                                      # testDecl
  ;

// --- vocabulary ---

dtypesItem
  : DTYPE_NAME (COLON dtypeWord+)?                                            # dtypeDecl
  | PROMOTE nameList (ARROW nameList)+                                        # promotion
  ;
dtypeWord  : NAME INT? ;
enumerator : NAME (EQ STRING)? ;
field      : (NAME | FIELD_NAME) COLON type (EQ expr)? NAMED? ;
source     : ELLIPSIS? NAME (COLON expr)? ;

opClause
  : (DTYPE | SHAPE | BOUNDS) expr                                             # opValue
  | EVAL (CLASS_NAME ((COMMA | PIPE) CLASS_NAME)* COLON)? expr                # opEval
  | SMT (STRING | NONE)                                                       # opSmt
  | CLOSES nameList                                                           # opCloses
  | REGION LPAREN nameList RPAREN                                             # opRegion
  ;

nameList : NAME (COMMA NAME)* ;

// --- functions ---

externDecl : FN signature | TYPE NAME ;
signature  : NAME LPAREN params RPAREN (ARROW type)? (ENSURES expr (COMMA expr)*)? ;
params     : (param (COMMA param)* COMMA?)? ;
param      : (NAME | FIELD_NAME) (COLON type)? ;
type
  : NAME (TYPE_LT type (COMMA type)* TYPE_GT)? QUESTION?
  | LPAREN type (COMMA type)* RPAREN QUESTION?
  ;

// --- rules ---

rulesetHead : NAME (LPAREN params RPAREN)? (ARROW NAME STAR?)? (USES nameList)? ;

rulesetItem
  : INCLUDE nameList                                                          # includeItem
  | WHEN whenHead LBRACE whenItem* RBRACE                                         # whenBlock
  | ruleDecl                                                                  # ruleItem
  | test                                                                      # testItem
  ;
whenHead : expr ;
whenItem : ruleDecl | test ;

ruleDecl
  : RULE EXTEND? NAME family? COLON expr ruleClauses* IMPLIES expr (COMMA expr)* DONE? # rewriteRule
  | ALLOW expr whereClauses* message?                                         # allowRule
  | DENY expr whereClauses* message?                                          # denyRule
  ;
family      : SET_LBRACE NAME IN expr (COMMA NAME IN expr)* SET_RBRACE ;
ruleClauses : whereClauses | UNSOUND LBRACK nameList RBRACK STRING? ;
whereClauses : WHERE clause (COMMA clause)* ;
clause : LET (NAME | LPAREN nameList RPAREN) EQ expr | expr ;
message : ELSE? text ;

test
  : TEST PASS? (NAME | STRING) STRING? (LPAREN (binding (COMMA binding)* COMMA?)? RPAREN)?
      LBRACE expr IMPLIES (SAME | expr) RBRACE
  ;
binding : HASH? NAME (IN bound (DOTDOT | DOTDOTEQ) bound)? (COLON expr)? ;
bound   : MINUS? (INT | FLOAT | TRUE | FALSE | NAME) ;

// --- pipelines ---

pipelineHead : NAME (LPAREN params RPAREN)? allowsPart? ;
pipelineItem
  : PASS STRING (PRE | POST | WALK)? SET_LBRACE nameList? COMMA? SET_RBRACE passPart* # passItem
  | STEP NAME (LPAREN (expr (COMMA expr)* COMMA?)? RPAREN)? passPart*         # stepItem
  | CHECK NAME passPart*                                                      # checkItem
  | allowsPart                                                                # allowsItem
  | test                                                                      # passTest
  ;
allowsPart : ALLOWS LBRACK nameList? RBRACK ;
passPart
  : WHEN expr                                                                 # passWhen
  | WITH NAME EQ expr (COMMA NAME EQ expr)*                                   # passWith
  | AFTER (NAME | STRING) STRING?                                             # passAfter
  | ENTERS NAME                                                               # passEnters
  ;

// --- expressions ---

// A chain of terms and operators as they stand. Which operator binds which is settled in
// build_expr.cpp: precedence here would cost ANTLR a prediction with unbounded lookahead at the end of
// every operand. `if` and `fold` reach as far as they can, so behind an operator they need parentheses.
expr
  : term (( STAR | SLASH | SLASHSLASH | PERCENT | PLUS | MINUS | PLUSPLUS | SHL | SHR
          | AMP | CARET | PIPE | DOTDOT | DOTDOTEQ | LT | LE | GT | GE | EQEQ | NE
          | IN | IS | AND | OR | NOT IN ) term)*
  | IF expr THEN expr ELSE expr
  | FOLD NAME EQ expr FOR loopNames IN expr DO expr
  ;

term : (MINUS | NOT)* (BINDER AT)* atom trailer* (COLON classRef)? ;

// Which alternative of these stands there shows in its first token: labels would only cost.

atom
  : NAME
  | (INT | FLOAT | TRUE | FALSE | INVALID | NONE)
  | HASH (NAME | LPAREN expr RPAREN)
  | HASH_EVAL LPAREN items RPAREN
  | text
  | OUTPUT text
  | LPAREN items RPAREN
  | LBRACK items RBRACK
  | SET_LBRACE (expr (COMMA expr)*)? SET_RBRACE
  ;

trailer
  : DOT NAME
  | LPAREN items RPAREN
  | LBRACK (bracketItem (COMMA bracketItem)*)? RBRACK
  | BANG
  | PRIME
  ;
bracketItem : (FIELD_NAME COLON)? expr ;

items : (item (COMMA item)*)? ;
item
  : STAR expr
  | ELLIPSIS expr?
  | expr (ARROW expr | comprehension)?
  ;
comprehension : FOR loopNames IN expr (IF expr)? ;
loopNames     : nameList | LPAREN nameList RPAREN ;

classRef : (NAME (DOT NAME)*) | LPAREN expr RPAREN | SET_LBRACE expr (COMMA expr)* SET_RBRACE ;

text
  : STRING
  | STRING_OPEN (STRING_TEXT | hole)* STRING_CLOSE
  ;
hole : HOLE_OPEN expr (COMMA STRING)? HOLE_FORMAT? HOLE_CLOSE ;
