import 'reflect-metadata';
import { runCommand } from './cli/program';

void runCommand(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
