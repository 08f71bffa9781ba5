"""Characters of other programs than GCS: actors of Foundry, files of GCA, stat blocks as text."""

from __future__ import annotations

from starfray.rulebooks.gurps.foreign.foundry import FOUNDRY
from starfray.rulebooks.gurps.foreign.refused import GCA, OLD_GCS
from starfray.rulebooks.gurps.foreign.stat_block import STAT_BLOCK

READERS = (FOUNDRY, GCA, OLD_GCS, STAT_BLOCK)
