"""The compiled build: records written out in full (expand.py), then everything through mypyc (build.py)."""
