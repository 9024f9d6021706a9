import { realpath, stat } from 'node:fs/promises';
import { basename, posix } from 'node:path';
import { PerceptError } from '../../kernel';
import type { EvaluationContext } from '../../expressions';
import type { AllowedPaths } from '../../kernel';
import { evaluateTemplate, type Template } from '../language/syntax';
import { globFiles } from './glob-files';

/** A file as expressions see it. */
export interface FileItem {
  /** Absolute. */
  path: string;
  name: string;
  /** ISO 8601, UTC. */
  modified: string;
  /** Bytes. */
  size: number;
}

/** A pattern split into the folder that it starts from, as written, and the rest. */
export interface FilePattern {
  folder: string;
  pattern: string;
}

/** What an expression gives inside a pattern is taken literally: a folder may be called `photos (2024)`. */
export function filePatterns(template: Template, scope: EvaluationContext): FilePattern[] {
  const literal = (part: unknown) => (typeof part === 'string' ? part : JSON.stringify(part)).replace(/[\\*?[\]{}]/g, '\\$&');
  const value =
    template.kind === 'text'
      ? template.parts.map((part) => (typeof part === 'string' ? part : literal(part.evaluate(scope)))).join('')
      : evaluateTemplate(template, scope);
  const patterns = Array.isArray(value) ? value : [value];
  return patterns.map((pattern) => {
    if (typeof pattern === 'string' && pattern !== '') return split(posix.normalize(pattern));
    throw PerceptError.invalid('files', 'must be a pattern such as photos/**/*.jpg, or a list of them.');
  });
}

/** The first character that makes a pattern of a path, unless escaped. */
const MAGIC = /(?<!\\)[*?[{]/;

function split(whole: string): FilePattern {
  const magic = MAGIC.exec(whole)?.index ?? whole.length;
  const cut = whole.lastIndexOf('/', magic);
  const folder = cut > 0 ? whole.slice(0, cut) : whole.startsWith('/') ? '/' : '.';
  return { folder: folder.replace(/\\(.)/g, '$1'), pattern: whole.slice(cut + 1) };
}

export interface FoundFile {
  file: FileItem;
  /** Why it may not be read. */
  refused?: string;
}

/** Files looked at together. */
const TOGETHER = 64;

/** Streams the files of a pattern in no particular order. */
export async function* listFiles({ folder, pattern }: FilePattern, places: AllowedPaths): AsyncGenerator<FoundFile> {
  const cwd = await places.resolve(folder);
  let paths: string[] = [];
  for await (const path of globFiles(cwd, pattern, { followLinks: !places.bounded })) {
    paths.push(path);
    if (paths.length < TOGETHER) continue;
    yield* await Promise.all(paths.map((each) => look(each, places)));
    paths = [];
  }
  yield* await Promise.all(paths.map((each) => look(each, places)));
}

async function look(path: string, places: AllowedPaths): Promise<FoundFile> {
  const stats = await stat(path).catch(() => undefined);
  const file = { path, name: basename(path), modified: (stats?.mtime ?? new Date(0)).toISOString(), size: stats?.size ?? 0 };
  if (!stats) return { file, refused: 'It is a link to nothing, or cannot be read.' };
  if (!places.bounded || places.contains(await realpath(path))) return { file };
  return { file, refused: 'It is a link that leads outside of the folders that this service may read.' };
}
