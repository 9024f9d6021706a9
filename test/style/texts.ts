import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** A line of prose: of a page, a comment or a string. */
export interface Prose {
  file: string;
  line: number;
  text: string;
}

const FOLDERS = [
  'apps',
  'bin',
  'clients',
  'docs',
  'examples',
  'libs',
  'models',
  'packaging',
  'pipelines',
  'test',
  'tools',
  'lab',
  '.ci',
  '.github',
];
const SKIPPED = new Set(['node_modules', 'dist', 'types', 'data', 'coverage']);
/** Written by a program, a licence, or sentences to learn or judge from. */
const FOREIGN = [
  'THIRD_PARTY.md',
  'lab/train/everyday',
  'lab/eval/text/hard-sentences.ts',
  'clients/typescript/src/schema.ts',
  'apps/api/src/service/openapi/capability-answers.ts',
  'lab/bench/forecast',
  'models/classifier/SCENES.md',
];

/** Every file with prose, by its path from the root of the repository. */
export function proseFiles(root: string): string[] {
  const walk = (folder: string): string[] =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : walk(path);
      return entry.isFile() && reader(path) ? [path] : [];
    });
  const top = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isFile() && reader(entry.name));
  const paths = [...top.map(({ name }) => name), ...FOLDERS.flatMap(walk)];
  return paths.filter((path) => !FOREIGN.some((foreign) => path.startsWith(foreign)));
}

export function readProse(root: string, file: string): Prose[] {
  const lines = reader(file)!(readFileSync(join(root, file), 'utf8'));
  return lines.map(([line, text]) => ({ file, line, text }));
}

type Line = [line: number, text: string];

function reader(path: string): ((text: string) => Line[]) | undefined {
  if (/\.d\.ts$/.test(path)) return undefined;
  if (/\.(ts|tsx|mts|js|mjs)$/.test(path)) return (text) => fromCode(path, text);
  if (/\.md$/.test(path)) return everyLine;
  if (/\.(ya?ml|sh|service)$|(^|\/)(Dockerfile|\.env\.example|run|nightly|percept)$/.test(path)) return fromHashComments;
  return undefined;
}

const everyLine = (text: string): Line[] => text.split('\n').map((line, index) => [index + 1, line]);

function fromHashComments(text: string): Line[] {
  return everyLine(text).flatMap(([line, content]): Line[] => {
    const comment = /(?:^|\s)#\s(.*)$/.exec(content)?.[1] ?? /^\s*(?:description|label|summary|source): (.*)$/.exec(content)?.[1];
    return comment === undefined ? [] : [[line, comment]];
  });
}

/** Comments, strings, templates and the text between JSX tags. */
function fromCode(path: string, text: string): Line[] {
  const found: Line[] = [];
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false);
  const add = (position: number, content: string): void => {
    const first = source.getLineAndCharacterOfPosition(position).line + 1;
    content.split('\n').forEach((part, index) => found.push([first + index, part.replace(/^\s*\*\s?/, '')]));
  };
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node))
      add(node.end - node.getFullWidth(), node.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...found, ...fromSlashComments(text)];
}

/** Comments as Prettier lays them out: a line of their own, or the end of a line. */
function fromSlashComments(text: string): Line[] {
  return everyLine(text).flatMap(([line, content]): Line[] => {
    const comment = /^\s*(?:\/\/|\/\*+|\*)\s(.*)$/.exec(content)?.[1] ?? /\s\/\/\s(.*)$/.exec(content)?.[1];
    return comment === undefined ? [] : [[line, comment]];
  });
}
