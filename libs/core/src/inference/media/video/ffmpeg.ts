import type { VideoContainer } from '../formats';
import type { VideoSettings } from '../limits';
import Ffmpeg from 'fluent-ffmpeg';
import { execFile, spawn, type ExecFileException } from 'node:child_process';
import { createInterface } from 'node:readline';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { PerceptError } from '../../../kernel';

import { findVideoFault, UnreadableVideoError, type FailedRun } from './ffmpeg-fault';
import { decodeOptions, probeOptions, type VideoDecodeOptions } from './ffmpeg-options';
import { checkPromises } from './promises/check-promises';
import { findFfmpeg, forgetFfmpeg, sandboxed, tryFfmpeg } from './ffmpeg-programs';
import { readProbe, type Probed } from './probed-video';

const run = promisify(execFile);

/** ffmpeg's names of the containers. */
const DEMUXERS: Record<VideoContainer, string> = { mp4: 'mov', mov: 'mov', avi: 'avi', webm: 'matroska' };
const PROBE_LIMIT_MS = 60_000;
/** The most bytes of a packet list. No real video of 50 MB has a longer one. */
const MAX_LISTED = 96 * 1024 * 1024;
/** Most pixels of a frame that ffmpeg may decode to find out what the header does not say. */
const MAX_PROBED_PIXELS = 16_384 * 16_384;
/** ffmpeg's message for a file without images. It indents what the file says about itself. */
const NO_IMAGES = /^(?=\S).*matches no streams/m;
const LINES_KEPT = 30;

/**
 * Reads the container's properties and every packet of its images. Decodes only to find what the header does not say.
 * @throws UnreadableVideoError; PerceptError TIMEOUT; Error if ffmpeg itself fails.
 */
export async function probeVideo(
  file: string,
  container: VideoContainer,
  { signal, ...settings }: VideoSettings & { signal?: AbortSignal },
): Promise<Probed> {
  const { ffmpeg, sandbox } = await findFfmpeg(settings);
  // fluent-ffmpeg's ffprobe knows neither packets nor a limit, and is one more program of 76 MB.
  const listed = checkPromises(file, container);
  const options = probeOptions(DEMUXERS[container], MAX_PROBED_PIXELS, ['-i', resolve(file)]);
  const [program, args] = sandboxed(ffmpeg, options, { sandbox, file: resolve(file) });
  const limits = { maxBuffer: MAX_LISTED, timeout: PROBE_LIMIT_MS, killSignal: 'SIGKILL' as const, signal };
  const told = await run(program, args, limits).catch(async (error: ExecFileException & { stdout?: string; stderr?: string }) => {
    signal?.throwIfAborted();
    const { code, signal: ended, stdout = '', stderr = '' } = error;
    if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') throw new UnreadableVideoError('it lists too many packets');
    if (error.killed) throw new PerceptError('TIMEOUT', `The video's index could not be read within ${PROBE_LIMIT_MS / 1000} s.`);
    // ffmpeg ends with an error if there are no images.
    if (NO_IMAGES.test(stderr)) return { stdout, stderr };
    throw await faultOrForget({ program: ffmpeg, code, signal: ended, stderr }, file, () => tryFfmpeg(ffmpeg, sandbox));
  });
  return readProbe(told, listed);
}

export interface Decoding extends VideoSettings, Omit<VideoDecodeOptions, 'demuxer'> {
  container: VideoContainer;
  signal: AbortSignal;
}

interface RawFrame {
  /** Seconds from the file's start. */
  time: number;
  /** height × width × 3 bytes, R G B. */
  rgb: Uint8Array;
}

/**
 * Yields every Nth frame, upright and scaled by ffmpeg, through a pipe: memory holds one frame and a few waiting ones at most.
 * @throws UnreadableVideoError, after the frames that could be decoded; Error if ffmpeg itself fails.
 */
export async function* decodeFrames(file: string, how: Decoding): AsyncGenerator<RawFrame> {
  const { ffmpeg, passthrough, sandbox } = await findFfmpeg(how);
  const { size, signal } = how;
  signal.throwIfAborted();
  const { input, output } = decodeOptions({ ...how, demuxer: DEMUXERS[how.container] }, passthrough);
  const command = Ffmpeg(resolve(file)).inputOptions(input).outputOptions(output).format('fifo').output('pipe:1');
  const args = (command as unknown as { _getArguments(): string[] })._getArguments();
  const { frames, times, ended, kill } = start(...sandboxed(ffmpeg, args, { sandbox, file: resolve(file) }));
  signal.addEventListener('abort', kill, { once: true });
  try {
    for await (const rgb of cut(frames, size.width * size.height * 3)) {
      const time = await times.next();
      signal.throwIfAborted();
      if (time === undefined) break;
      yield { time, rgb };
    }
    const failed = await ended;
    signal.throwIfAborted();
    if (failed) throw await faultOrForget({ program: ffmpeg, ...failed }, file, () => tryFfmpeg(ffmpeg, sandbox));
  } finally {
    signal.removeEventListener('abort', kill);
    kill();
  }
}

interface Started {
  /** The bytes of the frames. */
  frames: Readable;
  times: Times;
  /** How the program failed; undefined if it succeeded. */
  ended: Promise<Omit<FailedRun, 'program'> | undefined>;
  kill: () => void;
}

/**
 * Runs a command that fluent-ffmpeg built. fluent-ffmpeg's own way has three faults: it throws uncatchably if the program cannot be
 * started, does not say how a program ended, and kills one that takes more than 20 ms to end.
 */
function start(program: string, args: string[]): Started {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true });
  const times = new Times();
  const lines: string[] = [];
  const ended = new Promise<Omit<FailedRun, 'program'> | undefined>((resolve) => {
    child.once('error', ({ code, message }: NodeJS.ErrnoException) => resolve({ code: code ?? message, stderr: '' }));
    child.once('close', (code, signal) => resolve(code === 0 ? undefined : { code, signal, stderr: lines.join('\n') }));
  });
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (!times.read(line) && lines.push(line) > LINES_KEPT) lines.shift();
  });
  void ended.then(() => times.end());
  return { frames: child.stdout, times, ended, kill: () => child.kill('SIGKILL') };
}

async function faultOrForget(...run: Parameters<typeof findVideoFault>): Promise<UnreadableVideoError> {
  try {
    return await findVideoFault(...run);
  } catch (error) {
    forgetFfmpeg();
    throw error;
  }
}

/** The times of frames from `showinfo`'s output. They may come before or after the pixels. */
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

/** Cuts a stream of bytes into pieces of one length; an incomplete last piece is dropped. */
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
