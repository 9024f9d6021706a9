"""Fits the layers of text.sentiment on features, and writes the weights of models/sentiment.

    python lab/train/heads/sentiment_texts.py ../shared/data TEXTS.jsonl
    node lab/train/heads/patterns.cjs >> TEXTS.jsonl
    node lab/train/heads/encoded.cjs states TEXTS.jsonl STATES.f32
    node lab/train/heads/encoded.cjs rows TEXTS.jsonl ROWS.f32
    node lab/train/heads/pieces.cjs TEXTS.jsonl > PIECES.jsonl
    python lab/train/heads/sentiment_head.py TEXTS.jsonl STATES.f32 ROWS.f32 PIECES.jsonl ../shared/data

One reads the states of the encoder; the other, which answers first, the rows of the vocabulary. Each is a hidden layer, stored in 8 bits, and a softmax; then a slope for each language, fitted on a fifth of its posts with a first network that did not see them. The networks of `sentiment_network.py` and a linear model of the pieces of words stand beside the states.
Takes a quarter of an hour. Needs Debian's python3-torch, python3-onnx, python3-scipy and libopenblas0-pthread.
"""

import hashlib
import json
import pathlib
import struct
import sys

import numpy as np
from scipy.optimize import minimize, minimize_scalar
from scipy.sparse import csr_matrix, diags

import sentiment_network

FOLDER = pathlib.Path(__file__).parents[3] / "models" / "sentiment"
STATES, FEATURES, ROW_FEATURES = 768, 1152, 576
# The network is the mean of several that start from other random numbers: side by side, their hidden layers are one.
SEEDS, HIDDEN, EPOCHS, BATCH = (1, 2, 3), 96, 14, 256
RATE, DECAY, DROP_HIDDEN, DROP_INPUT, SMOOTH = 1e-3, 0.2, 0.5, 0.2, 0.08
WEIGHTS = {"posts": 1.0, "everyday": 4.0, "patterns": 0.7}
OTHERS = 0.3
# The share of the networks over single tokens in the mean of logits.
CONTEXT_SHARE = 0.6
# The pieces have their share of the mean of logits in these languages, where a text has as many UTF-16 units; English has a model of its own.
PIECE_LANGUAGES, PIECE_ROWS, PIECE_SHARE, PIECE_DECAY, PIECE_LENGTH = ("de", "fr", "es", "it", "pt"), 2**16, 0.4, 0.2, 55


def fit(features, labels, weights, seeds):
    """Layers of `fit_one` for each seed, joined to one network."""
    parts = list(zip(*(fit_one(features, labels, weights, seed) for seed in seeds)))
    return [np.concatenate(parts[0], 1), np.concatenate(parts[1]), np.concatenate(parts[2]) / len(seeds), np.mean(parts[3], 0)]


def fit_one(features, labels, weights, seed):
    """Adam with decay, a rate that falls along a cosine, and dropout. Returns hidden weights and bias, weights and bias."""
    chance, (count, width) = np.random.default_rng(seed), features.shape
    layers = [
        chance.normal(0, width**-0.5, (width, HIDDEN)).astype("f4"),
        np.zeros(HIDDEN, "f4"),
        chance.normal(0, HIDDEN**-0.5, (HIDDEN, 3)).astype("f4"),
        np.zeros(3, "f4"),
    ]
    means, squares, step = [np.zeros_like(each) for each in layers], [np.zeros_like(each) for each in layers], 0
    aims = np.eye(3, dtype="f4")[labels] * (1 - SMOOTH) + SMOOTH / 3
    for epoch in range(EPOCHS):
        order = chance.permutation(count)
        rate = RATE * 0.5 * (1 + np.cos(np.pi * epoch / EPOCHS))
        for at in range(0, count, BATCH):
            batch = order[at : at + BATCH]
            seen = features[batch] * (chance.random((len(batch), width), dtype="f4") > DROP_INPUT) / (1 - DROP_INPUT)
            raw = seen @ layers[0] + layers[1]
            gate = (raw > 0) * (chance.random(raw.shape, dtype="f4") > DROP_HIDDEN) / (1 - DROP_HIDDEN)
            hidden = raw * gate
            scores = hidden @ layers[2] + layers[3]
            chances = np.exp(scores - scores.max(1, keepdims=True))
            error = (chances / chances.sum(1, keepdims=True) - aims[batch]) * weights[batch][:, None] / len(batch)
            back = (error @ layers[2].T) * gate
            gradients = [seen.T @ back, back.sum(0), hidden.T @ error, error.sum(0)]
            step += 1
            for index, gradient in enumerate(gradients):
                means[index] = 0.9 * means[index] + 0.1 * gradient
                squares[index] = 0.999 * squares[index] + 0.001 * gradient**2
                move = means[index] / (1 - 0.9**step) / (np.sqrt(squares[index] / (1 - 0.999**step)) + 1e-8)
                layers[index] -= rate * (move + (DECAY * layers[index] if index % 2 == 0 else 0))
    return layers


def scores_of(layers, features):
    return np.maximum(features @ layers[0] + layers[1], 0) @ layers[2] + layers[3]


def read_pieces(file):
    """The values of each text's pieces, as a matrix of texts and rows."""
    found = [json.loads(line) for line in pathlib.Path(file).read_text().splitlines()]
    counts = [len(each["rows"]) for each in found]
    values = np.repeat([each["value"] for each in found], counts)
    columns = np.concatenate([each["rows"] for each in found]).astype("i4")
    return csr_matrix((values, columns, np.cumsum([0, *counts])), (len(found), PIECE_ROWS))


def fit_pieces(pieces, labels, weights):
    """Multinomial logistic regression. A piece of fewer texts may weigh more; that of a single text weighs nothing. Returns how much more negative, and how much more positive than neutral each is."""
    counts = np.bincount(pieces.indices, minlength=PIECE_ROWS)
    rarity = np.where(counts > 1, np.log(len(labels) / np.maximum(counts, 1)), 0)
    rarity /= rarity[counts > 1].mean()
    seen, aims = csr_matrix(pieces @ diags(rarity)), np.eye(3)[labels]

    def loss(flat):
        table = flat.reshape(PIECE_ROWS, 3)
        scores = seen @ table
        logs = scores - np.logaddexp.reduce(scores, 1)[:, None]
        gradient = seen.T @ ((np.exp(logs) - aims) * weights[:, None]) + PIECE_DECAY * table
        return -(weights[:, None] * aims * logs).sum() + PIECE_DECAY / 2 * (table**2).sum(), gradient.ravel()

    table = minimize(loss, np.zeros(PIECE_ROWS * 3), jac=True, method="L-BFGS-B", options={"maxiter": 60}).x.reshape(PIECE_ROWS, 3)
    return rarity[:, None] * (table[:, [0, 2]] - table[:, [1]]) * PIECE_SHARE / (1 - PIECE_SHARE)


def beside(pieces, texts, kept, logits):
    """Returns the tensors of the model of pieces, with a slope for each language fitted on texts kept back and their logits of the network."""
    labels, languages = (np.array([each[name] for each in texts]) for name in ("label", "language"))
    weights = np.array([WEIGHTS.get(each["set"], OTHERS) for each in texts])
    read = np.isin(languages, PIECE_LANGUAGES)
    found = np.insert(pieces[kept] @ fit_pieces(pieces[read & ~kept], labels[read & ~kept], weights[read & ~kept]), 1, 0, 1) + logits
    long = np.array([len(each["text"].encode("utf-16-le")) >= 2 * PIECE_LENGTH for each in texts])[kept]
    slopes = []
    for language in PIECE_LANGUAGES:
        own = long & (languages[kept] == language)
        slopes.append(slope_of(found[own], labels[kept][own]))
    table = fit_pieces(pieces[read], labels[read], weights[read])
    step = np.abs(table).max() / 127
    return {"pieces.step": np.array([step], "f4"), "pieces.slopes": np.array(slopes, "f4"), "pieces": np.round(table / step).astype("i1")}


def slope_of(logits, labels):
    def loss(slope):
        scaled = logits * slope
        return float((np.logaddexp.reduce(scaled, 1) - scaled[np.arange(len(labels)), labels]).mean())

    return minimize_scalar(loss, bounds=(0.1, 3), method="bounded").x


def safetensors(tensors, metadata):
    header, data = {"__metadata__": metadata}, b""
    for name, values in tensors.items():
        values = np.ascontiguousarray(values)
        header[name] = {"dtype": {"float32": "F32", "uint32": "U32", "int8": "I8"}[str(values.dtype)], "shape": list(values.shape), "data_offsets": [len(data), len(data) + values.nbytes]}
        data += values.tobytes()
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    return struct.pack("<Q", len(text)) + text + data


def training_files(shared, texts):
    train, counts = pathlib.Path(shared) / "train", {}
    for each in texts:
        counts[each["set"]] = counts.get(each["set"], 0) + 1
    names = {"goemotions": "sentiment/goemotions-train.tsv"}
    files = []
    for path in sorted([*train.glob("sentiment-multilingual/*.txt"), *train.glob("sentiment/*_GroundTruth.txt"), train / names["goemotions"]]):
        name = str(path.relative_to(train))
        key = "posts" if "multilingual" in name else "goemotions" if "goemotions" in name else path.name.split("_")[0]
        files.append({"file": name, "sha256": hashlib.sha256(path.read_bytes()).hexdigest(), "used": counts.get(key, 0), "part": "all"})
    return files


def pooled(states, ends):
    """The mean of the states of each text's tokens, and the maximum of their second half."""
    found, half = np.zeros((len(ends) - 1, FEATURES), "f4"), states.shape[1] // 2
    for i, (start, end) in enumerate(zip(ends, ends[1:])):
        if end > start:
            own = np.asarray(states[start:end])
            found[i] = np.concatenate([own.mean(0), own[:, half:].max(0)])
    return found


def weights_of(texts):
    return np.array([WEIGHTS.get(each["set"], OTHERS) for each in texts], "f4")


def kept_back(texts):
    """A fifth of the posts, on which the slopes are fitted."""
    return np.array([each["set"] == "posts" and hashlib.sha256(each["text"].encode()).digest()[0] % 5 == 0 for each in texts])


def slopes_of(logits, texts):
    slopes, labels = {}, np.array([each["label"] for each in texts])
    languages = np.array([each["language"] for each in texts])
    print(f"accuracy on {len(texts)} posts kept back: {(logits.argmax(1) == labels).mean():.3f}")
    for language in sorted(set(languages)):
        slopes[language] = slope_of(logits[languages == language], labels[languages == language])
    # A language that nothing was learned of is answered with less confidence.
    slopes["other"] = 0.75 * float(np.median(list(slopes.values())))
    print({language: round(float(slope), 3) for language, slope in slopes.items()})
    return slopes


def layer(values, texts, seeds):
    """Returns the tensors of a hidden layer and a softmax, and the logits on the texts kept back of one that did not see them."""
    labels, weights = np.array([each["label"] for each in texts]), weights_of(texts)
    mean, spread = values.mean(0), values.std(0) + 1e-6
    scaled, kept = ((values - mean) / spread).astype("f4"), kept_back(texts)
    logits = scores_of(fit(scaled[~kept], labels[~kept], weights[~kept], seeds), scaled[kept])
    final = fit(scaled, labels, weights, seeds)
    hidden = (final[0] / spread[:, None]).T
    scale = np.abs(hidden).max(1) / 127
    tensors = {
        "hidden.scale": scale,
        "hidden.bias": final[1] - hidden @ mean,
        "weights": final[2].T,
        "bias": final[3],
        "hidden.weights": np.round(hidden / scale[:, None]).astype("i1"),
    }
    return tensors, logits


def context(states, ends, texts):
    """Returns the graph of the networks over single tokens and their recipe, and logits on the texts kept back, as `layer` does."""
    labels, kept = np.array([each["label"] for each in texts]), kept_back(texts)
    fitted = [sentiment_network.fit(states, ends, labels, weights_of(texts), np.flatnonzero(some)) for some in (~kept, np.ones_like(kept))]
    recipe = {"share": CONTEXT_SHARE, "networks": sentiment_network.NETWORKS, "width": sentiment_network.WIDTH, "epochs": sentiment_network.EPOCHS, "rate": sentiment_network.RATE}
    return sentiment_network.graph_of(fitted[1]), recipe, sentiment_network.scores_of(fitted[0], states, ends, np.flatnonzero(kept))


def calibration(slopes):
    return np.array([[slope, 0, 0, 0] for slope in slopes.values()], "f4")


def main(texts, states, rows, pieces, shared):
    texts = [json.loads(line) for line in pathlib.Path(texts).read_text("utf8").splitlines()]
    ends, states = np.fromfile(f"{states}.ends", "<u4").astype(int), np.memmap(states, "<f4", "r").reshape(-1, STATES)
    rows = np.fromfile(rows, "<f4").reshape(len(texts), ROW_FEATURES)
    kept = kept_back(texts)
    held = [each for each, is_kept in zip(texts, kept) if is_kept]
    first, first_logits = layer(rows, texts, SEEDS[:1])
    tensors = {f"rows.{name}": each for name, each in first.items()} | {"rows.calibration": calibration(slopes_of(first_logits, held))}
    own, logits = layer(pooled(states, ends), texts, SEEDS)
    graph, network, more = context(states, ends, texts)
    logits = (1 - CONTEXT_SHARE) * logits + CONTEXT_SHARE * more
    slopes = slopes_of(logits, held)
    tensors |= own | {"calibration": calibration(slopes)} | beside(read_pieces(pieces), texts, kept, logits)
    FOLDER.mkdir(parents=True, exist_ok=True)
    # Numbers of four bytes come first, because readers may want them at multiples of four.
    tensors = dict(sorted(tensors.items(), key=lambda each: -each[1].itemsize))
    content = safetensors(tensors, {"languages": json.dumps(list(slopes)), "pieces": json.dumps(PIECE_LANGUAGES)})
    (FOLDER / "weights.safetensors").write_bytes(content)
    (FOLDER / "context.onnx").write_bytes(graph)
    recipe = {"networks": len(SEEDS), "hidden": HIDDEN, "epochs": EPOCHS, "rate": RATE, "decay": DECAY, "weights": {**WEIGHTS, "others": OTHERS}, "features": FEATURES, "features of rows": ROW_FEATURES, "in context": network, "pieces": {"rows": PIECE_ROWS, "share": PIECE_SHARE, "decay": PIECE_DECAY, "length": PIECE_LENGTH}}
    made = {"recipe": recipe, "files": training_files(shared, texts)}
    (FOLDER / "training.json").write_text(json.dumps(made, indent=2) + "\n")
    print("SHA-256 for model.yaml:", *(hashlib.sha256(each).hexdigest() for each in (content, graph)))


if __name__ == "__main__":
    main(*sys.argv[1:])
