/** Columns of sRGB's matrix to XYZ under D50, red, green and blue, as ICC profiles hold it (IEC 61966-2-1, Bradford-adapted). */
const PRIMARIES: Record<string, readonly number[]> = {
  rXYZ: [0.4361, 0.2225, 0.0139],
  gXYZ: [0.3851, 0.7169, 0.0971],
  bXYZ: [0.1431, 0.0606, 0.7141],
};
const CURVES = ['rTRC', 'gTRC', 'bTRC'];
/** Tolerance for the primaries: makers round differently, while Adobe RGB and Display P3 are off by more than 0.05. */
const PRIMARY_ROOM = 0.002;
/** Tolerance for the curves: one 8-bit step. A plain gamma of 2.2 is off by more. */
const CURVE_ROOM = 1 / 255;

const HEADER = 128;
const ENTRY = 12;

/**
 * Whether an ICC profile is sRGB, judged by its numbers and not by its name. Then converting to sRGB changes nothing and costs more
 * than the decoding. Most images with a profile have an sRGB one. False for unknown profiles.
 */
export function isSrgbProfile(profile: Buffer): boolean {
  try {
    // A perceptual intent's tables would replace matrix and curves.
    const tags = tagsOf(profile);
    if (profile.toString('latin1', 16, 24) !== 'RGB XYZ ' || tags.has('A2B0')) return false;
    const primaries = Object.entries(PRIMARIES).every(([name, expected]) =>
      expected.every((value, axis) => Math.abs(fixed(tags.get(name)!, 8 + 4 * axis) - value) < PRIMARY_ROOM),
    );
    return primaries && CURVES.every((name) => isSrgbCurve(tags.get(name)!));
  } catch {
    return false;
  }
}

function tagsOf(profile: Buffer): Map<string, Buffer> {
  const tags = new Map<string, Buffer>();
  const count = Math.min(profile.readUInt32BE(HEADER), 100);
  for (let at = HEADER + 4, end = at + count * ENTRY; at < end; at += ENTRY) {
    const [offset, size] = [profile.readUInt32BE(at + 4), profile.readUInt32BE(at + 8)];
    tags.set(profile.toString('latin1', at, at + 4), profile.subarray(offset, offset + size));
  }
  return tags;
}

function isSrgbCurve(tag: Buffer): boolean {
  const linear = curveOf(tag);
  if (!linear) return false;
  for (let level = 0; level <= 255; level++)
    if (!(Math.abs(encoded(linear(level / 255)) - level / 255) <= CURVE_ROOM)) return false;
  return true;
}

/** Reads a curve from encoded values (0 to 1) to linear ones; undefined for curve types that sRGB profiles do not use. */
function curveOf(tag: Buffer): ((value: number) => number) | undefined {
  const type = tag.toString('latin1', 0, 4);
  if (type === 'para' && tag.readUInt16BE(8) === 3) {
    const [g, a, b, c, d] = [12, 16, 20, 24, 28].map((at) => fixed(tag, at)) as [number, number, number, number, number];
    return (value) => (value >= d ? (a * value + b) ** g : c * value);
  }
  const last = type === 'curv' ? tag.readUInt32BE(8) - 1 : 0;
  if (last < 1) return undefined;
  const sample = (at: number) => tag.readUInt16BE(12 + 2 * at) / 65_535;
  return (value) => {
    const at = Math.min(Math.floor(value * last), last - 1);
    return sample(at) + (sample(at + 1) - sample(at)) * (value * last - at);
  };
}

/** sRGB's own curve, from linear to encoded. */
const encoded = (linear: number) => (linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055);

/** Reads a number in ICC's s15Fixed16Number format. */
const fixed = (bytes: Buffer, at: number) => bytes.readInt32BE(at) / 65_536;
