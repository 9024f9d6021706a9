import { Presets, SingleBar } from 'cli-progress';
import type { Command } from 'commander';
import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { CollectionResponse } from '../../inference/collections/collection-dtos';
import type { TrainingResponse, TrainResponse } from '../../inference/collections/teaching/teaching-dtos';
import type { ModelSummaryResponse } from '../../inference/models/model-responses';
import { CommandError } from '../output/command-error';
import { printJson, printTable } from '../output/print';
import { openService, ServiceError, type ServiceClient } from '../service/client';
import { onService, type ConnectionOptions } from '../service/connection';
import { readExamples, type Example } from './examples';

interface TrainOptions extends ConnectionOptions {
  from?: string;
  text: string;
  label: string;
  region?: string;
  add?: boolean;
  replace?: boolean;
  force?: boolean;
  cancel?: boolean;
  json?: boolean;
}

/** Texts in one request. */
const STEP = 100;
const BUSY_MS = 2_000;
const POLL_MS = 500;
const MAX_BUSY = 150;

const TRAIN_EXAMPLES = `percept models train gate --from ./gate
percept models train gate --region 0.4,0.2,0.3,0.5
percept models train tickets --from tickets.csv --text body --label team
percept run text.classify --input '{"model": "tickets", "text": "I was charged twice for my order."}' --profile default`;

export function addTrainCommand(models: Command): void {
  onService(models.command('train'), TRAIN_EXAMPLES)
    .description('teaches a model with a folder of pictures for each class, or with texts of a CSV')
    .argument('<name>', 'of the model, and of the collection that keeps the examples')
    .option('--from <path>', 'a folder with a folder for each class, or a CSV; without it, the collection as it is')
    .option('--text <column>', 'the column of a CSV that has the text', 'text')
    .option('--label <column>', 'the column of a CSV that has the class', 'label')
    .option('--region <region>', 'the part of the pictures to look at: left,top,width,height in parts of the sides')
    .option('--add', 'adds the examples to those of the collection')
    .option('--replace', 'deletes the collection first')
    .option('--force', 'replaces the model also where the new one is worse')
    .option('--cancel', 'cancels the teaching that is going on, as Ctrl-C does')
    .option('--json', 'the answer of the service as JSON')
    .action(train);
  onService(models.command('rollback'), 'percept models rollback gate\npercept models rollback gate --to 2')
    .description('restores an earlier version of a taught model; the last five are kept')
    .argument('<name>', 'of the model')
    .option('--to <version>', 'the version; without it, the one before')
    .option('--json', 'the model as JSON')
    .action(rollBack);
}

async function rollBack(
  name: string,
  { to, json, ...options }: ConnectionOptions & { to?: string; json?: boolean },
): Promise<void> {
  const body = to === undefined ? {} : { version: to };
  const path = `/v2/models/${encodeURIComponent(name)}/rollback`;
  const model = await openService(options).ask<ModelSummaryResponse>('POST', path, { body });
  if (json) return printJson(model);
  process.stdout.write(`${name} answers with version ${model.version} again.\n`);
}

/** Puts the examples into the collection of that name, and teaches the model of that name with it. */
async function train(name: string, options: TrainOptions): Promise<void> {
  const service = openService(options);
  const path = `/v2/collections/${encodeURIComponent(name)}/train`;
  if (options.cancel) return cancel(await service.ask<TrainingResponse>('POST', `${path}/cancel`), options);
  const examples = options.from === undefined ? [] : await readExamples(options.from, options);
  if (examples.length > 0) await fill(service, name, examples, options);
  const region = options.region && readRegion(options.region);
  const body = { model: name, force: options.force === true, ...(region && { region, crop: true }) };
  const report = await followTraining(service, path, body);
  if (options.json) return printJson(report);
  tell(report);
}

/** @throws CommandError unless the text is four numbers. */
function readRegion(text: string): number[] {
  const region = text.split(',').map(Number);
  if (region.length === 4 && region.every((each) => each >= 0 && each <= 1)) return region;
  throw new CommandError(`--region '${text}' must be left,top,width,height in parts of the sides, such as 0.4,0.2,0.3,0.5.`, 2);
}

function cancel(training: TrainingResponse, { json }: TrainOptions): void {
  if (json) return printJson(training);
  process.stdout.write(`The teaching of ${training.model} is cancelled.\n`);
}

/** Teaches a model and shows the progress. Ctrl-C cancels the teaching. @throws CommandError that says why it failed. */
async function followTraining(service: ServiceClient, path: string, body: object): Promise<TrainResponse> {
  const bar = new SingleBar({ format: '{bar} {value}/{total} {what}', stream: process.stderr, noTTYOutput: false }, Presets.rect);
  let isInterrupted = false;
  const onInterrupt = (): void => void (isInterrupted = true);
  process.on('SIGINT', onInterrupt);
  let training = await service.ask<TrainingResponse>('POST', `${path}/async`, { body });
  let stage = '';
  while (training.ended_at === null) {
    const { done, total } = training;
    if (total > 0 && training.stage !== stage) {
      stage = training.stage;
      bar.stop();
      bar.start(total, done, { what: stage === 'learning' ? 'models fitted' : 'looked at' });
    } else if (total > 0) bar.update(done);
    if (isInterrupted) await service.ask('POST', `${path}/cancel`).catch(() => undefined);
    else await wait(POLL_MS);
    training = await service.ask<TrainingResponse>('GET', path);
  }
  process.off('SIGINT', onInterrupt);
  bar.stop();
  if (training.result) return training.result;
  throw new CommandError(training.reason!, 1);
}

async function fill(service: ServiceClient, name: string, examples: Example[], { add, replace }: TrainOptions): Promise<void> {
  const kind = 'text' in examples[0]! ? 'texts' : 'pictures';
  const path = `/v2/collections/${encodeURIComponent(name)}`;
  const before = await found(service, path);
  if (before && (before.kind === 'texts') !== (kind === 'texts'))
    throw new CommandError(`The collection '${name}' has ${before.kind}, and the examples are ${kind}: choose another name.`, 2);
  if (before && before.entries > 0 && !add && !replace)
    throw new CommandError(
      `The collection '${name}' has ${before.entries} entries already: say --add to add to them, --replace to remove them first, or leave out --from.`,
      2,
    );
  if (before && replace) await service.ask('DELETE', path);
  if (!before || replace) await service.ask('POST', '/v2/collections', { body: { name, kind } });
  return kind === 'texts' ? addTexts(service, path, examples) : addPictures(service, path, examples);
}

async function found(service: ServiceClient, path: string): Promise<CollectionResponse | undefined> {
  try {
    return await service.ask<CollectionResponse>('GET', path);
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) return undefined;
    throw error;
  }
}

async function addTexts(service: ServiceClient, path: string, examples: Example[]): Promise<void> {
  for (let from = 0; from < examples.length; from += STEP) {
    const lines = examples
      .slice(from, from + STEP)
      .map((example) => JSON.stringify(example))
      .join('\n');
    await patient(() => service.ask('POST', `${path}/import`, { lines }));
  }
}

/** Adds one picture at a time. Leaves out unreadable ones, and prints why: they may be the reason that the model cannot be taught. */
async function addPictures(service: ServiceClient, path: string, examples: Example[]): Promise<void> {
  const bar = new SingleBar(
    { format: '{bar} {value}/{total} pictures', stream: process.stderr, noTTYOutput: false },
    Presets.rect,
  );
  bar.start(examples.length, 0);
  const skipped: string[] = [];
  try {
    for (const { label, ...example } of examples) {
      const file = (example as { file: string }).file;
      const form = new FormData();
      form.append('image', await openAsBlob(file), basename(file));
      form.append('label', label);
      try {
        await patient(() => service.ask('POST', `${path}/entries`, { body: form }));
      } catch (error) {
        if (!(error instanceof ServiceError) || ![400, 413, 415, 422].includes(error.status)) throw error;
        skipped.push(`${file}: ${error.message}`);
      }
      bar.increment();
    }
  } finally {
    bar.stop();
    for (const line of skipped) process.stderr.write(`${line}\n`);
  }
}

/** Waits while the service has no room, or the key has no requests left in this minute. */
export async function patient<T>(work: () => Promise<T>): Promise<T> {
  for (let tried = 0; ; tried++)
    try {
      return await work();
    } catch (error) {
      const isBusy = error instanceof ServiceError && (error.status === 429 || error.status === 503);
      if (!isBusy || tried === MAX_BUSY) throw error;
      await wait(BUSY_MS);
    }
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

function tell(report: TrainResponse): void {
  const { model, version, accuracy, interval, classes, confused, warnings } = report;
  printTable(
    ['CLASS', 'ENTRIES', 'RECOGNISED'],
    classes.map(({ label, entries, recall }) => [label, String(entries), percent(recall)]),
  );
  const [low, high] = interval.map(percent);
  const out = (line: string): void => void process.stdout.write(`${line}\n`);
  out(
    `\nVersion ${version} of ${model} names ${percent(accuracy)} rightly of what it has not seen; in 19 of 20 cases the truth is`,
  );
  out(`between ${low} and ${high}.`);
  for (const { label, as, entries } of confused.slice(0, 5)) out(`${entries.length} of ${label} taken for ${as}`);
  for (const line of warnings) process.stderr.write(`${line}\n`);
  out(`Call it: model=${model}`);
}
