"""The scenes of `protocols/*.txt`: what the rules say in them is what stands there, line by line."""

from __future__ import annotations

import pytest

from tests.hybrid.protocol import FOLDER, Protocol, played, read

PROTOCOLS = [
    pytest.param(protocol, id=f"{path.stem}: {protocol.title}", marks=pytest.mark.rule(*protocol.rules))
    for path in sorted(FOLDER.glob("*.txt"))
    for protocol in read(path)
]


def test_every_protocol_names_one_to_four_rules() -> None:
    named = [len(protocol.values[0].rules) for protocol in PROTOCOLS]  # type: ignore[union-attr]
    assert set(named) <= {1, 2, 3, 4}, "as in rules: attack.spin"


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_the_rules_say(protocol: Protocol) -> None:
    assert [line for _, lines in played(protocol) for line in lines] == protocol.said
