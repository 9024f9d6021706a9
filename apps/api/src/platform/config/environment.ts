import { Config, Secrets } from '@percept/core';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * Reads the configuration from `.env` in the working folder and from the environment, which takes precedence. Nothing else reads
 * process.env.
 */
export function readEnvironment(overrides: Record<string, string | undefined> = {}): Config {
  const file = resolve('.env');
  if (existsSync(file)) process.loadEnvFile(file);
  return Config.load({ ...process.env, ...overrides });
}

/** The command line user's settings: which service to ask, and the folder of their profiles. */
interface CallersEnvironment {
  url: string | undefined;
  key: string | undefined;
  profile: string | undefined;
  /** The folder of `profiles.json`. */
  configDir: string;
}

/** Call it after the configuration was read: `.env` may have these too. */
export function callersEnvironment(): CallersEnvironment {
  const { PERCEPT_URL, PERCEPT_KEY, PERCEPT_PROFILE, XDG_CONFIG_HOME } = process.env;
  const configDir = join(XDG_CONFIG_HOME || join(homedir(), '.config'), 'percept');
  return { url: PERCEPT_URL || undefined, key: PERCEPT_KEY || undefined, profile: PERCEPT_PROFILE || undefined, configDir };
}

/** The secrets that plugins and pipelines may use. Call it after the configuration was read. */
export const secretsOfEnvironment = (): Record<string, string> => Secrets.inEnvironment(process.env);

/** The environment for a child process. */
export const environmentWith = (more: Record<string, string>): Record<string, string | undefined> => ({
  ...process.env,
  ...more,
});

/** Variables that other standards define, such as OTEL_EXPORTER_OTLP_ENDPOINT. */
export const standardVariables = (): Record<string, string | undefined> => process.env;
