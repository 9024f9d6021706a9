/** The software bill of materials of a production installation, in CycloneDX: written by `npm run third-party`. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

interface Component {
  'bom-ref': string;
  name: string;
  version: string;
  purl: string;
  hashes?: { alg: string; content: string }[];
  properties?: { name: string; value: string }[];
}

export interface Sbom {
  bomFormat: string;
  specVersion: string;
  serialNumber?: string;
  metadata: { timestamp?: string; component: { name: string } };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

const DEVELOPMENT = 'cdx:npm:package:development';

interface LockedPackage {
  /** By its path. */
  name: string;
  /** The name in the registry, where ours is an alias. */
  alias?: string;
  version?: string;
  license?: string;
}

/** What an installation has: the packages that run, and those whose models are copied into it. */
export function shippedPackages(root: string): LockedPackage[] {
  type Locked = Record<string, { name?: string; version?: string; license?: string; dev?: boolean; link?: boolean }>;
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Locked };
  const { modelFiles } = createRequire(resolve(root, 'package.json'))('./bin/pack') as typeof import('../bin/pack');
  const models = new Set(modelFiles().map(({ name }) => `node_modules/${name}`));
  return Object.entries(packages)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && !link && (!dev || models.has(path)))
    .map(([path, { name: alias, version, license }]) => ({
      name: path.replace(/^.*node_modules\//, ''),
      alias,
      version,
      license,
    }));
}

/** Name and version of each package of an installation. npm calls one that development has too a package of development. */
export const installedPackages = (root: string): Set<string> =>
  new Set(shippedPackages(root).map(({ name, alias, version }) => `${alias ?? name}@${version}`));

/** Asks npm, from the lock file alone. Without time and serial number: the same lock file gives the same text. */
export function sbomOf(root: string): Sbom {
  // Copied, so that npm calls the package by its name and not by its folder.
  const folder = mkdtempSync(join(tmpdir(), 'percept-sbom-'));
  try {
    for (const name of ['package.json', 'package-lock.json']) writeFileSync(join(folder, name), readFileSync(join(root, name)));
    const args = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only'];
    const text = execFileSync('npm', args, {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 2 ** 27,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return production(JSON.parse(text) as Sbom, root);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** From the address, which has the real name where ours is an alias: `pkg:npm/%40types/node@1.0.0`. */
export const packageOf = ({ purl }: Component): string => decodeURIComponent(purl.replace('pkg:npm/', '').replace(/\?.*$/, ''));

function production(sbom: Sbom, root: string): Sbom {
  delete sbom.serialNumber;
  const installed = installedPackages(root);
  const components = sbom.components
    .filter((each) => installed.has(packageOf(each)))
    .map((each) => ({ ...each, properties: each.properties?.filter((property) => property.name !== DEVELOPMENT) }));
  const metadata = { ...sbom.metadata };
  delete metadata.timestamp;
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, string>;
  const own = `${name}@${version}`;
  const refs = new Set([own, ...components.map((each) => each['bom-ref'])]);
  const dependencies = sbom.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) }));
  return { ...sbom, metadata: { ...metadata, component: { ...metadata.component, name: name! } }, components, dependencies };
}
