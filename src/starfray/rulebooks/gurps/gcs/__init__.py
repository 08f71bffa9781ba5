"""Character sheets of GCS, the GURPS Character Sheet: files that end in .gcs, format versions 2 to 5."""
