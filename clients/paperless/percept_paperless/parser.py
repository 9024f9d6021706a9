"""A parser for the plugin system of Paperless-ngx 3 (entry points of the group ``paperless_ngx.parsers``)."""

from __future__ import annotations

import base64
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, Self

from .service import PerceptError, Service, Settings

if TYPE_CHECKING:
    import datetime
    from types import TracebackType

PDF = "application/pdf"
MIME_TYPES = {
    PDF: ".pdf",
    "image/jpeg": ".jpg",
    "image/png": ".png",
    "image/tiff": ".tif",
    "image/webp": ".webp",
    "image/bmp": ".bmp",
}
ABOVE_BUILT_IN = 20
"""The parsers of Paperless itself score 10."""


class PerceptParser:
    """Text and searchable PDF come from Percept, and never leave your machines."""

    name = "Percept"
    version = "0.1.0"
    author = "Percept"
    url = "https://github.com/percept/percept"
    uses_remote_service = True

    @classmethod
    def supported_mime_types(cls) -> dict[str, str]:
        return dict(MIME_TYPES)

    @classmethod
    def score(cls, mime_type: str, filename: str, path: Path | None = None) -> int | None:
        if mime_type not in MIME_TYPES or Settings.from_environment() is None:
            return None
        return ABOVE_BUILT_IN

    def __init__(self, logging_group: object = None) -> None:
        self._logging_group = logging_group
        self._folder = Path(tempfile.mkdtemp(prefix="percept-paperless-"))
        self._text: str | None = None
        self._pages: int | None = None
        self._archive: Path | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, exc_type: type[BaseException] | None, exc_val: BaseException | None, exc_tb: TracebackType | None
    ) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)

    @property
    def can_produce_archive(self) -> bool:
        return True

    @property
    def requires_pdf_rendition(self) -> bool:
        return False

    def configure(self, context: Any) -> None:
        """Nothing of the context changes how a document is read."""

    def parse(self, document_path: Path, mime_type: str, *, produce_archive: bool = True) -> None:
        settings = Settings.from_environment()
        if settings is None:
            _refuse("PERCEPT_URL is not set: give Paperless the address of Percept in its environment.")
        service = Service(settings)
        document = Path(document_path).read_bytes()
        try:
            read = service.call("/v2/documents/read?level=line", document, mime_type)
            self._text, self._pages = read["content"], read["page_count"]
            if produce_archive:
                made = service.call("/v2/documents/searchable", document, mime_type)
                self._archive = self._folder / "archive.pdf"
                self._archive.write_bytes(base64.b64decode(made["pdf"]))
        except PerceptError as error:
            _refuse(str(error), error)

    def get_text(self) -> str | None:
        return self._text

    def get_date(self) -> datetime.datetime | None:
        """None: Paperless finds the date in the text, by its own settings of languages and order."""
        return None

    def get_archive_path(self) -> Path | None:
        return self._archive

    def get_thumbnail(self, document_path: Path, mime_type: str) -> Path:
        source = self._archive or (Path(document_path) if mime_type == PDF else None)
        if source is not None:
            from documents.parsers import make_thumbnail_from_pdf

            return Path(make_thumbnail_from_pdf(source, self._folder, self._logging_group))
        from PIL import Image

        thumbnail = self._folder / "thumbnail.webp"
        with Image.open(document_path) as image:
            small = image.convert("RGB")
            small.thumbnail((500, 5000))
            small.save(thumbnail, format="WEBP")
        return thumbnail

    def get_page_count(self, document_path: Path, mime_type: str) -> int | None:
        return self._pages

    def extract_metadata(self, document_path: Path, mime_type: str) -> list[dict[str, str]]:
        return []


def _refuse(reason: str, cause: Exception | None = None) -> NoReturn:
    """Raises the error that the consumer of Paperless expects."""
    from documents.parsers import ParseError

    raise ParseError(reason) from cause
