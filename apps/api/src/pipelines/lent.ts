import { listModels, parseSecrets, Secrets, type Config, type ModelPlaces, type PipelinesOptions } from '@percept/core';
import { readFileSync } from 'node:fs';
import { secretsOfEnvironment } from '../environment';

/** How long the installed models are taken for the same. */
const LOOK_MS = 5_000;

/** Secrets of the environment and of the file that the configuration names, and what tells the installed models apart. */
export function lentToPipelines(config: Config, places: ModelPlaces): Pick<PipelinesOptions, 'secrets' | 'modelsDigest'> {
  const file = config.PERCEPT_SECRETS_FILE;
  const kept = file ? parseSecrets(readFileSync(file, 'utf8')) : [];
  const secrets = new Secrets([...kept, ...Object.entries(secretsOfEnvironment())]);
  let known = { digest: '', until: 0 };
  const modelsDigest = (): string => {
    if (Date.now() < known.until) return known.digest;
    const models = listModels(places).map(({ name, task, digest }) => [name, task, digest]);
    known = { digest: JSON.stringify([models, config.PERCEPT_DEFAULT_MODELS]), until: Date.now() + LOOK_MS };
    return known.digest;
  };
  return { secrets, modelsDigest };
}
