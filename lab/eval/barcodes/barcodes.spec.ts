import { score, type ReadImage } from './barcodes';

const image = (kind: string, text: string | null, codes: string[], hex: string | null = null): ReadImage => ({
  path: `/x/${kind}/1.png`,
  kind,
  text,
  hex,
  codes: codes.map((code) => ({ text: code, bytes: Buffer.from(code).toString('base64') })),
});

test('a code counts as read by its text or its bytes; images without a stated code count for nothing', () => {
  const { figures } = score([
    image('qrcode-1', 'a', ['b', 'a']),
    image('qrcode-1', null, ['c'], Buffer.from('c').toString('hex')),
    image('qrcode-1', 'd', ['x']),
    image('qrcode-1', 'e', []),
    image('multi-1', null, ['f']),
    image('falsepositives-1', null, []),
    image('falsepositives-1', null, ['g']),
  ]);
  expect(figures).toEqual({ recall: 0.5, misread: 0.25, false_positives: 1, images: 7 });
});
