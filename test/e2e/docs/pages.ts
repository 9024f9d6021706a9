import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../harness/percept';

/** A fenced block of a page. */
export interface Block {
  language: string;
  /** The words after the language: `illustration`, or the name of a file. */
  marks: string[];
  text: string;
  line: number;
}

/** A page of the documentation, by its path from the root of the repository. */
export interface Page {
  path: string;
  text: string;
  /** What is not a code, with the lines of code left empty. */
  prose: string;
  blocks: Block[];
}

export function readPage(path: string): Page {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const blocks: Block[] = [];
  const prose: string[] = [];
  let open: Block | undefined;
  for (const [index, line] of text.split('\n').entries()) {
    const fence = /^```(.*)$/.exec(line);
    prose.push(fence || open ? '' : line);
    if (open && fence) open = undefined;
    else if (open) open.text += `${line}\n`;
    else if (fence) {
      const [language = '', ...marks] = fence[1]!.split(/\s+/);
      blocks.push((open = { language, marks, text: '', line: index + 1 }));
    }
  }
  if (open) throw new Error(`${path}:${open.line}: the block is not closed`);
  return { path, text, prose: prose.join('\n'), blocks };
}

/** The pages at the root and of the libraries, and everything below docs/. */
export function allPages(): Page[] {
  const docs = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
  const libraries = ['apps', 'libs'].flatMap((folder) => readdirSync(join(ROOT, folder)).map((name) => join(folder, name)));
  return [
    ...['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'],
    ...[...libraries, 'test'].map((folder) => join(folder, 'README.md')),
    ...docs.map((name) => join('docs', name)),
  ].map(readPage);
}

/** As GitHub makes them: small letters, no punctuation, dashes for spaces. */
export function anchorsOf({ prose }: Page): string[] {
  return [...prose.matchAll(/^#+ (.*)$/gm)].map(([, title]) =>
    title!
      .toLowerCase()
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
