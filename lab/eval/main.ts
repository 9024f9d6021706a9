import { join } from 'node:path';
import { runCommand } from '../bench/runner/command';
import { anomalies } from './anomalies/anomalies';
import { barcodes } from './barcodes/barcodes';
import { documents } from './documents/documents';
import { classify } from './objects/classify';
import { detect } from './objects/detect';
import { entities } from './text/entities';
import { emotions } from './faces/emotions';
import { faces } from './faces/faces';
import { recognise } from './faces/recognise';
import { redact } from './faces/redact';
import { formats } from './formats/formats';
import { forecast } from './forecast/forecast';
import { intervals } from './forecast/intervals';
import { ocr } from './ocr/ocr';
import { parity } from './parity/parity';
import { language } from './text/language';
import { regressors } from './forecast/regressors';
import { sentiment } from './text/sentiment';
import { topics } from './text/topics';
import { duplicates } from './teach/duplicates';
import { teach } from './teach/teach';
import { video } from './video/video';
import { ROOT } from '../bench/service';

const print = (stream: NodeJS.WriteStream) => (text: string) => void stream.write(text);

void runCommand('eval', process.argv.slice(2), {
  known: [
    ...[video, detect, classify, faces, emotions, recognise, redact, formats, forecast, intervals, regressors, anomalies],
    ...[ocr, sentiment, entities, language, barcodes, documents, teach, topics, duplicates],
    parity,
  ],
  page: join(ROOT, 'docs', 'reference', 'quality.md'),
  results: join(ROOT, 'lab', 'results'),
  out: print(process.stdout),
  err: print(process.stderr),
}).then((code) => (process.exitCode = code));
