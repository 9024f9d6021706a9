import type { VideoSettings } from '../limits';
import { execFile, type ExecFileException } from 'node:child_process';
import { dirname, isAbsolute, join } from 'node:path';
import { promisify } from 'node:util';

import { limitedCommand, findSandbox, inSandbox, weakerSandbox, type Sandbox } from './sandbox';
import { lastMessage, programFailure } from './ffmpeg-fault';
import { decodeOptions, probeOptions } from './ffmpeg-options';
import { readProbe } from './probed-video';

const run = promisify(execFile);

/** An ffmpeg that passed a trial on this machine. */
export interface FfmpegPrograms {
  ffmpeg: string;
  /** The version that ffmpeg states: a number, or any other name for a build between releases. */
  version: string;
  /** The last year in its copyright line. It shows how old the program is, whatever its version is called. */
  year?: number;
  source: 'FFMPEG_PATH' | 'PATH' | 'npm';
  /** Options that pass frames on unchanged, none doubled or dropped. Version 5.1 renamed the option. */
  passthrough: readonly string[];
  /** Why each program earlier in the order was rejected. */
  rejected: string[];
  /** The sandbox in which the program runs. */
  sandbox: Sandbox;
}

type TriedFfmpeg = Pick<FfmpegPrograms, 'version' | 'year' | 'passthrough'>;
type Candidate = { source: FfmpegPrograms['source']; locate: () => string };

/** A trial takes a tenth of a second. A machine that needs longer than this cannot decode videos. */
const TRIAL_LIMIT_MS = 30_000;
const PASSTHROUGH = { new: ['-fps_mode', 'passthrough'], old: ['-vsync', '0'] };
/** An image of 2 × 2 pixels, as ffmpeg reads and writes it. */
const TRIAL_INPUT = ['-pixel_format', 'rgb24', '-video_size', '2x2'];
const TRIAL_PIXELS = Buffer.from([255, 0, 0, 0, 255, 0, 0, 0, 255, 9, 99, 199]);
const TRIAL = { demuxer: 'rawvideo', stream: 0, every: 1, size: { width: 2, height: 2 }, rough: true, maxPixels: 4 };

const NO_SANDBOX: Sandbox = { name: 'none', hidesFiles: false, command: [], rejected: [] };

const found = new Map<string, Promise<FfmpegPrograms>>();

/**
 * Finds the first program that passes a trial: `ffmpegPath`, then the one on the PATH, then the one that npm installed. The result
 * is kept until `forgetFfmpeg`.
 * @throws Error if none works, with the reason for each.
 */
export function findFfmpeg({ ffmpegPath = '' }: VideoSettings): Promise<FfmpegPrograms> {
  let known = found.get(ffmpegPath);
  if (!known) {
    known = firstThatWorks(ffmpegPath ? [fromSetting(ffmpegPath)] : [fromPath, fromNpm]);
    found.set(ffmpegPath, known);
    known.catch(() => found.delete(ffmpegPath));
  }
  return known;
}

/** Makes the next call search again: the programs may have been replaced or removed. */
export const forgetFfmpeg = (): void => found.clear();

const fromPath: Candidate = { source: 'PATH', locate: () => 'ffmpeg' };

const fromSetting = (ffmpeg: string): Candidate => ({ source: 'FFMPEG_PATH', locate: () => ffmpeg });

const fromNpm: Candidate = { source: 'npm', locate: npmFfmpeg };

/**
 * Path of the program that npm installed: each scope has a package per platform.
 * @throws Error if npm installed none for this machine.
 */
export function npmFfmpeg(): string {
  const platform = `${process.platform}-${process.arch}`;
  for (const scope of ['@ffmpeg-binary', '@ffmpeg-installer'])
    try {
      const folder = dirname(require.resolve(`${scope}/${platform}/package.json`));
      return join(folder, process.platform === 'win32' ? 'ffmpeg.exe' : 'ffmpeg');
    } catch {
      // Try the next scope.
    }
  throw new Error(`npm has not installed ffmpeg for ${process.platform} ${process.arch}`);
}

async function firstThatWorks(candidates: Candidate[]): Promise<FfmpegPrograms> {
  const rejected: string[] = [];
  for (const { source, locate } of candidates) {
    try {
      const ffmpeg = locate();
      return { ffmpeg, ...(await tryInSandbox(ffmpeg, await findSandbox())), source, rejected };
    } catch (error) {
      rejected.push(`${source}: ${(error as Error).message}`);
    }
  }
  throw new Error(`No usable ffmpeg. Install it, or set FFMPEG_PATH to it. ${rejected.join('; ')}`);
}

/** A command that runs one of the programs in its sandbox and within its limits. @param file the video that it reads. */
export function sandboxed(
  program: string,
  args: readonly string[],
  { sandbox, file }: { sandbox: Sandbox; file?: string },
): [command: string, args: string[]] {
  // Programs outside the system folders have their libraries beside or inside them.
  const own = isAbsolute(program) ? [program, join(dirname(program), '..', 'lib')] : [];
  return limitedCommand(program, args, inSandbox(sandbox, [...own, ...(file === undefined ? [] : [file])]));
}

/** Some programs run only without a sandbox: those of a snap, for example. */
async function tryInSandbox(ffmpeg: string, sandbox: Sandbox): Promise<TriedFfmpeg & { sandbox: Sandbox }> {
  try {
    return { ...(await tryFfmpeg(ffmpeg, sandbox)), sandbox };
  } catch (error) {
    if (sandbox.name === 'none') throw error;
    return tryInSandbox(ffmpeg, await weakerSandbox(sandbox, (error as Error).message));
  }
}

/**
 * Decodes one frame with every option used for videos, and reads its properties as for a video: a program's name does not tell what
 * it can do.
 * @throws Error with the reason if it cannot.
 */
export async function tryFfmpeg(ffmpeg: string, sandbox: Sandbox = NO_SANDBOX): Promise<TriedFfmpeg> {
  const tried = await tryDecoding(ffmpeg, sandbox);
  await tryProbing(ffmpeg, sandbox);
  return tried;
}

async function tryDecoding(ffmpeg: string, sandbox: Sandbox): Promise<TriedFfmpeg> {
  try {
    return await decodeTrial(ffmpeg, PASSTHROUGH.new, sandbox);
  } catch (error) {
    if (!(error as Error).message.includes(PASSTHROUGH.new[0]!.slice(1))) throw error;
    return await decodeTrial(ffmpeg, PASSTHROUGH.old, sandbox);
  }
}

async function decodeTrial(ffmpeg: string, passthrough: readonly string[], sandbox: Sandbox): Promise<TriedFfmpeg> {
  const { input, output } = decodeOptions(TRIAL, passthrough);
  const args = [...input, ...TRIAL_INPUT, '-i', 'pipe:0', ...output, '-f', 'fifo', 'pipe:1'];
  // The banner states the version.
  const { stdout, stderr } = await tryRun(
    ffmpeg,
    args.filter((each) => each !== '-hide_banner'),
    sandbox,
  );
  if (!stdout.equals(TRIAL_PIXELS)) throw new Error(`${ffmpeg} does not decode a test image correctly`);
  if (!stderr.includes('pts_time:')) throw new Error(`${ffmpeg} does not report the times of frames`);
  const banner = stderr.toString();
  const year = /Copyright \(c\) [\d-]*?(\d{4}) the FFmpeg/.exec(banner)?.[1];
  const version = /^ffmpeg version (\S+)/m.exec(banner)?.[1] ?? 'unknown';
  return { version, year: year ? Number(year) : undefined, passthrough };
}

async function tryProbing(ffmpeg: string, sandbox: Sandbox): Promise<void> {
  const told = await tryRun(ffmpeg, probeOptions(TRIAL.demuxer, TRIAL.maxPixels, [...TRIAL_INPUT, '-i', 'pipe:0']), sandbox);
  const { width, packets } = readProbe({ stdout: String(told.stdout), stderr: String(told.stderr) }).stream ?? {};
  if (width !== 2 || packets !== 1) throw new Error(`${ffmpeg} does not say correctly what a test image is`);
}

async function tryRun(program: string, args: string[], sandbox: Sandbox): Promise<{ stdout: Buffer; stderr: Buffer }> {
  const started = run(...sandboxed(program, args, { sandbox }), {
    encoding: 'buffer',
    timeout: TRIAL_LIMIT_MS,
    killSignal: 'SIGKILL',
  });
  // A program that ends early reads no input.
  started.child.stdin?.on('error', () => undefined).end(TRIAL_PIXELS);
  return started.catch((error: ExecFileException & { stderr?: Buffer }) => {
    if (error.killed) throw new Error(`${program} does not answer within ${TRIAL_LIMIT_MS / 1000} s`);
    const stderr = String(error.stderr ?? '');
    const reason = programFailure({ program, code: error.code, signal: error.signal, stderr });
    throw new Error(reason ?? `${program} lacks what Percept needs: ${lastMessage(stderr)}`);
  });
}
