"""Pages with charts: one file that needs nothing else, light or dark as the reader's screen, fit for the printer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from starfray.version import VERSION

STYLE = """
:root { color-scheme: light dark; --ink: #1d2430; --dim: #5d6878; --paper: #fff; --line: #d6dbe3; --bar: #2f6fb5;
  --bar2: #b5532f; --soft: #e7edf5; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e8ee; --dim: #98a3b3; --paper: #14181f; --line: #333b48; --bar: #6aa6e8;
  --bar2: #e8946a; --soft: #1f2731; } }
@media print { :root { --ink: #000; --dim: #444; --paper: #fff; --line: #bbb; --bar: #2f6fb5; --bar2: #b5532f; --soft: #eee; }
  section { break-inside: avoid; } .wide { overflow: visible; } td:first-child { white-space: normal; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 52rem; margin: 2rem auto;
  padding: 0 1rem; }
h1 { font-size: 1.6rem; margin: 0 0 .2rem; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
.lead { font-size: 1.1rem; background: var(--soft); padding: .8rem 1rem; border-radius: .4rem; }
.lead p { margin: .2rem 0; } .dim, footer { color: var(--dim); } footer { margin-top: 2.5rem; font-size: .85rem; }
.wide { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: .25rem .6rem; border-bottom: 1px solid var(--line); vertical-align: top; }
td.n, th.n { text-align: right; } td.n, td:first-child { white-space: nowrap; }
svg { width: 100%; height: auto; display: block; } svg text { fill: var(--ink); font: 13px system-ui, sans-serif; }
svg .dim { fill: var(--dim); } svg .bar { fill: var(--bar); } svg .minus { fill: var(--bar2); }
svg .axis { stroke: var(--line); } svg .span { stroke: var(--ink); stroke-width: 1.5; }
"""
WIDTH, LABEL, AFTER, ROW = 800, 250, 150, 24


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
    lead = "".join(f"<p>{escape(each)}</p>" for each in summary)
    body = "".join(f"<section><h2>{escape(name)}</h2>{html}</section>" for name, html in sections if html)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body><h1>{escape(title)}</h1>"
        f'<p class="dim">{escape(subtitle)}</p><div class="lead">{lead}</div>{body}'
        f"<footer>{escape(foot)} Starfray {VERSION}.</footer></body></html>\n"
    )


def bars(rows: Sequence[Bar], signed: bool = False) -> str:
    """Lengths from 0 to 1, or (signed) to both sides of nothing."""
    if not rows:
        return ""
    most = max([0.02, *(max(abs(each.low), abs(each.high), abs(each.value)) for each in rows)]) if signed else 1.0
    room = WIDTH - LABEL - AFTER
    zero = LABEL + (room / 2 if signed else 0)
    scale = (room / 2 if signed else room) / most
    height = ROW * len(rows) + 6
    parts = [f'<svg viewBox="0 0 {WIDTH} {height}" role="img">',
             f'<line class="axis" x1="{zero:.1f}" y1="0" x2="{zero:.1f}" y2="{height}"/>']
    for place, each in enumerate(rows):
        top = ROW * place + 4
        left, right = sorted((zero, zero + each.value * scale))
        kind = "minus" if each.value < 0 else "bar"
        middle = top + ROW / 2 - 2
        parts.append(
            f'<text x="{LABEL - 8}" y="{middle + 4:.1f}" text-anchor="end">{escape(shortened(each.label))}'
            f"<title>{escape(each.label)}</title></text>"
            f'<rect class="{kind}" x="{left:.1f}" y="{top}" width="{max(0.5, right - left):.1f}" height="{ROW - 8}" rx="2"/>'
        )
        if each.high > each.low:
            parts.append(f'<line class="span" x1="{zero + each.low * scale:.1f}" y1="{middle:.1f}" '
                         f'x2="{zero + each.high * scale:.1f}" y2="{middle:.1f}"/>')
        parts.append(f'<text class="dim" x="{WIDTH - AFTER + 10}" y="{middle + 4:.1f}">{escape(each.note)}</text>')
    return "".join([*parts, "</svg>"])


def shortened(text: str, most: int = 36) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def columns(counts: dict[int, int], whole: int) -> str:
    """Columns over whole numbers; many of them are put together."""
    if not counts:
        return ""
    low, high = min(counts), max(counts)
    step = max(1, -(-(high - low + 1) // 40))
    groups = [0] * ((high - low) // step + 1)
    for number, count in counts.items():
        groups[(number - low) // step] += count
    wide = WIDTH / len(groups)
    most = max(groups)
    parts = [f'<svg viewBox="0 0 {WIDTH} 190" role="img">']
    every = max(1, len(groups) // 12)
    for place, count in enumerate(groups):
        tall = 140 * count / most
        start = low + place * step
        name = str(start) if step == 1 else f"{start}–{start + step - 1}"
        parts.append(f'<rect class="bar"'
                     f' x="{place * wide + 1:.1f}" y="{155 - tall:.1f}" width="{max(1.0, min(wide - 2, 60)):.1f}"'
                     f' height="{tall:.1f}"><title>{name}: {100 * count / whole:.1f} %</title></rect>')
        if place % every == 0:
            middle = place * wide + 1 + max(1.0, min(wide - 2, 60)) / 2
            at = "start" if place == 0 and step > 1 else "middle"
            parts.append(f'<text class="dim" x="{middle:.1f}" y="174" text-anchor="{at}">{name}</text>')
    return "".join([*parts, '<line class="axis" x1="0" y1="155" x2="800" y2="155"/></svg>'])


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
