import type { Options } from 'npm-registry-fetch';

/** npm's settings in the form that its libraries take. */
export type NpmConfiguration = Options & { replaceRegistryHost?: string };

/**
 * Reads npm's settings as npm does: from the `.npmrc` files and from `npm_config_…`.
 * @throws Error if a file of npm's settings cannot be read.
 */
export async function readNpmConfiguration(): Promise<NpmConfiguration> {
  const { default: Config } = await import('@npmcli/config');
  const { default: definitions } = await import('@npmcli/config/lib/definitions/index.js');
  class Settings extends Config {
    /** npm tells the scripts that it starts; we start none, and the environment stays as it is. */
    override setEnvs(): void {}
  }
  const config = new Settings({ ...definitions, npmPath: __dirname, argv: [], warn: false });
  await config.load();
  return config.flat;
}
