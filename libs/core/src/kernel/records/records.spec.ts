import { encode } from 'iconv-lite';
import { csvRecords, jsonRecords, textLines, UnreadableFile, type TextRecord } from '.';

const all = async <T>(records: AsyncIterable<TextRecord<T>>): Promise<TextRecord<T>[]> => {
  const list: TextRecord<T>[] = [];
  for await (const record of records) list.push(record);
  return list;
};
const csv = (bytes: Buffer | string, encoding?: string, size = 7) =>
  all(csvRecords(inPieces(Buffer.from(bytes as string), size), { delimiter: ',', encoding }));
const jsonl = (bytes: Buffer, encoding?: string, size = 7) => all(jsonRecords(inPieces(bytes, size), encoding));

function* inPieces(bytes: Buffer, size: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const LATIN = Buffer.from('id,word\n1,good\n2,w\xf6rld\n3,fine\n', 'latin1');
const WORDS = [
  { id: '1', word: 'grün €' },
  { id: '2', word: 'naïve' },
];
const CSV = 'id,word\n1,grün €\n2,naïve\n';

describe('CSV', () => {
  test.each([1, 7, 1_000])('refuses only the record with a byte that is not UTF-8, read in pieces of %i', async (size) => {
    expect(await csv(LATIN, undefined, size)).toEqual([
      { line: 2, value: { id: '1', word: 'good' } },
      { line: 3, reason: expect.stringMatching(/^the byte 19 of the file is not UTF-8: .*'encoding: windows-1252'/) },
      { line: 4, value: { id: '3', word: 'fine' } },
    ]);
    expect(LATIN[18]).toBe(0xf6);
  });

  test('keeps a sign of replacement that the file has, and whole characters over pieces', async () => {
    const text = `a\n${'😀\uFFFD'.repeat(50)}\n`;
    expect(await csv(text, undefined, 3)).toEqual([{ line: 2, value: { a: '😀\uFFFD'.repeat(50) } }]);
  });

  test.each([
    ['windows-1252', encode(CSV, 'windows-1252'), 'windows-1252'],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${CSV}`), undefined],
    ['UTF-16 with a mark', encode(CSV, 'utf-16le', { addBOM: true }), undefined],
    ['UTF-16, big end first, with a mark', encode(CSV, 'utf-16be', { addBOM: true }), undefined],
    ['UTF-16 without a mark', encode(CSV, 'utf-16le'), undefined],
    ['UTF-16, big end first, without a mark', encode(CSV, 'utf-16be'), undefined],
    ['UTF-8 with a mark, although another is named', Buffer.from(`\uFEFF${CSV}`), 'windows-1252'],
  ])('reads %s', async (_name, bytes, encoding) => {
    for (const size of [1, 5, 1_000]) expect((await csv(bytes, encoding, size)).map(({ value }) => value)).toEqual(WORDS);
  });

  test('names the record and the byte of another encoding too', async () => {
    const bytes = Buffer.concat([encode('a\n日本\n', 'shift_jis'), Buffer.from([0xff, 0x0a, 0x62, 0x0a])]);
    expect(await csv(bytes, 'shift_jis')).toEqual([
      { line: 2, value: { a: '日本' } },
      { line: 3, reason: expect.stringMatching(/^the byte 8 of the file is not SHIFT_JIS/) },
      { line: 4, value: { a: 'b' } },
    ]);
    const half = Buffer.concat([encode('a\nb', 'utf-16le'), Buffer.from([0x3d, 0xd8]), encode('\nc\n', 'utf-16le')]);
    expect(await csv(half)).toEqual([
      { line: 2, reason: expect.stringMatching(/^the byte 7 of the file is not UTF-16LE/) },
      { line: 3, value: { a: 'c' } },
    ]);
  });

  test.each(['sep=;\n', 'SEP=;\r\n', '"sep=;"\n', '\uFEFFsep=;\r\n'])('takes %j for the separator', async (line) => {
    expect(await csv(`${line}a;b,c\n1;2\n`)).toEqual([{ line: 3, value: { a: '1', 'b,c': '2' } }]);
  });

  test('a file that names its separator may have one column with another one in its name', async () => {
    expect(await csv('sep=,\na;b\n1\n')).toEqual([{ line: 3, value: { 'a;b': '1' } }]);
  });

  test('takes no other first line for it', async () => {
    expect(await csv('sep=,b\n1,2\n')).toEqual([{ line: 2, value: { 'sep=': '1', b: '2' } }]);
  });

  test.each([
    ['id,word,id\n1,2,3\n', "the columns 1 and 3 are both called 'id': give each column a name of its own"],
    ['name;price\n"x";1,5\n', `the header line is one column, 'name;price': set 'delimiter' to ";", or, if that is its name,`],
    ['a\tb\n1\t2\n', `set 'delimiter' to "\\t"`],
    ['a,,b,\n1,2,3,4\n', 'the columns 2 and 4 have no name: give each column a name of its own'],
  ])('refuses %j as a whole', async (text, message) => {
    await expect(csv(text)).rejects.toThrow(UnreadableFile);
    await expect(csv(text)).rejects.toThrow(message);
  });

  test.each([1, 7, 1_000])('refuses only the record with a misplaced quotation mark, read in pieces of %i', async (size) => {
    const reason = (lines: string) => expect.stringMatching(new RegExp(`^a quotation mark in ${lines} is misplaced`));
    const good = (line: number) => ({ line, value: { a: String(line), b: 'x' } });
    expect(await csv('a,b\n2,x\n"3"z,"x"y\n4,x\n5,"say "x" now"\n6,x\n7,5" x\n8,x\n', undefined, size)).toEqual([
      good(2),
      { line: 3, reason: reason('line 3') },
      good(4),
      { line: 5, reason: reason('line 5') },
      good(6),
      { line: 7, reason: reason('line 7') },
      good(8),
    ]);
    expect(await csv('a,b\n2,x\n3,"x\n4,x\n5,"x"\n6,x\n7,"x\n', undefined, size)).toEqual([
      good(2),
      { line: 5, reason: reason('lines 3 to 5') },
      good(6),
      { line: expect.any(Number), reason: reason('lines? 7') },
    ]);
  });

  test('reads no further than a record that is too long, and says where it begins', async () => {
    const long = `a\n1\n"${'x\n'.repeat(600_000)}`;
    await expect(csv(long, undefined, 65_536)).rejects.toThrow(
      /^the record in lines 3 to \d+ is longer than 1 MB\. A quotation mark/,
    );
    await expect(csv(long, undefined, 65_536)).rejects.toThrow(UnreadableFile);
    await expect(csv(`a\n"1"${'x'.repeat(1_200_000)}\n2\n`, undefined, 65_536)).rejects.toThrow('the record in line 2 is longer');
  });

  test('refuses a file whose header line is not UTF-8', async () => {
    await expect(csv(Buffer.from('na\xefve,b\n1,2\n', 'latin1'))).rejects.toThrow(
      'in the header line, the byte 3 of the file is not',
    );
  });
});

describe('JSON Lines', () => {
  const lines = '{"w":"grün"}\r\n\n{"w":"€"}\n{oops\n"last"';
  const values = [
    { line: 1, value: { w: 'grün' } },
    { line: 3, value: { w: '€' } },
    { line: 4, reason: expect.stringMatching(/^it is not JSON: /) },
    { line: 5, value: 'last' },
  ];

  test.each([
    ['UTF-8', Buffer.from(lines), undefined],
    ['windows-1252', encode(lines, 'windows-1252'), 'windows-1252'],
    ['UTF-16', encode(lines, 'utf-16le'), undefined],
  ])('are read in %s', async (_name, bytes, encoding) => {
    for (const size of [1, 5, 1_000]) expect(await jsonl(bytes, encoding, size)).toEqual(values);
  });

  test.each([1, 7, 1_000])('refuse only the line that is not UTF-8, read in pieces of %i', async (size) => {
    const bytes = Buffer.from('{"a":1}\n{"a":"w\xf6rld"}\n{"a":2}\n', 'latin1');
    expect(await jsonl(bytes, undefined, size)).toEqual([
      { line: 1, value: { a: 1 } },
      { line: 2, reason: expect.stringMatching(/^the byte 16 of the file is not UTF-8/) },
      { line: 3, value: { a: 2 } },
    ]);
  });

  test('end with a character that is cut off', async () => {
    expect(await all(textLines([Buffer.from('a\n\xe2\x82', 'latin1')]))).toEqual([
      { line: 1, value: 'a' },
      { line: 2, reason: expect.stringMatching(/^the byte 3 /) },
    ]);
  });
});
