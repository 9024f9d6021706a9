import { checkJsonShape } from '../../../kernel';
import { parseAroundImage } from './around-image';

const IMAGE = 'ABCD'.repeat(100_000);
const parse = (text: string): unknown => {
  const json = Buffer.from(text);
  const long = checkJsonShape(json, 1024 * 1024);
  return long && parseAroundImage(json, long);
};

test('a body around an image is what JSON.parse makes of it', () => {
  for (const value of [
    { image: IMAGE },
    { n: 1, list: ['a', { b: null }], image_data: `data:image/jpeg;base64,${IMAGE}`, more: 'quoted "x" \\ \n', last: true },
    { image: `${IMAGE}ä€😀`, 'ä€': '😀' },
    { image: IMAGE, second: IMAGE },
    { quoted: 'a "b" \\', image: `${IMAGE}"\\` },
  ])
    for (const text of [JSON.stringify(value), ` \ufeff${JSON.stringify(value, null, 2)}\n`])
      expect(JSON.stringify(parse(text))).toBe(JSON.stringify(value));
});

test('Base64 with escaped slashes, as PHP writes it, is read', () => {
  expect(parse(`{"image":"${'AB\\/C'.repeat(100_000)}"}`)).toEqual({ image: 'AB/C'.repeat(100_000) });
});

test('every other body is left to the parser: small, a long name, broken', () => {
  for (const text of [
    '{"image":"ABCD"}',
    '',
    '{}'.padEnd(500_000),
    `{"${IMAGE}": 1}`,
    `{"image":"${IMAGE}\n"}`,
    `{"image":"${IMAGE}"`,
    `{"image":"${IMAGE}`,
    `"${'x'.repeat(10)}","${IMAGE}"`,
  ])
    expect(parse(text)).toBeUndefined();
});
