import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fakeFfmpeg, onVideos } from '../../harness/fixtures/fake-ffmpeg';
import { writeStillVideo } from '../../harness/fixtures/still-video';
import { EXAMPLES, removeDir, startPercept, tempDir, type RunningPercept } from '../../harness/percept';

let scratch: string;
let video: Uint8Array<ArrayBuffer>;
beforeAll(() => {
  scratch = tempDir();
  writeStillVideo(join(EXAMPLES, 'crossing.jpg'), join(scratch, 'video.mp4'));
  video = new Uint8Array(readFileSync(join(scratch, 'video.mp4')));
});
afterAll(() => removeDir(scratch));

let percept: RunningPercept | undefined;
afterEach(async () => {
  await percept?.stop();
  if (percept) removeDir(percept.dataDir);
  percept = undefined;
});

async function analyze(): Promise<{ status: number; body: any }> {
  const headers = { 'content-type': 'video/mp4' };
  const answer = await percept!.fetch('/v2/vision/video/analyze?frame_interval=10', { method: 'POST', headers, body: video });
  return { status: answer.status, body: await answer.json() };
}

/** The line of the log about ffmpeg. */
const logged = (): any => JSON.parse(/^\{.*(?:decodes videos|cannot be decoded).*\}$/m.exec(percept!.output())![0]);

test('a machine without ffmpeg analyzes videos with the one that npm installed, and the log warns of it', async () => {
  const bare = join(scratch, 'bare');
  mkdirSync(bare);
  percept = await startPercept({ env: { PATH: bare } });
  expect(logged()).toMatchObject({ level: 40, source: 'npm', rejected: ['PATH: ffmpeg is not found'] });
  expect(logged().msg).toContain('no security updates');
  const { status, body } = await analyze();
  expect([status, body.video_info?.total_frames, body.timeline?.length]).toEqual([200, 20, 2]);
});

test('the log names the ffmpeg of the machine, and its failure is answered with 500', async () => {
  const folder = fakeFfmpeg(onVideos('kill -KILL $$'));
  const ffmpeg = join(folder, 'ffmpeg');
  percept = await startPercept({ env: { FFMPEG_PATH: ffmpeg } });
  expect(logged()).toMatchObject({ level: 30, source: 'FFMPEG_PATH', ffmpeg, version: expect.stringMatching(/\d/) });
  const { status, body } = await analyze();
  expect([status, body.error.code]).toEqual([500, 'INTERNAL']);
  // A sandbox reports the signal of its child by number.
  expect(percept.output()).toMatch(/\/ffmpeg was ended by (SIGKILL|signal 9)/);
  removeDir(folder);
});

test('without a usable ffmpeg the service starts, says so, and answers videos with 500', async () => {
  percept = await startPercept({ env: { FFMPEG_PATH: '/nowhere/ffmpeg' } });
  expect(logged()).toMatchObject({ level: 50, reason: expect.stringContaining('/nowhere/ffmpeg is not found') });
  const { status, body } = await analyze();
  expect([status, body.error.code]).toEqual([500, 'INTERNAL']);
});
