/** Bytes of address space of one ffmpeg. H.264 of 4096 × 2304 pixels with 16 reference frames on four threads takes 1.1 GB of it, with 10 bits 1.4 GB. */
const MAX_MEMORY = 2 * 1024 * 1024 * 1024;
/** The shell's own exit codes for a program that is missing or cannot be executed. */
const SHELL = '/bin/sh';
/** Our environment has passwords and keys: what a program needs of it. */
const KEPT = 'PATH|HOME|LANG|LC_*|TMPDIR|LD_LIBRARY_PATH|DYLD_*';
/** The line of a shell that forgets the rest. @param more names as `case` takes them, such as `A_*|B`. */
export function keepOnly(more = ''): string {
  const kept = [KEPT, more].filter(Boolean).join('|');
  return `for name in $({ env | sed -n 's/^\\([A-Za-z_][A-Za-z_0-9]*\\)=.*/\\1/p'; } 2>/dev/null); do case $name in ${kept}) ;; *) unset "$name" ;; esac; done`;
}

/** Systems without a limit of address space, such as macOS, refuse that command, and go on. Files can be read, and none written. */
const SCRIPT = `
${keepOnly()}
ulimit -c 0; ulimit -f 0 2>/dev/null; ulimit -v "$1" 2>/dev/null; shift; exec "$@"`;

/**
 * A command that runs a program within a limit of memory (RLIMIT_AS), without core dumps, without the right to write a file and
 * without our environment. The program replaces the shell, so its process id, signals and exit code are those of the command.
 * Without any of that on Windows.
 * @param sandbox command that runs the shell, of `inSandbox`.
 */
export function bounded(program: string, args: readonly string[], sandbox: readonly string[]): [command: string, args: string[]] {
  if (process.platform === 'win32') return [program, [...args]];
  const limits = [SHELL, '-c', SCRIPT, 'percept', String(MAX_MEMORY / 1024), program, ...args];
  const [command, ...rest] = [...sandbox, ...limits];
  return [command!, rest];
}
