import 'reflect-metadata';
import { runCommand } from './cli/program';

/** The exit code that shells report for a program that SIGPIPE ended. */
const READER_IS_GONE = 141;

// When the reader has enough, as `head` does, the command ends silently.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(READER_IS_GONE);
  process.stderr.write(`percept: the output cannot be written: ${error.message}\n`);
  process.exit(1);
});

void runCommand(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
