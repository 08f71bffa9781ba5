"""`python -m tools.typescript [FOLDER]`: the TypeScript client as a package for npm, by default in dist/typescript.

`api.ts` and `socket.ts` are written by openapi-typescript from the descriptions that a server gives of itself; the rest of the
package is what lies in clients/typescript. All of it is compiled by TypeScript, strictly.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from starfray.room.app import make_app
from starfray.room.socket_models import socket_schema
from starfray.version import VERSION
from tools.pages import ROOT, TOOLS, Node, find_node, install_packages

SOURCE = ROOT / "clients" / "typescript"
OUT = ROOT / "dist" / "typescript"
FOLDER = TOOLS / "typescript-client"
PACKAGES = {"openapi-typescript": "7.13.0", "typescript": "5.9.3"}
OLDEST_NODE = 20


def api_description() -> dict[str, Any]:
    """What a server answers at /api/openapi.json."""
    with tempfile.TemporaryDirectory() as folder:
        return make_app(Path(folder) / "rooms.db").openapi()


def socket_description() -> dict[str, Any]:
    """The socket's messages in the form openapi-typescript reads: schemas, and which go which way."""
    schema = socket_schema()
    ways = {"FromServer": schema["properties"]["server"], "FromClient": schema["properties"]["client"]}
    text = json.dumps({**schema["$defs"], **ways}).replace("#/$defs/", "#/components/schemas/")
    info = {"title": schema["title"], "version": VERSION}
    return {"openapi": "3.1.0", "info": info, "paths": {}, "components": {"schemas": json.loads(text)}}


def write_types(node: Node, description: dict[str, Any], out: Path) -> None:
    """Types of a description. What has a default may be missing in what is sent and in what is received."""
    described = out.with_suffix(".json")
    described.write_text(json.dumps(description), encoding="utf-8")
    tool = FOLDER / "node_modules/openapi-typescript/bin/cli.js"
    if not node.run(node.node, str(tool), str(described), "-o", str(out), "--default-non-nullable=false", quiet=True):
        sys.exit(f"openapi-typescript could not read {described}")
    described.unlink()


def compile_sources(node: Node, config: Path) -> None:
    if not node.run(node.node, str(FOLDER / "node_modules/typescript/bin/tsc"), "--project", str(config)):
        sys.exit(f"{config} does not compile")


def build(out: Path, node: Node | None = None) -> None:
    node = node or find_node(OLDEST_NODE)
    install_packages(node, PACKAGES, FOLDER)
    shutil.rmtree(out, ignore_errors=True)
    shutil.copytree(SOURCE, out)
    write_types(node, api_description(), out / "api.ts")
    write_types(node, socket_description(), out / "socket.ts")
    compile_sources(node, out / "tsconfig.json")
    manifest = json.loads((out / "package.json").read_text(encoding="utf-8"))
    (out / "package.json").write_text(json.dumps({**manifest, "version": VERSION}, indent=2) + "\n", encoding="utf-8")
    shutil.copy(ROOT / "LICENSE", out)


if __name__ == "__main__":
    folder = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else OUT
    build(folder)
    print(f"{folder} is ready: npm install {folder}")
