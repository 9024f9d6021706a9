import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { drawFaces } from '../../harness/fixtures/faces';
import { removeDir, startPercept, tempDir, type RunningPercept } from '../../harness/percept';
import { testWith } from '../../harness/programs';
import { sending } from '../../harness/sending';

const FILES = 50;
const FORMATS = ['jpeg', 'png', 'webp'] as const;
const SECRET = 'Ada Lovelace of Example Street';

let percept: RunningPercept;
let dir: string;
beforeAll(async () => {
  dir = tempDir();
  percept = await startPercept({});
});
afterAll(async () => {
  await percept.stop();
  removeDir(dir);
});
const { post } = sending(() => percept);

/** One to three people, always at other places and of other sizes. */
async function picture(number: number): Promise<Buffer> {
  const people = Array.from({ length: 1 + (number % 3) }, (_, index) => ({
    ...{ x: 110 + index * 200 + (number % 7) * 5, y: 150 + (number % 5) * 12, width: 70 + (number % 9) * 8 },
    hair: ['#222222', '#8a5a2b', '#c9a14a'][(number + index) % 3],
  }));
  const image = sharp(Buffer.from(drawFaces(640, 420, people).svg)).flatten();
  return image.toFormat(FORMATS[number % FORMATS.length]!).toBuffer();
}

const exiftool = (...args: string[]): string => execFileSync('exiftool', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });

testWith('exiftool')('of fifty files with metadata and thumbnails, no metadata, no thumbnail and no face are left', async () => {
  const [before, after] = [join(dir, 'before'), join(dir, 'after')];
  for (const folder of [before, after]) mkdirSync(folder);
  for (let number = 0; number < FILES; number++)
    writeFileSync(join(before, `${number}.${FORMATS[number % FORMATS.length]}`), await picture(number));
  const thumbnail = join(dir, 'thumbnail.jpg');
  writeFileSync(
    thumbnail,
    await sharp(await picture(0))
      .resize(120)
      .jpeg()
      .toBuffer(),
  );
  const written = ['Artist', 'XMP-dc:Creator', 'IPTC:By-line', 'Comment', 'UserComment'].map((tag) => `-${tag}=${SECRET}`);
  const place = ['-GPSLatitude=52.5', '-GPSLatitudeRef=N', '-GPSLongitude=13.4', '-GPSLongitudeRef=E'];
  exiftool('-q', '-m', '-overwrite_original', ...written, ...place, `-ThumbnailImage<=${thumbnail}`, before);
  expect(exiftool('-r', '-a', '-G1', before)).toContain(SECRET);

  const faces: [string, number, number][] = [];
  for (const name of readdirSync(before)) {
    const { status, body } = await post('/v2/vision/redact', { image: readFileSync(join(before, name)).toString('base64') });
    expect([name, status, body.error]).toEqual([name, 200, undefined]);
    const image = body.image_data as string;
    writeFileSync(join(after, `${name}.${body.media_type.slice(6)}`), Buffer.from(image, 'base64'));
    const found = await post('/v2/vision/faces', { image, min_confidence: 0.3, emotions: false });
    faces.push([name, body.redactions.length, found.body.total_faces]);
  }
  expect(faces.filter(([, covered, left]) => covered === 0 || left > 0)).toEqual([]);

  const tags = JSON.parse(exiftool('-json', '-a', '-G1', '-ThumbnailImage', '-all', '-b', after)) as Record<string, unknown>[];
  expect(tags).toHaveLength(FILES);
  // What every file has: its name, and how its pixels are stored.
  const groups = new Set(tags.flatMap((each) => Object.keys(each).map((name) => name.split(':')[0]!)));
  expect(
    [...groups].filter(
      (group) => !['SourceFile', 'ExifTool', 'System', 'File', 'JFIF', 'PNG', 'PNG-pHYs', 'Composite'].includes(group),
    ),
  ).toEqual([]);
  const bytes = readdirSync(after).map((name) => readFileSync(join(after, name)));
  expect(bytes.some((each) => each.includes('Lovelace') || each.includes('Exif'))).toBe(false);
});
