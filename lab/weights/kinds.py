"""Adds to models/classifier what tells documents and screenshots from photographs: two rows on the features of the trunk.

1. node pages.cjs DRAWN 1000 PHOTOS                            draws documents and screens
2. python kinds.py spoil DRAWN PHOTOS SPOILT > jobs.jsonl      scans and photographs them, cuts and shrinks the screens
3. node features.cjs jobs.jsonl drawn.jsonl
4. python kinds.py fit drawn.jsonl features.jsonl              writes classifier-head.onnx, labels.txt and their digests in model.yaml

PHOTOS is a folder of JPEGs: the tables on which documents lie, and the images of web pages. features.jsonl is that of classifier.py:
its images and their parts are the photographs. Run this after classifier.py, which writes a head without kinds.
"""

import hashlib
import json
import pathlib
import random
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from PIL import Image, ImageChops, ImageEnhance, ImageFilter
from scipy.optimize import minimize

from classifier import TARGET, with_digests
from classifier_data import open_mix

KINDS = ["document", "screenshot"]
# Classes of ImageNet that may be one: web site, comic book, crossword puzzle, book jacket, menu, envelope.
DOUBTFUL = {916, 917, 918, 921, 922, 549}
VARIANTS = {"document": 3, "screenshot": 2}
RIDGE, FOLDS = 1e-2, 5
# A photograph that is called a document loses its names, so it counts more than a document that is not known.
PHOTOGRAPH = 3


def scanned(page, chance):
    page = page.convert("L") if chance.random() < 0.5 else page
    paper = page.getpixel((1, 1))
    page = page.rotate(chance.gauss(0, 1.2), Image.BICUBIC, fillcolor=paper)
    page = ImageEnhance.Contrast(page).enhance(chance.uniform(0.6, 1.1)).filter(ImageFilter.GaussianBlur(chance.uniform(0, 1)))
    noise = Image.effect_noise(page.size, chance.uniform(1, 30)).convert(page.mode)
    return ImageChops.add(page, noise, 1, -128).convert("RGB")


def photographed(page, photos, chance):
    """Lies on a part of a photograph, seen at an angle, unevenly lit."""
    width, height = page.size
    side = int(max(width, height) * chance.uniform(0.95, 1.35))
    table = Image.open(chance.choice(photos)).convert("RGB")
    x, y = (chance.uniform(0, 0.5) * each for each in table.size)
    table = table.crop((x, y, x + table.width / 2, y + table.height / 2)).filter(ImageFilter.GaussianBlur(2)).resize((side, side))
    left, top = (side - width) // 2, (side - height) // 2
    corners = [(left, top), (left + width, top), (left + width, top + height), (left, top + height)]
    shift = side * 0.08
    seen = [(px + chance.uniform(-shift, shift), py + chance.uniform(-shift, shift)) for px, py in corners]
    rows, wanted = [], []
    for (u, v), (px, py) in zip(seen, [(0, 0), (width, 0), (width, height), (0, height)]):
        rows += [[u, v, 1, 0, 0, 0, -px * u, -px * v], [0, 0, 0, u, v, 1, -py * u, -py * v]]
        wanted += [px, py]
    plane = np.linalg.solve(np.array(rows), np.array(wanted))
    laid = page.convert("RGBA").transform((side, side), Image.PERSPECTIVE, plane, Image.BICUBIC)
    table.paste(laid, (0, 0), laid)
    light = Image.linear_gradient("L").resize((side, side)).rotate(chance.choice([0, 90, 180, 270]))
    table = Image.composite(table, ImageEnhance.Brightness(table).enhance(chance.uniform(0.4, 0.9)), light)
    if chance.random() < 0.3:
        table = table.rotate(chance.choice([90, 180, 270]))
    return table.filter(ImageFilter.GaussianBlur(chance.uniform(0, 1.5)))


def spoilt(kind, image, photos, chance):
    if kind == "document":
        if chance.random() < 0.3:
            height = chance.uniform(0.35, 0.9) * image.height
            image = image.crop((0, 0, image.width, int(height)))
        share = chance.random()
        return image if share < 0.4 else scanned(image, chance) if share < 0.65 else photographed(image, photos, chance)
    if chance.random() < 0.4:
        width, height = (int(chance.uniform(0.45, 1) * each) for each in image.size)
        x, y = chance.randint(0, image.width - width), chance.randint(0, image.height - height)
        image = image.crop((x, y, x + width, y + height))
    return image


def spoil(drawn, photos, target):
    target.mkdir(parents=True, exist_ok=True)
    tables = sorted(photos.glob("*.jpg"))
    for file in sorted(drawn.glob("*.png")):
        kind, chance = file.name.split("-")[0], random.Random(file.name)
        for at in range(VARIANTS[kind]):
            image = Image.open(file).convert("RGB")
            image.thumbnail((chance.randint(500, 1200),) * 2)
            image = spoilt(kind, image, tables, chance)
            path = target / f"{file.stem}-{at}.jpg"
            image.save(path, quality=chance.randint(40, 95))
            print(json.dumps({"key": f"kind/{file.name}", "path": str(path), "bare": True}))


def read(path):
    with open(path) as lines:
        return [json.loads(line) for line in lines]


def samples(drawn, photos):
    """Features, the class of each (0: neither), and the group that is fitted or judged as one: a drawing, or an image."""
    mix = open_mix()
    found = [(each["features"][0], 1 + KINDS.index(each["key"][5:].split("-")[0]), each["key"]) for each in read(drawn)]
    for each in read(photos):
        if mix.get(each["key"], {}).get("imagenet_index") not in DOUBTFUL:
            found.append((each["features"][0], 0, each["key"]))
    features, kinds, groups = zip(*found)
    return np.array(features), np.array(kinds), groups


def shares(features, weights):
    logits = features @ weights[:, :-1].T + weights[:, -1]
    powers = np.exp(logits - logits.max(1, keepdims=True))
    return powers / powers.sum(1, keepdims=True)


def fit_rows(features, kinds):
    """3 × 1,281 numbers: neither, document, screenshot; the last is the bias."""
    cost = np.where(kinds == 0, PHOTOGRAPH, 1.0)
    cost /= cost.sum()
    truth = np.eye(3)[kinds]

    def loss(flat):
        weights = flat.reshape(3, -1)
        found = shares(features, weights)
        slope = (found - truth) * cost[:, None]
        gradient = np.hstack([slope.T @ features + RIDGE * weights[:, :-1], slope.sum(0)[:, None]])
        value = -(cost * np.log(found[np.arange(len(kinds)), kinds] + 1e-12)).sum() + RIDGE / 2 * (weights[:, :-1] ** 2).sum()
        return value, gradient.ravel()

    start = np.zeros(3 * (features.shape[1] + 1))
    return minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 400}).x.reshape(3, -1)


def validate(features, kinds, groups):
    folds = np.array([int(hashlib.sha256(group.encode()).hexdigest(), 16) % FOLDS for group in groups])
    found = np.zeros((len(kinds), 3))
    for fold in range(FOLDS):
        found[folds == fold] = shares(features[folds == fold], fit_rows(features[folds != fold], kinds[folds != fold]))
    for kind, name in enumerate(["photographs", *KINDS]):
        own = found[kinds == kind]
        said = {each: round(float((own[:, 1 + at] >= 0.5).mean()), 4) for at, each in enumerate(KINDS)}
        print(f"{name}, {len(own)}: share called so from 0.5 on: {said}")


def write(weights):
    model = onnx.load(TARGET / "classifier-head.onnx")
    graph = model.graph
    kept = [node for node in graph.node if not any(name.startswith("kind") for name in node.output)]
    outputs = [each for each in graph.output if each.name != "kinds"]
    tensors = [each for each in graph.initializer if not each.name.startswith("kind")]
    values = {
        "kinds.half": weights[:, :-1].astype(np.float16), "kinds.b": weights[:, -1].astype(np.float32),
        "kinds.from": np.array([1]), "kinds.to": np.array([3]), "kinds.axis": np.array([1]),
    }  # fmt: skip
    kept += [
        helper.make_node("Cast", ["kinds.half"], ["kinds.w"], to=TensorProto.FLOAT),
        helper.make_node("Gemm", ["features", "kinds.w", "kinds.b"], ["kinds.logits"], transB=1),
        helper.make_node("Softmax", ["kinds.logits"], ["kinds.all"], axis=1),
        helper.make_node("Slice", ["kinds.all", "kinds.from", "kinds.to", "kinds.axis"], ["kinds"]),
    ]
    outputs.append(helper.make_tensor_value_info("kinds", TensorProto.FLOAT, [1, len(KINDS)]))
    tensors += [numpy_helper.from_array(value, name) for name, value in values.items()]
    made = helper.make_graph(kept, graph.name, graph.input, outputs, tensors)
    made = helper.make_model(made, opset_imports=model.opset_import, ir_version=model.ir_version)
    onnx.save(made, TARGET / "classifier-head.onnx")
    labels = [each for each in (TARGET / "labels.txt").read_text().splitlines() if each not in KINDS]
    (TARGET / "labels.txt").write_text("\n".join([*labels, *KINDS]) + "\n")
    manifest = TARGET / "model.yaml"
    manifest.write_text(with_digests(manifest.read_text()))


if __name__ == "__main__":
    command, *paths = sys.argv[1:]
    if command == "spoil":
        spoil(*map(pathlib.Path, paths))
    else:
        found = samples(*paths)
        validate(*found)
        write(fit_rows(*found[:2]))
