import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { compileExpression, signatures } from '../cel';
import { DOCUMENTATION, UNDOCUMENTED } from './documentation';
import { isOurName, withWrittenNames } from './rename';

const PAGE = resolve(__dirname, '../../../../../docs/reference/functions.md');
const UPDATE = 'UPDATE_FUNCTIONS=1 npx jest libs/core/src/expressions';
const functions = Object.values(DOCUMENTATION).flat();

const cell = (text: string) => text.replaceAll('|', '\\|');
const call = (text: string) =>
  text
    .split(/, (?=\w+\.)/)
    .map((each) => `\`${each}\``)
    .join(', ');
const tables = Object.entries(DOCUMENTATION).map(([title, rows]) => {
  const lines = rows.map(
    (row) => `| ${cell(call(row.call))} | ${cell(row.does)} | \`${cell(row.example)}\` | \`${JSON.stringify(row.gives)}\` |`,
  );
  return [`## ${title}`, '', '| function | does | example | gives |', '| --- | --- | --- | --- |', ...lines].join('\n');
});

test(`the page of functions has every function (to update it: ${UPDATE})`, () => {
  const block = /(<!-- functions -->\n\n)([^]*?)(\n\n<!-- \/functions -->)/;
  const page = readFileSync(PAGE, 'utf8');
  expect(page).toMatch(block);
  const written = page.replace(block, (_, open, _old, close) => `${open}${tables.join('\n\n')}${close}`);
  if (process.env['UPDATE_FUNCTIONS']) writeFileSync(PAGE, written);
  expect(readFileSync(PAGE, 'utf8')).toBe(written);
});

test.each(functions.map(({ example, gives }) => [example, gives]))('%s gives what the page says', (example, gives) => {
  expect(compileExpression(example).evaluate({})).toEqual(gives);
});

test('the page leaves out only what is of no use', () => {
  const named = new Set(functions.flatMap(({ call: written }) => [...written.matchAll(/(\w+)\(/g)].map(([, name]) => name)));
  const known = signatures().map((signature) => /(\w+)\(/.exec(signature)![1]!);
  const written = known.map((name) => (isOurName(name) ? /\w+$/.exec(withWrittenNames(`${name}(`).slice(0, -1))![0] : name));
  expect([...new Set(written)].filter((name) => !named.has(name) && !UNDOCUMENTED.includes(name))).toEqual([]);
});
