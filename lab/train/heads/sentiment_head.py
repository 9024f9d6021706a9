"""Fits the layers of text.sentiment on features, and writes the weights of models/sentiment.

    python lab/train/heads/sentiment_texts.py ../shared/data TEXTS.jsonl
    node lab/train/heads/patterns.cjs >> TEXTS.jsonl
    node lab/train/heads/pooled.cjs states TEXTS.jsonl STATES.f32
    node lab/train/heads/pooled.cjs rows TEXTS.jsonl ROWS.f32
    python lab/train/heads/sentiment_head.py TEXTS.jsonl STATES.f32 ROWS.f32 ../shared/data

One reads the states of the encoder; the other, which answers first, the rows of the vocabulary. Each is a hidden layer, stored in 8 bits, and a softmax; then a slope for each language, fitted on a fifth of its posts with a first network that did not see them.
Needs numpy 2.4.6 and scipy 1.17.1.
"""

import hashlib
import json
import pathlib
import struct
import sys

import numpy as np
from scipy.optimize import minimize_scalar

FOLDER = pathlib.Path(__file__).parents[3] / "models" / "sentiment"
FEATURES, ROW_FEATURES = 1152, 576
# The network is the mean of several that start from other random numbers: side by side, their hidden layers are one.
SEEDS, HIDDEN, EPOCHS, BATCH = (1, 2, 3), 96, 14, 256
RATE, DECAY, DROP_HIDDEN, DROP_INPUT, SMOOTH = 1e-3, 0.2, 0.5, 0.2, 0.08
WEIGHTS = {"posts": 1.0, "everyday": 4.0, "patterns": 0.7}
OTHERS = 0.3


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


def layer(values, texts, seeds):
    """Returns the tensors of a layer, and the languages of its slopes."""
    labels = np.array([each["label"] for each in texts])
    languages = np.array([each["language"] for each in texts])
    sets = np.array([each["set"] for each in texts])
    weights = np.array([WEIGHTS.get(each, OTHERS) for each in sets], "f4")
    mean, spread = values.mean(0), values.std(0) + 1e-6
    scaled = ((values - mean) / spread).astype("f4")
    kept = np.array([hashlib.sha256(each["text"].encode()).digest()[0] % 5 == 0 for each in texts]) & (sets == "posts")
    first = fit(scaled[~kept], labels[~kept], weights[~kept], seeds)
    logits = scores_of(first, scaled[kept])
    print(f"accuracy on {kept.sum()} posts kept back: {(logits.argmax(1) == labels[kept]).mean():.3f}")
    slopes = {}
    for language in sorted(set(languages[kept])):
        own = languages[kept] == language
        slopes[language] = slope_of(logits[own], labels[kept][own])
    # A language that nothing was learned of is answered with less confidence.
    slopes["other"] = 0.75 * float(np.median(list(slopes.values())))
    print({language: round(float(slope), 3) for language, slope in slopes.items()})
    final = fit(scaled, labels, weights, seeds)
    hidden = (final[0] / spread[:, None]).T
    scale = np.abs(hidden).max(1) / 127
    tensors = {
        "hidden.scale": scale,
        "hidden.bias": final[1] - hidden @ mean,
        "weights": final[2].T,
        "bias": final[3],
        "calibration": np.array([[slope, 0, 0, 0] for slope in slopes.values()], "f4"),
        "hidden.weights": np.round(hidden / scale[:, None]).astype("i1"),
    }
    return tensors, list(slopes)


def main(texts, states, rows, shared):
    texts = [json.loads(line) for line in pathlib.Path(texts).read_text("utf8").splitlines()]
    values = [np.fromfile(file, "<f4").reshape(len(texts), width) for file, width in ((states, FEATURES), (rows, ROW_FEATURES))]
    tensors, languages = layer(values[0], texts, SEEDS)
    first, _ = layer(values[1], texts, SEEDS[:1])
    tensors |= {f"rows.{name}": each for name, each in first.items()}
    FOLDER.mkdir(parents=True, exist_ok=True)
    content = safetensors(tensors, {"languages": json.dumps(languages)})
    (FOLDER / "weights.safetensors").write_bytes(content)
    recipe = {"networks": len(SEEDS), "hidden": HIDDEN, "epochs": EPOCHS, "rate": RATE, "decay": DECAY, "weights": {**WEIGHTS, "others": OTHERS}, "features": FEATURES, "features of rows": ROW_FEATURES}
    made = {"recipe": recipe, "files": training_files(shared, texts)}
    (FOLDER / "training.json").write_text(json.dumps(made, indent=2) + "\n")
    print(f"SHA-256 for model.yaml: {hashlib.sha256(content).hexdigest()}")


if __name__ == "__main__":
    main(*sys.argv[1:])
