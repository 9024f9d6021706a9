import { join } from 'node:path';
import { batch } from './batch/batch';
import { runCommand } from './runner/command';
import { compat } from './compat/compat';
import { dashboard } from './dashboard/dashboard';
import { documents } from './documents/documents';
import { forecast } from './forecast/forecast';
import { series } from './forecast/series';
import { http } from './http/http';
import { queue } from './queue/queue';
import { scale } from './queue/scale';
import { search } from './search/search';
import { uploads } from './http/uploads';
import { webhooks } from './webhooks/webhooks';
import { cli } from './start/cli';
import { start } from './start/start';
import { text } from './text';
import { video } from './vision/video';
import { ocr } from './vision/ocr';
import { added } from './vision/added';
import { vision } from './vision/vision';
import { ROOT } from './service';

const print = (stream: NodeJS.WriteStream) => (text: string) => void stream.write(text);

void runCommand('bench', process.argv.slice(2), {
  known: [
    http,
    batch,
    forecast,
    series,
    queue,
    scale,
    uploads,
    start,
    cli,
    text,
    vision,
    added,
    ocr,
    documents,
    search,
    video,
    webhooks,
    dashboard,
    compat,
  ],
  page: join(ROOT, 'docs', 'reference', 'benchmarks.md'),
  results: join(ROOT, 'lab', 'results'),
  out: print(process.stdout),
  err: print(process.stderr),
}).then((code) => (process.exitCode = code));
