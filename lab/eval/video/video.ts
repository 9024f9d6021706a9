import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, extname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { withCleanup, type Later } from '../../bench/runner/cleanup';
import { folderOf, type Measurement, type MeasureOptions } from '../../bench/runner/command';
import type { Report } from '../../bench/runner/report';
import { ROOT } from '../../bench/service';
import { openPlugins, type EvalHost } from '../plugins';
import { judgedFigures, judgedRows } from './truths';

const run = promisify(execFile);
const DEFAULT_FOLDER = resolve(ROOT, '..', 'shared', 'data', 'videos');
const VIDEOS = ['.mp4', '.mov', '.avi', '.webm', '.mkv'];
const SECOND = 1;

interface Answer {
  video_info: { duration: number; fps: number; total_frames: number };
  timeline: { timestamp: number }[];
  tracks: { last: number }[];
  scenes: { end: number }[];
  summary: { dominant_objects: string[]; main_activities: string[]; scene_type: string };
  processing_time_ms: number;
}

interface Told {
  duration: number;
  fps: number;
  frames: number;
}

/** What ffprobe says of the first image track; frames are counted by decoding. */
async function probe(file: string): Promise<Told> {
  const entries = 'stream=avg_frame_rate,nb_read_frames,duration:format=duration';
  const options = ['-v', 'error', '-select_streams', 'v:0', '-count_frames', '-show_entries', entries, '-of', 'json', file];
  const { stdout } = await run('ffprobe', options);
  const { streams, format } = JSON.parse(stdout) as {
    streams: { avg_frame_rate: string; nb_read_frames: string; duration?: string }[];
    format: { duration: string };
  };
  const [stream] = streams as [(typeof streams)[0]];
  const [over, under] = stream.avg_frame_rate.split('/').map(Number) as [number, number];
  return { duration: Number(stream.duration ?? format.duration), fps: over / under, frames: Number(stream.nb_read_frames) };
}

/** Whether both speak of the same video, to a frame. */
export function agrees({ duration, fps, total_frames }: Answer['video_info'], told: Told): boolean {
  const frame = SECOND / told.fps;
  const near = Math.abs(duration - told.duration) <= frame && Math.abs(fps - told.fps) <= 0.01;
  return near && Math.abs(total_frames - told.frames) <= 1;
}

/** Matroska is not read; its images are, in another container. */
async function readable(file: string, folder: string): Promise<string> {
  if (extname(file) !== '.mkv') return file;
  const copy = join(folder, `${basename(file, '.mkv')}.mp4`);
  await run('ffmpeg', ['-v', 'error', '-nostdin', '-y', '-i', file, '-c', 'copy', '-an', copy]);
  return copy;
}

/** Whether every time that is answered lies within the video. */
export function staysWithin({
  video_info: { duration },
  timeline,
  tracks,
  scenes,
}: Pick<Answer, 'video_info' | 'timeline' | 'tracks' | 'scenes'>): boolean {
  const times = [
    ...timeline.map(({ timestamp }) => timestamp),
    ...tracks.map(({ last }) => last),
    ...scenes.map(({ end }) => end),
  ];
  return times.every((time) => time <= duration);
}

interface Seen {
  file: string;
  row: (string | number)[];
  agreed: boolean;
  within: boolean;
  scene: string;
  activity: string | undefined;
}

async function look(host: EvalHost, file: string): Promise<Seen> {
  const told = await probe(file);
  const frame_interval = Math.max(1, Math.round(told.fps / 5));
  const answer = (await host.call('vision.video.analyze', { video: file, frame_interval })) as unknown as Answer;
  const { dominant_objects, main_activities, scene_type } = answer.summary;
  const agreed = agrees(answer.video_info, told);
  const found = [dominant_objects.join(', '), main_activities.join(', '), scene_type, answer.tracks.length];
  const pace = answer.video_info.duration / (answer.processing_time_ms / 1000);
  const row = [basename(file), agreed ? 'yes' : 'NO', ...found, pace];
  return { file: basename(file), row, agreed, within: staysWithin(answer), scene: scene_type, activity: main_activities[0] };
}

async function measure({ quick, data = folderOf(DEFAULT_FOLDER), say }: MeasureOptions, later: Later): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'percept-eval-video-'));
  later(() => rmSync(folder, { recursive: true, force: true }));
  const all = readdirSync(data, { recursive: true, encoding: 'utf8' });
  const videos = all.filter((name) => VIDEOS.includes(extname(name))).sort();
  const host = await openPlugins();
  later(() => host.close());
  const seen: Seen[] = [];
  for (const name of videos.slice(0, quick ? 2 : Infinity)) {
    say(`Looking at ${name} …`);
    seen.push(await look(host, await readable(join(data, name), folder)));
  }
  return { name: 'video', ratios: {}, ...reportOf(seen) };
}

function reportOf(seen: readonly Seen[]): Pick<Report, 'figures' | 'tables'> {
  const share = (holds: (one: Seen) => boolean) => seen.filter(holds).length / seen.length;
  const head = ['video', 'as ffprobe', 'objects', 'activities', 'scene', 'tracks', 'times real time'];
  return {
    figures: {
      videos: seen.length,
      as_ffprobe: share(({ agreed }) => agreed),
      times_within: share(({ within }) => within),
      ...judgedFigures(seen),
    },
    tables: [
      {
        title: 'Judged by eye, the first main activity',
        head: ['videos', 'of', 'n', 'right', 'silent', 'wrong', 'right, 95 % from', 'to'],
        rows: judgedRows(seen),
      },
      { title: 'What is found, looking five times a second', head, rows: seen.map(({ row }) => row) },
    ],
  };
}

export const video: Measurement = {
  name: 'video',
  summary: 'What vision.video.analyze finds on the videos of a folder, and whether its video_info is that of ffprobe.',
  measure: (options) => withCleanup((later) => measure(options, later)),
};
