/** Bytes of address space of one ffmpeg. H.264 of 4096 × 2304 pixels with 16 reference frames on four threads takes 1.1 GB of it, with 10 bits 1.4 GB. */
const MAX_MEMORY = 2 * 1024 * 1024 * 1024;
const SHELL = '/bin/sh';
/** Environment variables that a program may keep. The others may be passwords and keys. */
const KEPT = 'PATH|HOME|LANG|LC_*|TMPDIR|LD_LIBRARY_PATH|DYLD_*';
/** A shell line that unsets all other environment variables. @param more names in `case` syntax, such as `A_*|B`. */
export function keepOnly(more = ''): string {
  const kept = [KEPT, more].filter(Boolean).join('|');
  return `for name in $({ env | sed -n 's/^\\([A-Za-z_][A-Za-z_0-9]*\\)=.*/\\1/p'; } 2>/dev/null); do case $name in ${kept}) ;; *) unset "$name" ;; esac; done`;
}

/** Systems that cannot limit address space, such as macOS, refuse that `ulimit` and go on. Files can be read, but not written. */
const SCRIPT = `
${keepOnly()}
ulimit -c 0; ulimit -f 0 2>/dev/null; ulimit -v "$1" 2>/dev/null; shift; exec "$@"`;

/**
 * Builds a command that runs a program with limited memory (RLIMIT_AS), without core dumps, write access to files or our
 * environment. The program replaces the shell, so its process id, signals and exit code are those of the command. On Windows none
 * of these limits apply.
 * @param sandbox command from `inSandbox` that runs the shell.
 */
export function limitedCommand(
  program: string,
  args: readonly string[],
  sandbox: readonly string[],
): [command: string, args: string[]] {
  if (process.platform === 'win32') return [program, [...args]];
  const limits = [SHELL, '-c', SCRIPT, 'percept', String(MAX_MEMORY / 1024), program, ...args];
  const [command, ...rest] = [...sandbox, ...limits];
  return [command!, rest];
}
