import {
  PerceptError,
  prepareModels,
  pullBytes,
  readCatalogue,
  readRecommended,
  weightBytes,
  type CatalogueModel,
  type ModelEntry,
  type PluginHost,
} from '@percept/core';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readEnvironment } from '../../config/environment';
import { reportPreparation } from '../../lifecycle/report-preparation';
import { modelPaths } from '../../models/model-paths';
import { withHost } from '../../plugins/command-host';
import { CommandError } from '../output/command-error';
import { printJson, printTable } from '../output/print';
import { compareAnswers, type Answer, type ComparedImage, type Comparison } from './comparison';
import { OwnModels } from './own-models';

interface RecommendOptions {
  images?: string;
  limit: string;
  json?: boolean;
}

/** What a recommended model would change. */
interface Recommendation {
  task: string;
  /** The default of today. */
  before: Side;
  after: Side;
  why: string;
  /** What `models pull` would download; 0 if the model is on hand. */
  download_bytes: number;
  /** Absent without images, or while the model is not on hand. */
  comparison?: Comparison;
}

type Side = Pick<ModelEntry, 'name' | 'licence' | 'bytes'>;

const IMAGE = /\.(jpe?g|png|webp|bmp)$/i;

export interface SampledTask {
  capability: string;
  fields?: object;
  read: (output: Record<string, unknown>) => Answer[];
}

/** How the answer of a task's capability is read, at the confidence that a caller gets who asks for none. */
export const TASKS: Readonly<Record<string, SampledTask>> = {
  'object-detection': {
    capability: 'vision.detect',
    read: ({ detections }) =>
      (detections as { object: string; confidence: number; bounding_box: Answer['box'] }[]).map(
        ({ object, confidence, bounding_box: box }) => ({ name: object, confidence, box }),
      ),
  },
  'image-classification': {
    capability: 'vision.classify',
    read: ({ classifications }) =>
      (classifications as { label: string; confidence: number }[])
        .slice(0, 1)
        .map(({ label, confidence }) => ({ name: label, confidence })),
  },
  'face-detection': {
    capability: 'vision.faces',
    fields: { emotions: false },
    read: ({ faces }) =>
      (faces as { confidence: number; bounding_box: Answer['box'] }[]).map(({ confidence, bounding_box: box }) => ({
        ...{ name: 'face', confidence, box },
      })),
  },
  'text-recognition': {
    capability: 'vision.text',
    read: ({ lines }) =>
      (lines as { text: string; confidence: number; bounding_box: Answer['box'] }[]).map(
        ({ text: name, confidence, bounding_box: box }) => ({ name, confidence, box }),
      ),
  },
};

/** Says what each recommended model would change on the user's own images. Downloads and changes nothing. */
export async function recommend({ images, limit, json }: RecommendOptions): Promise<void> {
  const config = readEnvironment();
  const paths = modelPaths(config);
  const files = images === undefined ? [] : await filesBelow(images, readLimit(limit));
  // A model that is not converted yet has no file to measure.
  await prepareModels({ ...paths, onProgress: reportPreparation((line) => process.stderr.write(`${line}\n`)) });
  const catalogue = readCatalogue(paths.modelsDir, paths.ownModelsDir);
  const entries = await new OwnModels(config).list();
  const all = Object.entries(readRecommended(paths.modelsDir, paths.ownModelsDir)).map(([name, why]) => {
    const pulled = catalogue.find((model) => model.name === name);
    return recommendationFor({ name, why, pulled }, entries);
  });
  // Those of the users' own catalogue come first.
  const found = all.filter(({ task }, at) => all.findIndex((each) => each.task === task) === at);
  const comparable = found.filter(
    ({ task, before, after, download_bytes }) => download_bytes === 0 && before.name !== after.name && Object.hasOwn(TASKS, task),
  );
  if (files.length > 0 && comparable.length > 0)
    await withHost(async (host) => {
      for (const each of comparable) each.comparison = await compare(host, each, files);
    });
  if (json) return printJson(found);
  show(found, images !== undefined);
}

function readLimit(limit: string): number {
  const count = Number(limit);
  if (Number.isInteger(count) && count >= 1 && count <= 10_000) return count;
  throw new CommandError(`--limit must be a whole number from 1 to 10000, not '${limit}'.`, 2);
}

async function filesBelow(folder: string, limit: number): Promise<string[]> {
  const all = await readdir(folder, { recursive: true }).catch((error: Error) => {
    throw new CommandError(`--images: the folder '${folder}' cannot be read: ${error.message}`, 2, { cause: error });
  });
  const names = all.filter((name) => IMAGE.test(name)).sort();
  const files = names.slice(0, limit).map((name) => join(resolve(folder), name));
  if (files.length === 0) throw new CommandError(`--images: there is no JPEG, PNG, WebP or BMP below '${folder}'.`, 2);
  return files;
}

function recommendationFor(
  { name, why, pulled }: { name: string; why: string; pulled?: CatalogueModel },
  entries: readonly ModelEntry[],
): Recommendation {
  const after = entries.find((each) => each.name === name && each.state !== 'broken');
  const task = after?.task ?? pulled?.manifest.task ?? '-';
  const before = entries.find((each) => each.task === task && each.default);
  const side = (each: ModelEntry): Side => ({ name: each.name, licence: each.licence, bytes: each.bytes });
  return {
    task,
    before: before ? side(before) : { name: '-', licence: null, bytes: null },
    after: after ? side(after) : { name, licence: pulled?.manifest.licence ?? null, bytes: pulled ? weightBytes(pulled) : null },
    why,
    download_bytes: after || !pulled ? 0 : pullBytes(pulled),
  };
}

async function compare(host: PluginHost, { task, before, after }: Recommendation, files: readonly string[]): Promise<Comparison> {
  const { capability, fields, read } = TASKS[task]!;
  const call = async (image: string, model: string) => {
    const start = performance.now();
    const { output } = await host.call(capability, { fields: { ...fields, image, model }, allowPaths: true }, { patient: true });
    return { answers: read(output), ms: performance.now() - start };
  };
  // The first call of each loads the model, so its time does not count.
  const compared: ComparedImage[] = [];
  let isWarm = false;
  for (const [index, file] of files.entries())
    try {
      if (!isWarm) for (const { name } of [before, after]) await call(file, name);
      isWarm = true;
      const [old, next] = [await call(file, before.name), await call(file, after.name)];
      compared.push({ file, before: old.answers, after: next.answers, beforeMs: old.ms, afterMs: next.ms });
      process.stderr.write(`\r${task}: ${index + 1} of ${files.length} images`);
    } catch (error) {
      if (!(error instanceof PerceptError)) throw error;
      process.stderr.write(`\r${file} is left out: ${error.message}\n`);
    }
  process.stderr.write('\n');
  return compareAnswers(compared);
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
    return `${head}  Not on hand: 'percept models pull ${after.name}' downloads ${megabytes(download_bytes)} MB and changes no default.\n`;
  if (!comparison) return asked ? head : `${head}  Give --images FOLDER to see what it changes on your images.\n`;
  const { images, only_before, only_after, changes } = comparison;
  const silence = `  Of ${images} images, only ${before.name} says something of ${only_before}, and only ${after.name} of ${only_after}.\n`;
  const lines = changes.map((each) => `  ${each.file}: ${each.before ?? 'nothing'} -> ${each.after ?? 'nothing'}\n`);
  return `${head}${silence}${lines.join('')}  'percept models use ${after.name}' makes it the default.\n`;
}
