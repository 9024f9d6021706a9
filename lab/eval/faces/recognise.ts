import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { withCleanup, type Later } from '../../bench/runner/cleanup';
import type { Measurement, MeasureOptions } from '../../bench/runner/command';
import type { Report } from '../../bench/runner/report';
import { ROOT } from '../../bench/service';
import { people } from '../../../test/harness/fixtures/faces';
import { openPlugins, type EvalHost } from '../plugins';
import { wilson } from '../scoring/wilson';

const DEFAULT_FOLDER = resolve(ROOT, '..', 'shared', 'data', 'images');
/** Photographs of people of whom nobody is in two of them, as far as we can see. */
const STRANGERS = ['faces', 'everyday'];
/** Not quoted: the shared data ask for that. */
const UNQUOTED = 'coco128-train2017';
/** Photographs of Caltech's Faces, by person, judged by eye: different photographs, most taken at one place on one day. */
const PEOPLE: Readonly<Record<string, readonly string[]>> = {
  A: ['Faces/00', 'Faces_easy/00'],
  B: ['Faces/01'],
  C: ['Faces/02', 'Faces_easy/02'],
  D: ['Faces/03', 'Faces_easy/03'],
  E: ['Faces/04', 'Faces_easy/04'],
  F: ['Faces/05', 'Faces_easy/05'],
  G: ['Faces/06', 'Faces_easy/06'],
  H: ['Faces/07', 'Faces_easy/07'],
  I: ['Faces/08', 'Faces/09', 'Faces_easy/08', 'Faces_easy/09'],
  J: ['Faces/10', 'Faces/11', 'Faces_easy/10', 'Faces_easy/11'],
  K: ['Faces_easy/01'],
};
/** A face that is smaller than a collection takes. */
export const MIN_SIDE = 30;
const MAX_SIDE = 4096;
const THRESHOLDS = [0.5, 0.6, 0.65, 0.7, 0.75, 0.8];
/** How the altered copies come about. */
const ALTERED: Readonly<Record<string, (image: sharp.Sharp) => sharp.Sharp>> = {
  'half the size, JPEG 40': (image) => image.jpeg({ quality: 40 }),
  'turned by 10 degrees': (image) => image.rotate(10, { background: '#777' }),
  mirrored: (image) => image.flop(),
  dark: (image) => image.modulate({ brightness: 0.5 }),
  blurred: (image) => image.blur(2),
};

/** A face of somebody. */
export interface SeenFace {
  person: string;
  vector: readonly number[];
}

/** A comparison of two faces. */
export interface Compared {
  same: boolean;
  similarity: number;
}

/** Every face with every other one. */
export function pairsOf(faces: readonly SeenFace[]): Compared[] {
  return faces.flatMap((one, index) =>
    faces.slice(index + 1).map((other) => ({
      same: one.person === other.person,
      similarity: one.vector.reduce((sum, value, at) => sum + value * other.vector[at]!, 0),
    })),
  );
}

/** How often strangers are taken for each other, and people not for themselves. */
export function countErrors(pairs: readonly Compared[], threshold: number) {
  const [same, strangers] = [pairs.filter((pair) => pair.same), pairs.filter((pair) => !pair.same)];
  const accepted = strangers.filter(({ similarity }) => similarity >= threshold).length;
  const rejected = same.filter(({ similarity }) => similarity < threshold).length;
  return { strangers: strangers.length, accepted, same: same.length, rejected };
}

interface Answer {
  min_similarity: number;
  faces: { embedding: number[]; bounding_box: { width: number; height: number } }[];
}

async function look(host: EvalHost, image: string): Promise<Answer> {
  const answer = (await host.call('vision.recognize', { image, names: false, embeddings: true })) as unknown as Answer;
  const large = answer.faces.filter(({ bounding_box: { width, height } }) => Math.min(width, height) >= MIN_SIDE);
  return { ...answer, faces: large };
}

/** No larger than the service takes. */
async function within(file: string): Promise<string> {
  const { width, height } = await sharp(file).metadata();
  if (Math.max(width, height) <= MAX_SIDE) return file;
  return dataUrl(await sharp(file).rotate().resize(MAX_SIDE, MAX_SIDE, { fit: 'inside' }).png().toBuffer());
}

function imagesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
  return all.filter((file) => /\.(jpe?g|png|webp)$/i.test(file) && statSync(file).isFile()).sort();
}

/** Each face is somebody else. */
async function strangersOf(host: EvalHost, files: readonly string[]): Promise<SeenFace[]> {
  const found: SeenFace[] = [];
  for (const file of files)
    for (const [index, { embedding }] of (await look(host, await within(file))).faces.entries())
      found.push({ person: `${file} ${index}`, vector: embedding });
  return found;
}

/** The largest face of each picture. */
async function peopleOf(host: EvalHost, pictures: readonly { person: string; image: string }[]): Promise<SeenFace[]> {
  const found: SeenFace[] = [];
  for (const { person, image } of pictures) {
    const [face] = (await look(host, image)).faces;
    if (face) found.push({ person, vector: face.embedding });
  }
  return found;
}

const dataUrl = (bytes: Buffer): string => `data:image/png;base64,${bytes.toString('base64')}`;

/** Each picture as it is, and altered. */
async function alteredCopies(pictures: readonly { person: string; image: string }[]) {
  const copies: Record<string, { person: string; image: string }[]> = {};
  for (const [name, alter] of Object.entries(ALTERED)) {
    copies[name] = [];
    for (const { person, image } of pictures) {
      const { width } = await sharp(image).metadata();
      const base = name.startsWith('half') ? sharp(image).resize(Math.round(width / 2)) : sharp(image);
      copies[name].push({
        person,
        image: dataUrl(
          await sharp(await alter(base).toBuffer())
            .png()
            .toBuffer(),
        ),
      });
    }
  }
  return copies;
}

const row = (name: string, pairs: readonly Compared[], threshold: number): (string | number)[] => {
  const { strangers, accepted, same, rejected } = countErrors(pairs, threshold);
  return [name, threshold, strangers, accepted, same, rejected];
};

async function measurePhotographs(host: EvalHost, folder: string): Promise<Report> {
  const pictures = Object.entries(PEOPLE).flatMap(([person, files]) =>
    files.map((file) => ({ person, image: join(folder, 'open-mix', 'caltech', `${file}.jpg`) })),
  );
  const { min_similarity: threshold } = await look(host, pictures[0]!.image);
  const known = await peopleOf(host, pictures);
  const strangers = await strangersOf(
    host,
    STRANGERS.flatMap((each) => imagesIn(join(folder, each))),
  );
  const unquoted = await strangersOf(host, imagesIn(join(folder, UNQUOTED)));
  const pairs = pairsOf([...known, ...strangers]);
  const counted = countErrors(pairs, threshold);
  const rows = [
    ...THRESHOLDS.map((each) => row('photographs', pairs, each)),
    row('with COCO, not quoted', pairsOf([...known, ...strangers, ...unquoted]), threshold),
  ];
  for (const [name, copies] of Object.entries(await alteredCopies(pictures))) {
    const altered = await peopleOf(host, copies);
    const crossed = known.flatMap((one) => altered.map((other) => pairsOf([one, other])[0]!));
    rows.push(row(name, crossed, threshold));
  }
  const head = ['against', 'similarity', 'strangers', 'taken for each other', 'same person', 'not known again'];
  return {
    name: 'recognise',
    ratios: {},
    figures: {
      ...{ threshold, faces: known.length + strangers.length, strangers: counted.strangers, false_accepts: counted.accepted },
      false_accepts_at_most: wilson(counted.accepted, counted.strangers)[1],
      ...{ same: counted.same, false_rejects: counted.rejected },
      false_rejects_at_most: wilson(counted.rejected, counted.same)[1],
    },
    tables: [{ title: `Pairs of faces of at least ${MIN_SIDE} pixels`, head, rows }],
    on: folder,
  };
}

/** For machines without photographs. */
async function measureDrawings(host: EvalHost): Promise<Report> {
  const pictures = await Promise.all(
    Object.entries(people).flatMap(([person, svg]) =>
      [0, 8].map(async (angle) => {
        const drawn = await sharp(Buffer.from(svg)).flatten().png().toBuffer();
        return { person, image: dataUrl(await sharp(drawn).rotate(angle, { background: '#b9c4c9' }).png().toBuffer()) };
      }),
    ),
  );
  const { min_similarity: threshold } = await look(host, pictures[0]!.image);
  const { strangers, accepted, same, rejected } = countErrors(pairsOf(await peopleOf(host, pictures)), threshold);
  const figures = { threshold, strangers, false_accepts: accepted, same, false_rejects: rejected };
  return { name: 'recognise', ratios: {}, figures, tables: [], unfit: 'drawings' };
}

async function measure({ quick, data, say }: MeasureOptions, later: Later): Promise<Report> {
  const folder = data ?? (existsSync(DEFAULT_FOLDER) && !quick ? DEFAULT_FOLDER : undefined);
  say(`Comparing the faces of ${folder ?? 'our own drawings'} …`);
  const host = await openPlugins();
  later(() => host.close());
  return folder === undefined ? measureDrawings(host) : measurePhotographs(host, folder);
}

export const recognise: Measurement = {
  name: 'recognise',
  summary: 'How often vision.recognize takes strangers for each other, and does not know people again.',
  measure: (options) => withCleanup((later) => measure(options, later)),
};
