/* Read before every file of C that mypyc writes.

   The first part is needed for classes that the garbage collector does not know. mypyc frees every object by way of Python's
   trash can, which puts objects that hold each other many levels deep aside and links them through the header of the garbage
   collector. Classes marked `acyclic` (transformers/acyclic.py) have no such header: they must not get there. What they hold goes
   through the trash can as ever. Tested with CPython 3.11; the transformer leaves all others alone, and so does this. */

#include <Python.h>

#if PY_VERSION_HEX >= 0x030B0000 && PY_VERSION_HEX < 0x030C0000
#undef Py_TRASHCAN_BEGIN
#define Py_TRASHCAN_BEGIN(op, dealloc) \
    Py_TRASHCAN_BEGIN_CONDITION((op), \
        PyType_IS_GC(Py_TYPE((PyObject *)(op))) && _PyTrash_cond((PyObject *)(op), (destructor)(dealloc)))
#endif

/* The second part saves the way through the table of symbols that others could replace: whatever mypyc declares from here on
   is the library's own, and Python finds the library by its PyInit function, which says itself that it is seen outside. What
   the files include of C and of Python comes first. */

#ifdef __GNUC__
#include <assert.h>
#include <ctype.h>
#include <float.h>
#include <frameobject.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <structmember.h>
#pragma GCC visibility push(hidden)
#endif
