import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectBlock, table } from './generated-block';
import { ROOT } from '../../harness/percept';

const UPDATE = 'UPDATE_SETTINGS=1 npx jest test/e2e/docs/settings-page';
// http/environment.spec.ts holds the file against the configuration.
const [, ...groups] = readFileSync(join(ROOT, '.env.example'), 'utf8').split(/^## /m);

const tables = groups.map((group) => {
  const title = group.split('\n', 1)[0]!;
  const settings = [...group.matchAll(/^# (.+)\n# ([A-Z0-9_]+)=(.*)$/gm)];
  const rows = settings.map(([, meaning, name, value]) => [`\`${name}\``, value === '' ? '' : `\`${value}\``, meaning!]);
  return `## ${title}\n\n${table(['setting', 'default', 'meaning'], rows)}`;
});

test(`the page of settings has every one of .env.example (to update it: ${UPDATE})`, () => {
  const text = tables.join('\n\n');
  expectBlock({
    page: 'docs/reference/settings.md',
    name: 'settings',
    text,
    update: process.env['UPDATE_SETTINGS'] !== undefined,
  });
  const all = [...groups.join('').matchAll(/^# ([A-Z0-9_]+)=/gm)].map(([, name]) => name!);
  expect(all.length).toBeGreaterThan(40);
  expect(all.filter((name) => !text.includes(`| \`${name}\` |`))).toEqual([]);
});
