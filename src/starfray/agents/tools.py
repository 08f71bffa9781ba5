"""The tools a language model has at its seat. Each answers in plain words, within the bounds of pages.py."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Literal

from starfray.agents import words
from starfray.agents.pages import MOST_BYTES, cut, paged, with_tail
from starfray.agents.seat import AgentSeat, View
from starfray.engine.actions import usage
from starfray.engine.codec import Plain
from starfray.engine.errors import BadInput, Refused, suggest
from starfray.engine.gm import gm_actions
from starfray.rulebooks import find

MOST_TOOLS = 15
LONGEST_WAIT = 60
BREATH = 0.2  # seconds between two looks while waiting
EARLIER = "`log` tells them"
Tool = Callable[..., Awaitable[str]]


class Tools:
    """The tools of one seat, and what it has been told so far."""

    def __init__(self, seat: AgentSeat) -> None:
        self.seat = seat
        self.told = (0, -1)  # the last row of the log this client has read: number of the act, place in it

    @property
    def for_all(self) -> list[Tool]:
        return [
            self.look, self.log, self.rules, self.forms, self.odds, self.act, self.answer, self.roll, self.advice, self.undo,
            self.wait, self.review,
        ]  # fmt: skip

    @property
    def for_gm(self) -> list[Tool]:
        return [self.gm, self.gm_go_on, self.gm_prospects]

    # --- looking -----------------------------------------------------------------------------------------------------

    async def look(self, about: str = "", page: int = 1) -> str:
        """The table as your seat sees it: what is awaited of you, open questions, everybody you can see, what happened since
        you last looked. `about`: the id of one combatant, for the whole card.
        """
        view = await self.seat.view()
        if about:
            return paged(words.whole_card(view, card_of(view, about)), page)
        lines = [*words.standing(view), *words.people(view), *words.scene(view)]
        if page > 1:
            return paged(lines, page)
        full = paged(lines)
        return with_tail(full.split("\n"), self.news(view), "Since you last looked:", EARLIER)

    async def log(self, before: int = 0, about: str = "", page: int = 1) -> str:
        """What happened, the newest last. `before`: only acts before this number. `about`: only what tells of one combatant."""
        found = await self.seat.ask("log", {"before": before, "count": 60, "who": about})
        rows: list[Plain] = found["rows"]
        if not rows:
            return "Nothing has happened yet." if not before else f"Nothing happened before act {before}."
        earlier = f"before={rows[0]['n']} for earlier acts"
        return paged([*([f"({earlier})"] if found["more"] else []), *map(words.row_words, rows)], page)

    async def rules(self, about: str, page: int = 1) -> str:
        """Look a rule up by its id, as it stands in [ ], or by words."""
        ledger = find((await self.seat.view())["room"]["rulebook"]).ledger()
        if about in ledger:
            rule = ledger.by_id.get(about)
            see = [f"See also: {', '.join(rule.see)}"] if rule is not None and rule.see else []
            return paged([f"{about}: {ledger.summary(about)}", *see], page)
        found = ledger.search(about) if about.strip() else []
        if not found:
            raise BadInput(f"no rule has the words {about[:60]!r}", expected=suggest(about[:60], list(ledger.by_id)))
        return paged([f"{rule.id}: {rule.summary}" for rule in found], page)

    async def forms(self, who: str = "", kind: str = "", page: int = 1) -> str:
        """What somebody you play may do now. Each line is the text of an action that is possible as it stands; `kind`: one of
        them with everything that may be filled in. Lines with `not` tell why something is impossible.
        """
        view = await self.seat.view()
        up = [*view["turn"]["yours"], *view["turn"]["besides"]]
        who = who or (up[0] if up else "")
        if not who:
            raise Refused("fight.turn", "nobody you play may act now", ["look", "wait"])
        known = {**view["turn"]["besides"], **view["forms"]}
        forms: list[Plain] = known[who] if who in known else (await self.seat.ask("forms", {"who": who}))["forms"]
        if kind:
            chosen = next((form for form in forms if form["kind"] == kind), None)
            if chosen is None:
                raise BadInput(f"no kind of action {kind[:60]!r}", expected=suggest(kind, [form["kind"] for form in forms]))
            return paged(words.whole_form(chosen, who), page)
        lines = [f"What {who} may do (`forms` with kind=… tells what else may be filled in):"]
        lines += [words.form_line(form, who) for form in forms if form["refused"] is None]
        lines += [words.form_line(form, who) for form in forms if form["refused"] is not None]
        return paged(lines, page)

    async def odds(self, action: str = "", question: str = "", page: int = 1) -> str:
        """The chances of an action before you commit to it; or, with the id of an open question, of each answer to it."""
        if not question:
            return paged(words.odds_words(await self.seat.ask("odds", {"action": action})), page)
        found = await self.seat.ask("odds", {"ask": question})
        if "refused" in found:
            return paged(words.odds_words(found), page)
        lines = []
        for answer, told in found.items():
            lines += [f"If {answer}:", *words.odds_words(told)[1:]]
        return paged(lines, page)

    async def review(self, start: int = 0) -> str:
        """The fight looked at again: chances to win after each act, what dice and decisions were worth. `start`: how many acts
        you have read already. Players may ask when the fight is over.
        """
        found = await self.seat.ask("review", {"have": start})
        lines = words.review_words(found)
        left = found["acts_in_all"] - found["have"]
        lines.append(f"(start={found['have']} for the next of {left} acts)" if left > 0 else "(that is all)")
        return with_tail(lines[:1], lines[1:], "", EARLIER) if len("\n".join(lines)) > MOST_BYTES // 2 else paged(lines)

    # --- doing -------------------------------------------------------------------------------------------------------

    async def act(self, action: str) -> str:
        """Play an action, as `forms` writes it: KIND WHO FIELD=VALUE …. Tells what came of it and what is awaited next."""
        await self.seat.do("play", {"action": action})
        return await self.outcome()

    async def answer(self, question: str, answer: str) -> str:
        """Answer an open question by its id: an option's key, a number, shares as KEY:NUMBER, a point X,Y, faces of dice."""
        ask = next((each for each in (await self.seat.view())["asks"] if each["id"] == question), None)
        given: Plain = answer
        if ask is not None and ask["kind"] == "dice":
            given = faces_of(answer)
        await self.seat.do("answer", {"ask": question, "answer": given})
        return await self.outcome()

    async def roll(self, dice: str = "", note: str = "", to: Literal["open", "gm", "blind"] = "open") -> str:
        """Without `dice`: throw the dice you are asked for. With `dice` as 2d6: a free roll, which everybody sees, or you and
        the GM (gm), or the GM alone (blind).
        """
        if dice:
            done = await self.seat.do("roll", {"dice": dice, "note": note, "to": to})
            fell = f"You threw {done['faces']}, {done['total']} in all." if "faces" in done else ""
            return "\n".join(part for part in (fell, await self.outcome()) if part)
        asked = [ask for ask in (await self.seat.view())["asks"] if ask["kind"] == "dice"]
        if not asked:
            raise Refused("fight.pending", "no dice are asked of you", ["look", "roll with dice=2d6"])
        await self.seat.do("answer", {"ask": asked[0]["id"], "answer": []})
        return await self.outcome()

    async def advice(self, on: bool = True) -> str:
        """From now on `look` also tells what the book's own policy would do and answer for those you play; or no longer."""
        for who in (await self.seat.view())["you"]["plays"]:
            for kind in ("act", "*"):
                await self.seat.do("dial", {"who": who, "kind": kind, "value": "suggest" if on else "usual"})
        return await self.outcome()

    async def undo(self, why: str = "") -> str:
        """Take back your last act while no die has fallen in it. With `why`: ask the GM to take back what you cannot."""
        await self.seat.do("undo", {"request": True, "why": why} if why else {})
        return "The GM is asked." if why else await self.outcome()

    async def wait(self, seconds: int = 20) -> str:
        """Wait until something is awaited of you or the fight is over, at most so many seconds (60), and look."""
        for _ in range(round(min(max(0, seconds), LONGEST_WAIT) / BREATH)):
            if awaited(await self.seat.view()):
                break
            await asyncio.sleep(BREATH)
        return await self.outcome()

    async def outcome(self) -> str:
        """What is awaited now, and what the log has that this client has not read."""
        view = await self.seat.view()
        return with_tail(words.standing(view), self.news(view), "What happened:", EARLIER)

    def news(self, view: View) -> list[str]:
        rows: list[Plain] = view["log"]
        last = (rows[-1]["n"], rows[-1]["i"]) if rows else (0, -1)
        self.told = min(self.told, last)  # acts may have been taken back
        found = [words.row_words(row) for row in rows if (row["n"], row["i"]) > self.told]
        self.told = last
        return found

    # --- the GM ------------------------------------------------------------------------------------------------------

    async def gm(self, command: str = "") -> str:
        """What only the GM may do: 'set tor.hp 3', 'reveal tor', 'undo', … Without a command: the list of them."""
        if not command:
            book = find((await self.seat.view())["room"]["rulebook"])
            return paged(["undo", *(usage(kind).replace(" ACTOR", "") for kind in gm_actions(book).values())])
        if command == "undo":
            await self.seat.do("undo", {})
        else:
            await self.seat.do("gm", {"text": command})
        return await self.outcome()

    async def gm_go_on(self) -> str:
        """Run the steps that are due: the beginning of the fight, or what comes next after an undo."""
        await self.seat.do("go", {})
        return await self.outcome()

    async def gm_prospects(self) -> str:
        """Who would win from here, played out many times by the books' policies."""
        found = await self.seat.ask("prospects", {"at": "now"})
        lines = [f"{found['fights']} fights played out:"]
        lines += [f"  {each['side']} wins {each['count']} ({each['low']:.0%}–{each['high']:.0%})" for each in found["wins"]]
        return paged([*lines, *(f"  {each['name']} stands {each['p']:.0%}" for each in found["standing"])])


def awaited(view: View) -> bool:
    return bool(view["asks"] or view["turn"]["yours"]) or view["room"]["status"] != "open"


def card_of(view: View, who: str) -> Plain:
    """A station of a ship stands on the ship's card."""
    card = view["cards"].get(who.partition("/")[0])
    if card is None:
        raise BadInput(f"nobody is called {who[:60]!r}", field="about", expected=suggest(who[:60], view["cards"]))
    return card


def faces_of(answer: str) -> list[int]:
    """'6 3 1' as faces; '' lets the table throw."""
    parts = answer.replace(",", " ").split()
    if not all(part.isascii() and part.isdigit() for part in parts):
        raise BadInput(
            f"{answer[:60]!r} are no faces of dice", field="answer", expected="as '6 3 1', or '' to let them be thrown"
        )
    return [int(part) for part in parts]


def refusal_words(error: Exception) -> str:
    return cut(f"Refused: {error}", MOST_BYTES)
