import { IsInt, IsString } from 'class-validator';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Rows } from '../../declaration';
import { collectRows } from './collect-rows';

class Page {
  @IsInt() number!: number;
  @IsString() text!: string;
}
class Book {
  @Rows('Page by page.', () => Page) pages!: Page[];
  @IsInt() read!: number;
}
const capability = { id: 'test.read', output: Book };
const TEXT = 'x'.repeat(10_000);

/** A book whose pages count how many of them are held. */
function bookOf(count: number, text: unknown = TEXT) {
  let read = 0;
  async function* pages() {
    for (; read < count; read++) yield { number: read + 1, text };
  }
  return {
    pages: pages(),
    get read() {
      return read;
    },
  };
}

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'percept-rows-'))));
afterAll(() => rmSync(folder, { recursive: true }));

test('rows that take many characters go into a file, few stay a list', async () => {
  const place = { rowsTo: join(folder, 'book'), listCharacters: 100_000 };
  const few = await collectRows(capability, bookOf(9), place);
  expect(few).toMatchObject({ output: { read: 9 }, rowFiles: {} });
  expect((few.output as Book).pages).toHaveLength(9);
  const many = await collectRows(capability, bookOf(300), place);
  const path = join(folder, 'book.pages.jsonl');
  // What the handler counts is complete when the last row was read.
  expect(many).toEqual({ output: { pages: [], read: 300 }, rowFiles: { pages: { path, rows: 300 } } });
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as Page).number)).toEqual(Array.from({ length: 300 }, (_, at) => at + 1));
  expect(existsSync(`${path}.part`)).toBe(false);
});

test('only their number counts where the call says nothing of characters', async () => {
  const { rowFiles } = await collectRows(capability, bookOf(300), { rowsTo: join(folder, 'other') });
  expect(rowFiles).toEqual({});
});

test('each row must fit its class', async () => {
  await expect(collectRows(capability, bookOf(2, 7), {})).rejects.toThrow(
    'test.read answered against its output class: pages[0].text must be a text, not 7.',
  );
});
