import { ERRORS } from '@percept/core';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

test('docs/reference/errors.md lists exactly the codes of the table, with their status and meaning', () => {
  const page = readFileSync(join(__dirname, '..', '..', '..', 'docs/reference/errors.md'), 'utf8');
  const rows = [...page.matchAll(/^\| (\d+) \| `(\w+)` \| (.*) \|$/gm)].map(([, status, code, meaning]) => ({
    status: Number(status),
    code,
    meaning,
  }));
  expect(rows).toEqual(Object.entries(ERRORS).map(([code, { status, meaning }]) => ({ status, code, meaning })));
});
