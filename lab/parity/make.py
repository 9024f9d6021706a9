"""Makes tiny models of each architecture with random weights, and what the reference implementation says of drawn pictures.

python make.py FOLDER [NAME ...]: for each architecture FOLDER/NAME has what a repository of the Hub has, and expected.json.
Needs torch, transformers, timm, onnx, onnxscript, pillow and torchvision.
"""

import json
import sys
import traceback
from pathlib import Path

import torch

from detection import DETECTORS, LARGE_DETECTOR
from classification import CLASSIFIERS
from pictures import draw
from text import READERS
from zero_shot import LARGE_PAIR, PAIRS

PICTURES = 20
# As large as people use, for the benchmark alone: made only where they are named.
LARGE = {"rt-detr-640": LARGE_DETECTOR, "clip-base": LARGE_PAIR}


def main() -> None:
    folder = Path(sys.argv[1])
    wanted = sys.argv[2:]
    pictures = folder / "pictures"
    pictures.mkdir(parents=True, exist_ok=True)
    for seed in range(PICTURES):
        draw(seed).save(pictures / f"{seed:02}.png")
    tiny = {**DETECTORS, **CLASSIFIERS, **READERS, **PAIRS}
    for name in wanted or tiny:
        make = {**tiny, **LARGE}[name]
        torch.manual_seed(7)
        place = folder / name
        place.mkdir(exist_ok=True)
        try:
            expected = make(place, sorted(pictures.glob("*.png")))
            if name in tiny:
                (place / "expected.json").write_text(json.dumps(expected))
            print(f"{name}: made", flush=True)
        except Exception:  # The others are made all the same; this one is reported.
            (place / "failed.txt").write_text(traceback.format_exc())
            print(f"{name}: could not be made: {traceback.format_exc().splitlines()[-1]}", flush=True)


main()
