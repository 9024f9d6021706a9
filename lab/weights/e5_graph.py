"""Builds the encoder of multilingual-e5-small as ONNX. It takes the rows of the vocabulary: the rows themselves stay outside of the graph."""

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from e5_format import Source

CONTRIB = "com.microsoft"
# Weights in bytes, from -63 to 63: a processor without VNNI adds two products in 16 bits, and 2 × 255 × 63 fits in.
MOST_WEIGHT = 63
# How much of the difference between the channels of an input goes over to the weights, and the least range beside the median one.
EVENNESS, LEAST_RANGE = 0.5, 0.3


class Encoder:
    def __init__(self, source: Source, small: bool, ranges: dict[str, np.ndarray] | None = None):
        """
        `small` keeps the weights in 4 bits, as they are in the source; else they are 32-bit floats. What `ranges` names, the least and the
        largest number of each channel of an input, is multiplied in bytes.
        """
        self.source, self.is_small, self.nodes, self.weights = source, small, [], []
        self.ranges = ranges or {}

    def constant(self, name, values):
        self.weights.append(numpy_helper.from_array(np.ascontiguousarray(values), name))
        return name

    def floats(self, name):
        return self.constant(name, self.source.floats(name))

    def node(self, kind, inputs, outputs, domain="", **attributes):
        outputs = [outputs] if isinstance(outputs, str) else outputs
        self.nodes.append(helper.make_node(kind, inputs, outputs, domain=domain, **attributes))
        return outputs[0]

    def half(self, name, values):
        self.constant(f"{name}.half", values.astype(np.float16))
        return self.node("Cast", [f"{name}.half"], name, to=TensorProto.FLOAT)

    def linear(self, value, name, tensors, width, bias=""):
        """value × the tensors below each other. Only bytes add a bias here."""
        if not self.is_small:
            weights = np.concatenate([self.source.large(each, width) for each in tensors])
            return self.node("MatMul", [value, self.constant(f"{name}.w", weights.T)], name)
        scales, numbers = (np.concatenate(each) for each in zip(*(self.source.small(each, width) for each in tensors)))
        if value in self.ranges:
            return self.linear_in_bytes(value, name, (scales, numbers), bias)
        packed = (numbers[:, :, 0::2] | (numbers[:, :, 1::2] << 4)).astype(np.uint8)
        inputs = [value, self.constant(f"{name}.q", packed), self.half(f"{name}.s", scales)]
        sizes = {"K": width, "N": len(numbers), "bits": 4, "block_size": 32, "accuracy_level": 4}
        return self.node("MatMulNBits", inputs, name, CONTRIB, **sizes)

    def linear_in_bytes(self, value, name, small, bias):
        """
        The input with its channels brought near each other, in bytes, × the weights in bytes. These are stored in 4 bits: Percept adds them, as
        `NAME.w`, when it opens the file (libs/core/src/inference/models/onnx/unpack.ts).
        """
        scales, numbers = small
        least, most = self.ranges[value]
        range_ = np.maximum(np.abs(least), np.abs(most))
        uneven = np.maximum(range_, np.median(range_) * LEAST_RANGE) ** EVENNESS
        uneven = (uneven / np.median(uneven)).astype(np.float16)
        low, high = (least / uneven).min(), (most / uneven).max()
        step = np.float32((high - low) / 255)
        self.constant(f"{name}.columns", uneven)
        columns = self.node("Cast", [f"{name}.columns"], f"{name}.uneven", to=TensorProto.FLOAT)
        even = self.node("Div", [value, columns], f"{name}.even")
        at = [self.constant(f"{name}.step", step), self.constant(f"{name}.zero", np.uint8(np.round(-low / step)))]
        self.node("QuantizeLinear", [even, *at], f"{name}.bytes")
        weights = ((numbers.astype(np.float32) - 8) * scales.astype(np.float32)[:, :, None]).reshape(len(numbers), -1) * uneven.astype(np.float32)
        steps = np.abs(weights).max(1) / MOST_WEIGHT
        self.constant(f"{name}.packed", (numbers[:, :, :16] | (numbers[:, :, 16:] << 4)).astype(np.uint8))
        self.constant(f"{name}.scales", scales)
        inputs = [f"{name}.bytes", f"{name}.w", at[0], self.constant(f"{name}.steps", steps), at[1], "", bias]
        return self.node("MatMulIntegerToFloat", inputs, name, CONTRIB)

    def normalised(self, value, residual, layer, names, output):
        """The sum with the residual, and with a bias unless the value has it, normalised. Of the two ways the first takes half the time."""
        norm, bias = names
        weights = [self.floats(f"{layer}{norm}.{each}") for each in "wb"]
        if self.ranges:
            total = self.node("Add", [value, residual], f"{output}.sum")
            return self.node("LayerNormalization", [total, *weights], output, axis=-1, epsilon=self.source.epsilon)
        inputs = [value, residual, *weights, self.floats(f"{layer}{bias}")]
        return self.node("SkipLayerNormalization", inputs, output, CONTRIB, epsilon=self.source.epsilon)

    def mask(self):
        self.node("Cast", ["mask"], "mask_32", to=TensorProto.INT32)
        self.constant("thirds", np.array([self.source.hidden] * 3))

    def begin(self):
        source, hidden = self.source, self.source.hidden
        places = source.floats("emb.pos").reshape(-1, hidden) + source.floats("emb.type").reshape(-1, hidden)[0]
        (self.half if self.is_small else self.constant)("places", places)
        self.node("Shape", ["rows"], "length", start=1, end=2)
        self.node("Slice", ["places", self.constant("zero", np.array([0])), "length"], "here")
        self.node("Add", ["rows", "here"], "placed")
        norm = ["placed", self.floats("emb.ln.w"), self.floats("emb.ln.b")]
        return self.node("LayerNormalization", norm, "begin", axis=-1, epsilon=source.epsilon)

    def layer(self, index, value, output):
        source, name = self.source, f"l{index}."
        self.linear(value, f"{name}qkv", [f"{name}{each}.w" for each in "qkv"], source.hidden)
        parts = [f"{name}{each}" for each in ("query", "key", "value")]
        self.node("Split", [f"{name}qkv", "thirds"], parts, axis=-1)
        bias = self.constant(f"{name}qkv.b", np.concatenate([source.floats(f"{name}{each}.b") for each in "qkv"]))
        heads = {"num_heads": source.heads}
        context = self.node("MultiHeadAttention", [*parts, bias, "mask_32"], f"{name}context", CONTRIB, **heads)
        biases = {each: self.floats(f"{name}{each}.b") if self.ranges else "" for each in ("ao", "fo")}
        attended = self.linear(context, f"{name}ao", [f"{name}ao.w"], source.hidden, biases["ao"])
        value = self.normalised(attended, value, name, ("aln", "ao.b"), f"{name}middle")
        wide = self.linear(value, f"{name}fi", [f"{name}fi.w"], source.hidden)
        wide = self.node("BiasGelu", [wide, self.floats(f"{name}fi.b")], f"{name}gelu", CONTRIB)
        narrow = self.linear(wide, f"{name}fo", [f"{name}fo.w"], source.wide, biases["fo"])
        return self.normalised(narrow, value, name, ("oln", "fo.b"), output)

    def end(self, value):
        """The mean over the tokens, of length 1. The sum has the same direction."""
        self.node("Cast", ["mask"], "mask_float", to=TensorProto.FLOAT)
        self.node("Unsqueeze", ["mask_float", self.constant("one", np.array([1]))], "mask_row")
        self.node("Squeeze", [self.node("MatMul", ["mask_row", value], "sums"), "one"], "sum")
        self.node("LpNormalization", ["sum"], "vector", axis=-1, p=2)


def port(name, *shape, kind=TensorProto.FLOAT):
    return helper.make_tensor_value_info(name, kind, shape)


def build(source: Source, layers: range, small: bool, states=(), ranges=None) -> onnx.ModelProto:
    """
    In: `rows`, float32 of texts × tokens × 384, or from a later layer on the `states` before it, and `mask`, int64 of texts × tokens. Out: after
    the last layer `vector`, float32 of texts × 384; for each layer of `states` its `layer_…` of texts × tokens × 384.
    A graph in bytes lacks its weights in bytes: see `with_bytes`.
    """
    encoder, width = Encoder(source, small, ranges), source.hidden
    encoder.mask()
    first = "states" if layers.start else "rows"
    value = "states" if layers.start else encoder.begin()
    for index in layers:
        value = encoder.layer(index, value, f"layer_{index}" if index in states else f"l{index}.out")
    outputs = [port(f"layer_{each}", "n", "length", width) for each in states]
    if layers.stop == source.layers or not states:
        encoder.end(value)
        outputs.append(port("vector", "n", width))
    inputs = [port(first, "n", "length", width), port("mask", "n", "length", kind=TensorProto.INT64)]
    graph = helper.make_graph(encoder.nodes, "multilingual-e5-small", inputs, outputs, encoder.weights)
    operators = [helper.make_opsetid("", 18), helper.make_opsetid(CONTRIB, 1)]
    return helper.make_model(graph, opset_imports=operators, ir_version=8, producer_name="percept-lab")


def with_bytes(model: onnx.ModelProto) -> onnx.ModelProto:
    """A copy with the weights in bytes that its nodes take, made of those in 4 bits, as libs/core/src/inference/models/onnx/unpack.ts does."""
    whole = onnx.ModelProto()
    whole.CopyFrom(model)
    tensors = {each.name: numpy_helper.to_array(each) for each in model.graph.initializer}
    for name, packed in tensors.items():
        if not name.endswith(".packed"):
            continue
        scales, columns, steps = (tensors[name.replace(".packed", part)].astype(np.float32) for part in (".scales", ".columns", ".steps"))
        numbers = np.concatenate([packed & 15, packed >> 4], 2).astype(np.float32) - 8
        weights = (numbers * scales[:, :, None]).reshape(len(packed), -1) * columns
        integers = np.round(weights / steps[:, None]).astype(np.int8)
        whole.graph.initializer.append(numpy_helper.from_array(np.ascontiguousarray(integers.T), name.replace(".packed", ".w")))
    return whole
