# Runs a program once, as a process would. What it opens that is not there is the input: python.ts sees to that.

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


# What `import aocd` gives: as there, the input has no newline at its end. An answer that is sent is printed.
class Aocd(types.ModuleType):
    __path__ = []

    def get_data(self, *args, **options):
        return open("input.txt").read().rstrip("\r\n")

    def submit(self, answer, part="a", **options):
        print(f"Part {1 if part in ('a', 1) else 2}: {answer}")

    def Puzzle(self, *args, **options):
        return self

    data = input_data = property(get_data)
    lines = property(lambda self: self.data.splitlines())
    answer_a = property(None, lambda self, answer: self.submit(answer, "a"))
    answer_b = property(None, lambda self, answer: self.submit(answer, "b"))


# Forgets the last program: what it imported, changed in other modules, and wrote.
def reset():
    global module
    for names, before in KEPT:
        for new in names.keys() - before.keys():
            del names[new]
        names.update(before)
    sys.path[:], sys.meta_path[:] = PATHS
    sys.setrecursionlimit(RECURSION)
    random.seed()
    module = None
    # Files that it left open close what may be another's by then.
    gc.collect()
    os.chdir("/")
    for path in {*files()} - FILES:
        shutil.rmtree(path) if os.path.isdir(path) else os.remove(path)


def files():
    return [os.path.join(folder, name) for folder in ("/", "/tmp", HOME) for name in os.listdir(folder)]


# Runs one of the files. Returns, as JSON, how it failed, or which functions and shown values it leaves.
def run(texts, main):
    global module
    texts = json.loads(texts)
    for name, text in texts.items():
        path = os.path.join(HOME, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", newline="") as file:
            file.write(text)
    path, text = os.path.join(HOME, main), texts[main]
    folders = path.split("/")[:-1]
    sys.path[:0] = ["/".join(folders[:depth]) for depth in range(len(folders), 2, -1)]
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
        body = [node for node in tree.body if not isinstance(getattr(node, "value", None), ast.Constant) or not isinstance(node, ast.Expr)]
        # As a cell of a notebook: the values of expressions are shown.
        code = compile(ast.Interactive(body), path, "single")
    except SyntaxError as error:
        return json.dumps({"failed": "cannot be read", "unreadable": f"line {error.lineno}, {error.msg}"})
    return ended(lambda: exec(code, vars(module)) or {"shown": "\n".join(shown), "names": [*solutions()]})


# What `work` gives, as JSON, or how it failed.
def ended(work):
    try:
        result = work()
    except SystemExit as end:
        is_text = isinstance(end.code, str)
        result = {"failed": f"ended with exit status {1 if is_text else end.code}", "said": end.code if is_text else ""} if end.code else {}
    except BaseException as error:
        result = {"failed": f"raised {type(error).__name__}", "said": said(error)}
    for stream in streams[1:]:
        stream.closed or stream.flush()
    return json.dumps(result)


# An exception in a line, and where it is in the program.
def said(error):
    text = "".join(traceback.format_exception_only(error)).strip()
    for place in reversed(traceback.extract_tb(error.__traceback__)):
        if place.filename.startswith(HOME):
            name = "" if place.filename == module.__file__ else f"{os.path.relpath(place.filename, HOME)}, "
            text += f" ({name}line {place.lineno})"
            break
    if isinstance(error, ModuleNotFoundError):
        text += f"\nThis page has only the standard library. If '{error.name}' is your file, add it to the program."
        text += "\nIf it is a package, use camel-cards judge, which has all your packages."
    return text


# Functions of the program, by name, and of which class they are: they may give the answers. Those of no class come last, as likeliest.
def solutions():
    own = {name: value for name, value in vars(module).items() if getattr(value, "__module__", "") == "__main__" and callable(value)}
    classes = [value for value in own.values() if isinstance(value, type)]
    methods = {name: kind for kind in classes for name, value in vars(kind).items() if callable(value) and name[0] != "_"}
    return methods | {name: None for name, value in own.items() if value not in classes}


# Calls one of them with the input. Returns, as JSON, what it returns.
def call(name, is_lines):
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
        kind = solutions()[name]
        answer = with_it(getattr(with_it(kind), name) if kind else vars(module)[name])
        answer = asyncio.run(answer) if inspect.iscoroutine(answer) else answer
        if isinstance(answer, (tuple, list)) and len(answer) == 2:
            answer = dict(zip(("Part 1", "Part 2"), answer))
        if isinstance(answer, dict):
            answer = "\n".join(f"{name}: {value}" for name, value in answer.items())
        return {"text": "" if answer is None else str(answer)}

    return ended(work)


streams = []
sys.dont_write_bytecode = True
sys.modules |= dict.fromkeys(("aocd", "aocd.get", "aocd.models", "aocd.post"), Aocd("aocd"))
RECURSION = sys.getrecursionlimit()
FILES = {*files()}
PATHS = [*sys.path], [*sys.meta_path]
KEPT = [(names, names.copy()) for names in [sys.modules, *(vars(one) for name, one in sys.modules.items() if "pyodide" not in name)]]
gc.freeze()
