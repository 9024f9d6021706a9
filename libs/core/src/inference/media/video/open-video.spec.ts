import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FFMPEG } from '../../../../../../test/harness/fixtures/any-ffmpeg';
import { tryFfmpeg } from './ffmpeg-programs';
import { openVideo } from './open-video';

const LIMITS = { maxBytes: 50 * 1024 * 1024, maxSide: 4096 };
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'percept-videos-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A test image of ffmpeg's own that moves. */
function make(name: string, source: string, ...options: string[]): Buffer {
  const file = join(folder, name);
  const input = ['-f', 'lavfi', '-i', source];
  execFileSync(FFMPEG, ['-v', 'error', '-nostdin', '-y', ...input, ...options, file]);
  return readFileSync(file);
}

const moving = (size = '160x90', rate = 10, seconds = 2) => `testsrc2=size=${size}:rate=${rate}:duration=${seconds}`;

/** A quarter turn clockwise, in the matrix of the track's header, 40 bytes after its name. ffmpeg's option for it changes with its version. */
function turn(mp4: Buffer): void {
  const matrix = mp4.indexOf('tkhd') + 4 + 40;
  [0, 0x10000, 0, -0x10000, 0, 0].forEach((value, at) => mp4.writeInt32BE(value, matrix + at * 4));
}

async function look(bytes: Uint8Array, every = 5) {
  const video = await openVideo({ bytes }, { limits: LIMITS });
  try {
    const times: number[] = [];
    for await (const { time, image } of video.frames({
      every,
      size: { width: 64, height: 32 },
      signal: new AbortController().signal,
    })) {
      expect((await image.rgb({ width: 64, height: 32 })).length).toBe(64 * 32 * 3);
      times.push(time);
    }
    return { ...video.properties, times };
  } finally {
    await video.close();
    expect(existsSync(video.file)).toBe(false);
  }
}

const refusal = (bytes: Uint8Array): Promise<string> =>
  look(bytes).then(
    () => 'none',
    (error: Error & { code: string }) => `${error.code}: ${error.message}`,
  );

describe('a video', () => {
  test.each([
    ['a.mp4', 'mp4', ['-pix_fmt', 'yuv420p']],
    ['a.mov', 'mov', ['-pix_fmt', 'yuv420p']],
    ['a.avi', 'avi', ['-c:v', 'mpeg4']],
    ['a.webm', 'webm', ['-c:v', 'libvpx', '-deadline', 'realtime']],
  ])('%s tells its length, rate and frames, and gives every fifth frame with its time', async (name, container, options) => {
    const found = await look(make(name, moving(), ...options));
    expect(found).toMatchObject({ container, width: 160, height: 90, frames: 20, fps: 10 });
    expect(found.duration).toBeCloseTo(2, 1);
    expect(found.times.map((time) => Number(time.toFixed(2)))).toEqual([0, 0.5, 1, 1.5]);
  });

  test('with a changing rate keeps the times at which its frames are shown', async () => {
    const bytes = make('vfr.mp4', moving(), '-vf', 'select=not(between(n\\,3\\,12))', ...(await tryFfmpeg(FFMPEG)).passthrough);
    const { frames, times } = await look(bytes, 1);
    expect([frames, times.length]).toEqual([10, 10]);
    expect(times.slice(0, 5).map((time) => Number(time.toFixed(2)))).toEqual([0, 0.1, 0.2, 1.3, 1.4]);
  });

  test.each(['mp4', 'mov'])('whose %s begins with three seconds of sound lasts until its last frame', async (container) => {
    make('video.mp4', moving(), '-c:v', 'mpeg4');
    const late = [
      '-itsoffset',
      '3',
      '-i',
      join(folder, 'video.mp4'),
      '-map',
      '0:a',
      '-map',
      '1:v',
      '-c:v',
      'copy',
      '-c:a',
      'aac',
    ];
    const { duration, times } = await look(make(`late.${container}`, 'sine=duration=4', ...late), 1);
    expect(times[0]).toBeCloseTo(3, 1);
    expect(duration).toBeCloseTo(5, 1);
    expect(Math.max(...times)).toBeLessThanOrEqual(duration);
  });

  test('that is turned is upright', async () => {
    const bytes = make('turned.mp4', moving(), '-pix_fmt', 'yuv420p');
    turn(bytes);
    expect(await look(bytes)).toMatchObject({ width: 90, height: 160 });
  });

  const anamorphic = (aspect: string) => ['-vf', `setsar=${aspect}`, '-pix_fmt', 'yuv420p'];
  test.each([
    ['4/3', 'a.mp4', { width: 213, height: 90 }],
    ['4/3', 'a.webm', { width: 213, height: 90 }],
    ['1/2', 'a.mp4', { width: 80, height: 90 }],
    ['0/1', 'a.mp4', { width: 160, height: 90 }],
  ])('whose pixels are %s as wide as high has the size that a player shows, in %s', async (aspect, name, size) => {
    expect(await look(make(name, moving(), ...anamorphic(aspect)))).toMatchObject(size);
  });

  test('that is turned and has wide pixels is as high as those are wide', async () => {
    const bytes = make('wide.mp4', moving(), ...anamorphic('4/3'));
    turn(bytes);
    expect(await look(bytes)).toMatchObject({ width: 90, height: 213 });
  });

  test.each([
    ['a.webm', ['-c:v', 'libvpx', '-deadline', 'realtime']],
    ['a.mp4', ['-pix_fmt', 'yuv420p']],
  ])('%s whose clock begins at an hour lasts from its first frame to its last', async (name, options) => {
    const found = await look(make(name, moving(), ...options, '-output_ts_offset', '3600'));
    expect(found.duration).toBeCloseTo(2, 1);
    expect(found.times.map((time) => Number(time.toFixed(2)))).toEqual([0, 0.5, 1, 1.5]);
  });

  test('a WebM whose clock begins at an hour and that was cut off is refused', async () => {
    const options = ['-c:v', 'libvpx', '-deadline', 'realtime', '-output_ts_offset', '3600'];
    const bytes = make('cut.webm', moving('320x180', 10, 4), ...options);
    expect(await refusal(bytes.subarray(0, bytes.length * 0.4))).toMatch(/seconds are there/);
  });

  test.each([
    ['10 bits', moving(), ['-pix_fmt', 'yuv420p10le'], 20],
    // testsrc2 makes its own even.
    ['odd sides', 'testsrc=size=161x91:rate=10:duration=2', ['-pix_fmt', 'yuv444p'], 20],
    ['one frame', moving('160x90', 10, 0.1), ['-pix_fmt', 'yuv420p'], 1],
    ['240 frames a second', moving('160x90', 240, 0.5), ['-pix_fmt', 'yuv420p'], 120],
  ])('with %s is read', async (_what, source, options, frames) => {
    const found = await look(make('odd.mp4', source, ...options));
    expect([found.frames, found.times.length]).toEqual([frames, Math.ceil(frames / 5)]);
    expect(found.width).toBe(source.includes('161x91') ? 161 : 160);
  });
});

describe('refused with what was found:', () => {
  test('sound alone', async () => {
    const bytes = make('sound.mp4', 'sine=duration=1', '-c:a', 'aac');
    expect(await refusal(bytes)).toBe("UNSUPPORTED_MEDIA: Cannot use 'video': the MP4 has only aac in it, and no moving images.");
  });

  test('a video that was cut off, with its index in front or at the end', async () => {
    const end = make('end.mp4', moving(), '-pix_fmt', 'yuv420p');
    const front = make('front.mp4', moving(), '-pix_fmt', 'yuv420p', '-movflags', '+faststart');
    for (const bytes of [end, front])
      expect(await refusal(bytes.subarray(0, bytes.length * 0.6))).toMatch(/^UNSUPPORTED_MEDIA: .*broken or cut off/);
  });

  test.each([
    ['leads behind the end of the file', 'stco', 0x7fffff00],
    ['says frames of no length', 'stsz', 0],
  ])('an index that %s', async (_what, box, value) => {
    const bytes = make('index.mp4', moving(), '-pix_fmt', 'yuv420p');
    // Of both boxes: the name, 4 bytes of version and flags, for sizes 4 of their common size, the count, then the entries.
    const count = bytes.indexOf(box) + (box === 'stsz' ? 12 : 8);
    for (let entry = 1; entry <= bytes.readUInt32BE(count); entry++) bytes.writeUInt32BE(value, count + entry * 4);
    expect(await refusal(bytes)).toMatch(/^UNSUPPORTED_MEDIA: /);
  });

  test('frames above the limit, before any is decoded', async () => {
    const bytes = make('huge.mp4', 'color=size=7680x4320:rate=1:duration=1', '-c:v', 'mpeg4');
    expect(await refusal(bytes)).toContain("the video's frames are 7680 × 4320 pixels, and no side may have more than 4096");
  });

  test('Matroska that is not WebM', async () => {
    expect(await refusal(make('a.mkv', moving()))).toContain('what was sent is a Matroska video; MP4, AVI');
  });

  test('sound alone, which is not called a video', async () => {
    const brand = Buffer.from('\0\0\0\x18ftypM4A \0\0\0\0M4A isom', 'latin1');
    expect(await refusal(brand)).toContain('what was sent is an MP4 of sound alone; MP4, AVI');
  });

  test('a playlist or a script in the clothes of a video, and what it names is never opened', async () => {
    const secret = join(folder, 'secret.mp4');
    make('secret.mp4', moving(), '-pix_fmt', 'yuv420p');
    const playlist = `#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n${secret}\n#EXT-X-ENDLIST\n`;
    const script = `ffconcat version 1.0\nfile '${secret}'\n`;
    expect(await refusal(Buffer.from(playlist))).toContain('what was sent is a playlist (HLS)');
    expect(await refusal(Buffer.from(script))).toContain('what was sent is an ffmpeg script');
    const disguise = Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom\n', 'latin1');
    for (const text of [playlist, script]) {
      expect(await refusal(Buffer.concat([disguise, Buffer.from(text)]))).toMatch(/^UNSUPPORTED_MEDIA: .*the MP4 /);
    }
  });

  test('bytes of nothing', async () => {
    const noise = Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42', 'latin1'), Buffer.alloc(5000, 7)]);
    expect(await refusal(noise)).toMatch(/^UNSUPPORTED_MEDIA: .*broken or cut off/);
    expect(await refusal(Buffer.alloc(0))).toContain('what was sent is empty');
  });
});

describe('a video whose data is hurt', () => {
  test('in the middle is read as far as its frames can be, or refused', async () => {
    const bytes = make('hurt.mp4', moving('320x180', 10, 4), '-pix_fmt', 'yuv420p', '-movflags', '+faststart');
    const start = bytes.indexOf('mdat') + Math.floor((bytes.length - bytes.indexOf('mdat')) / 2);
    bytes.fill(0xff, start, start + 400);
    const { times } = await look(bytes, 1);
    expect(times.length).toBeGreaterThanOrEqual(20);
    bytes.fill(0xff, bytes.indexOf('mdat') + 4);
    expect(await refusal(bytes)).toMatch(/^UNSUPPORTED_MEDIA: .*broken or cut off/);
  });
});

describe('the signal', () => {
  test('ends the decoder at once', async () => {
    const file = join(folder, 'long.mp4');
    writeFileSync(file, make('long.mp4', moving('160x90', 30, 20), '-pix_fmt', 'yuv420p'));
    const video = await openVideo({ file }, { limits: LIMITS });
    const stop = new AbortController();
    const walk = async () => {
      for await (const { index } of video.frames({ every: 1, size: { width: 512, height: 288 }, signal: stop.signal }))
        if (index === 3) stop.abort(new Error('enough'));
    };
    await expect(walk()).rejects.toThrow('enough');
  });
});

test('the largest frames with the most reference frames that H.264 has are read within the limit of memory', async () => {
  const most = 'ref=16:level=6.2:bframes=8:b-pyramid=2:subme=1:me=dia:scenecut=0';
  const encoder = ['-c:v', 'libx264', '-preset', 'superfast', '-x264-params', most, '-pix_fmt', 'yuv420p'];
  const bytes = make('references.mp4', moving('4096x4096', 20, 1), ...encoder);
  // Its encoder writes down how it encoded.
  expect(bytes.includes('ref=16')).toBe(true);
  expect(await look(bytes)).toMatchObject({ width: 4096, height: 4096, frames: 20, times: [0, 0.25, 0.5, 0.75] });
});
