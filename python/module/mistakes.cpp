// Wrong arguments as one clear line. pybind11 answers them with the C++ signatures of all
// overloads; the words are those of kalah/mistakes.py, which finds the argument that does not fit.
#include <string>

#include "module/common.hpp"

namespace kalah::python {
namespace {

/// What pybind11 lets Python call for every function.
struct Dispatcher : py::cpp_function {
    using py::cpp_function::dispatcher;
};

PyCFunction as_function(PyObject* (*call)(PyObject*, PyObject*, PyObject*)) {
    return reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(call));
}

/// Replaces the text of the TypeError that is raised if it is pybind11's list of signatures.
void reword(PyObject* given, PyObject* named) {
    py::error_already_set raised;
    try {
        const auto text = py::str(raised.value()).cast<std::string>();
        if (text.find("arguments. The following argument types are supported:") !=
            std::string::npos) {
            const py::object line =
                py::module_::import("kalah.mistakes")
                    .attr("one_line")(
                        text, py::handle(given),
                        named != nullptr ? py::reinterpret_borrow<py::dict>(named) : py::dict());
            PyErr_SetObject(PyExc_TypeError, line.ptr());
            return;
        }
    } catch (const std::exception&) {  // NOLINT: then pybind11's text must do
    }
    raised.restore();
}

PyObject* call(PyObject* self, PyObject* given, PyObject* named) {
    PyObject* result = Dispatcher::dispatcher(self, given, named);
    if (result == nullptr && PyErr_ExceptionMatches(PyExc_TypeError) != 0) reword(given, named);
    return result;
}

/// A function or method of ours goes through call(); anything else stays as it is.
void intercept(py::handle thing) {
    py::object function = py::reinterpret_borrow<py::object>(thing);
    if (PyInstanceMethod_Check(thing.ptr()))
        function = py::reinterpret_borrow<py::object>(PyInstanceMethod_GET_FUNCTION(thing.ptr()));
    else if (Py_TYPE(thing.ptr()) == &PyStaticMethod_Type)
        function = thing.attr("__func__");
    if (!PyCFunction_Check(function.ptr())) return;
    PyMethodDef* definition = reinterpret_cast<PyCFunctionObject*>(function.ptr())->m_ml;
    if (definition->ml_meth == as_function(Dispatcher::dispatcher))
        definition->ml_meth = as_function(call);
}

}  // namespace

void reword_mistakes(const py::module_& module) {
    for (const auto& [name, thing] : py::dict(module.attr("__dict__"))) {
        intercept(thing);
        if (!PyType_Check(thing.ptr())) continue;
        for (const auto& [member, method] : py::dict(thing.attr("__dict__"))) intercept(method);
    }
}

}  // namespace kalah::python
