import type { Image } from '@percept/sdk';
import { colorsNamed, converter, differenceCiede2000, formatHex, nearest, type Oklab } from 'culori';
import { clusters, type ColorPoint, type Weighted } from './clusters';
import { toShares } from './shares';

/** Longer side, in pixels, of the copy whose colours are counted: more pixels change little. */
const COPY = 96;
/** The maximum number of colours in the result. */
const MAX = 8;
/** The minimum distance of two colours in the result, in OKLab, where black and white are 1 apart. */
const DISTINCT = 0.1;
/** The minimum part of the image that a colour in the result covers. */
const MIN = 0.02;
/** Colours with equal upper bits in each channel are counted together. */
const BITS_PER_CHANNEL = 5;

interface DominantColor {
  hex: string;
  rgb: { r: number; g: number; b: number };
  name: string;
  fraction: number;
}

const createConverters = () => ({
  toOklab: converter('oklab'),
  toRgb: converter('rgb'),
  nameOf: nearest(Object.keys(colorsNamed), differenceCiede2000()),
});
let converters: ReturnType<typeof createConverters> | undefined;
/** Created for the first image, so that the start does not load the library. */
const colors = () => (converters ??= createConverters());

/**
 * The colours of an image by the part of it that they cover, largest first; the parts sum to 1. Every call gives the same result.
 */
export async function dominantColors(image: Image): Promise<DominantColor[]> {
  const { width, height } = image.properties;
  const scale = Math.min(1, COPY / Math.max(width, height));
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  const found = clusters(counted(await image.rgb(size)), { max: MAX, distinct: DISTINCT, min: MIN });
  const fractions = toShares(found.map(({ weight }) => weight));
  return found.map(({ point }, index) => ({ ...colorAt(point), fraction: fractions[index]! }));
}

/** The image's colours in OKLab with their numbers of pixels: a few hundred colours instead of thousands of pixels. */
function counted(rgb: Uint8Array): Weighted[] {
  const bins = new Map<number, { sum: [number, number, number]; count: number }>();
  const quantize = (value: number) => value >> (8 - BITS_PER_CHANNEL);
  for (let at = 0; at < rgb.length; at += 3) {
    const [r, g, b] = [rgb[at]!, rgb[at + 1]!, rgb[at + 2]!];
    const key = (quantize(r) << (2 * BITS_PER_CHANNEL)) | (quantize(g) << BITS_PER_CHANNEL) | quantize(b);
    const bin = bins.get(key) ?? { sum: [0, 0, 0], count: 0 };
    bin.sum = [bin.sum[0] + r, bin.sum[1] + g, bin.sum[2] + b];
    bin.count++;
    bins.set(key, bin);
  }
  const { toOklab } = colors();
  return Array.from(bins.values(), ({ sum, count }) => {
    const [r, g, b] = sum.map((value) => value / count / 255) as [number, number, number];
    const { l, a, b: yellow } = toOklab({ mode: 'rgb', r, g, b });
    return { point: [l, a, yellow], weight: count };
  });
}

function colorAt([l, a, b]: ColorPoint): Omit<DominantColor, 'fraction'> {
  const { toRgb, nameOf } = colors();
  const color = toRgb({ mode: 'oklab', l, a, b } satisfies Oklab);
  const byte = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 255);
  const rgb = { r: byte(color.r), g: byte(color.g), b: byte(color.b) };
  const exact = { mode: 'rgb' as const, r: rgb.r / 255, g: rgb.g / 255, b: rgb.b / 255 };
  return { hex: formatHex(exact), rgb, name: nameOf(exact)[0]! };
}
