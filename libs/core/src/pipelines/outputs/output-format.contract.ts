import type { OutputFormat } from './output-format';
import type { RowPages } from './row-pages';

const AS_IS = { escapeFormulas: false };
type Rows = Record<string, unknown>[];

const TEXTS = ['plain', 'comma, "quotes" and\nlines', '', 'Grüße 東京 🙂'];

/** What every output format promises. @param decode reads the rows of a file back. */
export function outputFormatContract(name: string, format: OutputFormat, decode: (bytes: Buffer) => Promise<Rows> | Rows): void {
  describe(`the output format ${name}`, () => {
    test('writes every row once and in order, over the borders of pages', async () => {
      const rows = Array.from({ length: 25 }, (_, n) => ({ id: `r${n}`, name: `row ${n}` }));
      expect(await decode(await encoded(format, [rows.slice(0, 10), [], rows.slice(10, 11), rows.slice(11)]))).toEqual(rows);
    });

    test('writes a file that can be read if there are no rows', async () => {
      expect(await decode(await encoded(format, []))).toEqual([]);
      expect(await decode(await encoded(format, [[]]))).toEqual([]);
    });

    test('gives every text back as it was', async () => {
      const rows = TEXTS.map((text, n) => ({ id: `r${n}`, text }));
      expect(await decode(await encoded(format, [rows]))).toEqual(rows);
    });

    test('keeps the columns that only a later row has', async () => {
      const read = await decode(await encoded(format, [[{ a: 'x' }], [{ a: 'y', b: 'z' }]]));
      expect(read).toHaveLength(2);
      expect(read[1]).toEqual({ a: 'y', b: 'z' });
    });

    test('gives the same bytes for the same rows', async () => {
      const pages = [[{ a: 'x' }], [{ b: 'y' }]];
      expect(await encoded(format, pages)).toEqual(await encoded(format, pages));
    });

    test('stops reading rows when the writing stops', async () => {
      let open = 0;
      const rows: RowPages = async function* () {
        open++;
        try {
          for (let n = 0; n < 100; n++) yield [{ id: n }];
        } finally {
          open--;
        }
      };
      for await (const bytes of format.encode(rows, AS_IS)) {
        expect(bytes).toBeInstanceOf(Uint8Array);
        break;
      }
      expect(open).toBe(0);
    });
  });
}

async function encoded(format: OutputFormat, pages: Rows[]): Promise<Buffer> {
  const rows: RowPages = async function* () {
    yield* pages;
  };
  const parts: Uint8Array[] = [];
  for await (const bytes of format.encode(rows, AS_IS)) parts.push(bytes);
  return Buffer.concat(parts);
}
