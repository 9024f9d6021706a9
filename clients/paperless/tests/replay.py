"""Calls the parser as the consumer of Paperless-ngx does, with stand-ins for the modules of Paperless, and prints what came of it.

python3 replay.py FILE MIME_TYPE [--no-archive]
"""

from __future__ import annotations

import base64
import json
import shutil
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType


class ParseError(Exception):
    pass


def make_thumbnail_from_pdf(in_path: Path, temp_dir: Path, logging_group: object = None) -> Path:
    assert Path(in_path).read_bytes().startswith(b"%PDF")
    return Path(shutil.copy(in_path, Path(temp_dir) / "thumbnail.webp"))


parsers = ModuleType("documents.parsers")
parsers.ParseError, parsers.make_thumbnail_from_pdf = ParseError, make_thumbnail_from_pdf
sys.modules.update({"documents": ModuleType("documents"), "documents.parsers": parsers})

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))


def entry_point() -> type:
    """The class that Paperless finds by the entry point of the package."""
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    module, name = project["entry-points"]["paperless_ngx.parsers"]["percept"].split(":")
    return getattr(import_module(module), name)


def replay(file: Path, mime_type: str, produce_archive: bool) -> dict[str, object]:
    parser_class = entry_point()
    identity = [getattr(parser_class, each) for each in ("name", "version", "author", "url")]
    assert all(isinstance(each, str) and each for each in identity)
    told = {
        "extension": parser_class.supported_mime_types().get(mime_type),
        "score": parser_class.score(mime_type, file.name, file),
    }
    if told["score"] is None:
        return told
    with parser_class(logging_group=None) as parser:
        parser.configure(object())
        try:
            parser.parse(file, mime_type, produce_archive=produce_archive and parser.can_produce_archive)
        except ParseError as error:
            return {**told, "error": str(error)}
        archive = parser.get_archive_path()
        thumbnail = parser.get_thumbnail(file, mime_type) if archive or mime_type == "application/pdf" else None
        assert thumbnail is None or thumbnail.exists()
        told |= {
            "text": parser.get_text(),
            "date": parser.get_date(),
            "pages": parser.get_page_count(file, mime_type),
            "metadata": parser.extract_metadata(file, mime_type),
            "archive": archive and base64.b64encode(archive.read_bytes()).decode(),
            "rendition": parser.requires_pdf_rendition,
        }
        folder = archive.parent if archive else None
    assert folder is None or not folder.exists(), "the parser leaves files behind"
    return told


print(json.dumps(replay(Path(sys.argv[1]), sys.argv[2], "--no-archive" not in sys.argv)))
