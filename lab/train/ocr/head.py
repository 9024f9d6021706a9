"""Trains the reading layers of `ocr-european` on features of lines that features.ts has computed.

    /usr/bin/python3 lab/train/ocr/head.py FEATURES START.json OUT [--steps 1500] [--minutes 60] [--keep 0.15]

Needs Debian's python3-torch. START is what features.ts wrote of the layers: names, shapes and numbers of PP-OCRv4's own. OUT.json has the
changes alone, which `npm run train -- ocr` packs into weights.onnx; nothing of the original is in it.
"""
import argparse
import json
import random
import struct
import time

import numpy as np
import torch
import torch.nn.functional as F

torch.set_num_threads(1)
CHANNELS, HEADS, DEPTH = 480, 8, 2


class Lines:
    """Features and texts. FEATURES has for each line: steps, length of the text (uint32), the text, steps × 480 numbers of 16 bits."""

    def __init__(self, path, characters):
        self.file = np.memmap(path, dtype=np.uint8, mode="r")
        classes = {character: index + 1 for index, character in enumerate(characters)}
        self.lines, at, raw = [], 0, self.file
        while at < len(raw):
            steps, size = struct.unpack("<II", raw[at:at + 8].tobytes())
            text = raw[at + 8:at + 8 + size].tobytes().decode()
            start = at + 8 + size
            at = start + steps * CHANNELS * 2
            target = [classes[character] for character in text if character in classes]
            doubles = sum(1 for a, b in zip(target, target[1:]) if a == b)
            if target and len(target) + doubles <= steps:
                self.lines.append((start, steps, target))

    def batch(self, chosen):
        lines = [self.lines[i] for i in chosen]
        longest = max(steps for _, steps, _ in lines)
        features = np.zeros((len(lines), CHANNELS, 1, longest), np.float32)
        for row, (start, steps, _) in enumerate(lines):
            values = self.file[start:start + steps * CHANNELS * 2].view(np.float16)
            features[row, :, 0, :steps] = values.reshape(CHANNELS, steps)
        lengths = torch.tensor([steps for _, steps, _ in lines])
        return torch.from_numpy(features), lengths, [target for _, _, target in lines]


class Head(torch.nn.Module):
    """The layers behind the backbone, under the names that they have in the .onnx file."""

    def __init__(self, start):
        super().__init__()
        self.names = [name for name, each in start.items() if each["trained"]]
        self.fixed = {name: torch.tensor(each["data"]).reshape(each["shape"]) for name, each in start.items() if not each["trained"]}
        self.weights = torch.nn.ParameterList(
            [torch.nn.Parameter(torch.tensor(start[name]["data"]).reshape(start[name]["shape"])) for name in self.names])
        self.place = {name: index for index, name in enumerate(self.names)}

    def __getitem__(self, name):
        return self.weights[self.place[name]] if name in self.place else self.fixed[name]

    def convolution(self, x, number, norm):
        weight = self[f"conv2d_{number}.w_0"]
        x = F.conv2d(x, weight, padding=(weight.shape[2] // 2, weight.shape[3] // 2))
        names = [f"batch_norm2d_{norm}.{suffix}" for suffix in ("w_1", "w_2", "w_0", "b_0")]
        mean, variance, scale, shift = [self[name].reshape(1, -1, 1, 1) for name in names]
        return F.silu((x - mean) / torch.sqrt(variance + 1e-5) * scale + shift)

    def linear(self, x, number):
        return x @ self[f"linear_{number}.w_0"] + self[f"linear_{number}.b_0"]

    def norm(self, x, number, epsilon):
        return F.layer_norm(x, x.shape[-1:], self[f"layer_norm_{number}.w_0"], self[f"layer_norm_{number}.b_0"], epsilon)

    def attention(self, x, first, hidden):
        batch, steps, width = x.shape
        parts = self.linear(x, first).reshape(batch, steps, 3, HEADS, width // HEADS).permute(2, 0, 3, 1, 4)
        query, key, value = parts[0] * (width // HEADS) ** -0.5, parts[1], parts[2]
        scores = (query @ key.transpose(-1, -2)).masked_fill(hidden[:, None, None, :], -1e9)
        mixed = (scores.softmax(-1) @ value).permute(0, 2, 1, 3).reshape(batch, steps, width)
        return self.linear(mixed, first + 1)

    def forward(self, features, lengths, dropout=0.0):
        x = self.convolution(features, 142, 148)
        x = self.convolution(x, 143, 149)
        steps = features.shape[-1]
        hidden = torch.arange(steps)[None] >= lengths[:, None]
        x = x.flatten(2).transpose(1, 2)
        for block in range(DEPTH):
            x = x + self.attention(self.norm(x, 43 + 2 * block, 1e-5), 77 + 4 * block, hidden)
            inner = F.silu(self.linear(self.norm(x, 44 + 2 * block, 1e-5), 79 + 4 * block))
            x = x + self.linear(F.dropout(inner, dropout, self.training), 80 + 4 * block)
        x = self.norm(x, 47, 1e-6)
        x = x.transpose(1, 2).reshape(x.shape[0], -1, 1, steps)
        x = torch.cat([features, self.convolution(x, 144, 150)], 1).masked_fill(hidden[:, None, None, :], 0)
        x = self.convolution(self.convolution(x, 145, 151), 146, 152)
        return self.linear(F.dropout(x[:, :, 0].transpose(1, 2), dropout, self.training), 85)


def loss_of(head, batch, dropout):
    features, lengths, targets = batch
    logits = head(features, lengths, dropout).log_softmax(-1).transpose(0, 1)
    flat = torch.tensor([each for target in targets for each in target])
    sizes = torch.tensor([len(target) for target in targets])
    return F.ctc_loss(logits, flat, lengths, sizes, zero_infinity=True, reduction="mean")


def errors_of(head, lines, chosen):
    """Share of wrong characters."""
    head.eval()
    wrong = there = 0
    with torch.no_grad():
        for at in range(0, len(chosen), 16):
            features, lengths, targets = lines.batch(chosen[at:at + 16])
            best = head(features, lengths).argmax(-1)
            for row, target in enumerate(targets):
                path = best[row, :lengths[row]].tolist()
                read = [c for i, c in enumerate(path) if c and (i == 0 or path[i - 1] != c)]
                wrong += distance(read, target)
                there += len(target)
    head.train()
    return wrong / there


def distance(a, b):
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        before, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (x != y))
    return row[-1]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("features")
    parser.add_argument("start")
    parser.add_argument("out")
    parser.add_argument("--steps", type=int, default=1500)
    parser.add_argument("--rate", type=float, default=1.5e-3)
    parser.add_argument("--batch", type=int, default=24)
    parser.add_argument("--keep", type=float, default=0.0, help="share of the original layers that stays")
    parser.add_argument("--minutes", type=float, default=600)
    options = parser.parse_args()
    torch.manual_seed(1)
    rng = random.Random(1)
    start = json.load(open(options.start, encoding="utf-8"))
    lines = Lines(options.features, start["characters"])
    head = Head(start["layers"])
    ids = list(range(len(lines.lines)))
    kept, learned = ids[:160], ids[160:]
    print(f"{len(learned)} lines, {sum(each.numel() for each in head.weights)} numbers; errors before: {errors_of(head, lines, kept):.4f}", flush=True)
    optimiser = torch.optim.AdamW(head.parameters(), lr=options.rate, weight_decay=0.01, betas=(0.9, 0.98))
    mean = [each.detach().clone() for each in head.weights]
    begun = time.time()
    step, order = 0, []
    total = options.steps
    while step < total:
        if len(order) < options.batch:
            # Lines of like length together: little is padded.
            fresh = sorted(learned, key=lambda i: lines.lines[i][1] + rng.random() * 20)
            batches = [fresh[i:i + options.batch] for i in range(0, len(fresh) - options.batch + 1, options.batch)]
            rng.shuffle(batches)
            order = [i for batch in batches for i in batch]
        chosen, order = order[:options.batch], order[options.batch:]
        used = max(step / total, (time.time() - begun) / 60 / options.minutes)
        if used >= 1:
            break
        rate = options.rate * min(1, (step + 1) / 60) * (1 - used) ** 1.2
        for group in optimiser.param_groups:
            group["lr"] = rate
        loss = loss_of(head, lines.batch(chosen), 0.05)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(head.parameters(), 5)
        optimiser.step()
        step += 1
        with torch.no_grad():
            for average, each in zip(mean, head.weights):
                average.mul_(0.98).add_(each, alpha=0.02)
        if step % 50 == 0:
            print(f"step {step}: loss {loss.item():.4f}, {time.time() - begun:.0f} s", flush=True)
        if step % 250 == 0:
            print(f"errors on lines kept back: {errors_of(head, lines, kept):.4f}", flush=True)
            save(head, head.weights, start["layers"], options)
    with torch.no_grad():
        for each, average in zip(head.weights, mean):
            each.copy_(average)
    print(f"errors on lines kept back, mean of the last steps: {errors_of(head, lines, kept):.4f}")
    save(head, head.weights, start["layers"], options)


def save(head, weights, layers, options):
    """Writes the changes to the original numbers: names and shapes as JSON, numbers as float32."""
    names, blob = [], []
    for name, each in zip(head.names, weights):
        first = np.array(layers[name]["original"], np.float32)
        change = (each.detach().numpy().reshape(-1) - first) * (1 - options.keep)
        names.append({"name": name, "shape": layers[name]["shape"]})
        blob.append(change.astype("<f4").tobytes())
    open(options.out + ".bin", "wb").write(b"".join(blob))
    json.dump(names, open(options.out + ".json", "w"))


if __name__ == "__main__":
    main()
