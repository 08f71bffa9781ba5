"""Whole fights recorded with released versions, and the tests that replay them for ever. See docs/versions.md."""
