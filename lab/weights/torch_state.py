"""Reads the tensors of a PyTorch checkpoint (`.pth`, both formats) into numpy, without PyTorch and without running its code."""

import collections
import io
import pickle
import struct
import zipfile

import numpy as np

DTYPES = {
    "FloatStorage": np.float32,
    "HalfStorage": np.float16,
    "DoubleStorage": np.float64,
    "LongStorage": np.int64,
    "IntStorage": np.int32,
    "ByteStorage": np.uint8,
}


class Storage:
    def __init__(self, dtype, length):
        self.dtype, self.length, self.values = dtype, length, None


class Tensor:
    def __init__(self, storage, offset, shape, strides, *_):
        self.storage, self.offset, self.shape, self.strides = storage, offset, shape, strides

    def array(self):
        strides = [each * self.storage.values.itemsize for each in self.strides]
        return np.lib.stride_tricks.as_strided(self.storage.values[self.offset :], self.shape, strides).copy()


class Reader(pickle.Unpickler):
    """Knows the four names that a state dict uses and refuses any other, so that a checkpoint cannot run code."""

    def __init__(self, file):
        super().__init__(file)
        self.storages = {}

    def find_class(self, module, name):
        if name.endswith("Storage"):
            return name
        known = {"_rebuild_tensor_v2": Tensor, "OrderedDict": collections.OrderedDict, "_rebuild_parameter": lambda data, *_: data}
        if name not in known:
            raise ValueError(f"The checkpoint names {module}.{name}, which a state dict does not need.")
        return known[name]

    def persistent_load(self, key):
        _, kind, name, _, length = key[:5]
        return self.storages.setdefault(name, Storage(DTYPES[kind], length))


def read_state(content: bytes) -> dict[str, np.ndarray]:
    reader, tensors = _read_zip(content) if content[:2] == b"PK" else _read_legacy(content)
    return {name: tensor.array() for name, tensor in tensors.items() if isinstance(tensor, Tensor)}


def _read_zip(content):
    archive = zipfile.ZipFile(io.BytesIO(content))
    data = next(name for name in archive.namelist() if name.endswith("data.pkl"))
    reader = Reader(io.BytesIO(archive.read(data)))
    tensors = reader.load()
    for name, storage in reader.storages.items():
        storage.values = np.frombuffer(archive.read(data[:-8] + "data/" + name), storage.dtype)
    return reader, tensors


def _read_legacy(content):
    file = io.BytesIO(content)
    for _ in range(3):  # magic number, protocol, system
        pickle.load(file)
    reader = Reader(file)
    tensors = reader.load()
    for name in pickle.load(file):
        (length,) = struct.unpack("<q", file.read(8))
        storage = reader.storages[name]
        storage.values = np.frombuffer(file.read(length * np.dtype(storage.dtype).itemsize), storage.dtype)
    return reader, tensors
