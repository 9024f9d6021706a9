import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { removeDir, ROOT, startPercept, type RunningPercept } from '../../harness/percept';

const DATA = join(ROOT, '../shared/data');
const PICTURES = join(DATA, 'images/everyday');
const CLIPS = join(DATA, 'videos/meta-pytorch__torchcodec');
/** The spec's 4K: no side is longer. See docs/decisions/four-k.md. */
const MOST = 4096;

if (!existsSync(PICTURES)) process.stderr.write(`everyday.spec.ts: no ${PICTURES}, pictures of others are not tried.\n`);

const named = (folder: string, ending: RegExp): string[] => readdirSync(folder).filter((name) => ending.test(name));

(existsSync(PICTURES) ? describe : describe.skip)('media as the world sends them', () => {
  let percept: RunningPercept;
  beforeAll(async () => {
    percept = await startPercept();
  });
  afterAll(async () => {
    await percept?.stop();
    if (percept) removeDir(percept.dataDir);
  });
  const send = async (path: string, file: string, type: string): Promise<string> => {
    const headers = { 'content-type': type };
    const answer = await percept.fetch(path, { method: 'POST', headers, body: readFileSync(file) });
    return `${answer.status} ${await answer.text()}`;
  };

  test('no everyday picture is refused, but those beyond 4K, by the message that names the setting', async () => {
    for (const name of named(PICTURES, /\.(?:jpg|png|webp)$/)) {
      const file = join(PICTURES, name);
      const { width, height, format } = await sharp(file).metadata();
      const said = await send('/v2/vision/analyze?features=colors', file, `image/${format}`);
      const isTooLarge = Math.max(width, height) > MOST;
      const refusal = new RegExp(`^400 .*${width} × ${height} pixels.* more than ${MOST}: .*PERCEPT_MAX_SIDE`);
      expect(`${name}: ${said}`).toMatch(isTooLarge ? new RegExp(`^${name}: ${refusal.source.slice(1)}`) : /^\S+ 200 /);
    }
  });

  test('no everyday clip is refused for its size', async () => {
    for (const name of named(CLIPS, /^(?:testsrc2|bt709_full_range|nasa_13013_rotated|test_non_zero_start)\.mp4$/)) {
      const said = await send('/v2/vision/video/analyze?features=scenes&frame_interval=10000', join(CLIPS, name), 'video/mp4');
      expect(`${name}: ${said}`).not.toMatch(/PERCEPT_MAX_SIDE|no side may have|413 /);
    }
  });
});
