"""Character sheets of GCS, the GURPS Character Sheet: files that end in .gcs, format version 5."""
