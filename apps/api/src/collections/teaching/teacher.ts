import { Injectable } from '@nestjs/common';
import {
  BACKGROUND_TEXTS,
  DEFAULT_PROJECT,
  type Manifest,
  modelsFor,
  ModelWatcher,
  PerceptError,
  type RegisteredModel,
} from '@percept/core';
import { shareOf, type Caller } from '../../auth/caller';
import { ModelUploads } from '../../models/model-uploads';
import { ProjectModels } from '../../models/project-models';
import type { CollectionEntity, CollectionKind } from '../collection.entity';
import { Collections } from '../collections';
import { Embeddings } from '../embeddings';
import { rounded } from '../entry-responses';
import type { TaughtCollection } from '../vectors/vector-tasks';
import { VectorIndex } from '../vectors/vector-index';
import { toNetwork } from '../learner/taught-network';
import { toldInterval } from '../learner/told-interval';
import type { Confused, TrainRequest, TrainResponse } from './teaching-dtos';

/** Entries that a model is taught with. */
const MAX_ENTRIES = 20_000;
const MAX_CLASSES = 200;
const MIN_EACH = 2;
/** With fewer, a class is told to be small. */
const FEW = 5;
/** How many times as large as the smallest the largest class may be without a word. */
const UNEQUAL = 10;
/** What a model is for that was taught with entries of a kind. */
const taskFor = (kind: CollectionKind): Manifest['task'] => (kind === 'texts' ? 'text-classification' : 'image-classification');

/** Teaches models with the labelled entries of collections. They become models like those that are uploaded. */
@Injectable()
export class Teacher {
  // oxlint-disable-next-line max-params -- one for each injected provider
  constructor(
    private readonly collections: Collections,
    private readonly index: VectorIndex,
    private readonly live: ModelWatcher,
    private readonly shared: ModelUploads,
    private readonly own: ProjectModels,
    private readonly embeddings: Embeddings,
  ) {}

  /** @throws INVALID_REQUEST and CONFLICT with what is missing; CONFLICT where the model would become worse. */
  async train(collection: CollectionEntity, caller: Caller, request: TrainRequest): Promise<TrainResponse> {
    const started = performance.now();
    const name = request.model ?? collection.name;
    const { kind } = collection;
    if (kind === 'faces')
      throw new PerceptError('CONFLICT', 'No model is taught with faces: vision.recognize names them by their collection.');
    await this.check(collection);
    const before = modelsFor(this.live.current, caller.projectId).models.find((model) => model.name === name);
    checkReplaced(name, { before, task: taskFor(kind) });
    const background = kind === 'texts' ? await this.background(collection, caller) : undefined;
    const found = await this.index.apart(collection, shareOf(caller), (thread) =>
      thread.run<'teach'>({ kind: 'teach', collection: collection.id, background }),
    );
    const accuracy = rounded(found.taught.accuracy);
    checkBetter(before, accuracy, request.force);
    const version = String(Number(before?.manifest.version ?? 0) + 1);
    const manifest = toManifest(collection, found, { ...request, version });
    const bytes = toNetwork(found.taught, collection.dimensions!);
    const put = caller.projectId === DEFAULT_PROJECT ? this.shared.put(name, { manifest, bytes }) : undefined;
    await (put ?? this.own.put(shareOf(caller), name, { manifest, bytes }));
    return { model: name, version, ...toReport(found, kind), duration_ms: Math.round(performance.now() - started) };
  }

  /** Vectors of texts about this and that, by the model of the collection; undefined where another is here now. */
  private async background({ model_name, model_version }: CollectionEntity, caller: Caller): Promise<Float32Array | undefined> {
    const options = { share: shareOf(caller), patient: true };
    const embed = (text: string) => this.embeddings.embed('texts', { fields: { text } }, options);
    const all = await Promise.all(BACKGROUND_TEXTS.map(embed));
    if (all.some(({ model }) => model.name !== model_name || model.version !== model_version)) return undefined;
    return Float32Array.from(all.flatMap(({ vector }) => [...vector]));
  }

  private async check(collection: CollectionEntity): Promise<void> {
    const labels = (await this.collections.labels(collection)).filter(({ label }) => label !== null);
    const count = labels.reduce((sum, { entries }) => sum + entries, 0);
    const small = labels.find(({ entries }) => entries < MIN_EACH);
    if (labels.length < 2)
      throw new PerceptError(
        'CONFLICT',
        `The collection has ${labels.length} labels, and a model needs two classes: label entries.`,
      );
    if (small)
      throw new PerceptError(
        'CONFLICT',
        `'${small.label}' has ${small.entries} entry, and a class needs ${MIN_EACH}: add ten to twenty.`,
      );
    if (labels.length > MAX_CLASSES || count > MAX_ENTRIES)
      throw new PerceptError(
        'CONFLICT',
        `A model is taught with at most ${MAX_CLASSES} classes and ${MAX_ENTRIES} entries, and there are ${labels.length} and ${count}.`,
      );
  }
}

function checkReplaced(name: string, { before, task }: { before: RegisteredModel | undefined; task: string }): void {
  if (!before) return;
  const { taught, task: was } = before.manifest;
  if (taught && was === task) return;
  const why = taught ? `is for ${was}, and this one for ${task}` : 'was not taught here';
  throw new PerceptError('CONFLICT', `The model '${name}' ${why}: choose another name with 'model'.`);
}

function checkBetter(before: RegisteredModel | undefined, accuracy: number, force: boolean): void {
  const taught = before?.manifest.taught;
  if (force || !taught || accuracy >= lowest(taught)) return;
  throw new PerceptError(
    'CONFLICT',
    `The new model names ${percent(accuracy)} of the entries rightly that it had not seen, the one before ${percent(taught.accuracy)}: it stays. Look at the confused entries, or send "force": true.`,
  );
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
/** What the model before may be in truth. */
const lowest = ({ accuracy, entries }: { accuracy: number; entries: number }): number => toldInterval(accuracy, entries)[0];

function toManifest(
  { name, kind, model_name, model_version }: CollectionEntity,
  { labels, counts, taught }: TaughtCollection,
  { region, version }: { region?: number[]; version: string },
): string {
  const entries = counts.reduce((sum, count) => sum + count, 0);
  const page = {
    ...{ task: taskFor(kind), version, file: 'model.onnx' },
    ...{ source: `taught with the collection ${name}`, licence: 'unknown' },
    ...{ trunk: model_name, trunk_version: model_version, ...(region && { region }) },
    ...{ output: { decoder: 'probabilities' }, labels },
    taught: { collection: name, entries, accuracy: rounded(taught.accuracy) },
  };
  // JSON is YAML.
  return `${JSON.stringify(page, undefined, 2)}\n`;
}

function toReport(found: TaughtCollection, kind: CollectionKind): Omit<TrainResponse, 'model' | 'version' | 'duration_ms'> {
  const { taught, labels, counts } = found;
  const entries = counts.reduce((sum, count) => sum + count, 0);
  const wrong = (label: string): number => found.confused.filter((each) => each.label === label).length;
  return {
    classes: labels.map((label, number) => ({
      label,
      entries: counts[number]!,
      recall: rounded(1 - wrong(label) / counts[number]!),
    })),
    accuracy: rounded(taught.accuracy),
    interval: toldInterval(taught.accuracy, entries).map(rounded),
    refused: rounded(taught.refused),
    confused: toConfused(found),
    warnings: toWarnings(found, kind),
  };
}

function toConfused({ confused }: TaughtCollection): Confused[] {
  const groups = new Map<string, Confused>();
  for (const { id, label, as } of confused) {
    const key = JSON.stringify([label, as]);
    const group = groups.get(key) ?? { label, as, entries: [] };
    group.entries.push(id);
    groups.set(key, group);
  }
  return [...groups.values()].sort((one, other) => other.entries.length - one.entries.length);
}

function toWarnings({ labels, counts, contradictions }: TaughtCollection, kind: CollectionKind): string[] {
  const [more, same] = kind === 'texts' ? ['texts', 'say the same'] : ['pictures', 'show the same picture'];
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  const small = labels.filter((_, number) => counts[number]! < FEW);
  return [
    ...(small.length > 0 ? [`Fewer than ${FEW} entries: ${small.join(', ')}. Add ${more}, so that the model is surer.`] : []),
    ...(most >= UNEQUAL * least
      ? [`The largest class has ${most} entries and the smallest ${least}. Each class counts alike.`]
      : []),
    ...contradictions.map((ids) => `The entries ${ids.join(' and ')} ${same} and have two labels: change one.`),
  ];
}
