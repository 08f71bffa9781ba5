"""A fight in a few lines of text, as one side sees it."""

from __future__ import annotations

from starfray.envs.candidates import Texts
from starfray.envs.match import Match

MOST_CHOICES = 12


def picture(match: Match, side: str) -> str:
    book, decision = match.book, match.decision
    view = decision.view if decision is not None and decision.side == side else book.view(match.state, f"side:{side}")
    when = f"{book.time.field.replace('_', ' ')} {book.clock(view)}" if book.time is not None else f"after {match.acts} acts"
    lines = [f"{book.title}, {when}, as {side} sees it"]
    for actor in view.roster.values():
        vitals = book.vitals_of(view, actor)
        pools = [f"{pool.label} {pool.now}/{pool.most}" for pool in vitals.pools]
        where = [f"at {actor.at[0]:g},{actor.at[1]:g}"] if actor.at is not None else []
        facts = ", ".join([vitals.word or vitals.state, *pools, *(each.name for each in vitals.conditions), *where])
        lines.append(f"  {actor.name or actor.id} [{actor.side}]: {facts}")
    if decision is not None and decision.side == side:
        asked = decision.ask
        lines.append(f"{decision.who}: {(asked.prompt or asked.rule) if asked is not None else decision.kind or 'acts'}")
        listed = list(Texts(decision.choices).items())
        lines += [f"  {slot}: {text}" for slot, text in listed[:MOST_CHOICES]]
        if len(listed) > MOST_CHOICES:
            lines.append(f"  and {len(listed) - MOST_CHOICES} more")
    elif match.outcome is not None:
        lines.append(match.outcome.reason)
    return "\n".join(lines) + "\n"
