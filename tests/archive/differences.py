"""Which recorded fights go another way now, and where: what changes.toml must list after a rule was corrected.

python -m tests.archive.differences             all books
python -m tests.archive.differences coriolis    one book
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.archive.comparing import difference_in
from tests.archive.leeway import leeway_for
from tests.archive.storing import path_of, read, shelves


def main(*books: str) -> int:
    count = 0
    for release, book, source in shelves():
        if books and book not in books:
            continue
        shelf = read(path_of(release, book, source))
        with TemporaryDirectory() as folder:
            for name in shelf.fights:
                found = difference_in(shelf, name, Path(folder), leeway_for(book))
                if found:
                    count += 1
                    print(f'"{release}/{source}/{name}",  # {found}', flush=True)
    print(f"{count} recorded fights differ")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
