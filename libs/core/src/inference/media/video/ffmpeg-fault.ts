/** The video is at fault. The message is what ffmpeg says, without paths and addresses. */
export class UnreadableVideoError extends Error {}

/** This ffmpeg has no decoder for the video's codec. */
export class NoDecoderError extends UnreadableVideoError {}

/** A failed run of ffmpeg. */
export interface FailedRun {
  /** Path of the program. */
  program: string;
  /** Exit code; the system's error code, such as `ENOENT`, if the program did not start. */
  code?: number | string | null;
  signal?: NodeJS.Signals | null;
  stderr: string;
}

/** Exit codes with which shells report that a signal ended the program: 128 + the signal. */
const SIGNAL_CODES = { from: 129, to: 159 };
/**
 * The C library's messages when the machine lacks something. ffmpeg indents what the video says about itself. Two similar messages
 * are left out, because broken videos cause them: decoders say `Resource temporarily unavailable`, and file readers `Input/output
 * error`.
 */
const SHORTAGE =
  /^(?=\S).*\b(Error while opening encoder.*|No space left on device|Too many open files|Permission denied|No such file or directory)\.?$/m;
/** ffmpeg runs within memory limits (`limitedCommand`), so this message means that the video needs too much. */
const NO_MEMORY = /^(?=\S).*\bCannot allocate memory\.?$/m;
/** The message of `limitedCommand`'s shell if it cannot start the program. */
const NOT_STARTED = /^percept: .*: ((?<denied>Permission denied)|not found|No such file or directory)$/m;
const NO_DECODER = /^(?=\S).*(Decoder \(codec .*not found|no decoder found|not on whitelist)/m;
/** Lines that repeat earlier messages in general terms, or count the output. */
const EPILOGUE =
  /^(Conversion failed!|Error splitting the argument list|Error opening (input|output)( files?)?\b|Error marking filters|Terminating thread|Output file is empty|Output #|Nothing was written|video:|frame=)/;

/**
 * Finds out whose fault a failed run is: a broken video is refused, a broken program must be repaired.
 * @param works runs the same program on a good input; rejects if even that fails.
 * @returns UnreadableVideoError if the video is at fault.
 * @throws Error if the program cannot be started, was killed, lacks memory or files, or does not work at all.
 */
export async function findVideoFault(run: FailedRun, file: string, works: () => Promise<unknown>): Promise<UnreadableVideoError> {
  const failure = programFailure(run);
  if (failure !== undefined) throw new Error(failure);
  await works();
  if (NO_MEMORY.test(run.stderr)) return new UnreadableVideoError('it takes more memory than a video may');
  const message = lastMessage(run.stderr, file);
  return NO_DECODER.test(run.stderr) ? new NoDecoderError(message) : new UnreadableVideoError(message);
}

/** Why the program itself failed; undefined if it ended in order and only reports an error. */
export function programFailure({ program, code, signal, stderr }: FailedRun): string | undefined {
  if (signal) return `${program} was ended by ${signal}: it crashed, or the system lacks memory`;
  const refused = NOT_STARTED.exec(stderr);
  if (refused?.groups?.denied) return `${program} cannot be started (EACCES)`;
  if (code === 'ENOENT' || refused) return `${program} is not found`;
  if (typeof code !== 'number') return `${program} cannot be started (${code ?? 'no exit code'})`;
  if (code >= SIGNAL_CODES.from && code <= SIGNAL_CODES.to)
    return `${program} was ended by signal ${code - SIGNAL_CODES.from + 1}: it crashed, or the system lacks memory`;
  const shortage = SHORTAGE.exec(stderr)?.[1];
  return shortage && `${program} failed on this machine (${shortage}): ${lastMessage(stderr)}`;
}

/** The last line of interest that ffmpeg printed, for people. `file` is not shown. Indented lines describe the video. */
export function lastMessage(stderr: string, file = ''): string {
  const lines = (file ? stderr.replaceAll(file, 'the video') : stderr)
    .split('\n')
    .filter((line) => /^\S/.test(line))
    .map((line) => line.replace(/\s*@ 0x[0-9a-f]+/g, '').replace(/^(\[[^\]]*\]\s*)+/, ''));
  const line = lines.findLast((each) => !EPILOGUE.test(each)) ?? lines.at(-1) ?? 'it cannot be read';
  return line
    .replace(/^the video: /, '')
    .trim()
    .slice(0, 200);
}
