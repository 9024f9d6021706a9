import { parseAroundImage } from './around-image';

const IMAGE = 'ABCD'.repeat(100_000);
const parse = (text: string): unknown => parseAroundImage(Buffer.from(text));

test('a body around a picture is what JSON.parse makes of it', () => {
  for (const value of [
    { image: IMAGE },
    { n: 1, list: ['a', { b: null }], image_data: `data:image/jpeg;base64,${IMAGE}`, more: 'quoted "x" \\ \n', last: true },
    { image: `${IMAGE}ä€😀`, 'ä€': '😀' },
    { image: IMAGE, second: IMAGE },
  ])
    for (const text of [JSON.stringify(value), ` \ufeff${JSON.stringify(value, null, 2)}\n`])
      expect(JSON.stringify(parse(text))).toBe(JSON.stringify(value));
});

test('every other body is left alone: small, escaped, a long name, broken', () => {
  for (const text of [
    '{"image":"ABCD"}',
    '',
    '{}'.padEnd(500_000),
    `{"n":"\\"","image":"${IMAGE}"}`,
    `{"image":"${IMAGE}\\/"}`,
    `{"${IMAGE}": 1}`,
    `{"image":"${IMAGE}\n"}`,
    `{"image":"${IMAGE}"`,
    `{"image":"${IMAGE}`,
    `"${'x'.repeat(10)}","${IMAGE}"`,
  ])
    expect(parse(text)).toBeUndefined();
});
