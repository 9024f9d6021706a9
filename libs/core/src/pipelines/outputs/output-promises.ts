import assert from 'node:assert/strict';
import type { ContractTest } from '../../kernel/contract-test';
import type { OutputFormat } from './output-format';
import type { RowPages } from './row-pages';

type Rows = Record<string, unknown>[];
/** Reads the rows of a file back. */
export type ReadRows = (bytes: Buffer) => Promise<Rows> | Rows;

const AS_IS = { escapeFormulas: false };
const TEXTS = ['plain', 'comma, "quotes" and\nlines', '', 'Grüße 東京 🙂'];

/** Contract tests of an output format. @param read reads the rows of a file back. */
export function outputFormatContract(format: OutputFormat, read: ReadRows): ContractTest[] {
  const roundTrip = async (pages: Rows[]) => read(await encode(format, pages));
  return [
    {
      name: 'has an ending and a media type',
      run: async () => {
        assert.match(format.extension, /^\.[a-z0-9]+$/);
        assert.match(format.mediaType, /^[\w.+-]+\/[\w.+-]+/);
      },
    },
    {
      name: 'writes every row once and in order, over the borders of pages',
      run: async () => {
        const rows = Array.from({ length: 25 }, (_, n) => ({ id: `r${n}`, name: `row ${n}` }));
        assert.deepEqual(await roundTrip([rows.slice(0, 10), [], rows.slice(10, 11), rows.slice(11)]), rows);
      },
    },
    {
      name: 'writes a file that can be read if there are no rows',
      run: async () => {
        assert.deepEqual(await roundTrip([]), []);
        assert.deepEqual(await roundTrip([[]]), []);
      },
    },
    {
      name: 'gives every text back as it was',
      run: async () => {
        const rows = TEXTS.map((text, n) => ({ id: `r${n}`, text }));
        assert.deepEqual(await roundTrip([rows]), rows);
      },
    },
    {
      name: 'keeps the columns that only a later row has',
      run: async () => {
        const rows = await roundTrip([[{ a: 'x' }], [{ a: 'y', b: 'z' }]]);
        assert.equal(rows.length, 2);
        assert.deepEqual(rows[1], { a: 'y', b: 'z' });
      },
    },
    {
      name: 'gives the same bytes for the same rows',
      run: async () => {
        const pages = [[{ a: 'x' }], [{ b: 'y' }]];
        assert.deepEqual(await encode(format, pages), await encode(format, pages));
      },
    },
    { name: 'stops reading rows when the writing stops', run: () => stopsReading(format) },
  ];
}

async function stopsReading(format: OutputFormat): Promise<void> {
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
    assert.ok(bytes instanceof Uint8Array);
    break;
  }
  assert.equal(open, 0);
}

async function encode(format: OutputFormat, pages: Rows[]): Promise<Buffer> {
  const rows: RowPages = async function* () {
    yield* pages;
  };
  const parts: Uint8Array[] = [];
  for await (const bytes of format.encode(rows, AS_IS)) parts.push(bytes);
  return Buffer.concat(parts);
}
