import { Config, loadConfig, readSecrets } from '@percept/core';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/** The configuration from `.env` in the working folder and the environment, which wins. The one reader of process.env. */
export function readEnvironment(overrides: Record<string, string | undefined> = {}): Config {
  const file = resolve('.env');
  if (existsSync(file)) process.loadEnvFile(file);
  return loadConfig({ ...process.env, ...overrides });
}

/** The API key of the user of the command line. */
export const callersKey = (): string | undefined => process.env['PERCEPT_KEY'];

/** The secrets that plugins and pipelines may use. Call it after the configuration was read. */
export const secretsOfEnvironment = (): Record<string, string> => readSecrets(process.env);

/** For a process that is started beside this one. */
export const environmentWith = (more: Record<string, string>): Record<string, string | undefined> => ({
  ...process.env,
  ...more,
});
