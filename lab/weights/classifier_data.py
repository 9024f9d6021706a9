"""The images that the classifier is fitted on, and what is true of each. `python classifier_data.py > jobs.jsonl` lists them.

Data: ../shared/data/images/open-mix (Caltech, scenes, ImageNet's sample) and coco128-train2017. Nothing of it is committed.
"""

import glob
import json
import os
import pathlib
import random

SHARED = pathlib.Path(os.environ.get("PERCEPT_SHARED", "../shared")).resolve() / "data" / "images"
MIX, COCO128 = SHARED / "open-mix", SHARED / "coco128-train2017"
CALTECH = {
    "Faces": "face", "Faces_easy": "face", "Leopards": "leopard", "Motorbikes": "motorcycle", "airplanes": "airplane",
    "bass": "bass (fish)", "binocular": "binoculars", "buddha": "buddha statue", "car_side": "car", "cellphone": "cell phone",
    "cougar_body": "cougar", "cougar_face": "cougar", "crocodile_head": "crocodile", "dollar_bill": "banknote",
    "flamingo_head": "flamingo", "garfield": "cartoon", "snoopy": "cartoon", "hawksbill": "sea turtle", "headphone": "headphones",
    "ketch": "sailboat", "schooner": "sailboat", "lotus": "water lily", "rhino": "rhinoceros", "sea_horse": "seahorse",
    "water_lilly": "water lily", "windsor_chair": "chair", "yin_yang": "yin-yang symbol",
}  # fmt: skip
# Folders that show a place too, so that they prove nothing about scenes.
PLACES = {"minaret", "pagoda", "pyramid", "ferry", "ketch", "schooner", "joshua_tree", "buddha"}


def caltech_name(folder):
    return CALTECH.get(folder, folder.replace("_", " "))


def open_mix():
    lines = (MIX / "labels.jsonl").read_text().splitlines()
    return {line["file"]: line for line in map(json.loads, lines)}


def coco_classes():
    return [line.strip() for line in (pathlib.Path(__file__).parents[2] / "models/centernet/labels.txt").read_text().splitlines() if line.strip()]


def coco_boxes():
    """By file name: (class, x, y, width, height) in parts of the image."""
    classes, found = coco_classes(), {}
    for path in sorted(glob.glob(str(COCO128 / "labels/**/*.txt"), recursive=True)):
        rows = [line.split() for line in open(path)]
        boxes = [(classes[int(row[0])], *map(float, row[1:])) for row in rows]
        found[os.path.basename(path).replace(".txt", ".jpg")] = boxes
    return found


def coco_path(name):
    return next(iter(glob.glob(str(COCO128 / "images/**" / (name.removesuffix(".jpg") + ".*")), recursive=True)), None)


def jobs():
    dice = random.Random(3)
    for file, line in open_mix().items():
        path = str(MIX / file)
        yield {"key": file, "path": path, "mirror": True}
        if "imagenet_index" in line or ("folder" in line and dice.random() < 0.3):
            yield {"key": file, "path": path, "small": dice.choice([100, 130, 150])}
        for _ in range(0 if "imagenet_index" in line else 2):
            side = dice.uniform(0.55, 0.95) ** 0.5
            yield {"key": file, "path": path, "crop": [dice.uniform(0, 1 - side), dice.uniform(0, 1 - side), side, side]}
    for name, boxes in coco_boxes().items():
        path = coco_path(name)
        if path is None:
            continue
        yield {"key": f"coco/{name}", "path": path, "mirror": True}
        yield {"key": f"coco/{name}", "path": path, "small": dice.choice([100, 130, 150])}
        for label, x, y, width, height in boxes:
            if width * height > 0.02:
                wide, high = min(1, width * 1.2), min(1, height * 1.2)
                crop = [max(0, x - wide / 2), max(0, y - high / 2), wide, high]
                yield {"key": f"coco/{name}", "path": path, "crop": crop, "label": label}


if __name__ == "__main__":
    for job in jobs():
        print(json.dumps(job))
