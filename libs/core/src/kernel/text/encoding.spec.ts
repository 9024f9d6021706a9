import { encode } from 'iconv-lite';
import { BrokenText, decodeText, isEncoding } from './encoding';

test.each([
  ['UTF-8', Buffer.from('grün €'), undefined],
  ['UTF-8 with a mark', Buffer.from('\uFEFFgrün €'), undefined],
  ['windows-1252', encode('grün €', 'windows-1252'), 'windows-1252'],
  ['UTF-16', encode('grün €', 'utf-16le'), undefined],
  ['UTF-16 with a mark', encode('grün €', 'utf-16be', { addBOM: true }), undefined],
])('text is decoded from %s', (_name, bytes, encoding) => expect(decodeText(bytes, encoding)).toBe('grün €'));

test.each([
  [Buffer.from('w\xf6rld', 'latin1'), undefined, 2],
  [Buffer.from('\xef\xbf\xbd\xf6', 'latin1'), undefined, 4],
  [Buffer.from('\xef\xbb\xbfa\xf6', 'latin1'), undefined, 5],
  [Buffer.from('ab\xe2\x82', 'latin1'), undefined, 3],
  [Buffer.from([0x61, 0xff]), 'shift_jis', 2],
])('%j names the first byte at fault', (bytes, encoding, byte) => {
  expect(() => decodeText(bytes, encoding)).toThrow(BrokenText);
  expect(() => decodeText(bytes, encoding)).toThrow(`byte ${byte} is not`);
});

test('encodings are known by the names of IANA and the web, and nothing else is one', () => {
  expect(['utf8', 'UTF-16', 'latin1', 'ISO-8859-15', 'windows-1251', 'GB18030', 'Shift_JIS'].every(isEncoding)).toBe(true);
  expect(['base64', 'hex', 'binary', 'utf-9', ''].some(isEncoding)).toBe(false);
});
