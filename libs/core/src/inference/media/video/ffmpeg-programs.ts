import type { VideoSettings } from '../limits';
import { execFile, type ExecFileException } from 'node:child_process';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { promisify } from 'node:util';

import { bounded, findSandbox, inSandbox, weakerSandbox, type Sandbox } from './sandbox';
import { lastMessage, programFailure } from './ffmpeg-fault';
import { decodeOptions, probeOptions } from './ffmpeg-options';
import { executable, installedPackage } from './npm-program';
import { readProbe } from './probed-video';

const run = promisify(execFile);

/** ffmpeg and ffprobe that were seen to work on this machine. */
export interface FfmpegPrograms {
  ffmpeg: string;
  ffprobe: string;
  /** What ffmpeg calls itself: a number, or any other name for a build between releases. */
  version: string;
  /** The last year of its copyright: how old it is, whatever it calls itself. */
  year?: number;
  source: 'FFMPEG_PATH' | 'PATH' | 'npm';
  /** Hands frames on as they are, none doubled or dropped. Version 5.1 renamed the option. */
  passthrough: readonly string[];
  /** Why each program that comes first was not taken. */
  rejected: string[];
  /** What both run in. */
  sandbox: Sandbox;
}

type Located = Pick<FfmpegPrograms, 'ffmpeg' | 'ffprobe'>;
type TriedFfmpeg = Pick<FfmpegPrograms, 'version' | 'year' | 'passthrough'>;
type Candidate = { source: FfmpegPrograms['source']; locate: () => Located };

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
 * `ffmpegPath`; otherwise the programs on the PATH, otherwise those that npm installed: the first that pass a trial.
 * Looks once, until `forgetFfmpeg`.
 * @throws Error if none works, with the reason for each.
 */
export function findFfmpeg({ ffmpegPath = '', cacheDir = '' }: VideoSettings): Promise<FfmpegPrograms> {
  const key = `${ffmpegPath}\n${cacheDir}`;
  let known = found.get(key);
  if (!known) {
    known = firstThatWorks(ffmpegPath ? [fromSetting(ffmpegPath)] : [fromPath, fromNpm(cacheDir)]);
    found.set(key, known);
    known.catch(() => found.delete(key));
  }
  return known;
}

/** Looks again at the next call: the programs may have been replaced or removed. */
export const forgetFfmpeg = (): void => found.clear();

const fromPath: Candidate = { source: 'PATH', locate: () => ({ ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' }) };

const fromSetting = (ffmpeg: string): Candidate => ({
  source: 'FFMPEG_PATH',
  locate: () => ({ ffmpeg, ffprobe: join(dirname(ffmpeg), 'ffprobe') }),
});

const fromNpm = (cacheDir: string): Candidate => ({ source: 'npm', locate: () => npmPrograms(cacheDir) });

/** The programs that npm installed. @throws Error if it installed none for this machine. */
export const npmPrograms = (cacheDir = ''): Located => ({
  ffmpeg: npmProgram('ffmpeg', ['@ffmpeg-binary', '@ffmpeg-installer'], cacheDir),
  ffprobe: npmProgram('ffprobe', ['@ffprobe-installer'], cacheDir),
});

/** The scopes have a package for each platform, which npm installs where it fits. The first one that is there is used. */
function npmProgram(program: string, scopes: string[], cacheDir: string): string {
  for (const scope of scopes) {
    const name = `${process.platform}-${process.arch}`;
    const there = installedPackage(`${scope}/${name}`);
    if (!there) continue;
    const file = join(there.folder, process.platform === 'win32' ? `${program}.exe` : program);
    return executable(file, { copies: cacheDir && resolve(cacheDir, 'programs'), as: `${program}-${there.version}` });
  }
  throw new Error(`npm has not installed ${program} for ${process.platform} ${process.arch}`);
}

async function firstThatWorks(candidates: Candidate[]): Promise<FfmpegPrograms> {
  const rejected: string[] = [];
  for (const { source, locate } of candidates) {
    try {
      const located = locate();
      return { ...located, ...(await tryBoth(located, await findSandbox())), source, rejected };
    } catch (error) {
      rejected.push(`${source}: ${(error as Error).message}`);
    }
  }
  throw new Error(`No usable ffmpeg. Install it, or set FFMPEG_PATH to it. ${rejected.join('; ')}`);
}

/**
 * A command that runs one of the programs in its sandbox and within its limits.
 * @param file the video that it reads.
 */
export function sandboxed(
  program: string,
  args: readonly string[],
  { sandbox, file }: { sandbox: Sandbox; file?: string },
): [command: string, args: string[]] {
  // Programs of other places bring their libraries beside them, or have them inside.
  const own = isAbsolute(program) ? [program, join(dirname(program), '..', 'lib')] : [];
  return bounded(program, args, inSandbox(sandbox, [...own, ...(file === undefined ? [] : [file])]));
}

/** Some programs run, but not in a sandbox: those of a snap, for example. */
async function tryBoth({ ffmpeg, ffprobe }: Located, sandbox: Sandbox): Promise<TriedFfmpeg & { sandbox: Sandbox }> {
  try {
    const tried = await tryFfmpeg(ffmpeg, sandbox);
    await tryFfprobe(ffprobe, sandbox);
    return { ...tried, sandbox };
  } catch (error) {
    if (sandbox.name === 'none') throw error;
    return tryBoth({ ffmpeg, ffprobe }, await weakerSandbox(sandbox, (error as Error).message));
  }
}

/**
 * Decodes one frame with every option that a video is decoded with: what a program can do is not told by its name.
 * @throws Error with the reason if it cannot.
 */
export async function tryFfmpeg(ffmpeg: string, sandbox: Sandbox = NO_SANDBOX): Promise<TriedFfmpeg> {
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
  // The banner has the version.
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

/** Reads the properties of one frame as those of a video are read. @throws Error with the reason if it cannot. */
export async function tryFfprobe(ffprobe: string, sandbox: Sandbox = NO_SANDBOX): Promise<void> {
  const args = [...probeOptions(TRIAL.demuxer, TRIAL.maxPixels), ...TRIAL_INPUT, 'pipe:0'];
  const { stdout } = await tryRun(ffprobe, args, sandbox);
  const { width, packets } = readProbe(stdout.toString()).stream ?? {};
  if (width !== 2 || packets !== 1) throw new Error(`${ffprobe} does not read a test image correctly`);
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
