import { parseSecrets, Secrets, type Config, type PipelinesOptions, type ModelRegistry } from '@percept/core';
import { readFileSync } from 'node:fs';
import { secretsOfEnvironment } from '../config/environment';
import { pipelinesFolder } from '../config/folders';

type Lent = Pick<PipelinesOptions, 'pipelinesDir' | 'secrets' | 'modelsDigest'>;

/** Their folder, the secrets of the environment and of the file that the configuration names, and what tells the models on hand apart. */
export function pipelineDependencies(config: Config, stock: () => ModelRegistry): Lent {
  const file = config.PERCEPT_SECRETS_FILE;
  const kept = file ? parseSecrets(readFileSync(file, 'utf8')) : [];
  const secrets = new Secrets([...kept, ...Object.entries(secretsOfEnvironment())]);
  const modelsDigest = (): string => {
    const { models, defaults } = stock();
    return JSON.stringify([models.map(({ name, revision }) => [name, revision]), defaults]);
  };
  return { pipelinesDir: pipelinesFolder(config), secrets, modelsDigest };
}
