"""The steps of the pipeline, one file each; pipeline.py puts them in order."""
