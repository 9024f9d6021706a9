import { randomBytes } from 'node:crypto';
import { readBase64 } from './base64';

const bytes = Buffer.from([0xfb, 0xff, 0xfe, 1, 2, 3, 0, 255]);
const plain = bytes.toString('base64');

describe('Base64', () => {
  test.each([
    ['as it is', plain],
    ['in the URL-safe alphabet', plain.replaceAll('+', '-').replaceAll('/', '_')],
    ['without padding', plain.replace(/=+$/, '')],
    ['in lines', plain.replace(/.{4}/g, '$&\r\n')],
    ['with spaces around it', `  \t${plain}\n`],
    ['as a data URI', `data:image/png;base64,${plain}`],
    ['as a data URI with a parameter', `data:image/png;charset=utf-8;base64,${plain}`],
    ['as a data URI without a type', `DATA:;base64,${plain}`],
  ])('is read %s', (_name, text) => {
    expect(readBase64(text, 'image')).toEqual(bytes);
  });

  test('of every length is read', () => {
    for (let length = 1; length < 70; length++) {
      const data = randomBytes(length);
      expect(readBase64(data.toString('base64'), 'image')).toEqual(data);
      expect(readBase64(data.toString('base64url'), 'image')).toEqual(data);
      expect(readBase64(data.toString('base64').replace(/.{5}/g, '$& '), 'image')).toEqual(data);
    }
  });

  test('folded by YAML, with a blank for each line break, is read', () => {
    const data = randomBytes(500);
    const lines = data.toString('base64').match(/.{1,76}/g)!;
    for (const text of [lines.join(' '), `${lines.join(' ')}\n`, lines.join('\n    '), `    ${lines.join(' \n')}`])
      expect(readBase64(text, 'image')).toEqual(data);
  });

  test('with any + turned into a blank is refused, with the position', () => {
    for (let length = 40; length < 700; length++) {
      const text = randomBytes(length).toString('base64');
      const at = text.indexOf('+', text.length / 3);
      const first = text.indexOf('+');
      if (at < 0 || first === 0) continue;
      const lost = new RegExp(`character ${at + 1} is a blank, where a \\+ got lost`);
      expect(() => readBase64(`${text.slice(0, at)} ${text.slice(at + 1)}`, 'image')).toThrow(lost);
      expect(() => readBase64(text.replaceAll('+', ' '), 'image')).toThrow(`character ${first + 1} is a blank`);
      const lines = text.replace(/.{76}/g, '$&\n');
      if (first >= 0) expect(() => readBase64(lines.replace('+', ' '), 'image')).toThrow('is a blank');
    }
  });

  test.each([
    ['AAAA*AAA', "character 5 is '*'"],
    ['data:image/png;base64,AAAA😀AAA', "character 27 is '😀'"],
    ['AA==AAAA', "character 4 is '='"],
    ['AAAAA===', "character 8 is '='"],
    ['AAAAAAAAA', 'ends after 9 letters, inside a group of four'],
    ['photo.jpg', "is the name 'photo.jpg', not the content of that file: with curl, write @ before"],
    ['my photos/IMG 1.PNG', "is the name 'my photos/IMG 1.PNG'"],
  ])('%s is refused because %s', (text, reason) => {
    expect(() => readBase64(text, 'image')).toThrow(reason);
  });

  test.each([
    ['a foreign letter', 'AAAA*AAA'],
    ['a letter outside ASCII', 'AAAéAAAA'],
    ['a letter whose low byte is a blank', 'AAAĠAAAA'],
    ['padding in the middle', 'AA==AAAA'],
    ['too much padding', 'AAAAA==='],
    ['padding alone', '===='],
    ['one letter left over', 'AAAAA'],
    ['a sentence', 'this is not an image at all!'],
    ['a data URI that is not Base64', 'data:image/svg+xml,<svg/>'],
    ['nothing', ''],
    ['only blanks', ' \n '],
    ['an empty data URI', 'data:image/png;base64,'],
  ])('with %s is refused on its field', (_name, text) => {
    expect(() => readBase64(text, 'image_data')).toThrow(
      expect.objectContaining({ code: 'INVALID_REQUEST', details: expect.objectContaining({ field: 'image_data' }) }),
    );
  });

  test('of 50 MB is read whole', () => {
    const large = randomBytes(50 * 1024 * 1024);
    expect(readBase64(large.toString('base64'), 'image').equals(large)).toBe(true);
  });
});
