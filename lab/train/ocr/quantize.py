"""Rounds the weights of 1 × 1 convolutions to integers, so that their outputs for rendered lines change as little as possible.

    /usr/bin/python3 lab/train/ocr/quantize.py ACTIVATIONS OUT

ACTIVATIONS is what `main.js activations` wrote. `main.js pack` packs OUT.json and OUT.bin into quantization.onnx. They hold scales, and by
how much weights are rounded otherwise than to the nearest number: nothing of the original is in them.

Method: GPTQ (Frantar and others 2022, arXiv 2210.17323). What rounding a weight changes, the weights that are not rounded yet make up for.
Channels of very different range are first smoothed if that helps (SmoothQuant, Xiao and others 2022, arXiv 2211.10438).
"""
import json
import sys

import numpy as np

# 7 bits, so that processors that add two products in 16 bits never overflow: 2 · 255 · 63 < 2^15.
MOST = 63
BYTES = 255
# Shares of the largest value that a byte can stand for: larger ones are cut, and all others are finer.
SHARES = (1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4)
# Channels are smoothed only if the error falls to this share: smoothing costs a pass over the image.
WORTH = 0.75
# A convolution with a larger error is not quantized. Errors are relative to its output, root mean square.
LARGEST_ERROR = 0.03
# Of the mean of the diagonal, added to it.
DAMPING = 0.01


def scale_of(least, most):
    scale = np.float32((most - min(least, 0)) / BYTES)
    return scale, np.round(-min(least, 0) / scale)


def as_bytes(values, scale, zero):
    return (np.clip(np.rint(values / scale) + zero, 0, BYTES) - zero) * scale


def nearest(values):
    """As Math.round."""
    return np.floor(values + 0.5)


def gptq(weights, values, rounded):
    """Integers and their scales, so that `rounded` gives with them nearly what `values` gives with the weights."""
    made, read = weights.shape
    hessian = rounded.T @ rounded
    damping = DAMPING * np.mean(np.diag(hessian))
    hessian[np.diag_indices(read)] += damping
    cross = rounded.T @ values
    cross[np.diag_indices(read)] += damping
    fitted = np.linalg.solve(hessian, cross @ weights.T).T
    scales = np.maximum(np.maximum(np.abs(fitted).max(1), np.abs(weights).max(1)) / MOST, 1e-7).astype(np.float32).astype(float)
    order = np.argsort(-np.diag(hessian), kind="stable")
    upper = np.linalg.cholesky(np.linalg.inv(hessian[order][:, order])).T
    rest, whole = fitted[:, order].copy(), np.zeros((made, read))
    for i in range(read):
        whole[:, i] = np.clip(np.rint(rest[:, i] / scales), -MOST, MOST)
        error = (rest[:, i] - whole[:, i] * scales) / upper[i, i]
        rest[:, i + 1:] -= error[:, None] * upper[i, i + 1:][None]
    return whole[:, np.argsort(order)], scales


def swish(values):
    return values * np.clip(values / 6 + 0.5, 0, 1)


def range_made(layer, values, weights, bias):
    """The error, the scale and the zero point of the output."""
    made = values[::5] @ weights.T + bias
    follows = swish if layer["swish"] else lambda same: same
    wanted = follows(made)
    least, most = layer["made"]

    def error_of(share):
        return np.mean((follows(as_bytes(made, *scale_of(least, most * share))) - wanted) ** 2)

    share = min(SHARES, key=error_of)
    return np.sqrt(error_of(share) / np.mean(wanted ** 2)), scale_of(least, most * share)


def quantized(layer, weights, bias, values, smoothing):
    smooth = values / smoothing
    least, most = (smooth.min(), smooth.max()) if np.any(smoothing != 1) else layer["read"]
    few = smooth[::5]

    def error_of(share):
        return np.mean(((as_bytes(few, *scale_of(least, most * share)) - few) * smoothing @ weights.T) ** 2)

    scale, zero = scale_of(least, most * min(SHARES, key=error_of))
    rounded = as_bytes(smooth, scale, zero)
    whole, scales = gptq(weights * smoothing, smooth, rounded)
    wanted, found = values @ weights.T, rounded @ (whole * scales[:, None]).T
    moved = (wanted - found).mean(0)
    error = np.sqrt(np.mean((found + moved - wanted) ** 2) / np.mean(wanted ** 2))
    error_made, made = range_made(layer, values, weights, bias)
    return np.hypot(error, error_made), {
        "ranges": np.array([scale, zero, *made]),
        "smoothing": smoothing,
        "scales": scales,
        "rounding": (whole - nearest(weights * smoothing / scales[:, None])).astype(np.int8),
        "bias": moved,
    }


def main():
    activations, out = sys.argv[1:3]
    numbers = np.fromfile(activations + ".bin", np.float32)
    names, blob, at = [], [], 0

    def take(*shape):
        nonlocal at
        count = int(np.prod(shape))
        at += count
        return numbers[at - count:at].reshape(shape).astype(float)

    for layer in json.load(open(activations + ".json")):
        read, made = layer["channels"]["read"], layer["channels"]["made"]
        weights, bias, values = take(made, read), take(made), take(layer["pixels"], read)
        sizes = np.percentile(np.abs(values), 99.9, axis=0) ** 0.5
        alike = np.maximum(sizes / sizes.max(), 1e-3).astype(np.float32).astype(float)
        plain, smooth = (quantized(layer, weights, bias, values, each) for each in (np.ones(read), alike))
        error, parts = smooth if smooth[0] < WORTH * plain[0] else plain
        if parts is plain[1]:
            del parts["smoothing"]
        left_out = error > LARGEST_ERROR
        print(f"{layer['name']}: error {error:.4f}{'; channels smoothed' if parts is smooth[1] else ''}{', left out' if left_out else ''}", flush=True)
        if left_out:
            continue
        for part, array in parts.items():
            element = "int8" if array.dtype == np.int8 else "float32"
            names.append({"name": f"{layer['name']}/{part}", "shape": list(array.shape), "element": element})
            blob.append(array.astype(np.int8 if element == "int8" else "<f4").tobytes())
    open(out + ".bin", "wb").write(b"".join(blob))
    json.dump(names, open(out + ".json", "w"))


if __name__ == "__main__":
    main()
