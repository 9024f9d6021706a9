import { Injectable } from '@nestjs/common';
import { type CallOptions, DEFAULT_PROJECT, type Manifest, ModelWatcher } from '@percept/core';
import { PerceptError } from '@percept/sdk';
import { BACKGROUND_TEXTS } from '@percept/plugins';
import { getCallerShare, type Caller } from '../../../access/auth/caller';
import { earlierVersions } from '../../models/earlier-versions';
import { ModelUploads } from '../../models/model-uploads';
import { ProjectModels } from '../../models/project-models';
import type { CollectionEntity, CollectionKind } from '../collection.entity';
import { Collections } from '../collections';
import { Embeddings } from '../embeddings';
import { roundSimilarity } from '../entry-responses';
import { countWithoutPicture } from '../entry.repository';
import type { Portion, TaughtCollection } from '../vectors/vector-tasks';
import type { VectorThread } from '../vectors/vector-thread';
import { VectorIndex } from '../vectors/vector-index';
import { toNetwork } from '../learner/taught-network';
import { toldInterval } from '../learner/told-interval';
import { cutPictures } from './cut-pictures';
import type { Confused, TrainingResponse, TrainRequest, TrainResponse } from './teaching-dtos';

/** The most entries that a model is taught with. */
const MAX_ENTRIES = 20_000;
const MAX_CLASSES = 200;
const MIN_EACH = 2;
/** A class with fewer entries is reported as small. */
const FEW = 5;
/** The ratio of the largest class to the smallest from which it is reported. */
const UNEQUAL = 10;
/** The task of a model that was taught with entries of a kind. */
const taskFor = (kind: CollectionKind): Manifest['task'] => (kind === 'texts' ? 'text-classification' : 'image-classification');

type FoundModel = ReturnType<ModelWatcher['of']>['models'][number];
interface Course extends TrainRequest {
  onProgress: (at: Pick<TrainingResponse, 'stage' | 'done' | 'total'>) => void;
  /** Awaited before the model is saved. */
  beforeSaving: () => Promise<void>;
  signal: AbortSignal;
}

/** Teaches models with the labelled entries of collections. They are then used like uploaded models. */
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

  /** @throws CONFLICT where the model would become worse; what `beforeSaving` throws; any error once the signal is aborted. */
  async train(
    collection: CollectionEntity,
    caller: Caller,
    { onProgress, beforeSaving, signal, ...request }: Course,
  ): Promise<TrainResponse> {
    const started = performance.now();
    const { kind } = collection;
    const name = request.model ?? collection.name;
    const before = this.before(name, caller);
    const describing = (portion: Portion) => onProgress({ stage: 'describing', ...portion });
    const options = { share: getCallerShare(caller), patient: true, signal };
    const background = kind === 'texts' ? await this.background(collection, options, describing) : undefined;
    const learn = async (thread: VectorThread): Promise<TaughtCollection> => {
      if (request.crop) await this.cut(thread, collection, { region: request.region!, options, onProgress: describing });
      const task = { kind: 'teach', collection: collection.id, background } as const;
      return thread.run<'teach'>(task, (portion) => onProgress({ stage: 'learning', ...portion }));
    };
    const found = await this.index.apart(collection, options, learn);
    const accuracy = roundSimilarity(found.taught.accuracy);
    checkBetter(before, accuracy, request.force);
    const versions = before ? [before.manifest.version, ...(await earlierVersions(before.folder))] : [];
    const version = String(Math.max(0, ...versions.map((each) => Number(each) || 0)) + 1);
    const manifest = toManifest(collection, found, { ...request, version });
    const bytes = toNetwork(found.taught, collection.dimensions!);
    await beforeSaving();
    const put = caller.projectId === DEFAULT_PROJECT ? this.shared.put(name, { manifest, bytes }) : undefined;
    await (put ?? this.own.put(getCallerShare(caller), name, { manifest, bytes }));
    return { model: name, version, ...toReport(found, kind), duration_ms: Math.round(performance.now() - started) };
  }

  private before(name: string, { projectId }: Caller): FoundModel | undefined {
    return this.live.of(projectId).models.find((model) => model.name === name);
  }

  /** Computes new vectors from one region of the pictures, and gives them to the thread instead of the stored vectors. */
  private async cut(
    thread: VectorThread,
    collection: CollectionEntity,
    { region, options, onProgress }: { region: number[]; options: CallOptions; onProgress: (portion: Portion) => void },
  ): Promise<void> {
    const { store, seal } = this.index;
    const { id, dimensions } = collection;
    const total = (await this.labelled(collection)).reduce((sum, { entries }) => sum + entries, 0);
    const pictures = cutPictures(
      { store, seal, embeddings: this.embeddings },
      { collection, region, options, total, onProgress },
    );
    for await (const batch of pictures) await thread.run<'put'>({ kind: 'put', collection: id, dimensions: dimensions!, batch });
  }

  private async labelled(collection: CollectionEntity): ReturnType<Collections['labels']> {
    return (await this.collections.labels(collection)).filter(({ label }) => label !== null);
  }

  /** Vectors of texts on various subjects, by the collection's model; undefined if that model has been replaced. */
  private async background(
    { model_name, model_version }: CollectionEntity,
    options: CallOptions,
    onProgress: (portion: Portion) => void,
  ): Promise<Float32Array | undefined> {
    let done = 0;
    const embed = async (text: string) => {
      const embedded = await this.embeddings.embed('texts', { fields: { text } }, options);
      onProgress({ done: ++done, total: BACKGROUND_TEXTS.length });
      return embedded;
    };
    const all = await Promise.all(BACKGROUND_TEXTS.map(embed));
    if (all.some(({ model }) => model.name !== model_name || model.version !== model_version)) return undefined;
    return Float32Array.from(all.flatMap(({ vector }) => [...vector]));
  }

  /** @throws INVALID_REQUEST and CONFLICT that say what is missing, and for a model that may not be replaced. */
  async check(
    collection: CollectionEntity,
    caller: Caller,
    { model: name = collection.name, ...request }: TrainRequest,
  ): Promise<void> {
    const { id, kind } = collection;
    if (kind === 'faces')
      throw new PerceptError('CONFLICT', 'No model is taught with faces: vision.recognize names them by their collection.');
    checkRegion(collection, request);
    checkReplaced(name, { before: this.before(name, caller), task: taskFor(kind) });
    checkClasses(await this.labelled(collection));
    checkVectors(collection, this.before(collection.model_name!, caller));
    const missing = request.crop ? await countWithoutPicture(this.index.store.reader, id) : 0;
    if (missing > 0)
      throw new PerceptError(
        'CONFLICT',
        `${missing} entries cannot be cut, because no picture is kept of them: add them with the region as 'crop', and leave 'crop' out here.`,
      );
  }
}

/** @throws INVALID_REQUEST. */
function checkRegion({ kind }: CollectionEntity, { region, crop }: TrainRequest): void {
  if (kind === 'texts' && region) throw PerceptError.invalid('region', 'goes with pictures, and the collection has texts.');
  if (crop && !region) throw PerceptError.invalid('crop', 'needs `region`: the part that the pictures are cut to.');
  if (!region) return;
  const [left, top, width, height] = region as [number, number, number, number];
  if (width > 0 && height > 0 && left + width <= 1 && top + height <= 1) return;
  throw PerceptError.invalid(
    'region',
    'must lie inside the picture and have a size: [left, top, width, height] in parts of its sides.',
  );
}

/** @throws CONFLICT for vectors of a model that is not here, or of another version: the taught model could never answer. */
function checkVectors({ model_name, model_version }: CollectionEntity, now: FoundModel | undefined): void {
  if (now?.manifest.version === model_version) return;
  const words = `The collection has vectors of ${model_name} ${model_version}, and ${now ? `${now.manifest.version} is` : 'that model is not'} here`;
  throw new PerceptError('CONFLICT', `${words}: export the collection without vectors, and import it into a new one.`);
}

/** @throws CONFLICT that says what is missing. */
function checkClasses(labels: readonly { label: string | null; entries: number }[]): void {
  const count = labels.reduce((sum, { entries }) => sum + entries, 0);
  const small = labels.find(({ entries }) => entries < MIN_EACH);
  if (labels.length < 2)
    throw new PerceptError(
      'CONFLICT',
      `The collection has ${labels.length === 1 ? 'one label' : 'no label'}, and a model needs two classes: label entries.`,
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

function checkReplaced(name: string, { before, task }: { before: FoundModel | undefined; task: string }): void {
  if (!before) return;
  const { taught, task: was } = before.manifest;
  if (taught && was === task) return;
  const why = taught ? `is for ${was}, and this one for ${task}` : 'was not taught here';
  throw new PerceptError('CONFLICT', `The model '${name}' ${why}: choose another name with 'model'.`);
}

function checkBetter(before: FoundModel | undefined, accuracy: number, force: boolean): void {
  const taught = before?.manifest.taught;
  if (force || !taught || accuracy >= lowest(taught)) return;
  throw new PerceptError(
    'CONFLICT',
    `Of the entries that it was not trained on, the new model names ${percent(accuracy)} correctly, the earlier model ${percent(taught.accuracy)}: the earlier one stays. Look at the confused entries, or send "force": true.`,
  );
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
/** The lower bound of the earlier model's true accuracy. */
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
    taught: { collection: name, entries, accuracy: roundSimilarity(taught.accuracy) },
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
      recall: roundSimilarity(1 - wrong(label) / counts[number]!),
    })),
    accuracy: roundSimilarity(taught.accuracy),
    interval: toldInterval(taught.accuracy, entries).map(roundSimilarity),
    refused: roundSimilarity(taught.refused),
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

function toWarnings({ labels, counts, copies, contradictions, taught }: TaughtCollection, kind: CollectionKind): string[] {
  const [more, same] = kind === 'texts' ? ['texts', 'say the same'] : ['pictures', 'show the same picture'];
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  const small = labels.filter((_, number) => counts[number]! < FEW);
  const isGuessing =
    toldInterval(
      taught.accuracy,
      counts.reduce((sum, count) => sum + count, 0),
    )[0] <=
    1 / labels.length;
  return [
    ...(isGuessing && taught.accuracy < 0.9
      ? [
          `The model may be no better than guessing. Add ${more} that differ${kind === 'texts' ? '' : ', or let it look at the part that changes'}.`,
        ]
      : []),
    ...(small.length > 0 ? [`Fewer than ${FEW} entries: ${small.join(', ')}. Add ${more}, so that the model is surer.`] : []),
    ...(most >= UNEQUAL * least
      ? [
          `The largest class has ${most} entries and the smallest ${least}. Each class counts alike when it learns, and the accuracy is mostly that of the largest: look at the recall of each.`,
        ]
      : []),
    ...(copies > 0
      ? [
          `${copies} ${copies === 1 ? 'entry is a copy of another of its' : 'entries are copies of others of their'} class: each counts once.`,
        ]
      : []),
    ...contradictions.map((ids) => `The entries ${ids.join(' and ')} ${same} and have two labels: change one.`),
  ];
}
