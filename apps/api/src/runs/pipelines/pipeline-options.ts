import { Secrets, type Config, type CoreModule } from '@percept/core';
import { readFileSync } from 'node:fs';
import { openProjectCollections } from '../../inference/collections/project-collections';
import { secretsOfEnvironment } from '../../platform/config/environment';
import { dataRoots, pipelinesFolder, sharedRoots } from '../../platform/config/folders';
import { readGrants } from '../../access/auth/projects/grants';
import { ProjectSecrets } from '../../access/secrets/project-secrets';

type ServiceOptions = Parameters<typeof CoreModule.forRoot>[3];

/**
 * The pipelines' folder, the folders that pipelines may read, and the secrets from the environment, the configured file and the
 * projects.
 */
export function pipelineOptions(config: Config, models: ServiceOptions['models']): ServiceOptions {
  const file = config.PERCEPT_SECRETS_FILE;
  const fromFile = file ? Secrets.inFile(readFileSync(file, 'utf8')) : [];
  const secrets = new Secrets([...fromFile, ...Object.entries(secretsOfEnvironment())]);
  const storedSecrets: ServiceOptions['storedSecrets'] = (store, projectId, names) =>
    new ProjectSecrets(store, config).open(projectId, names);
  const folders = { pipelinesDir: pipelinesFolder(config), roots: dataRoots(config), shared: sharedRoots(config) };
  const collections: ServiceOptions['collections'] = (store, projectId) => openProjectCollections(store, config, projectId);
  return { ...folders, collections, grantsOf: readGrants, secrets, storedSecrets, models };
}
