#include "backends/interp/evaluate.h"
#include "core/base/error.h"
#include "patterns/ops.h"
#include "tools/tenet/commands.h"
#include "tools/tenet/input.h"
#include "tools/tenet/json_value.h"

#include <iostream>

namespace tenet::tool {
namespace {

using nlohmann::json;

/// Elements computed before a graph is given up: some ten seconds.
constexpr uint64_t max_steps = uint64_t{1} << 26;

/// Nested lists of the tensor's shape.
json tensor_json(const interp::Tensor& t) {
  std::vector<json> level;
  level.reserve(t.values.size());
  for (const Value& v : t.values)
    level.push_back(value_to_json(v));
  for (size_t d = t.shape.size(); d-- > 0;) {
    int64_t count = 1; // lists at this level
    for (size_t k = 0; k < d; ++k)
      count *= t.shape[k];
    std::vector<json> outer(static_cast<size_t>(count), json::array());
    for (size_t i = 0; i < level.size(); ++i)
      outer[i / static_cast<size_t>(t.shape[d])].push_back(std::move(level[i]));
    level = std::move(outer);
  }
  return level.empty() ? json::array() : level[0];
}

json evaluate_text(const std::string& graph_text, const interp::Environment& environment) {
  Graph graph(rules::vocabulary());
  return tensor_json(interp::evaluate(graph, read_graph(graph, graph_text), environment));
}

std::string answer(const std::string& line) {
  json j;
  try {
    j = json::parse(line);
  } catch (const json::parse_error&) {
    throw Error("no JSON; expected {\"graph\": \"…\", \"vars\": {…}}");
  }
  if (!j.is_object() || !j.contains("graph") || !j["graph"].is_string())
    throw Error("no graph; expected {\"graph\": \"…\", \"vars\": {…}}");
  interp::Environment environment;
  environment.max_steps = max_steps;
  if (j.contains("vars")) {
    if (!j["vars"].is_object()) throw Error("`vars` is no object; expected {\"x\": 3, …}");
    for (const auto& [name, value] : j["vars"].items())
      environment.variables[name] = value_from_json(value);
  }
  if (j.contains("buffers")) environment.buffers = buffers_from_json(j["buffers"]);
  return evaluate_text(j["graph"].get<std::string>(), environment).dump();
}

struct EvalOptions {
  std::string file;
  std::vector<std::string> assignments;
  bool batch = false;
};

void run_eval(const EvalOptions& options) {
  Input input(options.file);
  if (options.batch) {
    answer_lines(input, answer);
    return;
  }
  interp::Environment environment;
  environment.max_steps = max_steps;
  for (const std::string& a : options.assignments) {
    const size_t equals = a.find('=');
    if (equals == std::string::npos)
      throw Error("`" + a + "` assigns nothing; expected NAME=VALUE");
    environment.variables[a.substr(0, equals)] = value_from_text(a.substr(equals + 1));
  }
  Graph graph(rules::vocabulary());
  std::cout << tensor_json(interp::evaluate(graph, read_graph(graph, input), environment)).dump()
            << '\n';
}

} // namespace

void add_eval_command(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("eval", "Evaluate a graph with the reference interpreter.");
  auto options = std::make_shared<EvalOptions>();
  command->add_option("FILE", options->file, "a graph in text form; `-` is standard input")
      ->required();
  command->add_option("NAME=VALUE", options->assignments,
                      "values of variables; a range of id 3 is r3");
  command->add_flag("--batch", options->batch,
                    "JSON lines {\"graph\": \"…\", \"vars\": {…}}, one answer a line");
  command->footer(
      "Prints a JSON value: a number, true, \"invalid\", \"nan\", \"inf\", a list for a vector. "
      "Examples:\n"
      "  echo '(floordiv (var x -9 9) (const 4 weakint))' | tenet eval - x=-5     # -2\n"
      "  echo '{\"graph\": \"(add (var x 0 8) (const 1 weakint))\", \"vars\": {\"x\": 3}}' | tenet "
      "eval --batch -\n"
      "Buffers are given in batch mode by slot: {\"graph\": …, \"buffers\": {\"0\": [1, 2, 3]}}.");
  command->callback([options] { run_eval(*options); });
}

} // namespace tenet::tool
