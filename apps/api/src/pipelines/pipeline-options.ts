import { modelsFor, parseSecrets, Secrets, type Config, type ModelRegistry, type ServiceOptions } from '@percept/core';
import { readFileSync } from 'node:fs';
import { openProjectCollections } from '../collections/project-collections';
import { secretsOfEnvironment } from '../config/environment';
import { dataRoots, pipelinesFolder, sharedRoots } from '../config/folders';
import { grantsOf } from '../auth/projects/grants';
import { ProjectSecrets } from '../secrets/project-secrets';

/**
 * The pipelines' folder, the folders that they may read, the secrets of the environment, of the configured file and of the projects, and a digest of the installed
 * models.
 */
export function pipelineOptions(config: Config, registry: () => ModelRegistry): ServiceOptions {
  const file = config.PERCEPT_SECRETS_FILE;
  const fromFile = file ? parseSecrets(readFileSync(file, 'utf8')) : [];
  const secrets = new Secrets([...fromFile, ...Object.entries(secretsOfEnvironment())]);
  const modelsDigest = (projectId: string): string => {
    const { models, defaults } = modelsFor(registry(), projectId);
    return JSON.stringify([models.map(({ name, revision }) => [name, revision]), defaults]);
  };
  const storedSecrets: ServiceOptions['storedSecrets'] = (store, projectId, names) =>
    new ProjectSecrets(store, config).open(projectId, names);
  const folders = { pipelinesDir: pipelinesFolder(config), roots: dataRoots(config), shared: sharedRoots(config) };
  const collections: ServiceOptions['collections'] = (store, projectId) => openProjectCollections(store, config, projectId);
  return { ...folders, collections, grantsOf, secrets, storedSecrets, modelsDigest };
}
