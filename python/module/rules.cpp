#include "kalah/notation.hpp"
#include "module/common.hpp"

namespace kalah::python {
namespace {

std::string option_of(const Rules& rules, std::string_view name) {
    for (const RuleOption& option : rule_options())
        if (option.name == name) return std::string(option.value_name(rules));
    throw py::key_error(std::string(name));
}

py::dict options_of(const Rules& rules) {
    py::dict all;
    for (const RuleOption& option : rule_options())
        all[py::str(std::string(option.name))] = std::string(option.value_name(rules));
    return all;
}

py::dict preset_dict() {
    py::dict all;
    for (const Preset& preset : presets())
        all[py::str(std::string(preset.name))] =
            py::make_tuple(to_text(preset.size), std::string(preset.source));
    return all;
}

}  // namespace

void bind_rules(py::module_& module) {
    py::class_<Rules>(module, "Rules",
                      "The rules of a game: a preset, perhaps with changes.\n\n"
                      ">>> kalah.Rules('standard,majority-stop=yes')['majority-stop']\n"
                      "'yes'\n"
                      ">>> kalah.Rules('sweet')\n"
                      "Traceback (most recent call last):\n"
                      "ValueError: ...\n")
        .def(py::init([](const RulesArg& rules) { return rules_of(rules); }),
             py::arg("text") = "standard")
        .def_static("presets", preset_dict,
                    "The presets by name, each with its usual board and its source.")
        .def_property_readonly("options", options_of, "All options with their values.")
        .def("__getitem__", option_of, py::arg("option"))
        .def("__str__", [](const Rules& rules) { return to_text(rules); })
        .def("__repr__", [](const Rules& rules) { return "kalah.Rules('" + to_text(rules) + "')"; })
        .def(
            "__eq__", [](const Rules& a, const Rules& b) { return a == b; }, py::is_operator())
        .def("__hash__", [](const Rules& rules) { return py::hash(py::str(to_text(rules))); })
        .def(py::pickle([](const Rules& rules) { return py::make_tuple(to_text(rules)); },
                        [](const py::tuple& state) {
                            return unwrap(parse_rules(state[0].cast<std::string>())).rules;
                        }));
}

}  // namespace kalah::python
