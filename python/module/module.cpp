// kalah._kalah: the library as Python objects. Texts for people and pictures are made in Python,
// in kalah/display.py.
#include <algorithm>
#include <string_view>

#include "kalah/version.hpp"
#include "module/common.hpp"

namespace kalah::python {
namespace {

/// Codes of errors that are the caller's: a ValueError.
constexpr std::string_view kWrongArgument[] = {
    "input",           "game_over",        "no_such_pit",        "empty_pit",   "unknown_player",
    "unknown_setting", "repeated_setting", "incomplete_setting", "bad_setting", "no_command",
    "needs_table",     "needs_seeds",      "needs_knowledge",    "needs_depth"};

/// kalah.Error, or nothing before the module is loaded and after it is gone.
PyObject* error_type = nullptr;

void translate(std::exception_ptr thrown) {
    try {
        if (thrown) std::rethrow_exception(thrown);
    } catch (const Failure& failure) {
        const std::string& code = failure.error().code;
        if (std::find(std::begin(kWrongArgument), std::end(kWrongArgument), code) !=
            std::end(kWrongArgument)) {
            PyErr_SetString(PyExc_ValueError, failure.what());
            return;
        }
        py::object error = py::reinterpret_borrow<py::object>(error_type)(failure.what());
        error.attr("code") = code;
        PyErr_SetObject(error_type, error.ptr());
    }
}

void bind_errors(py::module_& module) {
    error_type = PyErr_NewExceptionWithDoc(
        "kalah.Error",
        "What went wrong in the library; `code` is one word for programs.\n\n"
        "Texts and arguments that cannot be read are a ValueError instead.",
        PyExc_RuntimeError, nullptr);
    if (error_type == nullptr) throw py::error_already_set();
    module.attr("Error") = py::reinterpret_borrow<py::object>(error_type);
    py::register_exception_translator(translate);
}

void bind_stop(py::module_& module) {
    py::class_<Stop>(module, "Stop",
                     "Stops work that was given it, from any thread.\n\n"
                     ">>> stop = kalah.Stop()\n"
                     ">>> threading.Timer(0.1, stop.request).start()\n"
                     ">>> kalah.solve('6x6', stop=stop).solved\n"
                     "False\n")
        .def(py::init())
        .def(
            "request", [](const Stop& stop) { stop.token->request(); },
            "Stops the work now, or as soon as it begins.")
        .def_property_readonly(
            "requested", [](const Stop& stop) { return stop.token->requested(); },
            "True once a stop was requested, by request() or by Ctrl-C.")
        .def("__repr__", [](const Stop& stop) {
            return stop.token->requested() ? "<kalah.Stop: requested>" : "<kalah.Stop>";
        });
}

}  // namespace
}  // namespace kalah::python

PYBIND11_MODULE(_kalah, module) {
    using namespace kalah::python;
    module.doc() = "The compiled part of the package kalah.";
    module.attr("__version__") = kalah::version().text;
    module.attr("maker") = kalah::version().maker;
    py::options options;
    options.disable_function_signatures();
    bind_errors(module);
    bind_stop(module);
    bind_rules(module);
    bind_game(module);
    bind_database(module);
    bind_engine(module);
    bind_solver(module);
    bind_arrays(module);
    bind_players(module);
    bind_arena(module);
    bind_join(module);
    reword_mistakes(module);
}
