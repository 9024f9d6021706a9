import Ffmpeg from 'fluent-ffmpeg';
import { execFile } from 'node:child_process';
import { accessSync, chmodSync, constants } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import type { ClipContainer, ClipSettings } from './clip';
import type { Size } from './picture';
import { PROBE_ENTRIES, readProbe, type Probed } from './probed-clip';

// The one place that knows ffmpeg. What it is given comes from strangers: the container is the one that the bytes say, never
// one that ffmpeg guesses, so that a playlist or a script in a clip's clothes opens nothing; it reads files and pipes only.

const run = promisify(execFile);

/** ffmpeg's names of the containers. */
const DEMUXERS: Record<ClipContainer, string> = { mp4: 'mov', mov: 'mov', avi: 'avi', webm: 'matroska' };
const PROBE_LIMIT_MS = 60_000;
/** A list of packets beyond that is no clip of 50 MB that anybody made. */
const MOST_LISTED = 256 * 1024 * 1024;
/** Pixels of a frame that ffprobe may decode to find out what the header does not tell. */
const MOST_PROBED_PIXELS = 16_384 * 16_384;
const LINES_KEPT = 30;
/** Frames that ffmpeg decodes ahead while those before are looked at; then it waits. */
const FRAMES_AHEAD = 8;

interface Programs {
  ffmpeg: string;
  ffprobe: string;
  /** Hands frames on as they are, none doubled or dropped: the option has another name since 5.1. */
  passthrough: string[];
}

const found = new Map<string, Promise<Programs>>();

/** `ffmpegPath`, else those on the PATH, else those that came with npm. @throws Error where none can be run. */
function programs({ ffmpegPath = '' }: ClipSettings): Promise<Programs> {
  let known = found.get(ffmpegPath);
  if (!known) {
    known = findPrograms(ffmpegPath);
    found.set(ffmpegPath, known);
    known.catch(() => found.delete(ffmpegPath));
  }
  return known;
}

async function findPrograms(given: string): Promise<Programs> {
  const candidates = given
    ? [() => ({ ffmpeg: given, ffprobe: join(dirname(given), 'ffprobe') })]
    : [() => ({ ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' }), installed];
  let reason: unknown;
  for (const candidate of candidates) {
    try {
      const { ffmpeg, ffprobe } = candidate();
      const { stdout } = await run(ffmpeg, ['-version']);
      await run(ffprobe, ['-version']);
      // A build of an unreleased state tells a name instead.
      const [major, minor] = (/ffmpeg version n?(\d+\.\d+)/.exec(stdout)?.[1] ?? '99.0').split('.').map(Number);
      const isNew = major! > 5 || (major === 5 && minor! >= 1);
      return { ffmpeg, ffprobe, passthrough: isNew ? ['-fps_mode', 'passthrough'] : ['-vsync', '0'] };
    } catch (error) {
      reason = error;
    }
  }
  throw new Error(`ffmpeg cannot be run: install it, or set FFMPEG_PATH to it (${(reason as Error).message.trim()})`);
}

/** The packages know no build for some machines, and say so when they are loaded. */
function installed(): { ffmpeg: string; ffprobe: string } {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const path = (name: string) => executable((require(name) as { path: string }).path);
  return { ffmpeg: path('@ffmpeg-installer/ffmpeg'), ffprobe: path('@ffprobe-installer/ffprobe') };
}

/** What the packages' install scripts would do, where npm was told to run none. */
function executable(file: string): string {
  try {
    accessSync(file, constants.X_OK);
  } catch {
    chmodSync(file, 0o755);
  }
  return file;
}

/** ffmpeg's own words about a file, without its path and its addresses. */
export class FfmpegError extends Error {}

/** Before the input's name: what an input may not do. */
const caution = (container: ClipContainer) => ['-protocol_whitelist', 'file,pipe', '-f', DEMUXERS[container]];

/** What the container tells, and every packet of its pictures; nothing is decoded that the header tells. @throws FfmpegError. */
export async function probeClip(
  file: string,
  container: ClipContainer,
  { signal, ...settings }: ClipSettings & { signal?: AbortSignal },
): Promise<Probed> {
  const { ffprobe } = await programs(settings);
  // fluent-ffmpeg's ffprobe knows neither packets nor a limit.
  const options = ['-v', 'error', ...caution(container), '-max_pixels', String(MOST_PROBED_PIXELS)];
  const asked = ['-show_entries', PROBE_ENTRIES, '-of', 'json=c=1', file];
  const limits = { maxBuffer: MOST_LISTED, timeout: PROBE_LIMIT_MS, killSignal: 'SIGKILL' as const, signal };
  const { stdout } = await run(ffprobe, [...options, ...asked], limits).catch((error: Error & { stderr?: string }) => {
    signal?.throwIfAborted();
    throw new FfmpegError(words((error.stderr ?? error.message).split('\n'), file));
  });
  return readProbe(stdout);
}

export interface Decoding extends ClipSettings {
  container: ClipContainer;
  /** Index of the picture track. */
  stream: number;
  every: number;
  size: Size;
  /** Leaves the edges of blocks as they are in frames that lie between others: what a strong reduction hides anyway. */
  rough: boolean;
  /** Larger frames than that are not decoded, whatever the header said. */
  maxPixels: number;
  signal: AbortSignal;
}

export interface RawFrame {
  /** Seconds from the file's start. */
  time: number;
  /** height × width × 3 bytes, R G B. */
  rgb: Uint8Array;
}

/**
 * Every Nth frame, upright and scaled by ffmpeg, through a pipe: never more of them in memory than one and a few that wait.
 * @throws FfmpegError where ffmpeg fails; what came before has been handed on.
 */
export async function* decodeFrames(file: string, how: Decoding): AsyncGenerator<RawFrame> {
  const { ffmpeg, passthrough } = await programs(how);
  const { every, size, signal } = how;
  signal.throwIfAborted();
  const filter = `select=not(mod(n\\,${every})),scale=${size.width}:${size.height}:flags=fast_bilinear,showinfo`;
  const command = Ffmpeg(file)
    .setFfmpegPath(ffmpeg)
    .inputOptions(['-nostdin', '-hide_banner', '-nostats', '-loglevel', 'info', '-max_pixels', String(how.maxPixels)])
    .inputOptions([...(how.rough ? ['-skip_loop_filter', 'bidir'] : []), ...caution(how.container)])
    .outputOptions(['-map', `0:${how.stream}`, '-vf', filter, ...passthrough])
    .outputOptions(['-pix_fmt', 'rgb24', '-c:v', 'rawvideo'])
    .outputOptions(['-fifo_format', 'rawvideo', '-queue_size', String(FRAMES_AHEAD)])
    .format('fifo');
  const times = new Times();
  const said: string[] = [];
  const ended = new Promise<Error | undefined>((resolve) => command.on('error', resolve).on('end', () => resolve(undefined)));
  command.on('stderr', (line: string) => {
    if (!times.read(line) && said.push(line) > LINES_KEPT) said.shift();
  });
  const kill = () => command.kill('SIGKILL');
  signal.addEventListener('abort', kill, { once: true });
  void ended.then(() => times.end());
  try {
    for await (const rgb of cut(command.pipe() as unknown as Readable, size.width * size.height * 3)) {
      const time = await times.next();
      signal.throwIfAborted();
      if (time === undefined) break;
      yield { time, rgb };
    }
    signal.throwIfAborted();
    if (await ended) throw new FfmpegError(words(said, file));
  } finally {
    signal.removeEventListener('abort', kill);
    kill();
  }
}

/** The moments of frames as `showinfo` tells them, which may be before or after their pixels come. */
class Times {
  private readonly known: number[] = [];
  private wake: () => void = () => {};
  private over = false;

  read(line: string): boolean {
    if (!line.includes('showinfo')) return false;
    const time = /\bpts_time:\s*(-?[\d.]+(?:e[-+]?\d+)?)/.exec(line)?.[1];
    if (time !== undefined) this.known.push(Number(time));
    this.wake();
    return true;
  }

  end(): void {
    this.over = true;
    this.wake();
  }

  async next(): Promise<number | undefined> {
    while (this.known.length === 0 && !this.over) await new Promise<void>((resolve) => (this.wake = resolve));
    return this.known.shift();
  }
}

/** A stream of bytes as pieces of one length; what is left at the end is dropped. */
async function* cut(stream: Readable, length: number): AsyncGenerator<Uint8Array> {
  let piece = new Uint8Array(length);
  let filled = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    for (let at = 0; at < chunk.length;) {
      const count = Math.min(length - filled, chunk.length - at);
      piece.set(chunk.subarray(at, at + count), filled);
      filled += count;
      at += count;
      if (filled < length) continue;
      yield piece;
      piece = new Uint8Array(length);
      filled = 0;
    }
  }
}

/** The last that ffmpeg said, for people. */
function words(lines: readonly string[], file: string): string {
  const line = lines
    .map((each) => each.trim())
    .filter((each) => each !== '' && !each.startsWith('Command failed'))
    .at(-1);
  const plain = (line ?? 'it cannot be read').replaceAll(file, 'the clip').replace(/\s*@ 0x[0-9a-f]+/g, '');
  return plain
    .replace(/^(\[[^\]]*\]\s*)+/, '')
    .replace(/^the clip: /, '')
    .slice(0, 200);
}
