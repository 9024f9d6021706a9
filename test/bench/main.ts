import { batch } from './batch';
import { runCommand } from './command';
import { forecast } from './forecast/forecast';
import { http } from './http';
import { uploads } from './uploads';
import { text } from './text';
import { vision } from './vision';

const print = (stream: NodeJS.WriteStream) => (text: string) => void stream.write(text);

void runCommand('bench', process.argv.slice(2), {
  known: [http, batch, forecast, uploads, text, vision],
  out: print(process.stdout),
  err: print(process.stderr),
}).then((code) => (process.exitCode = code));
