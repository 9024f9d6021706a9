import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { SAME_FROM } from '../../../apps/api/src/inference/collections/collection-search';
import { rooted } from '../../../apps/api/src/inference/collections/vectors/vector-table';
import { withCleanup, type Later } from '../../bench/runner/cleanup';
import { folderOf, type Measurement, type MeasureOptions } from '../../bench/runner/command';
import type { Report } from '../../bench/runner/report';
import { ROOT } from '../../bench/service';
import { openPlugins } from '../plugins';

const DEFAULT_FOLDER = resolve(ROOT, '..', 'shared', 'data', 'images', 'open-mix');
const PICTURES = 400;
const THRESHOLDS = [0.7, 0.75, 0.8, 0.85, 0.9, 0.95];

type Change = (image: sharp.Sharp, size: { width: number; height: number }) => sharp.Sharp;

/** What happens to copies. */
const CHANGES: Record<string, Change> = {
  crop: (image, { width, height }) => image.extract(cropped(width, height)),
  resize: (image, { width }) => image.resize(Math.max(64, Math.round(width * 0.4))),
  jpeg: (image) => image.jpeg({ quality: 40 }),
  turn: (image) => image.rotate(4, { background: '#808080' }),
  mirror: (image) => image.flop(),
};

/** The middle four fifths of each side. */
function cropped(width: number, height: number): sharp.Region {
  const [across, down] = [Math.round(width * 0.8), Math.round(height * 0.8)];
  return { left: Math.round((width - across) / 2), top: Math.round((height - down) / 2), width: across, height: down };
}

type Embed = (picture: Buffer) => Promise<Float32Array>;

interface Described {
  own: Float32Array;
  /** Of the picture as in a mirror. */
  mirrored: Float32Array;
  copies: Record<string, Float32Array>;
}

async function describe(path: string, embed: Embed): Promise<Described> {
  const bytes = await sharp(path).rotate().removeAlpha().png().toBuffer();
  const { width, height } = await sharp(bytes).metadata();
  const copies: Record<string, Float32Array> = {};
  for (const [name, change] of Object.entries(CHANGES)) {
    const made = change(sharp(bytes), { width, height });
    copies[name] = await embed(await (name === 'jpeg' ? made : made.png()).toBuffer());
  }
  return { own: await embed(bytes), mirrored: await embed(await sharp(bytes).flop().png().toBuffer()), copies };
}

const cosine = (one: Float32Array, other: Float32Array): number => {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += one[at]! * other[at]!;
  return sum;
};

/** Of the one to the other, or to what the other is in a mirror. */
const nearer = (copy: Float32Array, { own, mirrored }: Described): number => Math.max(cosine(copy, own), cosine(copy, mirrored));

/** Of pairs of unrelated pictures, and of copies with their originals. */
function similarities(all: readonly Described[], isMirrored: boolean): { unrelated: number[]; copies: Record<string, number[]> } {
  const compare = isMirrored ? nearer : (copy: Float32Array, { own }: Described): number => cosine(copy, own);
  const unrelated: number[] = [];
  for (const [index, one] of all.entries()) for (const other of all.slice(index + 1)) unrelated.push(compare(one.own, other));
  const copies = Object.keys(CHANGES).map((name) => [name, all.map((each) => compare(each.copies[name]!, each))] as const);
  return { unrelated, copies: Object.fromEntries(copies) };
}

function scores({ unrelated, copies }: ReturnType<typeof similarities>, threshold: number) {
  const found = (values: readonly number[]): number => values.filter((each) => each >= threshold).length;
  const positives = Object.values(copies).flat();
  const [hits, wrong] = [found(positives), found(unrelated)];
  const f1 = (2 * hits) / (hits + wrong + positives.length);
  return { f1, wrong, recall: Object.values(copies).map((values) => found(values) / values.length) };
}

async function measure({ quick, data = folderOf(DEFAULT_FOLDER), say }: MeasureOptions, later: Later): Promise<Report> {
  const host = await openPlugins();
  later(() => host.close());
  const embed: Embed = async (picture) => {
    const { embedding } = await host.call('vision.embed', { image: `data:image/png;base64,${picture.toString('base64')}` });
    const vector = Float32Array.from(embedding as number[]);
    return rooted(vector, 1, vector.length);
  };
  const lines = readFileSync(join(data, 'labels.jsonl'), 'utf8').trim().split('\n');
  const files = lines.map((line) => (JSON.parse(line) as { file: string }).file);
  const step = Math.max(1, Math.floor(files.length / (quick ? 40 : PICTURES)));
  // The default threshold was chosen on those whose rest is 0.
  const some = files.filter((_, index) => index % step === Math.floor(step / 2)).slice(0, quick ? 40 : PICTURES);
  say(`Describing ${some.length} pictures and their copies …`);
  const all: Described[] = [];
  for (let at = 0; at < some.length; at += 8)
    all.push(...(await Promise.all(some.slice(at, at + 8).map((file) => describe(join(data, file), embed)))));
  const plain = similarities(all, false);
  const mirrored = similarities(all, true);
  const rows = [plain, mirrored].flatMap((measured, index) =>
    THRESHOLDS.map((threshold) => ({
      name: index === 0 ? 'as they are' : 'also in a mirror',
      threshold,
      ...scores(measured, threshold),
    })),
  );
  return {
    name: 'duplicates',
    ratios: {},
    figures: {
      f1_default: scores(plain, SAME_FROM.pictures).f1,
      f1_default_mirrored_too: scores(mirrored, SAME_FROM.pictures).f1,
      f1_best: Math.max(...rows.map(({ f1 }) => f1)),
      pictures: all.length,
    },
    tables: [
      {
        title: `${all.length} pictures with a copy of each kind, among ${plain.unrelated.length} pairs of unrelated ones`,
        head: ['compared', 'from', 'F1', 'unrelated pairs', ...Object.keys(CHANGES)],
        rows: rows.map(({ name, threshold, f1, wrong, recall }) => [name, threshold, f1, wrong, ...recall]),
      },
    ],
    on: data,
  };
}

export const duplicates: Measurement = {
  name: 'duplicates',
  summary: 'Copies that are cropped, smaller, compressed, turned or mirrored, among unrelated pictures.',
  measure: (options) => withCleanup((later) => measure(options, later)),
};
