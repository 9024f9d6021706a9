import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, extname, join, resolve } from 'node:path';
import sharp from 'sharp';
import { withCleanup, type Later } from '../../bench/runner/cleanup';
import { Skipped, type Measurement, type MeasureOptions } from '../../bench/runner/command';
import type { Report } from '../../bench/runner/report';
import { ROOT } from '../../bench/service';
import { group, people } from '../../../test/harness/fixtures/faces';
import { isOnPath } from '../../../test/harness/programs';
import { installed } from '../../peers';
import { openPlugins, type EvalHost } from '../plugins';
import type { Box } from '../scoring/boxes';
import { readFaceFolder } from './face-folder';
import { LABELLED_FACES } from './labelled-faces';
import { MIN_SIDE } from './recognise';

const DEFAULT_FOLDER = resolve(ROOT, '..', 'shared', 'data', 'images');
const FILES = 50;
/** The confidence from which either detector counts a face: that of `vision.redact`. */
const MIN_CONFIDENCE = 0.3;
/** The share of a box that is black where its face is covered. */
const COVERED = 0.5;
const BLACK = 8;
const SECRET = 'Ada Lovelace of Example Street';
/** Groups of exiftool that every file has: its name, and how its pixels are stored. */
const PLAIN = /^(SourceFile|ExifTool|System|File|JFIF|PNG|PNG-pHYs|Composite)$/;

interface Photograph {
  path: string;
  /** Faces that somebody labelled. */
  faces: Box[];
}

const exiftool = (...args: string[]): string => execFileSync('exiftool', args, { encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 });

/** Photographs of people: first those whose faces are labelled. */
function photographs(folder: string): Photograph[] {
  const listed = readFaceFolder(join(folder, 'faces')).map(({ path, truths }) => ({ path, faces: truths.map(({ box }) => box) }));
  const labelled = Object.entries(LABELLED_FACES)
    .filter(([name]) => name.startsWith('open-mix/'))
    .map(([name, faces]) => ({
      path: join(folder, name),
      faces: faces.map(([, x, y, width, height]) => ({ x, y, width, height })),
    }));
  const others = ['open-mix/caltech/Faces', 'open-mix/caltech/Faces_easy', 'everyday'].flatMap((each) => {
    const names = readdirSync(join(folder, each)).filter((name) => /^(day|\d).*\.(jpg|png|webp)$/.test(name));
    return names.sort().map((name) => ({ path: join(folder, each, name), faces: [] }));
  });
  const all = [...listed, ...labelled, ...others];
  return all.filter(({ path }, at) => all.findIndex((other) => other.path === path) === at).slice(0, FILES);
}

/** For machines without photographs. */
async function drawings(folder: string): Promise<Photograph[]> {
  const drawn = [{ svg: group.svg, boxes: group.boxes }, ...Object.values(people).map((svg) => ({ svg, boxes: [] }))];
  return Promise.all(
    drawn.map(async ({ svg, boxes }, at) => {
      const path = join(folder, `${at}.jpg`);
      await sharp(Buffer.from(svg)).flatten().jpeg().toFile(path);
      return { path, faces: boxes };
    }),
  );
}

/** Copies with metadata of each kind, a place, and a thumbnail that shows the picture. */
async function withMetadata(all: readonly Photograph[], folder: string): Promise<string[]> {
  const [copies, thumbnails] = ['copies', 'thumbnails'].map((name) => join(folder, name)) as [string, string];
  for (const each of [copies, thumbnails]) mkdirSync(each);
  const paths = all.map(({ path }, at) => join(copies, `${at}${extname(path)}`));
  for (const [at, { path }] of all.entries()) {
    copyFileSync(path, paths[at]!);
    await sharp(path)
      .resize(160)
      .jpeg()
      .toFile(join(thumbnails, basename(paths[at]!)));
  }
  const written = ['Artist', 'XMP-dc:Creator', 'IPTC:By-line', 'Comment', 'UserComment'].map((tag) => `-${tag}=${SECRET}`);
  const place = ['-GPSLatitude=52.5', '-GPSLatitudeRef=N', '-GPSLongitude=13.4', '-GPSLongitudeRef=E'];
  exiftool('-q', '-q', '-m', '-overwrite_original', ...written, ...place, `-ThumbnailImage<=${thumbnails}/%f.%e`, copies);
  return paths;
}

/** How many files have metadata, and how many a thumbnail. */
function traces(folder: string): { metadata: number; thumbnails: number } {
  const tags = JSON.parse(
    exiftool('-q', '-json', '-a', '-G1', '-ThumbnailImage', '-PreviewImage', '-all', '-b', folder),
  ) as object[];
  const names = tags.map((each) => Object.keys(each));
  const isSecret = (name: string): boolean => readFileSync(join(folder, name)).includes('Lovelace');
  const hidden = readdirSync(folder).filter(isSecret).length;
  const metadata = names.filter((each) => each.some((name) => !PLAIN.test(name.split(':')[0]!))).length;
  const thumbnails = names.filter((each) => each.some((name) => /thumbnail|preview/i.test(name))).length;
  return { metadata: Math.max(metadata, hidden), thumbnails };
}

/** The boxes that are not black. */
async function uncovered(image: string, boxes: readonly Box[]): Promise<Box[]> {
  const { data, info } = await sharp(image).greyscale().raw().toBuffer({ resolveWithObject: true });
  return boxes.filter(({ x, y, width, height }) => {
    let [black, pixels] = [0, 0];
    for (let row = Math.max(0, Math.round(y)); row < Math.min(y + height, info.height); row++)
      for (let column = Math.max(0, Math.round(x)); column < Math.min(x + width, info.width); column++, pixels++)
        if (data[row * info.width + column]! <= BLACK) black++;
    return black < COVERED * pixels;
  });
}

/** What the other detector finds in each file. */
function secondOpinion(files: readonly string[]): Box[][] {
  const program = [join(__dirname, 'second-detector.js'), String(MIN_CONFIDENCE), ...files];
  const lines = execFileSync(process.execPath, program, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  return JSON.parse(lines.trim().split('\n').at(-1)!) as Box[][];
}

/** Redacts the files into a folder. @returns the new files, and what Percept's detector finds before and after. */
async function redactAll(files: readonly string[], folder: string, host: EvalHost) {
  mkdirSync(folder);
  const [before, after]: [Box[][], Box[][]] = [[], []];
  const written: string[] = [];
  const facesOf = async (image: string): Promise<Box[]> => {
    const { faces } = await host.call('vision.faces', { image, min_confidence: MIN_CONFIDENCE, emotions: false });
    return (faces as { bounding_box: Box }[]).map(({ bounding_box }) => bounding_box);
  };
  for (const [at, file] of files.entries()) {
    const answer = await host.call('vision.redact', { image: file });
    const path = join(folder, `${at}.${(answer['media_type'] as string).slice('image/'.length)}`);
    writeFileSync(path, Buffer.from(answer['image_data'] as string, 'base64'));
    written.push(path);
    before.push(await facesOf(file));
    after.push(await uncovered(path, await facesOf(path)));
  }
  return { written, before, after };
}

/** By name: how many boxes there are, and how many of them are large enough for a collection of faces. */
function counted(name: string, boxes: readonly Box[][]): Record<string, number> {
  const all = boxes.flat();
  return { [name]: all.length, [`${name}_large`]: all.filter(({ width, height }) => Math.min(width, height) >= MIN_SIDE).length };
}

async function measure({ quick, data, say }: MeasureOptions, later: Later): Promise<Report> {
  if (!isOnPath('exiftool')) throw new Skipped('exiftool is not on this machine.');
  const folder = data ?? (existsSync(DEFAULT_FOLDER) && !quick ? DEFAULT_FOLDER : undefined);
  const work = mkdtempSync(join(tmpdir(), 'percept-redact-'));
  later(() => rmSync(work, { recursive: true, force: true }));
  const all = folder === undefined ? await drawings(work) : photographs(folder);
  const files = await withMetadata(all, work);
  say(`Redacting ${all.length} pictures of ${folder ?? 'our own drawings'} …`);
  const host = await openPlugins();
  later(() => host.close());
  const { written, before, after } = await redactAll(files, join(work, 'redacted'), host);
  const [had, has] = [traces(join(work, 'copies')), traces(join(work, 'redacted'))];
  const [seen, found] = [secondOpinion(files), secondOpinion(written)];
  const seenAfter = await Promise.all(found.map((boxes, at) => uncovered(written[at]!, boxes)));
  const labelled = all.map(({ faces }) => faces);
  const labelledAfter = await Promise.all(labelled.map((boxes, at) => uncovered(written[at]!, boxes)));
  const left = Object.entries({ Percept: after, 'the second': seenAfter, 'by hand': labelledAfter }).flatMap(([by, boxes]) =>
    boxes.flatMap((each, at) => each.map((box) => [basename(all[at]!.path), by, ...Object.values(box).map(Math.round)])),
  );
  return {
    name: 'redact',
    ratios: {},
    figures: {
      files: all.length,
      ...{ metadata_before: had.metadata, metadata_after: has.metadata },
      ...{ thumbnails_before: had.thumbnails, thumbnails_after: has.thumbnails },
      ...counted('faces_before', before),
      ...counted('faces_after', after),
      ...counted('second_detector_before', seen),
      ...counted('second_detector_after', seenAfter),
      ...{ labelled: labelled.flat().length, labelled_after: labelledAfter.flat().length },
    },
    tables: [{ title: 'What is found and not black', head: ['picture', 'by', 'x', 'y', 'width', 'height'], rows: left }],
    against: [`${installed('@vladmandic/face-api')[0]} (its tiny_face_detector)`, `exiftool ${exiftool('-ver').trim()}`],
    on: folder,
    ...(folder === undefined && { unfit: 'drawings' }),
  };
}

export const redact: Measurement = {
  name: 'redact',
  summary: 'Metadata, thumbnails and faces that vision.redact leaves in 50 photographs.',
  measure: (options) => withCleanup((later) => measure(options, later)),
};
