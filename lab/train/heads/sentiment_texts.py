"""Writes the texts that the layer for sentiment learns from, a JSON object a line: python lab/train/heads/sentiment_texts.py SHARED_DATA OUT.jsonl"""

import json
import pathlib
import random
import sys

HERE = pathlib.Path(__file__).parent
LANGUAGES = {"en": "english", "de": "german", "fr": "french", "es": "spanish", "it": "italian", "pt": "portuguese", "ar": "arabic", "hi": "hindi"}
# Of the sets that VADER rated and of GoEmotions, so many: there is more English than all other languages together.
RATED = {"tweets": 2600, "amazonReviewSnippets": 1000, "movieReviewSnippets": 500, "nytEditorialSnippets": 500}
EMOTIONS = 500
GOOD = set("admiration amusement approval caring desire excitement gratitude joy love optimism pride relief".split())
BAD = set("anger annoyance disappointment disapproval disgust embarrassment fear grief nervousness remorse sadness".split())
# Ratings from -4 to 4 beyond which a text has an opinion.
OPINION = 0.5


def posts(train):
    for code, name in LANGUAGES.items():
        start = train / "sentiment-multilingual" / f"{name}-train"
        texts = pathlib.Path(f"{start}_text.txt").read_text("utf8").split("\n")
        labels = pathlib.Path(f"{start}_labels.txt").read_text().split()
        for text, label in zip(texts, labels):
            yield {"set": "posts", "language": code, "label": int(label), "text": text}


def rated(train, name):
    for line in (train / "sentiment" / f"{name}_GroundTruth.txt").read_text("utf8").split("\n"):
        fields = line.split("\t")
        if len(fields) < 3:
            continue
        rating = float(fields[1])
        label = 0 if rating < -OPINION else 2 if rating > OPINION else 1
        yield {"set": name, "language": "en", "label": label, "text": fields[2].strip()}


def emotions(train):
    names = (train / "sentiment" / "goemotions-labels.txt").read_text().split()
    for line in (train / "sentiment" / "goemotions-train.tsv").read_text("utf8").split("\n"):
        fields = line.split("\t")
        if len(fields) < 3:
            continue
        felt = [names[int(each)] for each in fields[1].split(",")]
        found = {2 if each in GOOD else 0 if each in BAD else 1 if each == "neutral" else None for each in felt} - {None}
        if len(found) == 1:
            yield {"set": "goemotions", "language": "en", "label": found.pop(), "text": fields[0].replace("[NAME]", "@name")}


def everyday():
    for line in (HERE.parent / "everyday" / "everyday.tsv").read_text("utf8").splitlines():
        language, label, text = line.split("\t")
        yield {"set": "everyday", "language": language, "label": int(label), "text": text}


def main(shared, out):
    train = pathlib.Path(shared) / "train"
    chance = random.Random(5)
    found = [*posts(train), *everyday()]
    for rows, most in [*((list(rated(train, name)), most) for name, most in RATED.items()), (list(emotions(train)), EMOTIONS)]:
        found += chance.sample(rows, most)
    lines = [json.dumps(each, ensure_ascii=False) for each in found if each["text"].strip()]
    pathlib.Path(out).write_text("\n".join(lines) + "\n", "utf8")


main(*sys.argv[1:])
