/** Bytes of address space of one ffmpeg. H.264 of 4096 × 2304 pixels with 16 reference frames on four threads takes 1.1 GB of it, with 10 bits 1.4 GB. */
const MAX_MEMORY = 2 * 1024 * 1024 * 1024;
/** The shell's own exit codes for a program that is missing or cannot be executed. */
const SHELL = '/bin/sh';
/** Systems without a limit of address space, such as macOS, refuse the second command, and go on. */
const SCRIPT = 'ulimit -c 0; ulimit -v "$1" 2>/dev/null; shift; exec "$@"';

/**
 * A command that runs a program within a limit of memory (RLIMIT_AS), and without core dumps. The program replaces the shell,
 * so its process id, signals and exit code are those of the command. Without a limit on Windows.
 */
export function bounded(program: string, args: readonly string[]): [command: string, args: string[]] {
  if (process.platform === 'win32') return [program, [...args]];
  return [SHELL, ['-c', SCRIPT, 'percept', String(MAX_MEMORY / 1024), program, ...args]];
}
