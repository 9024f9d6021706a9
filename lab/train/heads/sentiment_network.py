"""The networks of text.sentiment over the states of a text's tokens: fits them, and writes them as ONNX.

Each of them brings the 768 numbers of a token down to 64, lets the tokens attend to each other in one block of a transformer, and judges their mean and
their maximum by a hidden layer. Several small ones that start from other random numbers are run together; the mean of their logits counts.
Needs torch 1.13 (Debian's python3-torch) and onnx.
"""

import numpy as np
import torch
from onnx import TensorProto, helper
from torch import nn
from torch.nn import functional as F

from onnx_graph import Graph

STATES, WIDTH, HEADS, HIDDEN, CLASSES = 768, 64, 4, 64, 3
NETWORKS, EPOCHS, BATCH, SEED = 3, 3, 32, 1
# The hidden layer learns faster and decays more than the block below it.
RATE, DECAY, RATE_HIDDEN, DECAY_HIDDEN = 5e-4, 0.05, 1e-3, 0.2
WARM, SMOOTH, DROP_STATES, DROP, DROP_POOLED, DROP_HIDDEN = 0.06, 0.08, 0.1, 0.1, 0.2, 0.5
# Texts of similar length share a batch: so many batches are sorted at once.
SORTED = 40
EPSILON = 1e-5


class Networks(nn.Module):
    """All networks at once: the first dimension of each weight is the network."""

    def __init__(self):
        super().__init__()
        sizes = {"narrow": (STATES, WIDTH), "qkv": (WIDTH, 3 * WIDTH), "attended": (WIDTH, WIDTH), "wide": (WIDTH, 2 * WIDTH), "back": (2 * WIDTH, WIDTH), "hidden": (2 * WIDTH, HIDDEN), "judge": (HIDDEN, CLASSES)}
        self.layers, self.biases = nn.ParameterDict(), nn.ParameterDict()
        for name, (inputs, outputs) in sizes.items():
            self.layers[name] = nn.Parameter(torch.empty(NETWORKS, inputs, outputs).uniform_(-(inputs**-0.5), inputs**-0.5))
            self.biases[name] = nn.Parameter(torch.empty(NETWORKS, 1, outputs).uniform_(-(inputs**-0.5), inputs**-0.5))
        self.norms = nn.ParameterDict({name: nn.Parameter(torch.stack([torch.ones(NETWORKS, 1, WIDTH), torch.zeros(NETWORKS, 1, WIDTH)])) for name in ("first", "second", "last")})

    def linear(self, name, values):
        return values @ self.layers[name] + self.biases[name]

    def norm(self, name, values):
        weight, bias = self.norms[name]
        return F.layer_norm(values, (WIDTH,), eps=EPSILON) * weight + bias

    def forward(self, states, mask):
        """In: texts × tokens × 768, and which tokens there are. Out: logits of networks × texts × 3."""
        texts, length = mask.shape
        drop = lambda values, share: F.dropout(values, share, self.training)
        flat = self.linear("narrow", drop(states, DROP_STATES).reshape(1, texts * length, STATES))
        parts = self.linear("qkv", self.norm("first", flat)).view(NETWORKS, texts, length, 3, HEADS, WIDTH // HEADS)
        query, key, value = parts.permute(3, 0, 1, 4, 2, 5)
        near = query @ key.transpose(-1, -2) * (WIDTH // HEADS) ** -0.5 + (mask - 1)[:, None, None] * 1e4
        context = (near.softmax(-1) @ value).transpose(2, 3).reshape(NETWORKS, texts * length, WIDTH)
        flat = flat + drop(self.linear("attended", context), DROP)
        flat = flat + drop(self.linear("back", F.gelu(self.linear("wide", self.norm("second", flat)))), DROP)
        tokens, own = self.norm("last", flat).view(NETWORKS, texts, length, WIDTH), mask[:, :, None]
        pooled = torch.cat([(tokens * own).sum(2) / own.sum(1), (tokens + (own - 1) * 1e4).amax(2)], -1)
        return self.linear("judge", drop(F.relu(self.linear("hidden", drop(pooled, DROP_POOLED))), DROP_HIDDEN))


def batch_of(states, ends, texts):
    """States of the texts, padded with zeros, and which are there. A text without a token has one of zeros."""
    lengths = [max(1, ends[i + 1] - ends[i]) for i in texts]
    values, mask = np.zeros((len(texts), max(lengths), STATES), "f4"), np.zeros((len(texts), max(lengths)), "f4")
    for row, i in enumerate(texts):
        values[row, : ends[i + 1] - ends[i]] = states[ends[i] : ends[i + 1]]
        mask[row, : lengths[row]] = 1
    return torch.tensor(values), torch.tensor(mask)


def fit(states, ends, labels, weights, texts):
    """Fits on the texts of these numbers. @param ends: where the states of each text end, after a 0."""
    torch.manual_seed(SEED)
    chance, network = np.random.default_rng(SEED), Networks()
    later = [part[name] for name in ("hidden", "judge") for part in (network.layers, network.biases)]
    others = [each for each in network.parameters() if all(each is not one for one in later)]
    groups = [{"params": others, "weight_decay": DECAY, "top": RATE}, {"params": later, "weight_decay": DECAY_HIDDEN, "top": RATE_HIDDEN}]
    optimizer, step, steps = torch.optim.AdamW(groups, lr=RATE), 0, EPOCHS * (len(texts) // BATCH + 1)
    labels, weights, lengths = torch.tensor(labels), torch.tensor(weights), np.diff(ends)
    for _ in range(EPOCHS):
        order, batches = chance.permutation(texts), []
        for at in range(0, len(order), BATCH * SORTED):
            near = sorted(order[at : at + BATCH * SORTED], key=lambda i: lengths[i])
            batches += [near[j : j + BATCH] for j in range(0, len(near), BATCH)]
        chance.shuffle(batches)
        for batch in batches:
            for group in optimizer.param_groups:
                group["lr"] = group["top"] * min(1, step / (WARM * steps)) * 0.5 * (1 + np.cos(np.pi * min(1, step / steps)))
            logits = network(*batch_of(states, ends, batch))
            losses = torch.stack([F.cross_entropy(each, labels[batch], reduction="none", label_smoothing=SMOOTH) for each in logits])
            optimizer.zero_grad()
            (losses * weights[batch]).mean(1).sum().backward()
            nn.utils.clip_grad_norm_(network.parameters(), NETWORKS**0.5)
            optimizer.step()
            step += 1
    return network.eval()


def scores_of(network, states, ends, texts):
    """Logits of texts × 3: the mean of the networks."""
    found, order = np.zeros((len(texts), CLASSES), "f4"), np.argsort(np.diff(ends)[texts])
    with torch.no_grad():
        for at in range(0, len(order), BATCH):
            some = order[at : at + BATCH]
            found[some] = network(*batch_of(states, ends, texts[some])).mean(0).numpy()
    return found


def graph_of(network):
    """In: `states`, float32 of tokens × 768. Out: `logits`, float32 of 3. Weights are 8-bit integers with a scale for each column."""
    graph = Graph()
    constant, node = graph.constant, graph.node

    def linear(name, value):
        weights, bias = network.layers[name].detach().numpy(), network.biases[name].detach().numpy()
        scale = np.abs(weights).max(1, keepdims=True) / 127
        whole = node("Cast", [constant(f"{name}.q", np.round(weights / scale).astype("i1"))], f"{name}.f", to=TensorProto.FLOAT)
        product = node("MatMul", [value, node("Mul", [whole, constant(f"{name}.s", scale)], f"{name}.w")], f"{name}.product")
        return node("Add", [product, constant(f"{name}.b", bias)], name)

    def norm(name, value):
        weight, bias = network.norms[name].detach().numpy()
        even = node("LayerNormalization", [value, "ones"], f"{name}.even", axis=-1, epsilon=EPSILON)
        return node("Add", [node("Mul", [even, constant(f"{name}.w", weight)], f"{name}.wide"), constant(f"{name}.b", bias)], f"{name}.norm")

    constant("ones", np.ones(WIDTH, "f4"))
    constant("split", np.array([NETWORKS, -1, 3, HEADS, WIDTH // HEADS]))
    constant("joined", np.array([NETWORKS, -1, WIDTH]))
    flat = linear("narrow", "states")
    parts = node("Reshape", [linear("qkv", norm("first", flat)), "split"], "parts")
    moved = node("Transpose", [parts], "moved", perm=[2, 0, 3, 1, 4])
    query, key, value = (node("Gather", [moved, constant(f"{name}.at", np.array(i))], name) for i, name in enumerate(("query", "key", "value")))
    near = node("MatMul", [query, node("Transpose", [key], "turned", perm=[0, 1, 3, 2])], "near")
    shares = node("Softmax", [node("Mul", [near, constant("root", np.float32((WIDTH // HEADS) ** -0.5))], "scaled")], "shares", axis=-1)
    context = node("Transpose", [node("MatMul", [shares, value], "heads")], "tokens", perm=[0, 2, 1, 3])
    flat = node("Add", [flat, linear("attended", node("Reshape", [context, "joined"], "context"))], "after")
    wide = node("Gelu", [linear("wide", norm("second", flat))], "gelu", "com.microsoft")
    last = norm("last", node("Add", [flat, linear("back", wide)], "whole"))
    means = node("ReduceMean", [last], "means", axes=[1], keepdims=1)
    most = node("ReduceMax", [last], "most", axes=[1], keepdims=1)
    hidden = node("Relu", [linear("hidden", node("Concat", [means, most], "pooled", axis=-1))], "units")
    node("ReduceMean", [linear("judge", hidden)], "logits", axes=[0, 1], keepdims=0)
    port = lambda name, *shape: helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)
    whole = helper.make_graph(graph.nodes, "sentiment", [port("states", "tokens", STATES)], [port("logits", CLASSES)], graph.tensors)
    imports = [helper.make_opsetid("", 17), helper.make_opsetid("com.microsoft", 1)]
    return helper.make_model(whole, opset_imports=imports, ir_version=8, producer_name="percept-lab").SerializeToString()
