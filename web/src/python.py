"""Runs a program once, as a process would. What it opens that is not there is the input: python.ts sees to that."""

import ast
import asyncio
import gc
import inspect
import json
import os
import random
import re
import shutil
import sys
import traceback
import types

HOME = "/home/you"
AOCD = ("aocd", "aocd.get", "aocd.models", "aocd.post")
ANYWHERE = ("/", "/tmp")


class Aocd(types.ModuleType):
    """What `import aocd` gives: as there, the input has no newline at its end. An answer that is sent is printed."""

    __path__ = []

    def get_data(self, *args, **options):
        with open("input.txt") as file:
            return file.read().rstrip("\r\n")

    def submit(self, answer, part="a", **options):
        print(f"Part {1 if part in ('a', 1) else 2}: {answer}")

    def Puzzle(self, *args, **options):
        return self

    data = input_data = property(get_data)
    lines = property(lambda self: self.get_data().splitlines())
    answer_a = property(None, lambda self, answer: self.submit(answer, "a"))
    answer_b = property(None, lambda self, answer: self.submit(answer, "b"))


def reset():
    """Makes modules what they were before any program ran: those that it imported are gone, and what it changed in others."""
    global module
    for names, before in KEPT:
        for new in names.keys() - before.keys():
            del names[new]
        names.update(before)
    sys.path[:], sys.meta_path[:] = PATHS
    module = None
    # Files that it left open close what may be another's by then.
    gc.collect()
    sys.setrecursionlimit(RECURSION)
    random.seed()
    os.chdir("/")
    for folder in ANYWHERE:
        for name in set(os.listdir(folder)) - FILES[folder]:
            path = os.path.join(folder, name)
            shutil.rmtree(path) if os.path.isdir(path) else os.remove(path)
    shutil.rmtree(HOME)


def run(files, main):
    """Runs one of the files. Returns, as JSON, how it failed, or what functions and shown values it leaves."""
    global module, shown
    for name, text in files.to_py().items():
        path = os.path.join(HOME, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", newline="") as file:
            file.write(text)
    path, text = os.path.join(HOME, main), files.to_py()[main]
    sys.path[:0] = [os.path.dirname(path), HOME]
    # An argument that it does not expect may be an error.
    sys.argv = [path] + ["input.txt"] * bool(re.search(r"argv|add_argument\(\s*['\"]\w", text))
    streams[:] = open(0, closefd=False), open(1, "w", 1, closefd=False), open(2, "w", 1, closefd=False)
    sys.stdin, sys.stdout, sys.stderr = streams
    module = sys.modules["__main__"] = types.ModuleType("__main__")
    module.__file__ = path
    shown = []
    if not main.endswith(".ipynb"):
        sys.displayhook = lambda value: value is None or shown.append(repr(value))
    os.chdir(HOME)
    try:
        tree = ast.parse(text, path)
        module.__doc__ = ast.get_docstring(tree, False)
        body = [node for node in tree.body if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))]
        # As a cell of a notebook: the values of expressions are shown.
        code = compile(ast.Interactive(body), path, "single")
    except SyntaxError as error:
        return json.dumps({"failed": "cannot be read", "unreadable": f"line {error.lineno}, {error.msg}"})
    return ended(lambda: exec(code, vars(module)) or {"shown": "\n".join(shown), "names": list(solutions())})


def ended(work):
    """What `work` gives, as JSON, or how it failed."""
    try:
        result = work()
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else end.code is not None
        message = end.code if isinstance(end.code, str) else ""
        result = {"failed": f"ended with exit status {int(status)}", "said": message} if status else {}
    except BaseException as error:
        result = {"failed": f"raised {type(error).__name__}", "said": said(error)}
    for stream in streams[1:]:
        stream.closed or stream.flush()
    return json.dumps(result)


def said(error):
    """An exception in a line, and where it is in the program."""
    places = [place for place in traceback.extract_tb(error.__traceback__) if place.filename.startswith(HOME)]
    text = "".join(traceback.format_exception_only(error)).strip()
    if places:
        path, line = places[-1].filename, places[-1].lineno
        text += f" (line {line})" if path == module.__file__ else f" ({os.path.relpath(path, HOME)}, line {line})"
    if isinstance(error, ModuleNotFoundError):
        text += f"\nThis page has only Python's own modules. If '{error.name}' is a file of yours, add it to the program."
        text += "\nIf it is a package: the command camel-cards judge runs your program with all that you have installed."
    return text


def solutions():
    """Functions of the program, by name: they may give the answers. Those of classes come first, as the last one is likeliest."""
    own = {name: value for name, value in vars(module).items() if getattr(value, "__module__", "") == "__main__" and callable(value)}
    classes = [value for value in own.values() if isinstance(value, type)]
    methods = {name: (kind, name) for kind in classes for name, value in vars(kind).items() if callable(value) and name[0] != "_"}
    return methods | {name: (value, None) for name, value in own.items() if not isinstance(value, type)}


def call(name, is_lines):
    """Calls one of them with the input; as JSON, what it returns."""
    with open("/input", newline="") as file:
        given = file.read()
    given = given.splitlines() if is_lines else given

    def with_it(function):
        try:
            inspect.signature(function).bind(given)
        except TypeError:
            return function()
        return function(given)

    def work():
        function, method = solutions()[name]
        answer = with_it(getattr(with_it(function), method) if method else function)
        answer = asyncio.run(answer) if inspect.iscoroutine(answer) else answer
        if isinstance(answer, (tuple, list)) and len(answer) == 2:
            answer = {"Part 1": answer[0], "Part 2": answer[1]}
        if isinstance(answer, dict):
            answer = "\n".join(f"{name}: {value}" for name, value in answer.items())
        return {"text": "" if answer is None else str(answer)}

    return ended(work)


streams = []
sys.dont_write_bytecode = True
sys.modules |= dict.fromkeys(AOCD, Aocd("aocd"))
RECURSION = sys.getrecursionlimit()
FILES = {folder: set(os.listdir(folder)) for folder in ANYWHERE}
PATHS = [*sys.path], [*sys.meta_path]
KEPT = [(names, names.copy()) for names in [sys.modules, *(vars(one) for name, one in sys.modules.items() if "pyodide" not in name)]]
gc.freeze()
