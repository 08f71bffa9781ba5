"""The version of the engine, written into every save and transcript."""

VERSION = "0.2.0"
SAVE_FORMAT = 1
TRANSCRIPT_FORMAT = 1
