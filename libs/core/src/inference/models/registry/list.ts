import { statSync } from 'node:fs';
import { chooseModel } from './choose';
import type { BrokenModel, ModelRegistry, RegisteredModel } from './registry';

/** A model as the command line and the API show it. For a broken model, unknown values are null. */
export interface ModelEntry {
  name: string;
  task: string | null;
  version: string | null;
  /** `unprepared`: waits for `models prepare`. `broken`: the previous version answers, if there is one. */
  state: 'ready' | 'unprepared' | 'broken';
  /** Whether the model answers its task if a request names no model. */
  default: boolean;
  /** Whether the model is from the users' folder. */
  own: boolean;
  /** Whether all projects have the model. Otherwise it belongs to the project that lists it. */
  shared: boolean;
  licence: string | null;
  source: string | null;
  /** SHA-256 of the weights, hex. */
  digest: string | null;
  /** Bytes of the weights. */
  bytes: number | null;
  /** Number of labels that the model knows. */
  labels: number | null;
  /** What is wrong with a broken model. */
  reason: string | null;
}

/** Every model, broken ones too, by name. */
export function describeModels(registry: ModelRegistry): ModelEntry[] {
  const broken = registry.broken.map((each) => describeBroken(each, registry));
  const names = registry.broken.map(({ name }) => name);
  const sound = registry.models.filter(({ name }) => !names.includes(name)).map((model) => describe(model, registry));
  return [...sound, ...broken].sort((one, other) => one.name.localeCompare(other.name));
}

function describe(model: RegisteredModel, registry: ModelRegistry): ModelEntry {
  const { task, version, licence, source, labels } = model.manifest;
  const weights = statSync(model.file, { throwIfNoEntry: false });
  return {
    name: model.name,
    task,
    version,
    state: weights ? 'ready' : 'unprepared',
    default: isDefault(model, registry),
    own: model.own,
    shared: model.project === undefined,
    licence,
    source,
    digest: model.digest,
    bytes: weights?.size ?? null,
    labels: labels.length,
    reason: null,
  };
}

function describeBroken({ name, own, project, reason }: BrokenModel, registry: ModelRegistry): ModelEntry {
  const old = registry.models.find((model) => model.name === name);
  if (old) return { ...describe(old, registry), state: 'broken', reason };
  const unknown = { task: null, version: null, licence: null, source: null, digest: null, bytes: null, labels: null };
  return { name, own, shared: project === undefined, default: false, state: 'broken', reason, ...unknown };
}

function isDefault(model: RegisteredModel, registry: ModelRegistry): boolean {
  try {
    return chooseModel(registry, model.manifest.task) === model;
  } catch {
    return false;
  }
}
