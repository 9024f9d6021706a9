import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { CallOptions } from '@percept/core';
import { openPlugins } from '../../eval/plugins';
import { withCleanup, type Later } from '../runner/cleanup';
import type { Measurement, MeasureOptions } from '../runner/command';
import type { Report } from '../runner/report';
import { interleave, ratios, spread } from '../runner/statistics';
import { waitFor } from '../../../test/harness/wait-for';

const run = promisify(execFile);
const SIZES = { '720p': '1280x720', '1080p': '1920x1080' } as const;
const INTERVALS = [30, 5];
const RATE = 30;

/** A video that is as costly to decode as one of a camera: everything moves, and there is grain. */
async function createVideo(file: string, size: string, seconds: number): Promise<void> {
  const source = `testsrc2=size=${size}:rate=${RATE}:duration=${seconds},noise=alls=12:allf=t`;
  const encode = ['-c:v', 'libx264', '-preset', 'fast', '-crf', '26', '-pix_fmt', 'yuv420p'];
  await run('ffmpeg', ['-v', 'error', '-nostdin', '-y', '-f', 'lavfi', '-i', source, ...encode, file]);
}

/** Times real time of ffmpeg alone: the same frames, scaled to the same size, read from a pipe and thrown away. */
async function bare(file: string, every: number, seconds: number): Promise<number> {
  const start = performance.now();
  const filter = `select=not(mod(n\\,${every})),scale=512:288:flags=fast_bilinear`;
  const options = ['-v', 'error', '-nostdin', '-i', file, '-map', '0:v:0', '-vf', filter, '-fps_mode', 'passthrough'];
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  const ffmpeg = spawn('ffmpeg', [...options, '-pix_fmt', 'rgb24', '-f', 'rawvideo', 'pipe:1'], { stdio: [...stdio] });
  ffmpeg.stdout.resume();
  const [code] = (await once(ffmpeg, 'close')) as [number | null];
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
  return seconds / ((performance.now() - start) / 1000);
}

/** Megabytes that the process holds after a fifth of the calls and after all of them. */
async function memoryOver(calls: number, call: () => Promise<unknown>): Promise<Record<string, number>> {
  const held: number[] = [];
  for (let done = 0; done < calls; done++) {
    await call();
    held.push(process.memoryUsage.rss() / 1e6);
  }
  const first = Math.ceil(calls / 5);
  return { [`rss_mb_after_${first}_videos`]: held[first - 1]!, [`rss_mb_after_${calls}_videos`]: held.at(-1)! };
}

/** Milliseconds from the word that ends a call until it has ended and its decoder is gone; the longest of some. */
async function cancelled(calls: number, call: (options: CallOptions) => Promise<unknown>): Promise<number> {
  let longest = 0;
  for (let done = 0; done < calls; done++) {
    const end = new AbortController();
    let start = 0;
    const onProgress = (): void => {
      start ||= performance.now();
      end.abort();
    };
    const outcome = await call({ signal: end.signal, onProgress }).then(
      () => 'answered',
      () => 'ended',
    );
    if (outcome !== 'ended') throw new Error('A call went on to its end although it was cancelled.');
    await waitFor(() => decoders() === 0, { interval: 5 });
    longest = Math.max(longest, performance.now() - start);
  }
  return longest;
}

/** Decoders that this process has under it. */
function decoders(): number {
  const { stdout } = spawnSync('ps', ['--ppid', String(process.pid), '-o', 'args='], { encoding: 'utf8' });
  return stdout.split('\n').filter((line) => line.includes('showinfo')).length;
}

async function measure({ quick, say }: MeasureOptions, later: Later): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'percept-bench-video-'));
  later(() => rmSync(folder, { recursive: true, force: true }));
  const host = await openPlugins();
  later(() => host.close());
  const seconds = quick ? 1 : 10;
  const report: Report = { name: 'video', ratios: {}, figures: {}, tables: [] };
  const rows: (string | number)[][] = [];
  for (const [name, size] of Object.entries(SIZES)) {
    const file = join(folder, `${name}.mp4`);
    await createVideo(file, size, seconds);
    for (const every of INTERVALS) {
      say(`${name}, every ${every} frames: taking turns with bare ffmpeg …`);
      const ours = async (): Promise<number> => {
        const start = performance.now();
        await host.call('vision.video.analyze', { video: file, frame_interval: every });
        return seconds / ((performance.now() - start) / 1000);
      };
      const rates = await interleave({ ffmpeg: () => bare(file, every, seconds), ours }, quick ? 1 : 3);
      const { median: ratio } = spread(ratios(rates.ours, rates.ffmpeg));
      const key = every === 30 ? name : `${name}_every_${every}`;
      report.ratios[`vs_ffmpeg_${key}`] = ratio;
      report.figures[`times_real_time_${key}`] = spread(rates.ours).median;
      rows.push([name, every, spread(rates.ours).median, spread(rates.ffmpeg).median, ratio]);
    }
  }
  say('the same video many times, for the memory …');
  const memory = await memoryOver(quick ? 2 : 50, () =>
    host.call('vision.video.analyze', { video: join(folder, '720p.mp4'), frame_interval: 60 }),
  );
  say('and ended while it is looked at …');
  const ended = await cancelled(quick ? 1 : 5, (options) =>
    host.call('vision.video.analyze', { video: join(folder, '720p.mp4'), frame_interval: 1 }, options),
  );
  report.figures = { ...report.figures, ...memory, cancelled_ms: ended };
  const head = ['video', 'frame_interval', 'times real time', 'bare ffmpeg', 'ratio'];
  report.tables.push({ title: 'A video analyzed for objects, activities and scenes, beside decoding alone', head, rows });
  return report;
}

export const video: Measurement = {
  name: 'video',
  summary: 'Videos of 720p and 1080p analyzed against bare ffmpeg decoding of the same frames.',
  measure: (options) => withCleanup((later) => measure(options, later)),
};
