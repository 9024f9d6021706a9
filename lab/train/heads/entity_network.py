"""Fits the network of text.entities that reads a word in its sentence, and joins it with the head that entity_head.py made.

    python lab/train/heads/entity_network.py FOLDER ../shared/data

FOLDER is that of entity_words.cjs and entity_head.py. The network brings the numbers of a word down to 96, lets the words of a sentence attend to each other
in one block of a transformer, and scores the tags of a word by a hidden layer over the word and its neighbours. Its loss is that of the whole path of tags
(a conditional random field), so it learns the transitions, too. Scores and transitions are the mean of the network's and the head's.
It leaves out the sixteenth of the sentences that the head leaves out, for the calibration. A quarter of an hour on one core. Needs Debian's python3-torch (1.13), python3-scipy and python3-onnx.
"""

import hashlib
import json
import pathlib
import sys
import time

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper
from scipy.optimize import minimize
from torch import nn
from torch.nn import functional as F

import entity_head
from entity_head import STATES, Words, f1_of, is_left, spread_of
from entity_paths import START, TAGS, allowed, best_path, chances, spans
from onnx_graph import Graph
from sentiment_head import safetensors

TARGET = pathlib.Path(__file__).parents[3] / "models" / "entities"
TEMPERATURES = (0.7, 1, 1.4, 2, 3)
# There is more text of Croatia than of what people write in English, and least of tweets.
WEIGHTS = {**entity_head.WEIGHTS, "btc": 2.5}
WIDTH, HEADS, SEED = 96, 4, 1
EPOCHS, BATCH, RATE, DECAY, WARM = 5, 24, 8e-4, 0.05, 200
DROP_INPUT, DROP, DROP_HIDDEN = 0.15, 0.1, 0.3
# Sentences of similar length share a batch: so many batches are sorted at once.
SORTED = 40
EPSILON = 1e-5
FORBIDDEN = torch.tensor(np.where(allowed, 0, -1e4).astype("f4"))


class Network(nn.Module):
    def __init__(self, inputs):
        super().__init__()
        self.narrow = nn.Linear(inputs, WIDTH)
        self.first, self.second, self.last = (nn.LayerNorm(WIDTH, eps=EPSILON) for _ in range(3))
        self.qkv, self.attended = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)
        self.wide, self.back = nn.Linear(WIDTH, 2 * WIDTH), nn.Linear(2 * WIDTH, WIDTH)
        self.hidden = nn.Conv1d(WIDTH, WIDTH, 3, padding=1)
        self.tags = nn.Linear(WIDTH, TAGS)
        self.transitions = nn.Parameter(torch.zeros(TAGS + 1, TAGS))

    def forward(self, words, mask):
        """In: sentences × words × inputs, and which words there are. Out: scores of sentences × words × tags."""
        sentences, length = mask.shape
        drop = lambda values, share: F.dropout(values, share, self.training)
        flat = self.narrow(drop(words, DROP_INPUT))
        query, key, value = self.qkv(self.first(flat)).view(sentences, length, 3, HEADS, WIDTH // HEADS).permute(2, 0, 3, 1, 4)
        near = query @ key.transpose(-1, -2) * (WIDTH // HEADS) ** -0.5 + (mask - 1)[:, None, None] * 1e4
        context = (near.softmax(-1) @ value).transpose(1, 2).reshape(sentences, length, WIDTH)
        flat = flat + drop(self.attended(context), DROP)
        flat = flat + drop(self.back(F.gelu(self.wide(self.second(flat)))), DROP)
        hidden = self.hidden((self.last(flat) * mask[:, :, None]).transpose(1, 2)).transpose(1, 2)
        return self.tags(drop(F.relu(hidden), DROP_HIDDEN))

    def losses(self, scores, mask, tags):
        """The negative logarithm of the probability of each sentence's path."""
        steps = self.transitions + FORBIDDEN
        total = steps[START] + scores[:, 0]
        path = total.gather(1, tags[:, :1])[:, 0]
        for at in range(1, mask.shape[1]):
            there = mask[:, at : at + 1]
            onward = (total[:, :, None] + steps[:TAGS]).logsumexp(1) + scores[:, at]
            total = there * onward + (1 - there) * total
            path = path + there[:, 0] * (steps[tags[:, at - 1], tags[:, at]] + scores[:, at].gather(1, tags[:, at : at + 1])[:, 0])
        return total.logsumexp(1) - path


def batch_of(rows, sentences):
    """Words, padded with zeros, and which are there."""
    length = max(len(each["tags"]) for each in sentences)
    words, mask = np.zeros((len(sentences), length, rows.shape[1]), "f4"), np.zeros((len(sentences), length), "f4")
    for i, each in enumerate(sentences):
        own = len(each["tags"])
        words[i, :own], mask[i, :own] = rows[each["from"] : each["from"] + own], 1
    return torch.tensor(words), torch.tensor(mask)


def by_length(sentences, order, size):
    near = sorted(order, key=lambda i: len(sentences[i]["tags"]))
    return [near[at : at + size] for at in range(0, len(near), size)]


def fit(rows, sentences, spread):
    """@param spread: what the inputs are divided by."""
    torch.manual_seed(SEED)
    chance, network, began = np.random.default_rng(SEED), Network(rows.shape[1]), time.time()
    layers = [each for name, each in network.named_parameters() if name != "transitions"]
    groups = [{"params": layers, "weight_decay": DECAY}, {"params": [network.transitions], "weight_decay": 0}]
    optimizer, step, steps = torch.optim.AdamW(groups, lr=RATE), 0, EPOCHS * (len(sentences) // BATCH + 1)
    for epoch in range(EPOCHS):
        order, batches, total = chance.permutation(len(sentences)), [], 0.0
        for at in range(0, len(order), BATCH * SORTED):
            batches += by_length(sentences, order[at : at + BATCH * SORTED], BATCH)
        chance.shuffle(batches)
        for batch in batches:
            for group in optimizer.param_groups:
                group["lr"] = RATE * min(1, step / WARM) * 0.5 * (1 + np.cos(np.pi * min(1, step / steps)))
            own = [sentences[i] for i in batch]
            words, mask = batch_of(rows, own)
            tags = torch.tensor([[*each["tags"], *[0] * (mask.shape[1] - len(each["tags"]))] for each in own], dtype=torch.long)
            weights = torch.tensor([entity_head.weight_of(each, WEIGHTS) for each in own])
            losses = network.losses(network(words / spread, mask), mask, tags)
            loss = (losses * weights).sum() / (mask.sum(1) * weights).sum()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 1)
            optimizer.step()
            step, total = step + 1, total + float(loss)
        print(f"epoch {epoch + 1}: loss {total / len(batches):.4f}, {time.time() - began:.0f} s", flush=True)
    return network.eval()


def scores_of(network, rows, sentences, spread):
    """Scores of each sentence, words × tags."""
    found = [None] * len(sentences)
    with torch.no_grad():
        for batch in by_length(sentences, range(len(sentences)), BATCH):
            words, mask = batch_of(rows, [sentences[i] for i in batch])
            scores = network(words / spread, mask).numpy()
            for row, i in enumerate(batch):
                found[i] = scores[row, : len(sentences[i]["tags"])].astype("f8")
    return found


def calibration_of(sentences, scores, transitions):
    """Temperature, slope and offset with which the chance of a span becomes the probability that it is right."""
    paths = [best_path(each, transitions) for each in scores]
    fits = []
    for temperature in TEMPERATURES:
        odds, right = [], []
        for each, own, path in zip(sentences, scores, paths):
            found, true = spans(path), set(spans(each["tags"]))
            for span, value in zip(found, chances(found, own, transitions, temperature)):
                inside = min(1 - 1e-6, max(1e-6, value))
                odds.append(np.log(inside / (1 - inside)))
                right.append(span in true)
        odds, right = np.array(odds), np.array(right)
        loss = lambda at: float(np.logaddexp(0, np.where(right, -1, 1) * (at[0] * odds + at[1])).mean())
        fitted = minimize(loss, [1.0, 0.0], method="Nelder-Mead")
        fits.append((fitted.fun, temperature, *fitted.x))
    print(f"calibration on {len(right)} spans, {right.mean():.3f} right: {min(fits)}")
    return min(fits)[1:]


def training_files(shared, sentences):
    """The sets with their digests, and how many sentences of each were used."""
    files = []
    for name in sorted({each["file"] for each in sentences}):
        own = [each for each in sentences if each["file"] == name]
        part = "all" if not any(each["kept"] for each in own) else "four fifths by place" if "_pud/" in name else "four fifths"
        digest = hashlib.sha256((pathlib.Path(shared) / name).read_bytes()).hexdigest()
        files.append({"file": name, "sha256": digest, "used": sum(not each["kept"] for each in own), "part": part})
    return files


def joined(head, network, spread):
    """
    The head's graph and the network's in one: the mean of both scores. In: `states`, float32 of words × 768, and `signs`, of one sentence. Out: `scores`,
    words × 7. Weights are 8-bit integers with a scale for each column.
    """
    first = onnx.load_from_string(head).graph
    graph = Graph(first.node, first.initializer)
    graph.nodes[-1].output[0] = "head.scores"
    constant, node = graph.constant, graph.node

    def small(name, weights, axes):
        scale = np.maximum(np.abs(weights).max(axes, keepdims=True), 1e-12) / 127
        whole = node("Cast", [constant(f"{name}.q", np.round(weights / scale).astype("i1"))], f"{name}.f", to=TensorProto.FLOAT)
        return node("Mul", [whole, constant(f"{name}.s", scale.astype("f4"))], f"{name}.w")

    def linear(name, value):
        layer = getattr(network, name)
        weights = layer.weight.detach().numpy().T
        weights = weights / spread[:, None] if name == "narrow" else weights
        product = node("MatMul", [value, small(name, weights, 0)], f"{name}.product")
        return node("Add", [product, constant(f"{name}.b", layer.bias.detach().numpy())], name)

    def norm(name, value):
        layer = getattr(network, name)
        weights = [constant(f"{name}.{part}", getattr(layer, part).detach().numpy()) for part in ("weight", "bias")]
        return node("LayerNormalization", [value, *weights], name, axis=-1, epsilon=EPSILON)

    flat = linear("narrow", "words")
    parts = node("Reshape", [linear("qkv", norm("first", flat)), constant("split", np.array([-1, 3, HEADS, WIDTH // HEADS]))], "qkv.parts")
    moved = node("Transpose", [parts], "moved", perm=[1, 2, 0, 3])
    query, key, value = (node("Gather", [moved, constant(f"{name}.at", np.array(i))], name) for i, name in enumerate(("query", "key", "value")))
    near = node("MatMul", [query, node("Transpose", [key], "turned", perm=[0, 2, 1])], "near")
    shares = node("Softmax", [node("Mul", [near, constant("root", np.float32((WIDTH // HEADS) ** -0.5))], "scaled")], "shares", axis=-1)
    context = node("Transpose", [node("MatMul", [shares, value], "heads")], "context", perm=[1, 0, 2])
    context = node("Reshape", [context, constant("together", np.array([-1, WIDTH]))], "tokens")
    flat = node("Add", [flat, linear("attended", context)], "attending")
    flat = node("Add", [flat, linear("back", node("Gelu", [linear("wide", norm("second", flat))], "gelu", "com.microsoft"))], "whole")
    columns = node("Unsqueeze", [node("Transpose", [norm("last", flat)], "columns"), constant("first_axis", np.array([0]))], "one_sentence")
    kernels, bias = small("near_words", network.hidden.weight.detach().numpy(), (1, 2)), constant("near_words.b", network.hidden.bias.detach().numpy())
    units = node("Relu", [node("Conv", [columns, kernels, bias], "near_words", kernel_shape=[3], pads=[1, 1])], "units")
    units = node("Transpose", [node("Squeeze", [units, "first_axis"], "units.columns")], "units.rows")
    both = node("Add", ["head.scores", linear("tags", units)], "both")
    node("Mul", [both, constant("half", np.float32(0.5))], "scores")
    whole = helper.make_graph(graph.nodes, "entities", first.input, first.output, graph.tensors)
    imports = [helper.make_opsetid("", 18), helper.make_opsetid("com.microsoft", 1)]
    return helper.make_model(whole, opset_imports=imports, ir_version=8, producer_name="percept-lab").SerializeToString()


def main(folder, shared):
    words, folder = Words(folder), pathlib.Path(folder)
    rows, known = words.rows, [each for each in words.sentences if not each["kept"]]
    learned, left = [each for each in known if not is_left(each)], [each for each in known if is_left(each)]
    print(f"{len(learned)} sentences, {len(left)} for the calibration, {rows.shape}", flush=True)
    spread = spread_of(rows)
    network = fit(rows, learned, spread)
    head, about = (folder / "head.onnx").read_bytes(), json.loads((folder / "head.json").read_text())
    of_head = entity_head.scores_of(words, left, entity_head.layers_from(folder / "head.onnx", np.ones(len(spread), "f4")))
    scores = [(one + other) / 2 for one, other in zip(of_head, scores_of(network, rows, left, spread))]
    transitions = (np.array(about["transitions"]) + network.transitions.detach().numpy()) / 2
    print(f"F1 on those left: {f1_of(left, [best_path(own, transitions) for own in scores]):.4f}")
    calibration = calibration_of(left, scores, transitions)
    content = joined(head, network, spread)
    countries = json.loads((folder / "countries.json").read_text())
    tensors = {
        "names.keys": np.array(countries["keys"], np.uint32),
        "transitions": np.where(allowed, transitions, 0).astype("f4"),
        "calibration": np.array(calibration, "f4"),
        "names.lists": np.array(countries["lists"], np.int8),
    }
    names = safetensors(tensors, {})
    (TARGET / "head.onnx").write_bytes(content)
    (TARGET / "names.safetensors").write_bytes(names)
    own = {"width": WIDTH, "epochs": EPOCHS, "batch": BATCH, "rate": RATE, "decay": DECAY, "seed": SEED}
    made = {"recipe": {"head": about["recipe"], "network": own}, "files": training_files(shared, words.sentences)}
    (TARGET / "training.json").write_text(json.dumps(made, indent=2) + "\n")
    for name, data in (("head.onnx", content), ("names.safetensors", names)):
        print(f"SHA-256 of {name} for model.yaml: {hashlib.sha256(data).hexdigest()}, {len(data)} bytes")


if __name__ == "__main__":
    torch.set_num_threads(1)
    main(*sys.argv[1:])
