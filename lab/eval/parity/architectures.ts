import { addModel, prepareModels, startHost, type PluginHost } from '@percept/core';
import { builtinPluginModules, modelPluginModules } from '@percept/plugins';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Later } from '../../bench/runner/cleanup';
import type { MeasureOptions } from '../../bench/runner/command';
import type { Table } from '../../bench/runner/report';
import { ROOT } from '../../bench/service';
import { CACHE_DIR } from '../../../test/harness/percept';
import {
  compareObjects,
  compareScores,
  compareSpans,
  MAX_BOX,
  MAX_SCORE,
  NO_DIFFERENCE,
  worse,
  type Difference,
  type ExpectedObject,
  type FoundObject,
  type Span,
} from './differences';
import { PYTHON } from './wheels';

/** The score from which on lab/parity tells objects. */
const LEAST = 0.05;

interface Expected {
  picture?: string;
  objects?: ExpectedObject[];
  scores?: Record<string, number>;
  text?: string;
  vector?: number[];
  spans?: Span[];
  /** How the reference puts spans together. */
  aggregation?: string;
  /** What a picture is compared with. */
  labels?: string[];
  prompts?: string[];
}

/** The folder of tiny models with what the reference says, made now unless the caller names one; the reason where that is not possible. */
function madeModels({ data, say }: MeasureOptions, later: Later): { folder: string } | string {
  if (data !== undefined) return { folder: data };
  const folder = mkdtempSync(join(tmpdir(), 'percept-parity-'));
  later(() => rmSync(folder, { recursive: true, force: true }));
  say('Makes tiny models with torch, which takes some minutes …');
  const made = spawnSync(PYTHON, [join(ROOT, 'lab', 'parity', 'make.py'), folder], { encoding: 'utf8' });
  if (made.status === 0) return { folder };
  const last = made.error?.message ?? made.stderr.trim().split('\n').at(-1);
  return `PERCEPT_LAB_PYTHON must name a Python with the packages of lab/parity/requirements.txt (${last}).`;
}

function openHost(own: string): PluginHost {
  return startHost({
    plugins: builtinPluginModules(join(ROOT, 'dist', 'libs', 'plugins')),
    workers: 1,
    preload: [],
    workerPath: join(ROOT, 'dist', 'libs', 'core', 'src', 'inference', 'host', 'worker.js'),
    limits: { maxBytes: 50 * 1024 * 1024, maxSide: 4096 },
    models: { modelsDir: join(ROOT, 'models'), ownModelsDir: own, dataDir: CACHE_DIR, extensions: extensions() },
    queue: { calls: 128, bytes: 512 * 1024 * 1024 },
    callTimeoutMs: 600_000,
  });
}

const extensions = () => modelPluginModules(join(ROOT, 'dist', 'libs', 'plugins'));

/** Tiny models of each architecture beside the reference implementation, a row each; the reason where they cannot be made. */
export async function compareArchitectures(options: MeasureOptions, later: Later): Promise<Table | string> {
  const made = madeModels(options, later);
  if (typeof made === 'string') return made;
  const { folder } = made;
  const names = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'expected.json')));
  const work = mkdtempSync(join(tmpdir(), 'percept-parity-own-'));
  later(() => rmSync(work, { recursive: true, force: true }));
  const own = join(work, 'models');
  const problems = new Map<string, string>();
  for (const name of names)
    await addModel(join(folder, name), own, {
      ...{ extensions: extensions(), environment: {}, name, tryModel: () => Promise.resolve(undefined) },
    })
      .then(() => aggregate(join(own, name, 'model.yaml'), join(folder, name)))
      .catch((error: Error) => problems.set(name, error.message));
  await prepareModels({ modelsDir: join(ROOT, 'models'), dataDir: CACHE_DIR });
  const host = openHost(own);
  later(() => host.close());
  await host.ready;
  const rows: (string | number)[][] = [];
  for (const name of names) {
    const compared = problems.has(name)
      ? undefined
      : await compare(host, name, folder).catch((error: Error) => problems.set(name, error.message) && undefined);
    rows.push(rowFor(name, compared, problems.get(name)));
    options.say(rows.at(-1)!.join('  '));
  }
  return { title: 'Architectures, beside transformers and timm', head: ['architecture', 'inputs', 'score', 'box', ''], rows };
}

/** Spans are put together as the reference did. */
function aggregate(manifest: string, folder: string): void {
  const [{ aggregation } = {}] = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as Expected[];
  if (aggregation === undefined) return;
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(/aggregation: \w+/, `aggregation: ${aggregation}`));
}

function rowFor(
  name: string,
  compared: (Difference & { inputs: number }) | undefined,
  problem = 'not compared',
): (string | number)[] {
  if (!compared) return [name, 0, 0, 0, problem];
  const { inputs, score, box, alone } = compared;
  const wrong = [
    ...(score > MAX_SCORE ? [`scores differ by ${score.toExponential(1)}`] : []),
    ...(box > MAX_BOX ? [`boxes differ by ${box.toFixed(2)} px`] : []),
    ...(alone > 0 ? [`${alone} have no partner`] : []),
  ];
  return [name, inputs, score.toExponential(1), Number(box.toFixed(3)), wrong.join(', ') || 'ok'];
}

async function compare(host: PluginHost, name: string, folder: string): Promise<Difference & { inputs: number }> {
  const all = JSON.parse(readFileSync(join(folder, name, 'expected.json'), 'utf8')) as Expected[];
  let difference = NO_DIFFERENCE;
  for (const expected of all) difference = worse(difference, await compareOne(host, name, { folder, expected }));
  return { ...difference, inputs: all.length };
}

async function compareOne(
  host: PluginHost,
  model: string,
  { folder, expected }: { folder: string; expected: Expected },
): Promise<Difference> {
  const call = async (capability: string, fields: object) =>
    (await host.call(capability, { fields: { ...fields, model }, allowPaths: true }, { patient: true })).output;
  if (expected.labels) return compareWithTexts(call, join(folder, 'pictures', expected.picture!), expected);
  if (expected.vector) {
    const { embedding } = await call('text.embed', { text: expected.text });
    return compareNumbers(expected.vector, embedding as number[]);
  }
  if (expected.spans) {
    const { entities } = await call('text.entities', { text: expected.text });
    const found = (entities as (Span & { confidence: number })[]).map((each) => ({ ...each, score: each.confidence }));
    return compareSpans(expected.spans, found);
  }
  if (expected.text !== undefined) {
    const { classifications } = await call('text.classify', { text: expected.text, confidence_threshold: 0, max_results: 100 });
    return compareScores(expected.scores!, byLabel(classifications));
  }
  const image = join(folder, 'pictures', expected.picture!);
  if (expected.objects) {
    const { width, height } = await sharp(image).metadata();
    const { detections } = await call('vision.detect', { image, min_confidence: LEAST });
    return compareObjects(expected.objects, detections as FoundObject[], { width, height, least: LEAST });
  }
  const { classifications } = await call('vision.classify', { image, confidence_threshold: 0, max_results: 100 });
  return compareScores(expected.scores!, byLabel(classifications));
}

/** Scores of texts, and the vector of the picture. */
async function compareWithTexts(
  call: (capability: string, fields: object) => Promise<Record<string, unknown>>,
  image: string,
  { labels, prompts, scores, vector }: Expected,
): Promise<Difference> {
  const fields = { image, labels, prompts, confidence_threshold: 0, max_results: 100 };
  const { classifications } = await call('vision.classify', fields);
  const { embedding } = await call('vision.embed', { image });
  return worse(compareScores(scores!, byLabel(classifications)), compareNumbers(vector!, embedding as number[]));
}

const compareNumbers = (expected: readonly number[], found: readonly number[]): Difference =>
  compareScores(Object.fromEntries(expected.entries()), new Map(found.map((each, at) => [String(at), each])));

const byLabel = (found: unknown) =>
  new Map((found as { label: string; confidence: number }[]).map(({ label, confidence }) => [label, confidence]));
