import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { locate } from '../../../libs/core/src/inference/models/registry/location';
import { modelFolders, readManifest } from '../../../libs/core/src/inference/models/manifest/read';
import { prepareModels } from '../../../libs/core/src/inference/models/registry/prepare';
import { differenceToTensorFlow, TENSORFLOW_MODELS } from '../../../test/harness/tensorflow';
import { withCleanup, type Later } from '../../bench/runner/cleanup';
import type { Measurement, MeasureOptions } from '../../bench/runner/command';
import type { Report } from '../../bench/runner/report';
import { ROOT } from '../../bench/service';
import { compareArchitectures } from './architectures';
import { differenceToPaddle, isPaddle } from './paddle';
import { compareWheels, type Compared } from './wheels';

const MODELS = join(ROOT, 'models');
/** Of the largest answer, or of a probability. */
const MOST = 1e-3;
/** The convolutions of this one are in 8-bit integers: it answers almost as its source. */
const MOST_QUANTIZED = 0.1;

async function compareConverted(dataDir: string, say: MeasureOptions['say']): Promise<Compared[]> {
  const found: Compared[] = [];
  for (const folder of modelFolders(MODELS)) {
    const model = readManifest(folder);
    const { name } = model;
    const compare = name in TENSORFLOW_MODELS ? differenceToTensorFlow : isPaddle(name) ? differenceToPaddle : undefined;
    if (!compare) continue;
    say(`Comparing ${name} with its source …`);
    const what = isPaddle(name) ? 'largest difference of a probability' : 'largest difference, of the largest answer';
    const atMost = model.manifest.rewrite?.quantization ? MOST_QUANTIZED : MOST;
    found.push({ model: name, what, value: await compare(model, locate(model, dataDir)), atMost });
  }
  return found;
}

const isOk = ({ value, atMost = Infinity, atLeast = -Infinity }: Compared): boolean => value <= atMost && value >= atLeast;

const bound = ({ atMost, atLeast }: Compared): string => (atMost === undefined ? `at least ${atLeast}` : `at most ${atMost}`);

async function measure(options: MeasureOptions, later: Later): Promise<Report> {
  const { quick, say } = options;
  const dataDir = await mkdtemp(join(tmpdir(), 'percept-parity-'));
  try {
    await prepareModels({ modelsDir: MODELS, dataDir });
    const converted = await compareConverted(dataDir, say);
    say('Comparing the models of Python wheels …');
    const wheels = quick ? 'A short run needs no network.' : await compareWheels();
    if (typeof wheels === 'string') say(`The models of wheels are left out: ${wheels}`);
    const added = quick && options.data === undefined ? 'A short run makes none.' : await compareArchitectures(options, later);
    if (typeof added === 'string') say(`The architectures are left out: ${added}`);
    const all = [...converted, ...(typeof wheels === 'string' ? [] : wheels)];
    const rows = all.map((each) => [
      each.model,
      each.what,
      each.value.toPrecision(3),
      bound(each),
      isOk(each) ? 'ok' : 'differs',
    ]);
    const keyOf = ({ model, what }: Compared) => `${model}_${what.replaceAll(/\W+/g, '_')}`;
    return {
      name: 'parity',
      ratios: {},
      figures: {
        models: new Set(all.map(({ model }) => model)).size,
        differ: new Set(all.filter((each) => !isOk(each)).map(({ model }) => model)).size,
        ...(typeof added !== 'string' && {
          architectures: added.rows.length,
          architectures_that_differ: added.rows.filter((row) => row.at(-1) !== 'ok').length,
        }),
        ...Object.fromEntries(all.map((each) => [keyOf(each), each.value])),
      },
      tables: [
        { title: 'Models and their sources', head: ['model', 'compared', 'value', 'bound', ''], rows },
        ...(typeof added === 'string' ? [] : [added]),
      ],
    };
  } finally {
    await rm(dataDir, { recursive: true });
  }
}

export const parity: Measurement = {
  name: 'parity',
  summary:
    'Each converted model beside its source; tiny models of each architecture beside transformers and timm (--data: a folder of lab/parity).',
  measure: (options) => withCleanup((later) => measure(options, later)),
};
