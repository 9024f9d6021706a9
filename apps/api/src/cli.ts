import 'reflect-metadata';
import { runCommand } from './cli/program';

/** What shells report of a program that SIGPIPE ended. */
const READER_IS_GONE = 141;

// A reader that has enough, such as `head`, ends a command without a word.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(READER_IS_GONE);
  process.stderr.write(`percept: the output cannot be written: ${error.message}\n`);
  process.exit(1);
});

void runCommand(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
