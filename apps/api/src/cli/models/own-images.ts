import { PerceptError } from '@percept/sdk';
import { readdir } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { CommandError } from '../output/command-error';
import { ServiceError } from '../service/client';
import { compareAnswers, type ComparedAnswer, type ComparedImage, type Comparison } from './comparison';
import type { ImageCaller, ModelStore } from './model-store';

const IMAGE = /\.(jpe?g|png|webp|bmp)$/i;

export interface SampledTask {
  capability: string;
  fields?: object;
  read: (output: Record<string, unknown>) => ComparedAnswer[];
}

/** How to read the answer of a task's capability. The confidence is the capability's default. */
export const SAMPLED_TASKS: Readonly<Record<string, SampledTask>> = {
  'object-detection': {
    capability: 'vision.detect',
    read: ({ detections }) =>
      (detections as { object: string; confidence: number; bounding_box: ComparedAnswer['box'] }[]).map(
        ({ object, confidence, bounding_box: box }) => ({ name: object, confidence, box }),
      ),
  },
  'image-classification': {
    capability: 'vision.classify',
    read: ({ classifications }) =>
      (classifications as { label: string; confidence: number; parents?: string[] }[])
        .slice(0, 1)
        .map(({ label, confidence, parents }) => ({ name: label, confidence, ...(parents && { wider: parents }) })),
  },
  'face-detection': {
    capability: 'vision.faces',
    fields: { emotions: false },
    read: ({ faces }) =>
      (faces as { confidence: number; bounding_box: ComparedAnswer['box'] }[]).map(({ confidence, bounding_box: box }) => ({
        ...{ name: 'face', confidence, box },
      })),
  },
  'text-recognition': {
    capability: 'vision.text',
    read: ({ lines }) =>
      (lines as { text: string; confidence: number; bounding_box: ComparedAnswer['box'] }[]).map(
        ({ text: name, confidence, bounding_box: box }) => ({ name, confidence, box }),
      ),
  },
};

/** The user's own images, to compare models on. */
export interface OwnImages {
  folder: string;
  files: readonly string[];
}

/** @throws CommandError for a folder without images, and where the limit is not a number. */
export async function readOwnImages(folder: string, limit: string): Promise<OwnImages> {
  return { folder: resolve(folder), files: await filesBelow(folder, readLimit(limit)) };
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

interface Rivals {
  task: string;
  before: string;
  after: string;
}

/** Unreadable images are left out. A folder's name counts as the label of its images if a model gives that name to any image. */
export async function compareModels(
  { task, before, after }: Rivals,
  { folder, files }: OwnImages,
  call: ImageCaller,
): Promise<Comparison> {
  const { capability, fields, read } = SAMPLED_TASKS[task]!;
  const ask = async (file: string, model: string) => {
    const start = performance.now();
    const output = await call(capability, { ...fields, model }, file);
    return { answers: read(output), ms: performance.now() - start };
  };
  // The first call of each model loads it, so its time does not count.
  const compared: ComparedImage[] = [];
  let isWarm = false;
  for (const [index, file] of files.entries())
    try {
      if (!isWarm) for (const name of [before, after]) await ask(file, name);
      isWarm = true;
      const [old, next] = [await ask(file, before), await ask(file, after)];
      const [label] = relative(folder, file).split(sep).slice(0, -1);
      compared.push({ file, label, before: old.answers, after: next.answers, beforeMs: old.ms, afterMs: next.ms });
      process.stderr.write(`\r${task}: ${index + 1} of ${files.length} images`);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      process.stderr.write(`\r${file} is left out: ${(error as Error).message}\n`);
    }
  process.stderr.write('\n');
  return compareAnswers(compared);
}

const isRefusal = (error: unknown): boolean =>
  error instanceof PerceptError || (error instanceof ServiceError && [400, 413, 415, 422].includes(error.status));

/** Whether two models for the task can be compared on images. */
export const isJudged = (task: string): boolean => Object.hasOwn(SAMPLED_TASKS, task);

/** A comparison that decides whether a model may become the default, and its wording. */
interface JudgedComparison {
  comparison: Comparison;
  isWorse: boolean;
  /** The comparison as lines of text. */
  words: string;
}

/**
 * Compares a model with the default of its task on the user's own images.
 * @returns undefined if the model is the default already.
 * @throws CommandError if the task cannot be judged.
 */
export async function judgeOn(images: OwnImages, models: ModelStore, name: string): Promise<JudgedComparison | undefined> {
  const all = await models.list();
  const task = all.find((each) => each.name === name)?.task;
  const before = all.find((each) => each.task === task && each.default)?.name;
  // The store itself answers for a missing model, and for a task without a default.
  if (!task || before === undefined || before === name) return undefined;
  if (!isJudged(task))
    throw new CommandError(`--images compares models for ${Object.keys(SAMPLED_TASKS).join(', ')}; ${name} is for ${task}.`, 2);
  const comparison = await models.withCalls((call) => compareModels({ task, before, after: name }, images, call));
  if (comparison.images === 0)
    throw new CommandError(`None of the images of '${images.folder}' could be compared. No default has changed.`, 2);
  const { labelled, right_before: old, right_after: next } = comparison;
  const [agreement, ms] = [
    comparison.agreement.toFixed(2),
    [comparison.before_ms, comparison.after_ms].map((each) => each.toFixed(0)),
  ];
  const right = labelled
    ? `Of ${labelled} images in folders that a model's name fits, ${before} says that name of ${old}, and ${name} of ${next}.`
    : `No folder is called as one of the models names what it sees, so which one is right is for you to judge.`;
  const words = `${right}\nThey agree in ${agreement} of all that they say, and take ${ms.join(' and ')} ms an image.\n${describeChanges(comparison)}`;
  return { comparison, isWorse: next < old, words };
}

/** One line for each image whose first names differ. */
export const describeChanges = ({ changes }: Comparison): string =>
  changes.map((each) => `  ${each.file}: ${each.before ?? 'nothing'} -> ${each.after ?? 'nothing'}\n`).join('');
