"""Writing a file so that it is there whole or as it was before, whatever happens meanwhile."""

from __future__ import annotations

import contextlib
import os
import secrets
from pathlib import Path


def write_whole(path: Path, text: str) -> None:
    """Replace a text file, durably; see `write_whole_bytes`."""
    write_whole_bytes(path, text.replace("\n", os.linesep).encode())


def write_whole_bytes(path: Path, data: bytes) -> None:
    """Replace a file, durably. A symbolic link stays one and what it points to is written; the file keeps its mode."""
    target = path.resolve() if path.is_symlink() else path
    partial = target.with_name(f".{target.name[:100]}.{secrets.token_hex(4)}.new")
    try:
        mode = target.stat().st_mode & 0o7777
    except FileNotFoundError:
        mode = None
    try:
        handle = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666 if mode is None else 0o600)
        with open(handle, "wb") as file:
            if mode is not None:
                os.chmod(partial, mode)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(target)
    except BaseException:
        partial.unlink(missing_ok=True)
        raise
    sync_folder(target.parent)


def sync_folder(folder: Path) -> None:
    """So that the new name is on disk, too; where folders cannot be opened for that, the system does it in its own time."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
