"""The server: the tools of seats over the Model Context Protocol, by the package `mcp`."""

from __future__ import annotations

import functools
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.transport_security import TransportSecuritySettings
from mcp.types import ToolAnnotations
from starlette.applications import Starlette
from starlette.routing import Mount

from starfray.agents.seat import AgentSeat
from starfray.agents.tools import Tool, Tools, refusal_words
from starfray.engine.errors import StarfrayError
from starfray.version import VERSION

INSTRUCTIONS = """You play a seat in a tabletop fight. `look` tells what is awaited of you. On your turn `forms` lists actions
as texts that can be played as they stand: `act` plays one. Open questions come with an id: `answer` answers one. When nothing
is awaited of you, `wait`. `odds` tells chances before you commit, `rules` what a rule id in [ ] means. Every answer has at most
4 kB; `page` asks for more. You see what your seat may know and nothing else."""
LOOKING = ("look", "log", "rules", "forms", "odds", "review", "wait", "gm_prospects")  # tools that change nothing


def make_server(seat: AgentSeat, *, gm: bool = False) -> MCPServer[None]:
    """A server whose clients sit in this seat. `gm`: with the GM's tools; the room checks the right in any case."""
    server: MCPServer[None] = MCPServer("starfray", version=VERSION, instructions=INSTRUCTIONS, log_level="WARNING")
    tools = Tools(seat)
    for tool in [*tools.for_all, *(tools.for_gm if gm else [])]:
        reads = tool.__name__ in LOOKING
        server.add_tool(
            refusing(tool), structured_output=False, annotations=ToolAnnotations(read_only_hint=reads, open_world_hint=False)
        )
    return server


def refusing(tool: Tool) -> Tool:
    """What the rules refuse is an error the model can read and act on."""

    @functools.wraps(tool)
    async def run(*args: object, **named: object) -> str:
        try:
            return await tool(*args, **named)
        except StarfrayError as error:
            raise ToolError(refusal_words(error)) from None

    return run


def make_http_app(servers: Mapping[str, MCPServer[None]], host: str, also_known_as: list[str]) -> Starlette:
    """Servers side by side, each under /KEY/mcp: whoever has a key has that seat. Requests that name another host, as pages of
    strangers would by way of a browser, are refused by the SDK.
    """
    names = [host, *also_known_as]
    security = TransportSecuritySettings(
        allowed_hosts=[f"{name}:*" for name in names], allowed_origins=[f"http://{name}:*" for name in names]
    )
    mounts = [
        Mount(f"/{key}", server.streamable_http_app(host=host, transport_security=security)) for key, server in servers.items()
    ]

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            for server in servers.values():
                await stack.enter_async_context(server.session_manager.run())
            yield

    return Starlette(routes=mounts, lifespan=lifespan)
