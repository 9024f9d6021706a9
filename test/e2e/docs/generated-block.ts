import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../harness/percept';

/** A row of a table in Markdown. */
export const row = (cells: string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
export const table = (head: string[], rows: string[][]): string =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

/** Expects the page to have the text between `<!-- name -->` and `<!-- /name -->`, after writing it there if an update is asked for. */
export function expectBlock({ page, name, text, update }: { page: string; name: string; text: string; update: boolean }): void {
  const file = join(ROOT, page);
  const block = new RegExp(`(<!-- ${name} -->\\n\\n)([^]*?)(\\n\\n<!-- /${name} -->)`);
  const before = readFileSync(file, 'utf8');
  expect(before).toMatch(block);
  if (update)
    writeFileSync(
      file,
      before.replace(block, (_, open, _old, close) => `${open}${text}${close}`),
    );
  expect(block.exec(readFileSync(file, 'utf8'))![2]).toBe(text);
}
