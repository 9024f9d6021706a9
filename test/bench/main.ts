import { join } from 'node:path';
import { batch } from './batch';
import { runCommand } from './command';
import { forecast } from './forecast/forecast';
import { http } from './http';
import { queue } from './queue';
import { uploads } from './uploads';
import { webhooks } from './webhooks';
import { text } from './text';
import { video } from './video';
import { vision } from './vision';
import { ROOT } from './service';

const print = (stream: NodeJS.WriteStream) => (text: string) => void stream.write(text);

void runCommand('bench', process.argv.slice(2), {
  known: [http, batch, forecast, queue, uploads, text, vision, video, webhooks],
  page: join(ROOT, 'docs', 'reference', 'benchmarks.md'),
  out: print(process.stdout),
  err: print(process.stderr),
}).then((code) => (process.exitCode = code));
