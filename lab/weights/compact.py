"""Stores the weights of an ONNX graph small: int8 for large dense ones, fp16 for the rest. Both become float32 when a session opens.

Cast and Mul fold into constants while ONNX Runtime optimises the graph, so a run costs what it costs with float32 weights.
DequantizeLinear on weights alone does not fold: three times slower (measured).
"""

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

MIN_INT8 = 20_000
"""A tensor with fewer values stays fp16: it costs little and matters much."""
MIN_FP16 = 65


def to_int8(weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """One scale for each output channel (axis 0), chosen from 21 candidates by least squares."""
    axes = tuple(range(1, weights.ndim))
    shape = [-1] + [1] * (weights.ndim - 1)
    largest = np.abs(weights).max(axes)
    largest[largest == 0] = 1
    best = None
    for clip in np.linspace(0.6, 1, 21):
        scale = (largest * clip / 127).astype(np.float32).reshape(shape)
        values = np.clip(np.round(weights / scale), -127, 127)
        error = ((values * scale - weights) ** 2).sum(axes)
        if best is None:
            best = (error, values, scale.copy())
            continue
        better = error < best[0]
        mask = better.reshape(shape)
        best = (np.where(better, error, best[0]), np.where(mask, values, best[1]), np.where(mask, scale, best[2]))
    return best[1].astype(np.int8), best[2].astype(np.float32)


def compact(model: onnx.ModelProto) -> onnx.ModelProto:
    grouped = {
        node.input[1]
        for node in model.graph.node
        if node.op_type == "Conv" and any(each.name == "group" and each.i > 1 for each in node.attribute)
    }
    stored, casts = [], []
    for tensor in model.graph.initializer:
        values, name = numpy_helper.to_array(tensor), tensor.name
        if values.dtype != np.float32 or values.size < MIN_FP16:
            stored.append(tensor)
        elif values.ndim >= 2 and values.size >= MIN_INT8 and name not in grouped:
            integers, scales = to_int8(values)
            stored += [numpy_helper.from_array(integers, f"{name}_int8"), numpy_helper.from_array(scales, f"{name}_scale")]
            casts.append(helper.make_node("Cast", [f"{name}_int8"], [f"{name}_float"], to=TensorProto.FLOAT))
            casts.append(helper.make_node("Mul", [f"{name}_float", f"{name}_scale"], [name]))
        else:
            stored.append(numpy_helper.from_array(values.astype(np.float16), f"{name}_fp16"))
            casts.append(helper.make_node("Cast", [f"{name}_fp16"], [name], to=TensorProto.FLOAT))
    nodes = casts + list(model.graph.node)
    del model.graph.initializer[:], model.graph.node[:]
    model.graph.initializer.extend(stored)
    model.graph.node.extend(nodes)
    onnx.checker.check_model(model)
    return model
