"""Fits the first half of text.entities on states of words, and writes it into the folder: FOLDER/head.onnx and head.json.

    node lab/train/heads/entity_words.cjs ../shared/data FOLDER
    python lab/train/heads/entity_head.py FOLDER [EARLIER/head.onnx]
    python lab/train/heads/entity_network.py FOLDER ../shared/data

With an earlier head, the fit begins from it and takes a third of the steps, smaller ones: for an encoder that has changed a little.
A hidden layer over the states and signs of a word and of its neighbours, and a softmax over BIO tags. What the data keep for measuring is not read.
A sixteenth of the rest is left out, too: the strength of the transitions is chosen on it. Needs numpy 2.4.6, onnx 1.23.2.
"""

import hashlib
import json
import pathlib
import sys
import time

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from entity_paths import START, TAGS, best_path, spans

STATES = 768
HIDDEN, EPOCHS, BATCH, SEED = 128, 6, 24, 1
EPOCHS_AGAIN, RATE_AGAIN = 2, 4e-4
RATE, DECAY, DROP_HIDDEN, DROP_INPUT = 1.5e-3, 0.02, 0.3, 0.15
STRENGTHS = (0, 0.1, 0.2, 0.3)
# There is more text of Croatia than of what people write in English.
WEIGHTS, OTHERS = {"wnut17": 1.5, "btc": 1.5, "wikigold": 1.5, "_en_": 1.5, "re3d": 1.5, "hr_set": 0.5}, 1.0


class Words:
    """All rows, with a row of zeros behind each sentence, and where each sentence begins."""

    def __init__(self, folder):
        states, signs, self.sentences, row = [], [], [], 0
        for file in sorted(pathlib.Path(folder).glob("*.jsonl")):
            lines = [json.loads(line) for line in file.read_text("utf8").splitlines()]
            rows = sum(len(each["words"]) + 1 for each in lines)
            states.append(np.fromfile(file.with_suffix(".states"), "<f4").reshape(rows, STATES).astype(np.float16))
            signs.append(np.fromfile(file.with_suffix(".signs"), "<f4").reshape(rows, -1).astype(np.float16))
            for each in lines:
                self.sentences.append({**each, "tags": np.array(each["tags"], np.int8), "from": row})
                row += len(each["words"]) + 1
        self.rows = np.concatenate([np.concatenate(each, 1) for each in zip(states, signs)])

    def of(self, sentences):
        """Rows, tags and weights; the row behind a sentence has the tag -1 and no weight."""
        places = np.concatenate([np.arange(each["from"], each["from"] + len(each["tags"]) + 1) for each in sentences])
        tags = np.concatenate([np.append(each["tags"], -1) for each in sentences])
        weights = np.concatenate([np.append(np.full(len(each["tags"]), weight_of(each)), 0) for each in sentences])
        return self.rows[places].astype(np.float32), tags, weights.astype(np.float32)


def weight_of(sentence, weights=WEIGHTS):
    return next((weight for part, weight in weights.items() if part in sentence["file"]), OTHERS)


def spread_of(rows):
    """What the inputs are divided by: the standard deviation of each state."""
    spread = np.ones(rows.shape[1], "f4")
    spread[:STATES] = rows[:: max(1, len(rows) // 20_000), :STATES].astype("f4").std(0) + 1e-3
    return spread


def shifted(values, by):
    """Rows moved down (1) or up (-1), with zeros at the end."""
    moved = np.zeros_like(values)
    if by > 0:
        moved[1:] = values[:-1]
    else:
        moved[:-1] = values[1:]
    return moved


def hidden_of(values, layers):
    parts = np.split(values @ layers[0], 3, 1)
    return shifted(parts[0], 1) + parts[1] + shifted(parts[2], -1) + layers[1]


def layers_from(head, spread):
    """The layers of an earlier head, for values that are divided by their spread."""
    stored = {each.name: numpy_helper.to_array(each) for each in onnx.load(head).graph.initializer}
    first = stored["hidden_q"] * stored["hidden_s"] * spread[:, None]
    return [first.astype("f4"), *(stored[name].copy() for name in ("hidden_b", "tags_w", "tags_b"))]


def fit(words, sentences, spread, earlier=None):
    chance, width = np.random.default_rng(SEED), words.rows.shape[1]
    epochs, top = (EPOCHS_AGAIN, RATE_AGAIN) if earlier else (EPOCHS, RATE)
    layers = layers_from(earlier, spread) if earlier else [
        chance.normal(0, (3 * width) ** -0.5, (width, 3 * HIDDEN)).astype("f4"),
        np.zeros(HIDDEN, "f4"),
        chance.normal(0, HIDDEN**-0.5, (HIDDEN, TAGS)).astype("f4"),
        np.zeros(TAGS, "f4"),
    ]
    means, squares, step = [np.zeros_like(each) for each in layers], [np.zeros_like(each) for each in layers], 0
    steps, began = epochs * (len(sentences) // BATCH + 1), time.time()
    for epoch in range(epochs):
        order, total, count = chance.permutation(len(sentences)), 0.0, 0
        for at in range(0, len(order), BATCH):
            values, tags, real = words.of([sentences[i] for i in order[at : at + BATCH]])
            values *= (chance.random(values.shape, dtype="f4") > DROP_INPUT) / (np.float32(1 - DROP_INPUT) * spread)
            raw = hidden_of(values, layers)
            gate = (raw > 0) * (chance.random(raw.shape, dtype="f4") > DROP_HIDDEN) / np.float32(1 - DROP_HIDDEN)
            hidden = raw * gate
            scores = hidden @ layers[2] + layers[3]
            odds = np.exp(scores - scores.max(1, keepdims=True))
            odds /= odds.sum(1, keepdims=True)
            total -= float((np.log(odds[np.arange(len(tags)), tags] + 1e-9) * real).sum())
            count += float(real.sum())
            error = (odds - np.eye(TAGS, dtype="f4")[tags]) * real[:, None] / real.sum()
            back = (error @ layers[2].T) * gate
            whole = np.concatenate([shifted(back, -1), back, shifted(back, 1)], 1)
            gradients = [values.T @ whole, back.sum(0), hidden.T @ error, error.sum(0)]
            step += 1
            rate = top * 0.5 * (1 + np.cos(np.pi * step / steps)) * min(1, step / 200)
            for index, gradient in enumerate(gradients):
                means[index] = 0.9 * means[index] + 0.1 * gradient
                squares[index] = 0.999 * squares[index] + 0.001 * gradient**2
                move = means[index] / (1 - 0.9**step) / (np.sqrt(squares[index] / (1 - 0.999**step)) + 1e-8)
                layers[index] -= rate * (move + (DECAY * layers[index] if index % 2 == 0 else 0))
        print(f"epoch {epoch + 1}: loss {total / count:.4f}, {time.time() - began:.0f} s", flush=True)
    return [layers[0] / spread[:, None], *layers[1:]]


def small(weights):
    """8-bit integers with a scale for each column."""
    scale = np.abs(weights).max(0, keepdims=True) / 127
    return np.round(weights / scale).astype(np.int8), scale.astype(np.float32)


def scores_of(words, sentences, layers):
    """Emissions of each sentence, with the weights as they are stored."""
    integers, scale = small(layers[0])
    stored = [integers * scale, *layers[1:]]
    found = []
    for at in range(0, len(sentences), 256):
        part = sentences[at : at + 256]
        values, _, _ = words.of(part)
        scores, row = np.maximum(hidden_of(values, stored), 0) @ stored[2] + stored[3], 0
        for each in part:
            found.append(scores[row : row + len(each["tags"])])
            row += len(each["tags"]) + 1
    return found


def graph_of(layers):
    """In: `states`, float32 of words × 768, and `signs`, with zeros between sentences. Out: `scores` of words × 7."""
    integers, scale = small(layers[0])
    width = len(integers)
    weights = {"hidden_q": integers, "hidden_s": scale, "hidden_b": layers[1], "tags_w": layers[2], "tags_b": layers[3]}
    weights |= {"pads_before": np.array([1, 0, 0, 0]), "pads_after": np.array([0, 0, 1, 0]), "one": np.array([1]), "zero": np.array([0])}
    weights |= {"minus": np.array([-1]), "far": np.array([2**31 - 1]), "rows": np.array([0])}
    node = helper.make_node
    nodes = [
        node("Cast", ["hidden_q"], ["hidden_f"], to=TensorProto.FLOAT),
        node("Mul", ["hidden_f", "hidden_s"], ["hidden_w"]),
        node("Concat", ["states", "signs"], ["words"], axis=1),
        node("MatMul", ["words", "hidden_w"], ["parts"]),
        node("Split", ["parts"], ["before", "here", "after"], axis=1, num_outputs=3),
        node("Pad", ["before", "pads_before"], ["before_long"]),
        node("Slice", ["before_long", "zero", "minus", "rows"], ["before_moved"]),
        node("Pad", ["after", "pads_after"], ["after_long"]),
        node("Slice", ["after_long", "one", "far", "rows"], ["after_moved"]),
        node("Add", ["before_moved", "here"], ["two"]),
        node("Add", ["two", "after_moved"], ["three"]),
        node("Add", ["three", "hidden_b"], ["raw"]),
        node("Relu", ["raw"], ["hidden"]),
        node("Gemm", ["hidden", "tags_w", "tags_b"], ["scores"]),
    ]
    port = lambda name, size: helper.make_tensor_value_info(name, TensorProto.FLOAT, ["words", size])
    tensors = [numpy_helper.from_array(np.ascontiguousarray(value), name) for name, value in weights.items()]
    graph = helper.make_graph(nodes, "entities", [port("states", STATES), port("signs", width - STATES)], [port("scores", TAGS)], tensors)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8, producer_name="percept-lab")
    onnx.checker.check_model(model)
    return model.SerializeToString()


def transitions_of(sentences, strength):
    """How much likelier a tag is after another one than it is anywhere, as a logarithm, times `strength`."""
    counts = np.full((TAGS + 1, TAGS), 0.5)
    for each in sentences:
        before = START
        for tag in each["tags"]:
            counts[before, tag] += 1
            before = tag
    return strength * (np.log(counts / counts.sum(1, keepdims=True)) - np.log(counts.sum(0) / counts.sum()))


def f1_of(sentences, paths):
    right, claims, truths = 0, 0, 0
    for each, path in zip(sentences, paths):
        true, found = set(spans(each["tags"])), set(spans(path))
        right, claims, truths = right + len(true & found), claims + len(found), truths + len(true)
    return 2 * right / max(1, claims + truths)


def is_left(sentence):
    """Whether nothing learns from the sentence, so that transitions and calibration can be fitted on it."""
    return hashlib.sha256(" ".join(sentence["words"]).encode()).digest()[1] % 16 == 0


def main(folder, earlier=None):
    words = Words(folder)
    known = [each for each in words.sentences if not each["kept"]]
    learned, left = [each for each in known if not is_left(each)], [each for each in known if is_left(each)]
    print(f"{len(learned)} sentences, {len(left)} left out, {words.rows.shape}", flush=True)
    spread = spread_of(words.rows)
    layers = fit(words, learned, spread, earlier)
    scores = scores_of(words, left, layers)
    by_strength = {each: transitions_of(learned, each) for each in STRENGTHS}
    f1 = {each: f1_of(left, [best_path(own, table) for own in scores]) for each, table in by_strength.items()}
    strength = max(f1, key=f1.get)
    print(f"F1 on those by the strength of the transitions: {f1}")
    if earlier:
        recipe_start = {"from": hashlib.sha256(pathlib.Path(earlier).read_bytes()).hexdigest(), "epochs": EPOCHS_AGAIN, "rate": RATE_AGAIN}
    else:
        recipe_start = {"epochs": EPOCHS, "rate": RATE}
    recipe = {"hidden": HIDDEN, **recipe_start, "decay": DECAY, "transitions": strength, "seed": SEED}
    pathlib.Path(folder, "head.onnx").write_bytes(graph_of(layers))
    pathlib.Path(folder, "head.json").write_text(json.dumps({"transitions": by_strength[strength].tolist(), "recipe": recipe}))


if __name__ == "__main__":
    main(*sys.argv[1:])
