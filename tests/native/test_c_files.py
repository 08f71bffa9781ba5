"""The C of the compiled build: each file carries what it uses, and a change of one module leaves the files of others alone."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from native import c_files

PUBLIC = """#ifndef MYPYC_NATIVE_x_H
#define MYPYC_NATIVE_x_H
#include <Python.h>
#ifndef MYPYC_DECLARED_tuple_T1O
#define MYPYC_DECLARED_tuple_T1O
typedef struct tuple_T1O {
    PyObject *f0;
} tuple_T1O;
#endif

typedef struct {
    PyObject_HEAD
    tuple_T1O _pair;
} PairObject;

typedef struct {
    PyObject_HEAD
} OtherObject;

#endif
"""
INTERNAL = """#ifndef MYPYC_LIBRT_INTERNAL_x_H
#include "__native_x.h"
int CPyGlobalsInit(void);
extern PyObject *CPyStatics[3];
extern PyObject *CPyDef_pair(PairObject *cpy_r_pair, PyObject *const *args);
extern char CPyDef_other(OtherObject *cpy_r_other);
extern PyTypeObject *CPyType_Pair;
#endif
"""
INCLUDES = '#include "__native_x.h"\n#include "__native_internal_x.h"\n'
ONE = (
    INCLUDES
    + "PyObject *one(void)\n{\n    a = CPyStatics[2]; /* 'c' */\n    b = CPyStatics[0]; /* 'a' */\n    c = CPyStatics[2];\n}\n"
)
TWO = INCLUDES + "PyObject *two(PyObject *p)\n{\n    return CPyDef_pair(p, 0);\n}\n"
LIBRARY = "#include <CPy.h>\nint CPyGlobalsInit(void);\n"
MAIN = INCLUDES + "int CPyGlobalsInit(void)\n{\n    is_initialized = 1;\n    return 0;\n}\nPyObject *CPyStatics[3];\n"


def rewritten(folder: Path, one: str = ONE, internal: str = INTERNAL) -> dict[str, str]:
    source = folder / "c"
    source.mkdir(parents=True, exist_ok=True)
    for name, text in {
        "__native_x.h": PUBLIC,
        "__native_internal_x.h": internal,
        "__native_x.c": MAIN,
        "__native_x___one.c": one,
        "__native_x___two.c": TWO,
        "init.c": LIBRARY,
    }.items():
        (source / name).write_text(text, encoding="utf-8")
    files = c_files.independent(source, folder / "files", sorted(source.glob("*.c")), "__native_x.c")
    return {path.stem.removeprefix("__native_x").strip("_"): path.read_text(encoding="utf-8") for path in files}


def test_a_file_has_the_declarations_it_uses_and_those_they_need(tmp_path: Path) -> None:
    two = rewritten(tmp_path)["two"]
    for used in ("CPyDef_pair(PairObject", "} PairObject;", "} tuple_T1O;"):
        assert used in two
    assert two.index("} tuple_T1O;") < two.index("} PairObject;") < two.index("extern PyObject *CPyDef_pair")
    for unused in ("OtherObject", "CPyDef_other", "CPyType_Pair", "CPyGlobalsInit", "__native_x.h"):
        assert unused not in two


def test_literals_are_numbered_by_first_use_in_the_file(tmp_path: Path) -> None:
    made = rewritten(tmp_path)
    assert "a = literals_of_x___one[0]; /* 'c' */" in made["one"]
    assert "b = literals_of_x___one[1]; /* 'a' */" in made["one"]
    assert "c = literals_of_x___one[0];" in made["one"]
    assert "static const int literals_of_x___one_numbers[] = {2, 0};" in made[""]
    assert made[""].index("    fill_tables();") < made[""].index("is_initialized = 1;")


def test_a_new_word_and_a_new_function_elsewhere_change_nothing(tmp_path: Path) -> None:
    before = rewritten(tmp_path)
    more = INTERNAL.replace("CPyStatics[3]", "CPyStatics[4]").replace(
        "extern char", "extern char CPyDef_new(void);\nextern char"
    )
    after = rewritten(tmp_path, one=ONE.replace("[2]", "[3]"), internal=more)  # the new word comes before 'c'
    assert (after["one"], after["two"]) == (before["one"], before["two"])
    assert "{3, 0}" in after[""]


def test_what_comes_with_mypyc_stays_where_it_is(tmp_path: Path) -> None:
    assert rewritten(tmp_path)["init"] == LIBRARY
    assert not (tmp_path / "files" / "init.c").exists()


@pytest.mark.skipif(shutil.which("cc") is None, reason="needs a C compiler")
def test_the_tables_hold_the_literals(tmp_path: Path) -> None:
    """The same files as a program: every literal is found where its file looks for it."""
    table = c_files.filling({"__native_x___one": ["2", "0"], "__native_x___two": ["1"], "__native_x___none": []})
    text = (
        "#include <stdio.h>\ntypedef char PyObject;\n" + table + 'PyObject *CPyStatics[] = {"a", "b", "c"};\n'
        'int main(void)\n{\n    fill_tables();\n    printf("%s%s%s", literals_of_x___one[0], literals_of_x___one[1], '
        "literals_of_x___two[0]);\n    return 0;\n}\n"
    )
    (tmp_path / "x.c").write_text(text, encoding="utf-8")
    subprocess.run(["cc", "-o", str(tmp_path / "x"), str(tmp_path / "x.c")], check=True)
    assert subprocess.run([str(tmp_path / "x")], capture_output=True, text=True, check=True).stdout == "cab"
