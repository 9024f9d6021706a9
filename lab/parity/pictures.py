"""Draws the pictures and writes the texts of the proof of parity. Everything follows from one seed."""

import random

from PIL import Image, ImageDraw

SIZES = [(640, 480), (480, 640), (333, 500), (1000, 300), (300, 300), (1280, 853), (97, 181), (224, 224), (521, 347), (800, 801)]


def draw(seed: int) -> Image.Image:
    rng = random.Random(seed)
    width, height = SIZES[seed % len(SIZES)]
    colour = lambda: tuple(rng.randrange(256) for _ in range(3))
    picture = Image.new("RGB", (width, height), colour())
    pen = ImageDraw.Draw(picture)
    for _ in range(12):
        x, y = rng.randrange(width), rng.randrange(height)
        box = [x, y, x + rng.randrange(8, width // 2), y + rng.randrange(8, height // 2)]
        rng.choice([pen.rectangle, pen.ellipse])(box, fill=colour(), outline=colour(), width=rng.randrange(1, 5))
    for _ in range(6):
        line = [rng.randrange(width), rng.randrange(height), rng.randrange(width), rng.randrange(height)]
        pen.line(line, fill=colour(), width=rng.randrange(1, 9))
    return picture
