"""What an answer to a question comes to, in a few words and a chance, where a book can tell without playing it out. Pages show
such answers as cards.
"""

from __future__ import annotations

from dataclasses import dataclass

from starfray.engine.codec import Plain


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer, or one that cannot be given now. `p` is the chance that it succeeds; None: nothing is rolled, or nobody can
    say.
    """

    title: str
    words: str = ""  # what success brings
    p: float | None = None
    aside: str = ""  # what else there is to know
    refused: str = ""  # why it cannot be chosen: such a card stands below the others

    def plain(self) -> dict[str, Plain]:
        return {"title": self.title, "words": self.words, "p": self.p, "aside": self.aside, "refused": self.refused}
