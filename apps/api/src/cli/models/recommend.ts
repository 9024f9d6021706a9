import { prepareModels, ModelCatalogue, type ModelEntry } from '@percept/core';
import { readEnvironment } from '../../platform/config/environment';
import { reportPreparation } from '../../service/lifecycle/report-preparation';
import { modelPaths } from '../../inference/models/model-paths';
import { printJson, printTable } from '../output/print';
import type { Comparison } from './comparison';
import { describeChanges, compareModels, isJudged, readOwnImages } from './own-images';
import { OwnModels } from './own-models';

interface RecommendOptions {
  images?: string;
  limit: string;
  json?: boolean;
}

/** What a recommended model would change. */
interface Recommendation {
  task: string;
  /** The current default. */
  before: Side;
  after: Side;
  why: string;
  /** The bytes that `models pull` would download; 0 if the model is here already. */
  download_bytes: number;
  /** Absent without images, or while the model is not installed. */
  comparison?: Comparison;
}

type Side = Pick<ModelEntry, 'name' | 'licence' | 'bytes'>;

/** Says what each recommended model would change on the user's own images. Downloads and changes nothing. */
export async function recommend({ images, limit, json }: RecommendOptions): Promise<void> {
  const config = readEnvironment();
  const paths = modelPaths(config);
  const own = images === undefined ? undefined : await readOwnImages(images, limit);
  // A model must be converted before its file can be measured.
  await prepareModels({ ...paths, onProgress: reportPreparation((line) => process.stderr.write(`${line}\n`)) });
  const catalogue = ModelCatalogue.read(paths);
  const models = new OwnModels(config);
  const entries = await models.list();
  const all = Object.entries(catalogue.recommended).map(([name, why]) => {
    const pulled = catalogue.rows.find((model) => model.name === name);
    return recommendationFor({ name, why, pulled }, entries);
  });
  // Models of the user's own catalogue come first.
  const found = all.filter(({ task }, at) => all.findIndex((each) => each.task === task) === at);
  const comparable = found.filter(
    ({ task, before, after, download_bytes }) => download_bytes === 0 && before.name !== after.name && isJudged(task),
  );
  if (own && comparable.length > 0)
    await models.withCalls(async (call) => {
      for (const each of comparable) {
        const rivals = { task: each.task, before: each.before.name, after: each.after.name };
        each.comparison = await compareModels(rivals, own, call);
      }
    });
  if (json) return printJson(found);
  show(found, images !== undefined);
}

function recommendationFor(
  { name, why, pulled }: { name: string; why: string; pulled?: ModelCatalogue['rows'][number] },
  entries: readonly ModelEntry[],
): Recommendation {
  const after = entries.find((each) => each.name === name && each.state !== 'broken');
  const task = after?.task ?? pulled?.task ?? '-';
  const before = entries.find((each) => each.task === task && each.default);
  const side = (each: ModelEntry): Side => ({ name: each.name, licence: each.licence, bytes: each.bytes });
  return {
    task,
    before: before ? side(before) : { name: '-', licence: null, bytes: null },
    after: after ? side(after) : { name, licence: pulled?.licence ?? null, bytes: pulled?.weightBytes ?? null },
    why,
    download_bytes: after || !pulled ? 0 : pulled.bytes,
  };
}

const megabytes = (bytes: number | null) => (bytes === null ? '-' : (bytes / 1e6).toFixed(1));

const change = (before: string, after: string) => (before === after ? before : `${before} -> ${after}`);

function show(found: readonly Recommendation[], asked: boolean): void {
  printTable(
    ['TASK', 'TODAY', 'RECOMMENDED', 'MB', 'LICENCE', 'AGREEMENT', 'MS AN IMAGE'],
    found.map(({ task, before, after, comparison }) => [
      ...[task, before.name, after.name],
      change(megabytes(before.bytes), megabytes(after.bytes)),
      change(before.licence ?? '-', after.licence ?? '-'),
      ...(comparison
        ? [comparison.agreement.toFixed(2), `${comparison.before_ms.toFixed(0)} -> ${comparison.after_ms.toFixed(0)}`]
        : ['-', '-']),
    ]),
  );
  for (const each of found) process.stdout.write(`\n${explain(each, asked)}`);
}

function explain({ before, after, why, download_bytes, comparison }: Recommendation, asked: boolean): string {
  const head = `${after.name}: ${why}.\n`;
  if (before.name === after.name) return `${head}  It is the default already.\n`;
  if (download_bytes > 0)
    return `${head}  Not installed: 'percept models pull ${after.name}' downloads ${megabytes(download_bytes)} MB and changes no default.\n`;
  if (!comparison) return asked ? head : `${head}  Give --images FOLDER to see what it changes on your images.\n`;
  const { images, only_before, only_after } = comparison;
  const silence = `  Of ${images} images, only ${before.name} says something of ${only_before}, and only ${after.name} of ${only_after}.\n`;
  return `${head}${silence}${describeChanges(comparison)}  'percept models use ${after.name}' makes it the default.\n`;
}
