"""Pages with charts: one self-contained file, light or dark like the reader's screen, ready to print."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from starfray.version import VERSION

STYLE = """
:root { color-scheme: light dark; --ink: #1d2430; --dim: #5d6878; --paper: #fff; --line: #d6dbe3; --bar: #2f6fb5;
  --bar2: #b5532f; --soft: #e7edf5; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e8ee; --dim: #98a3b3; --paper: #14181f; --line: #333b48; --bar: #4f8fd6;
  --bar2: #d47d52; --soft: #1f2731; } }
@media print { :root { --ink: #000; --dim: #444; --paper: #fff; --line: #bbb; --bar: #2f6fb5; --bar2: #b5532f; --soft: #eee; }
  body { margin: 0; max-width: none; font-size: 14px; } .lead { border: 1px solid var(--line); } h2 { break-after: avoid; }
  .row, tr, .columns { break-inside: avoid; } .wide { overflow: visible; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 56rem; margin: 2rem auto;
  padding: 0 1rem; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .2rem; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
.lead { font-size: 1.1rem; background: var(--soft); padding: .8rem 1rem; border-radius: .4rem; }
.lead p { margin: .2rem 0; } .dim, footer { color: var(--dim); } footer { margin-top: 2.5rem; font-size: .85rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; font-size: .95em; }
th, td { text-align: left; padding: .25rem .5rem; border-bottom: 1px solid var(--line); vertical-align: top; }
td.n, th.n { text-align: right; width: 1%; } td.n { white-space: nowrap; } td:first-child:not(.n) { min-width: 7rem; }
td { overflow-wrap: break-word; }
.bars { display: grid; grid-template-columns: minmax(9rem, max-content) minmax(6rem, 1fr) max-content; gap: .3rem .7rem;
  margin: 0 0 1rem; align-items: center; font-size: .92em; line-height: 1.2; font-variant-numeric: tabular-nums; }
.row { display: contents; } .row > :first-child { text-align: right; overflow-wrap: anywhere; max-width: 18rem; }
.row > :last-child { color: var(--dim); }
svg { width: 100%; display: block; overflow: visible; } .bars svg { height: 1.05rem; } .columns svg { height: 9rem; }
.columns { margin-bottom: 1rem; } .ticks { position: relative; height: 1.4rem; font-size: .85em; color: var(--dim); }
.ticks span { position: absolute; transform: translateX(-50%); white-space: nowrap; }
.bar { fill: var(--bar); } .minus { fill: var(--bar2); }
.axis { stroke: var(--line); } .span { stroke: var(--ink); stroke-width: 1.6; }
line { vector-effect: non-scaling-stroke; }
@media (max-width: 34rem) { .bars { display: block; }
  .row { display: grid; grid-template-columns: 1fr max-content; gap: .1rem .7rem; margin-bottom: .6rem; }
  .row > :first-child { text-align: left; } .row > svg { order: 1; grid-column: 1 / -1; } }
"""
WIDTH = 1000  # of a chart, in its own units: it is as wide as the page


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar of a chart, with the interval in which its true length lies and a word behind it."""

    label: str
    value: float
    low: float
    high: float
    note: str = ""


def page(title: str, subtitle: str, summary: Sequence[str], sections: Sequence[tuple[str, str]], foot: str) -> str:
    """A whole page; sections are (title, html)."""
    lead = "".join(f"<p>{escape(sentence)}</p>" for sentence in summary)
    body = "".join(f"<section><h2>{escape(name)}</h2>{html}</section>" for name, html in sections if html)
    lead, body = lead.replace(" %", "\u00a0%"), body.replace(" %", "\u00a0%")
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body><h1>{escape(title)}</h1>"
        f'<p class="dim">{escape(subtitle)}</p><div class="lead">{lead}</div>{body}'
        f"<footer>{escape(foot)} Starfray {VERSION}.</footer></body></html>\n"
    )


def bars(rows: Sequence[Bar], signed: bool = False) -> str:
    """Lengths from 0 to 1, or (signed) to both sides of nothing. Words are text beside them: readable on a phone, too."""
    if not rows:
        return ""
    most = max([0.02, *(max(abs(bar.low), abs(bar.high), abs(bar.value)) for bar in rows)]) if signed else 1.0
    zero = WIDTH / 2 if signed else 0
    scale = (WIDTH - zero) / most
    parts = []
    for bar in rows:
        left, right = sorted((zero, zero + bar.value * scale))
        kind = "minus" if bar.value < 0 else "bar"
        line = ""
        if bar.high > bar.low:
            line = f'<line class="span" x1="{zero + bar.low * scale:.1f}" y1="5" x2="{zero + bar.high * scale:.1f}" y2="5"/>'
        parts.append(
            f'<div class="row"><span>{escape(bar.label)}</span>'
            f'<svg viewBox="0 0 {WIDTH} 10" preserveAspectRatio="none" role="img" aria-label="{escape(bar.note)}">'
            f'<rect class="{kind}" x="{left:.1f}" y="0" width="{max(1.5, right - left):.1f}" height="10"/>'
            f'<line class="axis" x1="{zero:.1f}" y1="-2" x2="{zero:.1f}" y2="12"/>{line}</svg>'
            f"<span>{escape(bar.note)}</span></div>"
        )
    return "".join(['<div class="bars">', *parts, "</div>"])


def columns(counts: dict[int, int], whole: int) -> str:
    """Columns over whole numbers; many of them are put together."""
    if not counts:
        return ""
    low, high = min(counts), max(counts)
    step = max(1, -(-(high - low + 1) // 40))
    groups = [0] * ((high - low) // step + 1)
    for number, count in counts.items():
        groups[(number - low) // step] += count
    wide = min(WIDTH / len(groups), 90.0)
    most = max(groups)
    every = -(-len(groups) // (16 if step == 1 else 7))
    parts, ticks = [], []
    for place, count in enumerate(groups):
        tall = 100 * count / most
        start = low + place * step
        name = str(start) if step == 1 else f"{start}–{start + step - 1}"
        parts.append(
            f'<rect class="bar" x="{place * wide + 1:.1f}" y="{100 - tall:.1f}" width="{max(1.0, wide - 3):.1f}"'
            f' height="{tall:.1f}"><title>{name}: {100 * count / whole:.1f} %</title></rect>'
        )
        if place % every == 0:
            ticks.append(f'<span style="left:{100 * (place + 0.5) * wide / WIDTH:.1f}%">{name}</span>')
    return (
        f'<div class="columns"><svg viewBox="0 0 {WIDTH} 100" preserveAspectRatio="none" role="img">{"".join(parts)}'
        f'<line class="axis" x1="0" y1="100" x2="{WIDTH}" y2="100"/></svg><div class="ticks">{"".join(ticks)}</div></div>'
    )


def table(head: Sequence[str], rows: Sequence[Sequence[str]], numbers: Sequence[int] = ()) -> str:
    """`numbers` are the columns to be set to the right."""
    if not rows:
        return ""

    def cells(tag: str, row: Sequence[str]) -> str:
        kinds = [" class=n" if place in numbers else "" for place in range(len(row))]
        return "".join(f"<{tag}{kind}>{escape(cell)}</{tag}>" for kind, cell in zip(kinds, row, strict=True))

    body = "".join(f"<tr>{cells('td', row)}</tr>" for row in rows)
    return f'<div class="wide"><table><thead><tr>{cells("th", head)}</tr></thead><tbody>{body}</tbody></table></div>'


def percent(share: float) -> str:
    return "<0.1 %" if 0 < share < 0.0005 else f"{100 * share:.1f} %"
