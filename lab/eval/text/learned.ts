import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256, type TrainingFile } from '../../train/training-data';
import { ROOT } from '../../bench/service';

/** What a model of ours has learned from, by the SHA-256 of its files. */
export function learnedFiles(model: string): ReadonlyMap<string, TrainingFile> {
  const { files } = JSON.parse(readFileSync(join(ROOT, 'models', model, 'training.json'), 'utf8')) as { files: TrainingFile[] };
  return new Map(files.map((each) => [each.sha256, each]));
}

/**
 * Which part of a file may be scored on: all of it, or what the training keeps out of by its rule.
 * @throws Error if the model has learned from all of it.
 */
export function mayScoreOn(
  file: string,
  model: string,
  files = learnedFiles(model),
): 'all' | Exclude<TrainingFile['part'], 'all'> {
  const learned = files.get(sha256(readFileSync(file)));
  if (!learned) return 'all';
  if (learned.part !== 'all') return learned.part;
  throw new Error(
    `${file} is '${learned.file}', which ${model} has learned from (models/${model}/training.json): a score on it says nothing.`,
  );
}
