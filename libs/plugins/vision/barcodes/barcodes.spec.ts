import { capabilityPath, openTestImage, runCapability } from '@percept/sdk/testing';
import sharp from 'sharp';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';
import { readFileSync } from 'node:fs';
import { barcodes } from './barcodes';
import type { BarcodesOutput } from './barcodes';

beforeAll(() => {
  const binary = readFileSync(require.resolve('zxing-wasm/writer/zxing_writer.wasm'));
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(binary).buffer } });
});

const draw = async (text: string, format: 'QRCode' | 'Code128' | 'DataMatrix' | 'EAN13', scale = 4): Promise<Buffer> => {
  const { svg } = await writeBarcode(text, { format, scale, addQuietZones: true });
  return sharp(Buffer.from(svg)).flatten({ background: '#fff' }).png().toBuffer();
};
/** A page with codes at places. */
const page = (parts: { input: Buffer; left: number; top: number }[]): Promise<Buffer> =>
  sharp({ create: { width: 700, height: 500, channels: 3, background: '#fff' } })
    .composite(parts)
    .png()
    .toBuffer();
const run = async (bytes: Uint8Array, input: Record<string, unknown> = {}) =>
  (await runCapability(barcodes, input, { media: { field: 'image', bytes } })) as unknown as BarcodesOutput;

test('reads several codes of a page, from top to bottom, each where it stands', async () => {
  const qr = await draw('https://example.com/ä', 'QRCode');
  const bars = await draw('PARCEL-17', 'Code128', 3);
  const { barcodes: found, total_barcodes } = await run(
    await page([
      { input: bars, left: 40, top: 300 },
      { input: qr, left: 300, top: 30 },
    ]),
  );
  expect(capabilityPath(barcodes)).toBe('/v2/vision/barcodes');
  expect(total_barcodes).toBe(2);
  expect(found.map(({ format, text }) => [format, text])).toEqual([
    ['qr_code', 'https://example.com/ä'],
    ['code_128', 'PARCEL-17'],
  ]);
  expect(Buffer.from(found[1]!.bytes, 'base64').toString()).toBe('PARCEL-17');
  const { width, height } = (await openTestImage(qr)).properties;
  const { x, y } = found[0]!.bounding_box;
  expect(x).toBeGreaterThanOrEqual(300);
  expect(x + found[0]!.bounding_box.width).toBeLessThanOrEqual(300 + width);
  expect(y).toBeGreaterThanOrEqual(30);
  expect(y + found[0]!.bounding_box.height).toBeLessThanOrEqual(30 + height);
  expect(found[0]!.polygon).toHaveLength(4);
});

test('reads a turned one, and one that is light on dark', async () => {
  const turned = await sharp(await draw('4006381333931', 'EAN13'))
    .rotate(90, { background: '#fff' })
    .toBuffer();
  expect((await run(turned)).barcodes).toMatchObject([{ format: 'ean_13', text: '4006381333931' }]);
  const light = await sharp(await draw('night', 'QRCode'))
    .negate({ alpha: false })
    .toBuffer();
  expect((await run(light)).barcodes).toMatchObject([{ format: 'qr_code', text: 'night' }]);
});

test('looks for the kinds that are asked for alone', async () => {
  const image = await draw('only', 'DataMatrix', 6);
  expect((await run(image, { formats: ['data_matrix'] })).total_barcodes).toBe(1);
  expect((await run(image, { formats: ['qr_code'] })).total_barcodes).toBe(0);
  await expect(run(image, { formats: ['qr'] })).rejects.toMatchObject({ details: { field: 'formats' } });
});

test('searches a small image twice as large', async () => {
  // Bars of 1.4 pixels: too few at their own size.
  const image = sharp(await draw('4006381333931', 'EAN13')).resize({ width: 150, height: 60, fit: 'fill' });
  expect((await run(await image.png().toBuffer())).barcodes).toMatchObject([{ text: '4006381333931' }]);
});

test('finds nothing in an image without codes', async () => {
  expect(await run(await page([]))).toMatchObject({ barcodes: [], total_barcodes: 0 });
});

test('a code that few rows of pixels agree on is read again, twice as large', async () => {
  // At its own size, bars of 1.4 pixels are read as 0007880004111 in two rows and in no others.
  const bars = sharp(await draw('0007889004211', 'EAN13'));
  const small = sharp(
    await bars.resize({ width: 146, height: 60, fit: 'fill', kernel: 'linear' }).jpeg({ quality: 40 }).toBuffer(),
  );
  expect((await run(await small.png().toBuffer())).barcodes).toMatchObject([{ text: '0007889004211' }]);
});
