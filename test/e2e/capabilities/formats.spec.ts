import { existsSync } from 'node:fs';
import sharp from 'sharp';
import { overlap } from '../../../lab/eval/scoring/boxes';
import { FORMATS_FOLDER, tryFile } from '../../../lab/eval/formats/formats';
import { readFormatFolder } from '../../../lab/eval/formats/format-folder';
import { openPlugins, type EvalHost } from '../../../lab/eval/plugins';
import { stopSign } from '../../harness/fixtures/drawings';
import { asBmp } from '../../harness/fixtures/images';

interface Analysis {
  objects: { name: string; bounding_box: { x: number; y: number; width: number; height: number } }[];
  colors: { name: string; fraction: number }[];
  metadata: { width: number; height: number; orientation: number; has_alpha: boolean; color_space: string };
}

let host: EvalHost;
beforeAll(async () => (host = await openPlugins()));
afterAll(() => host.close());

async function analyze(bytes: Uint8Array): Promise<Analysis> {
  const image = Buffer.from(bytes).toString('base64');
  return (await host.call('vision.analyze', {
    image_data: image,
    features: ['objects', 'colors'],
    include_metadata: true,
  })) as unknown as Analysis;
}

const drawn = () => sharp(Buffer.from(stopSign.svg)).flatten();
const drawnBytes = () => drawn().png().toBuffer();
const near = (answer: Analysis) =>
  answer.objects.some(({ name, bounding_box }) => name === 'stop sign' && overlap(bounding_box, stopSign.box) > 0.7);

const KINDS: Record<string, [() => Promise<Buffer>, Partial<Analysis['metadata']>]> = {
  'a JPEG': [() => drawn().jpeg().toBuffer(), { color_space: 'srgb', has_alpha: false }],
  'a progressive JPEG': [() => drawn().jpeg({ progressive: true }).toBuffer(), {}],
  'a CMYK JPEG': [() => drawn().toColourspace('cmyk').jpeg().toBuffer(), { color_space: 'cmyk' }],
  'a PNG of 16 bits': [() => drawn().toColourspace('rgb16').png().toBuffer(), { color_space: 'rgb16' }],
  'a palette PNG': [() => drawn().png({ palette: true }).toBuffer(), {}],
  'an interlaced PNG': [() => drawn().png({ progressive: true }).toBuffer(), {}],
  'a PNG with alpha': [() => drawn().ensureAlpha(1).png().toBuffer(), { has_alpha: true }],
  'a WebP': [() => drawn().webp().toBuffer(), {}],
  'a BMP': [async () => asBmp(await drawnBytes()), { color_space: 'srgb' }],
};

describe('the same image', () => {
  test.each(Object.entries(KINDS))('is found as %s', async (_, [make, metadata]) => {
    const answer = await analyze(await make());
    expect(near(answer)).toBe(true);
    expect(answer.metadata).toMatchObject({ width: 640, height: 480, orientation: 1, ...metadata });
    expect(answer.colors.reduce((sum, { fraction }) => sum + fraction, 0)).toBeCloseTo(1, 9);
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8])('with orientation %i is answered in its upright pixels', async (orientation) => {
    const answer = await analyze(await storedAs(orientation));
    expect(answer.metadata).toMatchObject({ width: 640, height: 480, orientation });
    expect(near(answer)).toBe(true);
  });

  test('of an animation is its first frame', async () => {
    const black = sharp({ create: { width: 640, height: 480, channels: 3, background: 'black' } });
    const animated = await sharp([await drawnBytes(), await black.png().toBuffer()], { join: { animated: true } })
      .webp({ delay: [100, 100] })
      .toBuffer();
    expect((await sharp(animated).metadata()).pages).toBe(2);
    const answer = await analyze(animated);
    expect(answer.metadata).toMatchObject({ width: 640, height: 480 });
    expect(near(answer)).toBe(true);
    expect(answer.colors.map(({ name }) => name)).not.toContain('black');
  });
});

test.each([8, 16])('grey of %i bits has grey colours', async (bits) => {
  const { colors } = await analyze(
    await drawn()
      .greyscale()
      .toColourspace(bits === 8 ? 'b-w' : 'grey16')
      .png()
      .toBuffer(),
  );
  for (const { name } of colors) expect(name).toMatch(/gr[ae]y|silver|gainsboro|white|black/);
});

test('what is transparent is white', async () => {
  const clear = sharp({ create: { width: 64, height: 64, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0 } } });
  const { colors } = await analyze(await clear.png().toBuffer());
  expect(colors).toMatchObject([{ name: 'white', fraction: 1 }]);
});

const files = existsSync(FORMATS_FOLDER) ? readFormatFolder(FORMATS_FOLDER) : [];
const known = files.length > 0 ? test : test.skip;
known(
  `every file of ${FORMATS_FOLDER} is answered with its size or refused with a reason (skipped if they are not there)`,
  async () => {
    const outcomes = await Promise.all(files.map((file) => tryFile(host, file, ['colors'])));
    expect(outcomes.filter(({ as }) => as === 'wrong' || as === 'fault')).toEqual([]);
    for (const { as, reason } of outcomes)
      if (as === 'refused') expect(reason).toMatch(/^(what was sent is|the \w+ is broken|the image is \d+)/);
  },
);

/** The image as a camera with that orientation stores it. */
async function storedAs(orientation: number): Promise<Buffer> {
  // sharp turns a copy upright by its orientation; what it does for the inverse one is what a camera does.
  const inverse = { 6: 8, 8: 6 }[orientation] ?? orientation;
  const tagged = await drawn().jpeg({ quality: 95 }).withMetadata({ orientation: inverse }).toBuffer();
  return sharp(await sharp(tagged).autoOrient().png().toBuffer())
    .jpeg({ quality: 95 })
    .withMetadata({ orientation })
    .toBuffer();
}
