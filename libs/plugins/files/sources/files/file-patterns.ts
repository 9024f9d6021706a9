import { PerceptError, toJson } from '@percept/sdk';
import { evaluateTemplate, isS3Url, type ListContext, type SourceSettings } from '@percept/sdk/pipelines';
import { posix } from 'node:path';

/** A pattern, split into its base folder as written and the rest. */
export interface FilePattern {
  folder: string;
  pattern: string;
}

/** Text that an expression gives inside a pattern is taken literally: a folder may be called `photos (2024)`. */
export function filePatterns(template: SourceSettings['value'], scope: ListContext['scope']): FilePattern[] {
  const literal = (part: unknown) => (typeof part === 'string' ? part : toJson(part)).replace(/[\\*?[\]{}]/g, '\\$&');
  const value =
    template.kind === 'text'
      ? template.parts.map((part) => (typeof part === 'string' ? part : literal(part.evaluate(scope)))).join('')
      : evaluateTemplate(template, scope);
  const patterns = Array.isArray(value) ? value : [value];
  return patterns.map((pattern) => {
    if (typeof pattern === 'string' && pattern !== '') return split(isS3Url(pattern) ? pattern : posix.normalize(pattern));
    throw PerceptError.invalid(
      'files',
      'must be a pattern such as photos/**/*.jpg or s3://bucket/photos/*.jpg, or a list of them.',
    );
  });
}

/** The first character that makes a path a pattern, unless it is escaped. */
const MAGIC = /(?<!\\)[*?[{]/;

function split(whole: string): FilePattern {
  const magic = MAGIC.exec(whole)?.index ?? whole.length;
  // The whole of `s3://bucket` is the folder.
  const cut = isS3Url(whole) && !whole.slice(5).includes('/') ? whole.length : whole.lastIndexOf('/', magic);
  const folder = cut > 0 ? whole.slice(0, cut) : whole.startsWith('/') ? '/' : '.';
  return { folder: folder.replace(/\\(.)/g, '$1'), pattern: whole.slice(cut + 1) };
}
