import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readBlueprint, renamed, topLevel } from './blueprint-text';

const FOLDER = join(__dirname, '../../../../../pipelines');

test('every pipeline that Percept comes with is a blueprint with a name and a sentence', () => {
  const blueprints = readdirSync(FOLDER)
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => ({ file, ...readBlueprint(readFileSync(join(FOLDER, file), 'utf8')) }));
  expect(blueprints.length).toBeGreaterThan(4);
  for (const { file, name, description } of blueprints)
    expect([`${name}.yaml`, description]).toEqual([file, expect.stringMatching(/\.$/)]);
});

test('a blueprint takes another name, and leaves the comment of its file behind', () => {
  const text = '# For files.\n#\nversion: 1\nname: old # here\nsteps:\n  - name: old\n';
  expect(renamed(text, 'new')).toBe('version: 1\nname: new\nsteps:\n  - name: old\n');
  expect(renamed('steps: []\n', 'new')).toBe('name: new\nsteps: []\n');
});

test('a quoted value is read without its quotes, a nested one not at all', () => {
  expect(topLevel("name: 'a b' \n", 'name')).toBe('a b');
  expect(topLevel('steps:\n  - name: inner\n', 'name')).toBeUndefined();
});
