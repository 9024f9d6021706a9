import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fakeFfmpeg } from '../../harness/fixtures/fake-ffmpeg';
import { writeStillVideo } from '../../harness/fixtures/still-video';
import { findFfmpeg, type FfmpegPrograms } from '../../../libs/core/src/inference/media/video/ffmpeg-programs';
import { openVideo } from '../../../libs/core/src/inference/media/video/open-video';
import { compiled } from '../../harness/compiled';

const COMPILED = compiled('libs/core/src/inference/media/video/ffmpeg-programs');
const IMAGE = resolve(__dirname, '../../../examples/images/crossing.jpg');
const LIMITS = { maxBytes: 50 * 1024 * 1024, maxSide: 4096 };

/** What the build of 2018 does, which calls itself by the state of its sources. */
const OF_2018 = `case "$*" in
  *fps_mode*) echo "Unrecognized option 'fps_mode'." >&2
    echo 'Error splitting the argument list: Option not found' >&2; exit 1 ;;
  *) echo 'ffmpeg version N-47683-g0e8eb07980-static Copyright (c) 2000-2018 the FFmpeg developers' >&2 ;;
esac`;

let folders: string[] = [];
afterEach(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
  folders = [];
});

function fake(script?: string): string {
  const folder = fakeFfmpeg(script);
  folders.push(folder);
  return folder;
}

/** Looks in a separate process with only the folder on its PATH. */
function findOnPath(folder: string): FfmpegPrograms {
  const code = `require(${JSON.stringify(COMPILED)}).findFfmpeg({}).then((found) => console.log(JSON.stringify(found)))`;
  return JSON.parse(execFileSync(process.execPath, ['-e', code], { env: { PATH: folder }, encoding: 'utf8' }));
}

describe('the ffmpeg that is used', () => {
  test('is the one that npm installed if nothing else is on the machine', () => {
    const { source, ffmpeg, rejected } = findOnPath('/nowhere');
    expect([source, ffmpeg.startsWith(resolve(__dirname, '../../../node_modules'))]).toEqual(['npm', true]);
    expect(rejected).toEqual(['PATH: ffmpeg is not found']);
  });

  test('is the one on the PATH if it works', () => {
    expect(findOnPath(fake())).toMatchObject({ source: 'PATH', ffmpeg: 'ffmpeg', rejected: [] });
  });

  test.each<[string, string, string]>([
    ['lacks a filter', `echo "No such filter: 'showinfo'" >&2; exit 8`, "No such filter: 'showinfo'"],
    ['has other pixels', 'printf 123456789012; exit', 'ffmpeg does not decode a test image correctly'],
    ['crashes', 'kill -SEGV $$', 'ffmpeg was ended by SIGSEGV'],
    ['says nothing of its input', 'case "$*" in *framecrc*) exit ;; esac', 'ffmpeg does not say correctly what a test image is'],
    ['lacks a library', 'echo "libx264.so.164: cannot open shared object file" >&2; exit 127', 'libx264.so.164'],
  ])('is not the one on the PATH if that one %s', (_what, script, reason) => {
    const { source, rejected } = findOnPath(fake(script));
    expect([source, rejected]).toEqual(['npm', [expect.stringContaining(reason)]]);
  });

  test('is never another one than FFMPEG_PATH names', async () => {
    await expect(findFfmpeg({ ffmpegPath: '/nowhere/ffmpeg' })).rejects.toThrow(
      'No usable ffmpeg. Install it, or set FFMPEG_PATH to it. FFMPEG_PATH: /nowhere/ffmpeg is not found',
    );
  });
});

test('a build from before 5.1 decodes videos, whatever it calls itself', async () => {
  const folder = fake(OF_2018);
  const settings = { ffmpegPath: join(folder, 'ffmpeg') };
  expect(await findFfmpeg(settings)).toMatchObject({
    version: 'N-47683-g0e8eb07980-static',
    year: 2018,
    passthrough: ['-vsync', '0'],
  });
  const file = join(folder, 'still.mp4');
  writeStillVideo(IMAGE, file, 1);
  const video = await openVideo({ bytes: readFileSync(file) }, { limits: { ...LIMITS, video: settings } });
  const times: number[] = [];
  const how = { every: 5, size: { width: 64, height: 32 }, signal: new AbortController().signal };
  for await (const { time } of video.frames(how)) times.push(time);
  await video.close();
  expect(times).toEqual([0, 0.5]);
});
