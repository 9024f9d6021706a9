import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FFMPEG } from '../../../../../../../test/harness/fixtures/any-ffmpeg';
import { fakeFfmpeg, onVideos } from '../../../../../../../test/harness/fixtures/fake-ffmpeg';
import { lyingMp4 } from '../../../../../../../test/harness/fixtures/lying-mp4';
import { openVideo } from '../open-video';

const LIMITS = { maxBytes: 50 * 1024 * 1024, maxSide: 4096 };

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'percept-promises-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What opening the video ends in. */
const outcome = (bytes: Uint8Array, ffmpegPath?: string): Promise<string> =>
  openVideo({ bytes }, { limits: { ...LIMITS, video: { ffmpegPath } } }).then(
    async (video) => {
      await video.close();
      return `${video.properties.frames} frames`;
    },
    (error: Error & { code?: string }) => `${error.code}: ${error.message}`,
  );

test.each([
  [{ samples: 60_000_000 }, 599, '60000000 frames'],
  [{ samples: 40_000_000, tracks: 4 }, 1916, '160000000 frames'],
  [{ samples: 10, tracks: 40 }, undefined, '40 tracks'],
  [{ samples: 100_000, edits: 1000 }, undefined, '100000000 frames'],
])('an MP4 that promises %o is refused before ffmpeg is started', async (promise, size, reason) => {
  const programs = fakeFfmpeg(onVideos('echo started >&2; kill -9 $$'));
  try {
    const bytes = lyingMp4(promise);
    if (size) expect(bytes.length).toBe(size);
    const answer = await outcome(bytes, join(programs, 'ffmpeg'));
    expect(answer).toMatch(/^UNSUPPORTED_MEDIA: /);
    expect(answer).toContain(reason);
  } finally {
    rmSync(programs, { recursive: true });
  }
});

test.each(['moov', 'trak', 'moof'])('an MP4 with boxes 100,000 deep is refused: %s', async (box) => {
  const depth = 100_000;
  const boxes = Buffer.concat(
    Array.from({ length: depth }, (_, level) => {
      const head = Buffer.from(`\0\0\0\0${box}`, 'latin1');
      head.writeUInt32BE((depth - level) * 8);
      return head;
    }),
  );
  const mp4 = Buffer.concat([Buffer.from('\0\0\0\x10ftypmp42\0\0\0\0', 'latin1'), boxes]);
  expect(await outcome(mp4)).toMatch(/^UNSUPPORTED_MEDIA: .*nested too deep/);
});

test('ffmpeg runs within a limit of memory, and a video that passes it is refused', async () => {
  const limits = `case "$(ulimit -v) $(ulimit -c) $(ulimit -f)" in "${2 * 1024 * 1024} 0 0") echo 'x: Cannot allocate memory' >&2;; esac; exit 1`;
  const programs = fakeFfmpeg(onVideos(limits));
  try {
    expect(await outcome(lyingMp4({ samples: 2 }), join(programs, 'ffmpeg'))).toMatch(/^UNSUPPORTED_MEDIA: .*more memory than/);
  } finally {
    rmSync(programs, { recursive: true });
  }
});

test('a long recording of uncompressed sound is read', async () => {
  const file = join(folder, 'sound.mov');
  const input = ['-f', 'lavfi', '-i', 'testsrc2=size=64x64:rate=1:duration=60', '-f', 'lavfi', '-i', 'sine=duration=90'];
  const sound = ['-c:a', 'pcm_s16le', '-ar', '48000', '-c:v', 'mpeg4'];
  execFileSync(FFMPEG, ['-v', 'error', '-nostdin', '-y', ...input, ...sound, file]);
  expect(await outcome(readFileSync(file))).toBe('60 frames');
});

test('a codec that is not on the list is not decoded', async () => {
  const file = join(folder, 'smoke.avi');
  const input = ['-f', 'lavfi', '-i', 'testsrc2=size=64x64:rate=5:duration=1'];
  execFileSync(FFMPEG, ['-v', 'error', '-nostdin', '-y', ...input, '-c:v', 'ffv1', file]);
  const opened = await openVideo({ file }, { limits: LIMITS });
  const frames = opened.frames({ every: 1, size: { width: 64, height: 64 }, signal: new AbortController().signal });
  await expect(frames.next()).rejects.toThrow('the codec of the AVI (ffv1) cannot be decoded here: send H.264.');
  await opened.close();
});
