import { Events } from '@percept/core';

import { readPage } from './pages';

test('docs/guides/webhooks.md lists exactly the types of events', () => {
  const [, section] = /^## Events\n([^]*?)^## /m.exec(readPage('docs/guides/webhooks.md').text)!;
  const rows = section!.split('\n').filter((line) => line.startsWith('| `'));
  const listed = rows.flatMap((line) => [...line.split('|')[1]!.matchAll(/`([\w.]+)`/g)].map(([, type]) => type!));
  expect(listed.sort()).toEqual([...Events.TYPES].sort());
});
