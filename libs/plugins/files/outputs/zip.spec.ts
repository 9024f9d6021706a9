import { outputFormatContract } from '@percept/sdk/testing';
import { unzipSync } from 'fflate';
import { describeContract } from '../../../../test/harness/kinds';
import { zip } from './zip';

const filesOf = (bytes: Uint8Array) => unzipSync(new Uint8Array(bytes));
const rowsOf = (bytes: Uint8Array) =>
  Buffer.from(filesOf(bytes)['rows.jsonl']!)
    .toString()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describeContract('the output format zip', outputFormatContract(zip, rowsOf));

async function packed(...pages: unknown[][]): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  const rows = async function* () {
    yield* pages;
  };
  for await (const part of zip.encode(rows, { escapeFormulas: true })) parts.push(part);
  return Buffer.concat(parts);
}

const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(100, 7)]);
const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(100, 8)]);
const [A, B] = [jpeg.toString('base64'), png.toString('base64')];

test('pictures of the rows are files with the names of their rows, and the rows say which', async () => {
  const bytes = await packed(
    [
      { file: 'shop/desk.webp', picture: A, objects: 3 },
      { file: 'b.png', one: A, two: B },
    ],
    [{ picture: B }, 5],
  );
  const files = filesOf(bytes);
  expect(Object.keys(files)).toEqual(['desk.jpg', 'b-one.jpg', 'b-two.png', 'row-3.png', 'rows.jsonl']);
  expect([Buffer.from(files['desk.jpg']!).equals(jpeg), Buffer.from(files['b-two.png']!).equals(png)]).toEqual([true, true]);
  expect(rowsOf(bytes)).toEqual([
    { file: 'shop/desk.webp', picture: 'desk.jpg', objects: 3 },
    { file: 'b.png', one: 'b-one.jpg', two: 'b-two.png' },
    { picture: 'row-3.png' },
    5,
  ]);
});

test('no two files have one name, and none leaves the folder', async () => {
  const names = ['a.jpg', 'x/a.png', 'a-2.jpg', '../../etc/passwd', '..', '.hidden', 'c:\\b.jpg', 'Straße 東京.jpg'];
  const files = filesOf(await packed(names.map((name) => ({ name, picture: A }))));
  expect(Object.keys(files)).toEqual([
    ...['a.jpg', 'a-2.jpg', 'a-2-2.jpg', 'passwd.jpg', 'row-5.jpg', 'hidden.jpg', 'b.jpg', 'Straße 東京.jpg'],
    'rows.jsonl',
  ]);
});

test('a text that only begins like a picture stays a text', async () => {
  expect(rowsOf(await packed([{ note: '/9j/' }]))).toEqual([{ note: '/9j/' }]);
});
