/**
 * Writes THIRD_PARTY.md, the licences of all packages and models of an installation, and sbom.cdx.json, its bill of materials:
 * `npm run third-party`.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { sbomOf, shippedPackages } from './sbom';

const HEAD = `# Third-party licences

Written by \`npm run third-party\` from package-lock.json and the models' pages; a test holds it true. Percept itself is under the
Apache License 2.0 (LICENSE).

The programs in \`@ffmpeg-binary\` and \`@ffmpeg-installer\` are under the GPL 3 or the LGPL. Percept runs them
as separate processes and does not link to them, which the GPL calls mere aggregation. npm installs the packages of your platform
only. Percept does not use them if ffmpeg is on the PATH; you may remove them then.
`;

/** Returns Markdown that lists the packages of a production installation, and the models. */
export function thirdParty(root: string): string {
  return `${HEAD}\n## Models\n\n${modelRows(join(root, 'models'))}\n\n## Packages\n\n${packageRows(root)}\n`;
}

function modelRows(folder: string): string {
  const rows = readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, 'model.yaml')) || existsSync(join(folder, name, 'CARD.md')))
    .map((name) => {
      const page = join(folder, name, 'model.yaml');
      const { licence, source } = (existsSync(page) ? parse(readFileSync(page, 'utf8')) : {}) as Record<string, unknown>;
      const card = existsSync(join(folder, name, 'CARD.md')) ? `[card](models/${name}/CARD.md)` : '';
      return `| ${name} | ${told(licence)} | ${told(source)} | ${card} |`;
    });
  return ['| model | licence of the weights | source | what is known |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

function told(value: unknown): string {
  if (typeof value === 'string') return value.replaceAll('|', '/').replaceAll(/\s+/g, ' ').trim();
  return value
    ? Object.values(value)
        .filter((each) => typeof each === 'string')
        .join(', ')
    : 'see its card';
}

/** What an SPDX expression of ours may consist of. */
const ALLOWED = [
  ...['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'CC-BY-3.0', 'CC0-1.0', 'ISC', 'MIT', 'Python-2.0'],
  ...['Unlicense', 'WTFPL'],
];
/** Libraries that sharp loads, and programs that run beside Percept: replaceable, and so under the LGPL or the GPL as HEAD says. */
const BESIDE = /^(@img\/sharp-|@ffmpeg-binary\/|@ffmpeg-installer\/)/;
/** Their lock file entries name no licence; their pages do: MIT both. */
const READ_BY_HAND = ['async@0.2.10', 'sylvester@0.0.21'];

/** The packages of a production installation whose licence nobody has allowed. */
export function unknownLicences(root: string): string[] {
  return shippedPackages(root).flatMap(({ name, version, license = '' }) => {
    if (BESIDE.test(name) || READ_BY_HAND.includes(`${name}@${version}`)) return [];
    const parts = license.replaceAll(/[()]/g, '').split(/ AND | OR /);
    // Of alternatives one is enough; what is joined must all be allowed.
    const isAllowed = license.includes(' OR ')
      ? parts.some((part) => ALLOWED.includes(part))
      : parts.every((part) => ALLOWED.includes(part));
    return isAllowed ? [] : [`${name}@${version}: ${license || 'none named'}`];
  });
}

function packageRows(root: string): string {
  const rows = shippedPackages(root).map(
    ({ name, version, license }) => `| ${name} | ${version} | ${license ?? 'see the package'} |`,
  );
  return ['| package | version | licence |', '| --- | --- | --- |', ...[...new Set(rows)].sort()].join('\n');
}

// npm runs scripts in the root of the package.
if (require.main === module) {
  writeFileSync('THIRD_PARTY.md', thirdParty('.'));
  writeFileSync('sbom.cdx.json', `${JSON.stringify(sbomOf('.'), null, 1)}\n`);
}
