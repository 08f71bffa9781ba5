"""Plain Python unless STARFRAY_COMPILE is set: then engine and rulebooks go into the wheel compiled."""

import os
import sys

from setuptools import setup

if os.environ.get("STARFRAY_COMPILE"):
    here = os.path.dirname(os.path.abspath(__file__))
    sys.path[:0] = [here, os.path.join(here, "src")]
    from native.build import extensions
    from native.objects import CachedBuild

    setup(ext_modules=extensions(), cmdclass={"build_ext": CachedBuild})
else:
    setup()
