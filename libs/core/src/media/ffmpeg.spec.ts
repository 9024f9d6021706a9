import { path as npmFfprobe } from '@ffprobe-installer/ffprobe';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { writeStillClip } from '../../../../test/fixtures/still-clip';

const COMPILED = resolve(__dirname, '../../../../dist/libs/core/src/media/ffmpeg.js');
const PICTURE = resolve(__dirname, '../../../../examples/pictures/crossing.jpg');

test('without one on the PATH the programs of npm are used, whether or not npm ran their install scripts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'percept-npm-ffmpeg-'));
  try {
    const clip = join(folder, 'still.mp4');
    writeStillClip(PICTURE, clip);
    chmodSync(npmFfprobe, 0o644);
    const code = `require(${JSON.stringify(COMPILED)}).probeClip(${JSON.stringify(clip)}, 'mp4', {}).then(
      ({ stream }) => console.log(stream.codec, stream.width > 0),
      (error) => console.log(error.message))`;
    const printed = execFileSync(process.execPath, ['-e', code], { env: { PATH: folder }, encoding: 'utf8' });
    expect(printed).toMatch(/^\w+ true\n$/);
    expect(statSync(npmFfprobe).mode & 0o100).toBe(0o100);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
