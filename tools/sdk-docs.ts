import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** The page that `npm run docs:sdk` writes. */
export const SDK_PAGE = 'docs/reference/sdk.md';

const INTRODUCTION = `# The SDK

Every name that a plugin imports, generated from the source by \`npm run docs:sdk\`. [How to write a plugin](../guides/plugins.md) shows
them in use; [a decision](../decisions/sdk.md) explains how a plugin finds the package.
`;

/** Each entry of the package, the page that TypeDoc writes for it, and what it is for. */
const ENTRIES = [
  ['@percept/sdk', 'index', 'Declares plugins and capabilities, and describes what a handler receives.'],
  ['@percept/sdk/doors', 'doors', 'The interface of another service in front of capabilities.'],
  ['@percept/sdk/expressions', 'expressions', 'Expressions (CEL) that callers write over their rows.'],
  ['@percept/sdk/models', 'models', 'The models that `setup` provides, and what they return.'],
  ['@percept/sdk/pipelines', 'pipelines', 'Item sources, outputs, operations and triggers for pipelines.'],
  ['@percept/sdk/records', 'records', 'The records of CSV and JSON Lines files, read as streams, in any encoding.'],
  ['@percept/sdk/scratch', 'scratch', 'Temporary tables on disk, for more rows than fit into memory.'],
  [
    '@percept/sdk/testing',
    'testing',
    'Runs a capability in a test as the service runs it, and has the contract tests of the other kinds.',
  ],
] as const;

/** @param root the clone. @throws Error when a public name has no documentation. */
export function sdkPage(root: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'percept-sdk-docs-'));
  try {
    const typedoc = join(root, 'node_modules', 'typedoc', 'bin', 'typedoc');
    execFileSync(process.execPath, [typedoc, '--out', folder], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
    const entries = ENTRIES.map(([name, page, purpose]) => {
      const text = readFileSync(join(folder, `${page}.md`), 'utf8');
      return `## ${name}\n\n${purpose}\n\n${asSection(text)}`;
    });
    return [INTRODUCTION, ...entries, decorators(root)].join('\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** TypeDoc writes pages that link to each other; here they are sections of one page. */
function asSection(text: string): string {
  return text
    .replace(/\]\([a-z]+\.md#/g, '](#')
    .replace(/<a id="[^"]*"><\/a> /g, '')
    .replace(/^\*\*\*\n\n/gm, '')
    .replace(/^#{1,5} /gm, '#$&')
    .replace(/\]\((#[a-z]+)-1\)/g, ']($1)')
    .replace(/^```ts$/gm, '```ts illustration');
}

function decorators(root: string): string {
  const source = readFileSync(join(root, 'libs', 'core', 'src', 'sdk', 'decorators.ts'), 'utf8');
  const lists = [...source.matchAll(/^export \{([^}]*)\} from '([^']+)'/gms)].map(([, names, library]) => {
    const each = names!.split(',').map((name) => name.replace('type', '').trim());
    const from = library!.startsWith('.') ? 'Of Percept' : `From [${library}](https://www.npmjs.com/package/${library})`;
    return `${from}: ${each
      .filter(Boolean)
      .map((name) => `\`${name}\``)
      .join(' ')}\n`;
  });
  const why = 'The decorators of three libraries, from the copies that Percept reads. Do not import the libraries themselves.\n';
  return ['## @percept/sdk/decorators\n', why, ...lists].join('\n');
}

if (require.main === module) {
  const root = resolve(__dirname, '..', '..');
  writeFileSync(join(root, SDK_PAGE), sdkPage(root));
}
