"""Draws tables whose cells are known: HTML for Chromium, and what is in it as JSON.

    python3 lab/eval/tables/draw.py OUT --tables 60 --seed 1
"""

import argparse
import html
import json
import random
from pathlib import Path

KINDS = ("ruled", "level rules", "striped", "bare")
ITEMS = "Hammer,Nails 40 mm,Paint white 5 l,Brush set,Garden hose,Work gloves,Safety glasses,Wood screws,Sanding paper,Ladder,Extension cord,Drill bits".split(",")
NAMES = "Anna Berger,Luis Ortega,Mei Lin,Tom Baker,Sara Nowak,Ivo Petrov,Nina Holm,Paul Roux".split(",")
HEADS = {"item": "Item", "name": "Name", "qty": "Qty", "price": "Price", "total": "Total", "date": "Date", "note": "Remark", "share": "Share"}


def value(kind: str, chance: random.Random, is_long: bool) -> str:
    note = ["ok", "late", "returned", "to be checked", "see page 4"][chance.randrange(5)]
    return {
        "item": f"{chance.choice(ITEMS)}{', for outdoor use, delivered in three boxes to the back door' if is_long else ''}",
        "name": chance.choice(NAMES),
        "qty": str(chance.randint(1, 40)),
        "price": f"{chance.uniform(1, 900):,.2f}",
        "total": f"{chance.uniform(10, 9000):,.2f}",
        "date": f"2026-{chance.randint(1, 12):02d}-{chance.randint(1, 28):02d}",
        "note": note,
        "share": f"{chance.randint(0, 100)} %",
    }[kind]


def table(chance: random.Random, kind: str) -> dict:
    columns = ["item", *chance.sample(["name", "qty", "price", "total", "date", "note", "share"], chance.randint(2, 5))]
    cells, rows = [], chance.randint(4, 12)
    top = 0
    if chance.random() < 0.35 and len(columns) >= 4:
        # A head over two columns.
        cells.append({"row": 0, "column": 0, "rows": 2, "columns": 1, "text": HEADS[columns[0]]})
        cells.append({"row": 0, "column": 1, "rows": 1, "columns": 2, "text": chance.choice(["First half", "Order", "North"])})
        cells += [{"row": 0, "column": at, "rows": 2, "columns": 1, "text": HEADS[columns[at]]} for at in range(3, len(columns))]
        cells += [{"row": 1, "column": at, "rows": 1, "columns": 1, "text": HEADS[columns[at]]} for at in (1, 2)]
        top = 2
    else:
        cells += [{"row": 0, "column": at, "rows": 1, "columns": 1, "text": HEADS[each]} for at, each in enumerate(columns)]
        top = 1
    long_row = chance.randrange(rows) if chance.random() < 0.5 else -1
    for row in range(rows):
        for at, each in enumerate(columns):
            text = "" if at > 0 and chance.random() < 0.08 else value(each, chance, row == long_row)
            cells.append({"row": top + row, "column": at, "rows": 1, "columns": 1, "text": text})
    return {"kind": kind, "columns": len(columns), "rows": top + rows, "cells": cells, "numbers": [each in ("qty", "price", "total", "share") for each in columns]}


def markup(made: dict, chance: random.Random) -> str:
    rows = []
    for row in range(made["rows"]):
        cells = "".join(
            f'<td rowspan="{c["rows"]}" colspan="{c["columns"]}" style="text-align:{"right" if made["numbers"][c["column"]] else "left"}">{html.escape(c["text"])}</td>'
            for c in made["cells"]
            if c["row"] == row
        )
        rows.append(f'<tr class="{"odd" if row % 2 else "even"}">{cells}</tr>')
    style = f'font-size:{chance.choice([9, 10, 11, 12])}pt;font-family:{chance.choice(["DejaVu Sans", "DejaVu Serif", "Liberation Sans", "Liberation Serif"])}'
    return f'<section><table class="{made["kind"].replace(" ", "-")}" style="{style}">{"".join(rows)}</table></section>'


STYLE = """
@page { size: A4; margin: 20mm } section { page-break-after: always } table { border-collapse: collapse; max-width: 170mm }
td { padding: 2pt 7pt; vertical-align: top; max-width: 45mm }
.ruled td { border: 0.7pt solid #333 } .level-rules td { border-top: 0.5pt solid #777; border-bottom: 0.5pt solid #777 }
.striped tr.odd { background: #e4e8ee }
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    chance = random.Random(arguments.seed)
    made = [table(chance, KINDS[index % len(KINDS)]) for index in range(arguments.tables)]
    body = "".join(markup(each, chance) for each in made)
    arguments.out.mkdir(parents=True, exist_ok=True)
    (arguments.out / "tables.html").write_text(f'<meta charset="utf-8"><style>{STYLE}</style>{body}', "utf8")
    (arguments.out / "tables.json").write_text(json.dumps(made), "utf8")


if __name__ == "__main__":
    main()
