"""Paperless-ngx reads documents with Percept."""

from .parser import PerceptParser

__all__ = ["PerceptParser"]
