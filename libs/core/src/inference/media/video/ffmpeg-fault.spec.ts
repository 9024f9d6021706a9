import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { execFileSync } from 'node:child_process';
import { FFMPEG } from '../../../../../../test/harness/fixtures/any-ffmpeg';
import { fakeFfmpeg, onVideos, type Step } from '../../../../../../test/harness/fixtures/fake-ffmpeg';
import { writeStillVideo } from '../../../../../../test/harness/fixtures/still-video';
import { PerceptError } from '../../../kernel/errors';
import { findFfmpeg } from './ffmpeg-programs';
import { openVideo } from './open-video';

const IMAGE = resolve(__dirname, '../../../../../../examples/images/crossing.jpg');
const LIMITS = { maxBytes: 50 * 1024 * 1024, maxSide: 4096 };

let scratch: string;
let video: Buffer;
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'percept-fault-'));
  const file = join(scratch, 'video.mp4');
  writeStillVideo(IMAGE, file);
  video = readFileSync(file);
});
afterAll(() => rmSync(scratch, { recursive: true }));

let folder: string | undefined;
afterEach(() => {
  if (folder) rmSync(folder, { recursive: true });
  folder = undefined;
});

/** Decodes with the fake program. @returns frames that came. */
async function decode(bytes: Uint8Array, script?: string): Promise<number> {
  folder ??= fakeFfmpeg(script);
  const settings = { ffmpegPath: join(folder, 'ffmpeg') };
  const video = await openVideo({ bytes }, { limits: { ...LIMITS, video: settings } });
  let frames = 0;
  try {
    const how = { every: 1, size: { width: 64, height: 32 }, signal: new AbortController().signal };
    for await (const frame of video.frames(how)) frames = frame.index + 1;
  } finally {
    await video.close();
  }
  return frames;
}

/** What the caller is told: the code of a PerceptError; INTERNAL for every other error. */
const outcome = (frames: Promise<number>): Promise<string> =>
  frames.then(
    (count) => `${count} frames`,
    (error: Error) => `${error instanceof PerceptError ? error.code : 'INTERNAL'}: ${error.message}`,
  );

/** The real program without its end: it writes all frames, then something happens. */
const DECODE = `"$REAL" "$@"`;

describe.each<Step>(['framecrc', 'fifo'])('a failure of ffmpeg with %s is never the fault of the video:', (step) => {
  const refused = (commands: string) => outcome(decode(video, onVideos(commands, step)));

  test.each(['KILL', 'SEGV', 'ABRT'] as const)('SIG%s', async (signal) => {
    const message = await refused(`kill -${signal} $$`);
    expect(message).toMatch(`INTERNAL: ${folder}/ffmpeg was ended by `);
    // `bwrap` is between us and the program, and tells the signal as a shell does.
    expect(message).toMatch(new RegExp(`by (SIG${signal}|signal ${constants.signals[`SIG${signal}`]}):`));
  });

  test('a signal that a shell around it reports', async () => {
    expect(await refused('exit 137')).toMatch(/^INTERNAL: .* was ended by signal 9/);
  });

  test('no room', async () => {
    for (const shortage of ['No space left on device', 'Too many open files']) {
      expect(await refused(`echo "$1: ${shortage}" >&2; exit 1`)).toMatch(new RegExp(`^INTERNAL: .*${shortage}`));
      rmSync(folder!, { recursive: true });
      folder = undefined;
    }
  });

  test('a program that no longer works at all', async () => {
    const broken = `case "$*" in *${step}*) echo "Unrecognized option 'vf'." >&2; exit 1 ;; esac`;
    folder = fakeFfmpeg(`[ -e "$(dirname "$0")/broken" ] && ${broken}`);
    expect(await outcome(decode(video))).toBe('20 frames');
    writeFileSync(join(folder, 'broken'), '');
    expect(await outcome(decode(video))).toMatch(/^INTERNAL: .*Unrecognized option 'vf'/);
  });

  test('a program that is gone; it is used again as soon as it is back', async () => {
    folder = fakeFfmpeg();
    await findFfmpeg({ ffmpegPath: join(folder, 'ffmpeg') });
    renameSync(join(folder, 'ffmpeg'), join(folder, 'away'));
    expect(await outcome(decode(video))).toMatch(`INTERNAL: ${folder}/ffmpeg is not found`);
    expect(await outcome(decode(video))).toMatch(/^INTERNAL: No usable ffmpeg/);
    renameSync(join(folder, 'away'), join(folder, 'ffmpeg'));
    expect(await outcome(decode(video))).toBe('20 frames');
  });
});

describe('the decoder', () => {
  const real = (script: string) => onVideos(`REAL='${FFMPEG}'; ${script}`, 'fifo');

  test('that is killed near the end fails the call, though most frames came', async () => {
    expect(await outcome(decode(video, real(`${DECODE}; kill -KILL $$`)))).toMatch(/^INTERNAL: .*by (SIGKILL|signal 9):/);
  });

  test('that takes its time to end after the last frame is not taken for killed', async () => {
    expect(await outcome(decode(video, real(`${DECODE}; exec >&-; sleep 0.3; exit 0`)))).toBe('20 frames');
  });
});

describe('a video that is at fault', () => {
  test('is refused with its codec if ffmpeg has no decoder for it', async () => {
    const unknown = Buffer.from(video);
    unknown.write('zzzz', unknown.indexOf('avc1', unknown.indexOf('stsd')), 'latin1');
    expect(await outcome(decode(unknown))).toBe(
      "UNSUPPORTED_MEDIA: Cannot use 'video': the codec of the MP4 (unknown) cannot be decoded here: send H.264.",
    );
  });

  test.each([
    'Decoder (codec h264) not found for input stream #0:0',
    '[vist#0:0/h264 @ 0x55d0] Decoding requested, but no decoder found for: h264',
  ])('is refused with its codec if a build without that decoder says: %s', async (words) => {
    const script = onVideos(`echo '${words}' >&2; exit 1`, 'fifo');
    expect(await outcome(decode(video, script))).toBe(
      "UNSUPPORTED_MEDIA: Cannot use 'video': the codec of the MP4 (h264) cannot be decoded here: send H.264.",
    );
  });

  test('is refused, whatever it says about itself', async () => {
    const file = join(scratch, 'titled.mp4');
    const title = ['-metadata', 'title=x: Cannot allocate memory', '-metadata', 'comment=Decoder (codec x) not found'];
    execFileSync(FFMPEG, ['-v', 'error', '-y', '-i', join(scratch, 'video.mp4'), '-c', 'copy', ...title, file]);
    const bytes = readFileSync(file);
    bytes.fill(0xff, bytes.indexOf('mdat') + 4, bytes.indexOf('moov') - 4);
    expect(await outcome(decode(bytes))).toMatch(/^UNSUPPORTED_MEDIA: .*the MP4 is broken or cut off/);
  });
});
