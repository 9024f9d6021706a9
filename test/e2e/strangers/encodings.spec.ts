import { encode } from 'iconv-lite';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RunHarness } from '../../harness/run-harness';

const harness = new RunHarness();

const PIPELINE = (source: string) => `version: 1
name: words
steps:
  - id: words
    for_each: { ${source}, as: word, key: "\${{ word.w }}", tolerate: 100% }
    steps:
      - { id: same, if: 'false', uses: test.echo, with: { image: "\${{ word.w }}", add: 1 } }
    collect: { word: "\${{ word.w }}" }
`;

async function run(source: string, name: string, bytes: Buffer) {
  await harness.open();
  writeFileSync(join(harness.folder, name), bytes);
  const view = await harness.run(PIPELINE(source));
  const { rows } = await harness.pipelines.items(view.id, {});
  return { view, keys: rows.map(({ key }) => key) };
}

const LATIN = { csv: 'w\ngood\nw\xf6rld\n', jsonl: '{"w":"good"}\n{"w":"w\xf6rld"}\n' };

describe.each(['csv', 'jsonl'] as const)('a file of %s in another encoding', (kind) => {
  const bytes = Buffer.from(LATIN[kind], 'latin1');

  test('fails the item whose bytes are not UTF-8, with line and byte, and only that', async () => {
    const { view, keys } = await run(`${kind}: words`, 'words', bytes);
    expect(view.counts).toMatchObject({ total: 2, failed: 1 });
    expect(JSON.stringify(view.failures)).toMatch(/Line \d: the byte \d+ of the file is not UTF-8/);
    expect(JSON.stringify(keys)).not.toContain('\uFFFD');
  });

  test('is read by the name that the pipeline gives', async () => {
    const { view, keys } = await run(`${kind}: words, encoding: latin1`, 'words', bytes);
    expect(view.counts).toMatchObject({ total: 2, failed: 0 });
    expect(keys).toEqual(['good', 'wörld']);
  });

  test('is read as UTF-16 where its first bytes show it', async () => {
    const { keys } = await run(`${kind}: words`, 'words', encode(LATIN[kind], 'utf-16le'));
    expect(keys).toEqual(['good', 'wörld']);
  });
});

test('an encoding that nobody knows is a mistake in the pipeline, and one for a list too', async () => {
  await harness.open();
  await expect(harness.run(PIPELINE('csv: words, encoding: klingon'))).rejects.toThrow(/'encoding' is not a known encoding/);
  await expect(harness.run(PIPELINE('items: [1], encoding: latin1'))).rejects.toThrow(/'encoding' is for csv, jsonl, urls/);
});

test('two columns of one name fail the run and are named', async () => {
  const { view } = await run('csv: words', 'words', Buffer.from('w,x,w\n1,2,3\n'));
  expect(view).toMatchObject({
    status: 'failed',
    error: expect.stringContaining("columns 1 and 3 are both called 'w'"),
  });
});

test('a line sep=; above the header line is understood', async () => {
  const { keys } = await run('csv: words', 'words', Buffer.from('sep=;\r\nw;x\r\na,b;2\r\n'));
  expect(keys).toEqual(['a,b']);
});
