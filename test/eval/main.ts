import { join } from 'node:path';
import { runCommand } from '../bench/command';
import { classify } from './classify';
import { detect } from './detect';
import { entities } from './entities';
import { faces } from './faces';
import { formats } from './formats';
import { forecast } from './forecast/forecast';
import { ocr } from './ocr';
import { language } from './language';
import { sentiment } from './sentiment';
import { video } from './video';
import { ROOT } from '../bench/service';

const print = (stream: NodeJS.WriteStream) => (text: string) => void stream.write(text);

void runCommand('eval', process.argv.slice(2), {
  known: [video, detect, classify, faces, formats, forecast, ocr, sentiment, entities, language],
  page: join(ROOT, 'docs', 'reference', 'quality.md'),
  out: print(process.stdout),
  err: print(process.stderr),
}).then((code) => (process.exitCode = code));
