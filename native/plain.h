/* Read before every file of C that mypyc writes.

   mypyc leaves every object it frees to Python's trash can, which keeps those that hold each other many levels deep for later,
   linked by the header of the garbage collector. Plain values (native/expand.py) have no such header, and none of our objects
   holds another of its kind; what they hold each other by, lists and dicts, guards itself. So they are freed at once. */

#include <Python.h>

#if PY_VERSION_HEX < 0x030E0000
#undef Py_TRASHCAN_BEGIN
#undef Py_TRASHCAN_END
#define Py_TRASHCAN_BEGIN(op, dealloc) do {
#define Py_TRASHCAN_END } while (0);
#endif
