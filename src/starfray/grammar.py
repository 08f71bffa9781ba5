"""People in a sentence, with what the grammar of its language does to them and to the words beside them.

In a saying `{who}` is the name. Behind a colon stands what the sentence makes of it:

- `{who:hits|hit|hit}` the name and the verb: of one, of several, of 'you';
- `{who:~hits|hit|hit}` only the word that goes with it, where the name stands elsewhere;
- `{who:dat}` the name in a case; only 'you' changes with it, by the table [you] of the language.
"""

from __future__ import annotations

from collections.abc import Sequence

from starfray.language import ENGLISH, FORMS, engine_words, word

YOU = "\ue000"  # in place of the name of whom a sentence addresses
MOST_NAMES = 7


class People(str):
    """One or several names, and how the saying's language speaks to the one who is addressed."""

    __slots__ = ("language", "several", "you")
    several: bool
    you: bool
    language: str

    def __new__(cls, names: Sequence[str], language: str = ENGLISH) -> People:
        few = (
            [*names[: MOST_NAMES - 1], word("others", number=len(names) - MOST_NAMES + 1)] if len(names) > MOST_NAMES else names
        )
        made = super().__new__(cls, listed(few))
        made.several = len(names) > 1
        made.language = language
        made.you = language != ENGLISH and list(names) == [YOU]  # in English, see second_person.py
        return made

    def __format__(self, spec: str) -> str:
        if "|" not in spec and not spec.startswith("~"):
            return str(engine_words(self.language).get("you", {}).get(spec, self)) if self.you else str(self)
        forms = spec.removeprefix("~").split("|")
        if self.you and len(forms) < 3:
            return YOU  # this saying cannot address anybody
        form = forms[2] if self.you else forms[1] if self.several and len(forms) > 1 and forms[1] else forms[0]
        return form if spec.startswith("~") else f"{self:} {form}"


def agreeing(text: str, whose: People) -> str:
    """A phrase with {who:~…} in it, as it is said of these people."""
    return FORMS.sub(lambda forms: f"{whose:~{forms[1]}{forms[2]}}", text) if "{who:~" in text else text


def listed(words: Sequence[str]) -> str:
    """'a', 'a and b', 'a, b and c'"""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])}{word('and')}{words[-1]}" if words else ""
