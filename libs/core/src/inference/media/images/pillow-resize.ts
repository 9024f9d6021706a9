import type { Size } from './image';

/** The filters of Python's Pillow, by name. */
export type PillowFilter = 'nearest' | 'box' | 'bilinear' | 'hamming' | 'bicubic' | 'lanczos';

interface Filter {
  /** Pixels to each side that count for a result. */
  support: number;
  weight: (x: number) => number;
}

const sinc = (x: number) => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x));

const FILTERS: Readonly<Record<Exclude<PillowFilter, 'nearest'>, Filter>> = {
  box: { support: 0.5, weight: (x) => (x > -0.5 && x <= 0.5 ? 1 : 0) },
  bilinear: { support: 1, weight: (x) => Math.max(0, 1 - Math.abs(x)) },
  hamming: { support: 1, weight: (x) => (Math.abs(x) >= 1 ? 0 : sinc(x) * (0.54 + 0.46 * Math.cos(Math.PI * x))) },
  bicubic: { support: 2, weight: cubic },
  lanczos: { support: 3, weight: (x) => (x >= -3 && x < 3 ? sinc(x) * sinc(x / 3) : 0) },
};

function cubic(value: number): number {
  const x = Math.abs(value);
  if (x < 1) return (1.5 * x - 2.5) * x * x + 1;
  return x < 2 ? ((-0.5 * x + 2.5) * x - 4) * x + 2 : 0;
}

/** The arithmetic of Pillow, or of torchvision for byte tensors, whose weights have 16 bits. */
export type ResizeArithmetic = 'pillow' | 'torch';

/** Fraction bits of a Pillow weight. */
const PRECISION = 22;
/** The bound below which a torchvision weight stays. */
const MAX_SHORT = 1 << 15;

/** For each pixel of the resized line: the first source pixel, the number of source pixels, and their weights. */
interface Taps {
  first: Int32Array;
  count: Int32Array;
  weights: Int32Array;
  most: number;
  /** Fraction bits of the weights. */
  bits: number;
}

interface Picture extends Size {
  /** height × width × 3 bytes. */
  rgb: Uint8Array;
}

/**
 * Scales an image like `Image.resize` of Python's Pillow, with which most models were trained. The bytes are the same, except where
 * Pillow 13 begins with the columns: then some values differ by one.
 */
export function resizeLikePillow(
  picture: Picture,
  size: Size,
  filter: PillowFilter,
  arithmetic: ResizeArithmetic = 'pillow',
): Uint8Array {
  if (filter === 'nearest') return nearest(picture, size);
  const taps = (from: number, to: number) => tapsFor(from, to, FILTERS[filter], arithmetic);
  const across = size.width === picture.width ? picture : scaleRows(picture, size.width, taps(picture.width, size.width));
  return size.height === picture.height ? across.rgb : scaleColumns(across, size.height, taps(picture.height, size.height));
}

function tapsFor(from: number, to: number, { support, weight }: Filter, arithmetic: ResizeArithmetic): Taps {
  const scale = from / to;
  const stretch = Math.max(scale, 1);
  const reach = support * stretch;
  const most = Math.ceil(reach) * 2 + 1;
  const taps = {
    first: new Int32Array(to),
    count: new Int32Array(to),
    weights: new Int32Array(to * most),
    most,
    bits: PRECISION,
  };
  const shares = new Float64Array(to * most);
  for (let place = 0; place < to; place++) {
    const centre = (place + 0.5) * scale;
    const first = Math.max(0, Math.trunc(centre - reach + 0.5));
    const count = Math.min(from, Math.trunc(centre + reach + 0.5)) - first;
    const values = Array.from({ length: count }, (_, i) => weight((i + first - centre + 0.5) / stretch));
    const sum = values.reduce((all, value) => all + value, 0) || 1;
    values.forEach((value, i) => (shares[place * most + i] = value / sum));
    taps.first[place] = first;
    taps.count[place] = count;
  }
  if (arithmetic === 'torch') taps.bits = bitsFor(shares);
  const unit = 2 ** taps.bits;
  shares.forEach((share, at) => (taps.weights[at] = Math.trunc(share < 0 ? share * unit - 0.5 : share * unit + 0.5)));
  return taps;
}

/** As many bits as the largest weight has room for. */
function bitsFor(shares: Float64Array): number {
  const largest = shares.reduce((most, share) => Math.max(most, share), 0);
  let bits = 0;
  while (bits < PRECISION && Math.trunc(0.5 + largest * 2 ** (bits + 1)) < MAX_SHORT) bits++;
  return bits;
}

const clip = (sum: number, bits: number): number => Math.min(255, Math.max(0, sum >> bits));

function scaleRows({ rgb, width, height }: Picture, to: number, { first, count, weights, most, bits }: Taps): Picture {
  const half = 1 << (bits - 1);
  const out = new Uint8Array(to * height * 3);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < to; x++, at += 3) {
      let [red, green, blue] = [half, half, half];
      let from = (y * width + first[x]!) * 3;
      for (let i = 0, end = count[x]!; i < end; i++, from += 3) {
        const weight = weights[x * most + i]!;
        red = (red + Math.imul(rgb[from]!, weight)) | 0;
        green = (green + Math.imul(rgb[from + 1]!, weight)) | 0;
        blue = (blue + Math.imul(rgb[from + 2]!, weight)) | 0;
      }
      out[at] = clip(red, bits);
      out[at + 1] = clip(green, bits);
      out[at + 2] = clip(blue, bits);
    }
  }
  return { rgb: out, width: to, height };
}

function scaleColumns({ rgb, width }: Picture, to: number, { first, count, weights, most, bits }: Taps): Uint8Array {
  const half = 1 << (bits - 1);
  const line = width * 3;
  const out = new Uint8Array(line * to);
  const sums = new Int32Array(line);
  for (let y = 0; y < to; y++) {
    sums.fill(half);
    for (let i = 0, end = count[y]!; i < end; i++) {
      const weight = weights[y * most + i]!;
      const from = (first[y]! + i) * line;
      for (let x = 0; x < line; x++) sums[x] = sums[x]! + Math.imul(rgb[from + x]!, weight);
    }
    for (let x = 0; x < line; x++) out[y * line + x] = clip(sums[x]!, bits);
  }
  return out;
}

function nearest({ rgb, width, height }: Picture, size: Size): Uint8Array {
  const out = new Uint8Array(size.width * size.height * 3);
  for (let y = 0, at = 0; y < size.height; y++) {
    const row = Math.trunc(((y + 0.5) * height) / size.height) * width;
    for (let x = 0; x < size.width; x++, at += 3) {
      const from = (row + Math.trunc(((x + 0.5) * width) / size.width)) * 3;
      out.set(rgb.subarray(from, from + 3), at);
    }
  }
  return out;
}

/**
 * Scales an image as torchvision scales a float tensor without antialiasing: each value is interpolated from the four nearest
 * pixels, however many are skipped.
 */
export function interpolate({ rgb, width, height }: Picture, size: Size): Float32Array {
  const out = new Float32Array(size.width * size.height * 3);
  const across = betweenPixels(width, size.width);
  let at = 0;
  for (const { first, second, share } of betweenPixels(height, size.height)) {
    const [above, below] = [first * width, second * width];
    for (const { first: left, second: right, share: part } of across)
      for (let channel = 0; channel < 3; channel++, at++) {
        const upper = rgb[(above + left) * 3 + channel]! * (1 - part) + rgb[(above + right) * 3 + channel]! * part;
        const lower = rgb[(below + left) * 3 + channel]! * (1 - part) + rgb[(below + right) * 3 + channel]! * part;
        out[at] = upper * (1 - share) + lower * share;
      }
  }
  return out;
}

/** For each place of a line: the two pixels that it lies between, and the share of the second one. */
function betweenPixels(from: number, to: number): { first: number; second: number; share: number }[] {
  return Array.from({ length: to }, (_, place) => {
    const centre = Math.max(0, ((place + 0.5) * from) / to - 0.5);
    const first = Math.min(from - 1, Math.floor(centre));
    return { first, second: Math.min(from - 1, first + 1), share: centre - first };
  });
}
