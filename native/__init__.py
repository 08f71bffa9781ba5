"""The compiled build: the source goes through a pipeline of transformers (pipeline.py) and then through mypyc (build.py)."""
