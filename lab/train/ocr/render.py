"""Renders lines of text for the training of `ocr-european`: words of Debian's word lists in Debian's fonts, degraded by rule.

    /usr/bin/python3 lab/train/ocr/render.py OUT.bin [--lines 6000] [--seed 1]

Needs the packages that README.md lists. The same fonts, lists and seed give the same bytes. OUT.bin has for each line: its width and the
length of its text (two uint32), the text in UTF-8, and 48 rows of pixels, R G B.
"""
import argparse
import io
import random
import struct
import subprocess

from PIL import Image, ImageDraw, ImageFilter, ImageFont

HEIGHT = 48
# Of each language at most about so many words, spread over its list.
WORDS = 40_000
LISTS = {
    "de": "/usr/share/dict/ngerman", "fr": "/usr/share/dict/french", "es": "/usr/share/dict/spanish",
    "it": "/usr/share/dict/italian", "pt": "/usr/share/dict/portuguese", "nl": "/usr/share/dict/dutch",
    "sv": "/usr/share/dict/swedish", "da": "/usr/share/dict/danish", "pl": "/usr/share/dict/polish",
    "en": "/usr/share/dict/american-english", "cs": "/usr/share/hunspell/cs_CZ.dic", "tr": "/usr/share/hunspell/tr_TR.dic",
}
# `npm run eval -- ocr` renders in the first two; the third is the second by another name. No line of the training may be in these.
HELD_OUT = ("dejavu", "liberation", "croscore")
# Symbols, and fonts of other scripts.
UNUSABLE = ("symbol", "emoji", "dingbat", "math", "glyphicon", "standardsymbols", "d050000l", "icon")


def fonts():
    """Files of the fonts that have every letter of our alphabet's languages."""
    query = subprocess.run(["fc-list", ":lang=pl:lang=tr:lang=de:lang=cs:lang=pt", "file"], capture_output=True, text=True, check=True)
    files = sorted(line.rstrip(": \n") for line in query.stdout.splitlines() if line.strip())
    usable = [file for file in files if not any(part in file.lower() for part in HELD_OUT + UNUSABLE)]
    return [file for file in usable if file.lower().endswith((".ttf", ".otf"))]


def encoding_of(path):
    return "iso-8859-9" if "tr_TR" in path and b"SET UTF-8" not in open(path.replace(".dic", ".aff"), "rb").read(4000) else (
        "iso-8859-2" if "cs_CZ" in path and b"SET UTF-8" not in open(path.replace(".dic", ".aff"), "rb").read(4000) else "utf-8")


def words(path, alphabet):
    text = open(path, "rb").read().decode(encoding_of(path), "replace")
    found = {line.split("/")[0].strip() for line in text.splitlines()}
    usable = sorted(word for word in found if 1 < len(word) <= 16 and all(letter in alphabet for letter in word))
    return usable[:: max(1, len(usable) // WORDS)]


def by_letter(lists, alphabet):
    """For each letter beyond ASCII the words that have it, in any case."""
    index = {letter: [] for letter in alphabet if letter > "\x7f" and letter.isalpha()}
    for language, known in lists.items():
        for word in known:
            for letter in set(word + word.upper()):
                if letter in index:
                    index[letter].append((language, word))
    return index


class Texts:
    """Makes lines of text, letters beyond ASCII about as often as each other."""

    def __init__(self, rng, alphabet):
        self.rng = rng
        self.alphabet = alphabet
        self.lists = {language: words(path, alphabet) for language, path in LISTS.items()}
        self.index = {letter: found for letter, found in by_letter(self.lists, alphabet).items() if found}
        self.letters = sorted(self.index)

    def line(self):
        rng = self.rng
        kind = rng.random()
        if kind < 0.12:
            return self.receipt()
        language = rng.choice(sorted(self.lists))
        parts = []
        for _ in range(rng.choice([1, 2, 2, 3, 3, 4, 5, 6])):
            if rng.random() < 0.45:
                letter = rng.choice(self.letters)
                language, word = rng.choice(self.index[letter])
                if letter.isupper() and letter not in word:
                    word = word.upper() if rng.random() < 0.5 or not word.upper().startswith(letter) else word[0].upper() + word[1:]
            else:
                word = rng.choice(self.lists[language])
            if rng.random() < 0.1:
                word = rng.choice([self.number(), word.upper(), word.capitalize()])
            parts.append(word)
        text = self.marked(parts)
        text = text[0].upper() + text[1:] if rng.random() < 0.5 else text
        return text.upper() if rng.random() < 0.08 else text

    def marked(self, parts):
        rng = self.rng
        for i in range(len(parts) - 1):
            if rng.random() < 0.12:
                parts[i] += rng.choice([",", ",", ":", ";", " –", "-"])
        text = " ".join(parts)
        choice = rng.random()
        if choice < 0.4:
            text += rng.choice([".", ".", ".", ",", ":", ";", "!", "?", "…", " -"])
        elif choice < 0.46:
            left, right = rng.choice([("«", "»"), ("„", "“"), ("“", "”"), ("(", ")"), ('"', '"'), ("¿", "?"), ("¡", "!"), ("‘", "’")])
            text = left + text + right
        return text

    def number(self):
        rng = self.rng
        amount = f"{rng.randrange(0, 3000)}{rng.choice(',.')}{rng.randrange(100):02d}"
        return rng.choice([
            f"{amount} €", f"€ {amount}", f"€{amount}", f"£{amount}", f"${amount}", f"{amount} kr", f"{amount} zł", f"{rng.randrange(100)} %",
            f"{rng.randrange(1, 29)}.{rng.randrange(1, 13)}.{rng.randrange(1990, 2030)}", f"{rng.randrange(24)}:{rng.randrange(60):02d}",
            f"{rng.randrange(1, 29):02d}/{rng.randrange(1, 13):02d}/{rng.randrange(2000, 2030)}", str(rng.randrange(100000)), f"{rng.randrange(40)}°",
            f"§ {rng.randrange(300)}", f"+{rng.randrange(1, 99)} {rng.randrange(100, 999)} {rng.randrange(10000, 99999)}", f"{rng.randrange(9)}–{rng.randrange(9, 20)}",
        ])

    def receipt(self):
        rng = self.rng
        english = self.lists["en"]
        word = lambda: rng.choice(english).upper() if rng.random() < 0.8 else rng.choice(english).capitalize()
        amount = lambda: f"{rng.randrange(0, 500)}.{rng.randrange(100):02d}"
        line = rng.choice([
            lambda: f"{word()} {word()} {amount()}", lambda: f"TOTAL {amount()}", lambda: f"{word()} (RM): {amount()}", lambda: f"GST @ {rng.randrange(9)}% {amount()}",
            lambda: f"NO. {rng.randrange(99)}, {word()} {word()},", lambda: f"TEL : {rng.randrange(10, 99)}-{rng.randrange(1000, 9999)} {rng.randrange(1000, 9999)}",
            lambda: f"{rng.randrange(1, 9)} x {amount()} {amount()}", lambda: f"INVOICE NO: {rng.choice('ABCIX')}{rng.randrange(100000)}-{rng.randrange(100)}",
            lambda: f"DATE: {rng.randrange(1, 29):02d}/{rng.randrange(1, 13):02d}/{rng.randrange(2014, 2020)} {rng.randrange(24):02d}:{rng.randrange(60):02d}",
            lambda: f"{word()} & {word()} SDN. BHD.", lambda: f"({rng.randrange(100000, 999999)}-{rng.choice('ABKMX')})", lambda: f"THANK YOU, {word()}!", lambda: f"*{word()}*",
        ])()
        return "".join(letter for letter in line if letter in self.alphabet or letter == " ")


def drawn(text, file, rng):
    """Black on white or light on dark, and cut about as the detector cuts; None where the font lacks a letter."""
    size = rng.choice([32, 40, 48])
    font = ImageFont.truetype(file, size)
    left, top, right, bottom = font.getbbox(text)
    if right - left < 4 or bottom - top < 6 or right - left > 2400:
        return None
    pad = size
    ink, paper = rng.randrange(0, 90), rng.randrange(175, 256)
    if rng.random() < 0.1:
        ink, paper = paper, ink
    tint = lambda value: tuple(max(0, min(255, value + rng.randrange(-12, 13))) for _ in range(3))
    image = Image.new("RGB", (right - left + 2 * pad, bottom - top + 2 * pad), tint(paper))
    ImageDraw.Draw(image).text((pad - left, pad - top), text, font=font, fill=tint(ink))
    if rng.random() < 0.3:
        image = image.rotate(rng.uniform(-1.2, 1.2), resample=Image.BICUBIC, fillcolor=image.getpixel((0, 0)))
    height = bottom - top
    # The strip: 1.25 times the found line, which may cut a mark or leave a margin.
    cut = lambda low, high: pad - rng.uniform(low, high) * height
    sides = [pad - rng.uniform(0.02, 0.35) * height for _ in range(2)]
    box = (sides[0], cut(0.0, 0.45), image.width - sides[1], image.height - cut(0.0, 0.45))
    return image.crop(tuple(round(side) for side in box))


def degraded(image, rng):
    if rng.random() < 0.55:
        factor = rng.uniform(0.28, 0.8)
        image = image.resize((max(8, int(image.width * factor)), max(9, int(image.height * factor))), rng.choice([Image.BILINEAR, Image.BOX, Image.BICUBIC]))
    if rng.random() < 0.45:
        image = image.filter(ImageFilter.GaussianBlur(rng.uniform(0.3, 1.1)))
    if rng.random() < 0.15:
        image = image.filter(rng.choice([ImageFilter.MinFilter(3), ImageFilter.MaxFilter(3)]))
    if rng.random() < 0.4:
        low, high = rng.uniform(0, 80), rng.uniform(150, 255)
        image = image.point([int(low + value * (high - low) / 255) for value in range(256)] * 3)
    if rng.random() < 0.35:
        noise = Image.effect_noise(image.size, rng.uniform(8, 40)).convert("RGB")
        image = Image.blend(image, noise, rng.uniform(0.05, 0.22))
    if rng.random() < 0.45:
        packed = io.BytesIO()
        image.save(packed, "JPEG", quality=rng.randrange(25, 75))
        image = Image.open(packed).convert("RGB")
    return image


def strip_of(image, rng):
    """48 pixels high, letters 1.15 times as wide as they are, as the reader cuts them."""
    width = max(16, round(image.width / image.height * HEIGHT * 1.15 * rng.uniform(0.85, 1.15) / 8) * 8)
    return image.resize((width, HEIGHT), Image.BILINEAR)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out")
    parser.add_argument("--lines", type=int, default=6000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--alphabet", default="models/ocr-european/characters.txt")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    alphabet = set(open(options.alphabet, encoding="utf-8").read().split("\n")) - {""}
    texts, files = Texts(rng, alphabet), fonts()
    print(f"{len(files)} fonts, {sum(map(len, texts.lists.values()))} words", flush=True)
    count = 0
    with open(options.out, "wb") as out:
        while count < options.lines:
            text = texts.line()
            if len(text) > 60:
                continue
            image = drawn(text, rng.choice(files), rng)
            if image is None:
                continue
            if rng.random() < 0.6:
                image = degraded(image, rng)
            strip = strip_of(image, rng)
            if strip.width > 1200:
                continue
            encoded = text.encode()
            out.write(struct.pack("<II", strip.width, len(encoded)) + encoded + strip.tobytes())
            count += 1


if __name__ == "__main__":
    main()
