import { openImage } from '../open-image';
import type { MediaLimits } from '../../limits';

const LIMITS: MediaLimits = { maxBytes: 1e6, maxSide: 4096 };
const [RED, GREEN, BLUE, WHITE] = [
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
  [255, 255, 255],
] as const;

interface Drawing {
  bits: number;
  /** Rows as they are stored, without padding. */
  rows: number[][];
  width?: number;
  /** Negative: rows from the top. */
  height?: number;
  /** Blue, green, red and nothing, or three bytes with the old header. */
  palette?: number[];
  compression?: number;
  masks?: number[];
  headerSize?: number;
}

/** Writes a BMP by its specification; 2 × 2 pixels if nothing else is said. */
function bmp({ bits, rows, width = 2, height = 2, palette = [], compression = 0, masks = [], headerSize = 40 }: Drawing): Buffer {
  const stride = Math.ceil((width * bits) / 32) * 4;
  const header = Buffer.alloc(14 + headerSize);
  const extra = Buffer.alloc(masks.length * 4);
  masks.forEach((mask, i) => extra.writeUInt32LE(mask, i * 4));
  const inHeader = headerSize >= 52;
  const pixelsAt = header.length + (inHeader ? 0 : extra.length) + palette.length;
  header.write('BM');
  header.writeUInt32LE(pixelsAt, 10);
  header.writeUInt32LE(headerSize, 14);
  if (headerSize === 12) [width, height, 1, bits].forEach((value, i) => header.writeUInt16LE(value, 18 + i * 2));
  else {
    header.writeInt32LE(width, 18);
    header.writeInt32LE(height, 22);
    header.writeUInt16LE(1, 26);
    header.writeUInt16LE(bits, 28);
    header.writeUInt32LE(compression, 30);
    if (inHeader) extra.copy(header, 54);
  }
  const pixels = rows.map((row) => Buffer.concat([Buffer.from(row), Buffer.alloc(stride - row.length)]));
  return Buffer.concat([header, inHeader ? Buffer.alloc(0) : extra, Buffer.from(palette), ...pixels]);
}

async function pixels(bytes: Buffer, width = 2, height = 2): Promise<number[][]> {
  const image = await openImage(bytes, LIMITS);
  expect(image.properties).toEqual({ width, height, format: 'bmp' });
  const rgb = await image.rgb({ width, height });
  return Array.from({ length: width * height }, (_, i) => [...rgb.subarray(i * 3, i * 3 + 3)]);
}

const UPRIGHT = [RED, GREEN, BLUE, WHITE];
const PALETTE = [0, 0, 255, 0, 0, 255, 0, 0, 255, 0, 0, 0, 255, 255, 255, 0];

describe('a BMP', () => {
  const drawings: Record<string, Drawing> = {
    '24 bits': {
      bits: 24,
      rows: [
        [255, 0, 0, 255, 255, 255],
        [0, 0, 255, 0, 255, 0],
      ],
    },
    '24 bits from the top': {
      bits: 24,
      height: -2,
      rows: [
        [0, 0, 255, 0, 255, 0],
        [255, 0, 0, 255, 255, 255],
      ],
    },
    '24 bits with the old header': {
      bits: 24,
      headerSize: 12,
      rows: [
        [255, 0, 0, 255, 255, 255],
        [0, 0, 255, 0, 255, 0],
      ],
    },
    '32 bits, the fourth byte of no meaning': {
      bits: 32,
      rows: [
        [255, 0, 0, 0, 255, 255, 255, 0],
        [0, 0, 255, 0, 0, 255, 0, 0],
      ],
    },
    '8 bits with a palette': {
      bits: 8,
      palette: PALETTE,
      rows: [
        [2, 3],
        [0, 1],
      ],
    },
    '4 bits with a palette': { bits: 4, palette: PALETTE, rows: [[0x23], [0x01]] },
    '16 bits, five each': {
      bits: 16,
      rows: [
        [0x1f, 0x00, 0xff, 0x7f],
        [0x00, 0x7c, 0xe0, 0x03],
      ],
    },
    '16 bits, six of them green': {
      bits: 16,
      compression: 3,
      masks: [0xf800, 0x7e0, 0x1f],
      rows: [
        [0x1f, 0x00, 0xff, 0xff],
        [0x00, 0xf8, 0xe0, 0x07],
      ],
    },
    '32 bits in another order': {
      bits: 32,
      compression: 3,
      masks: [0xff, 0xff00, 0xff0000],
      rows: [
        [0, 0, 255, 0, 255, 255, 255, 0],
        [255, 0, 0, 0, 0, 255, 0, 0],
      ],
    },
    '32 bits with alpha and a long header': {
      bits: 32,
      compression: 3,
      headerSize: 124,
      masks: [0xff0000, 0xff00, 0xff, 0xff000000],
      // The last pixel is black but transparent: white shows.
      rows: [
        [255, 0, 0, 255, 0, 0, 0, 0],
        [0, 0, 255, 255, 0, 255, 0, 255],
      ],
    },
  };
  test.each(Object.entries(drawings))('of %s gives its colours', async (_name, drawing) => {
    expect(await pixels(bmp(drawing))).toEqual(UPRIGHT);
  });

  test('of 1 bit gives the two colours of its palette', async () => {
    const bytes = bmp({ bits: 1, width: 3, height: 1, palette: [0, 0, 255, 0, 255, 0, 0, 0], rows: [[0b01000000]] });
    expect(await pixels(bytes, 3, 1)).toEqual([RED, BLUE, RED]);
  });

  test('shows black where a colour is not in its palette', async () => {
    const bytes = bmp({ bits: 8, width: 1, height: 1, palette: [0, 0, 255, 0], rows: [[9]] });
    expect(await pixels(bytes, 1, 1)).toEqual([[0, 0, 0]]);
  });

  const broken: [string, Buffer, RegExp][] = [
    ['that ends inside its header', bmp({ bits: 24, rows: [] }).subarray(0, 30), /ends inside its header/],
    ['that ends before its last row', bmp({ bits: 24, rows: [[1, 2, 3, 4, 5, 6]] }), /cut off/],
    ['of no width', bmp({ bits: 24, width: 0, rows: [] }), /0 × 2/],
    ['of negative width', bmp({ bits: 24, width: 2, height: 2, rows: [] }).fill(0xff, 18, 22), /-1 × 2/],
    ['of 2 bits', bmp({ bits: 2, rows: [] }), /2 bits per pixel/],
    ['that is run-length encoded', bmp({ bits: 8, compression: 1, palette: PALETTE, rows: [] }), /compressed.*PNG/],
    [
      'without its palette',
      bmp({
        bits: 8,
        rows: [
          [0, 0],
          [0, 0],
        ],
      }),
      /no colour table/,
    ],
  ];
  test.each(broken)('%s is refused with a reason', async (_name, bytes, reason) => {
    const outcome = openImage(bytes, LIMITS).then((image) => image.rgb({ width: 2, height: 2 }));
    await expect(outcome).rejects.toMatchObject({
      code: 'UNSUPPORTED_MEDIA',
      details: { reason: expect.stringMatching(reason) },
    });
  });

  test('that claims more pixels than the limit is refused before memory is taken', async () => {
    const bytes = bmp({ bits: 24, width: 2_000_000_000, height: 1_000_000_000, rows: [] });
    await expect(openImage(bytes, LIMITS)).rejects.toMatchObject({ code: 'UNSUPPORTED_MEDIA' });
  });
});
