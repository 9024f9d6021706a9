import { parseAroundImage } from './around-image';

const PICTURE = 'ABCD'.repeat(100_000);
const parse = (text: string): unknown => parseAroundImage(Buffer.from(text));

test('a body around a picture is what JSON.parse makes of it', () => {
  for (const value of [
    { image: PICTURE },
    { n: 1, list: ['a', { b: null }], image_data: `data:image/jpeg;base64,${PICTURE}`, more: 'quoted "x" \\ \n', last: true },
    { image: `${PICTURE}ä€😀`, 'ä€': '😀' },
    { image: PICTURE, second: PICTURE },
  ])
    for (const text of [JSON.stringify(value), ` \ufeff${JSON.stringify(value, null, 2)}\n`])
      expect(JSON.stringify(parse(text))).toBe(JSON.stringify(value));
});

test('every other body is left alone: small, escaped, a long name, broken', () => {
  for (const text of [
    '{"image":"ABCD"}',
    '',
    '{}'.padEnd(500_000),
    `{"n":"\\"","image":"${PICTURE}"}`,
    `{"image":"${PICTURE}\\/"}`,
    `{"${PICTURE}": 1}`,
    `{"image":"${PICTURE}\n"}`,
    `{"image":"${PICTURE}"`,
    `{"image":"${PICTURE}`,
    `"${'x'.repeat(10)}","${PICTURE}"`,
  ])
    expect(parse(text)).toBeUndefined();
});
