"""The jobs of a review as data, for processes that share nothing with this one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from starfray.engine.codec import Plain
from starfray.engine.content import Content, book_content
from starfray.fight import Fight
from starfray.rulebooks import find
from starfray.sim.policy_transport import TEXT_IMPORTER, Text
from starfray.sim.review_best import SearchJob
from starfray.sim.review_values import PointJob

ReviewJob = PointJob | SearchJob


@dataclass(frozen=True, slots=True)
class ReviewSetup:
    """A job without its book, which every process has."""

    book: str
    tables: dict[str, dict[str, dict[str, Plain]]]  # those the fight's packs changed
    kind: type[ReviewJob]
    given: tuple[Any, ...]  # what the job is made of, after book and content
    texts: dict[str, Text]

    def job(self) -> ReviewJob:
        book = find(self.book)
        content = book_content(book.name, book.folder)
        if self.tables:
            content = Content(book.name, {**content.tables, **self.tables})
        TEXT_IMPORTER.serve(self.texts)
        return self.kind(book, content, *self.given)


def setups_of(fight: Fight, jobs: Sequence[ReviewJob]) -> list[ReviewSetup]:
    printed = book_content(fight.book.name, fight.book.folder).tables
    tables = {name: rows for name, rows in fight.content.tables.items() if rows != printed.get(name)}
    return [ReviewSetup(fight.book.name, tables, type(job), job.given(), job.texts) for job in jobs]
