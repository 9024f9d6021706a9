import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readContents } from './contents';
import { createSearch } from './find';
import { pageAddress, fileAt, resolveLink } from './places';
import { withReadersAddress } from './readers-address';
import { splitSections } from './sections';

const DOCS = join(__dirname, '..', '..', '..', '..', 'docs');
const read = (file: string): string => readFileSync(join(DOCS, file), 'utf8');
const files = readdirSync(DOCS, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));

test('addresses and files belong together', () => {
  for (const file of files) expect(fileAt(pageAddress(file))).toBe(file);
  expect([fileAt('/guide'), fileAt('/guide/'), fileAt('/guide/guides/webhooks.md')]).toEqual([
    'README.md',
    'README.md',
    'guides/webhooks.md',
  ]);
});

test.each([
  ['curl http://127.0.0.1:3000/v2/runs', 'curl https://percept.example/v2/runs'],
  ['curl -X PUT localhost:3000/v2/secrets', 'curl -X PUT https://percept.example/v2/secrets'],
  ['InferenceServerClient("127.0.0.1:3000")', 'InferenceServerClient("percept.example")'],
  ["protocol: 'http', apiEndpoint: '127.0.0.1', port: 3000", "protocol: 'https', apiEndpoint: 'percept.example', port: 443"],
  ['proxy_pass http://127.0.0.1:3000;', 'proxy_pass http://127.0.0.1:3000;'],
  ['http://127.0.0.1:30001', 'http://127.0.0.1:30001'],
])('%s has the address that the reader uses', (written, shown) => {
  expect(withReadersAddress(written, 'https://percept.example')).toBe(shown);
});

test('no page keeps an address that its reader does not use, but those about a proxy', () => {
  const kept = files.filter((file) =>
    /(127\.0\.0\.1|localhost|YOUR-HOST):3000/.test(withReadersAddress(read(file), 'http://a:81')),
  );
  expect(kept.sort()).toEqual(['guides/behind-a-proxy.md', 'guides/how-to-operate.md']);
});

test.each([
  ['../reference/rest.md#plans', { page: '/guide/reference/rest#plans' }],
  ['../README.md', { page: '/guide' }],
  ['how-to.md', { page: '/guide/guides/how-to' }],
  ['../images/logs-light.png', { file: '/guide-files/images/logs-light.png' }],
  ['https://example.com/a.md', { elsewhere: 'https://example.com/a.md' }],
  ['#rotate', { elsewhere: '#rotate' }],
  ['../../packaging/monitoring', undefined],
  ['../../../../etc/passwd', undefined],
])('a link to %s leads where GitHub leads', (link, place) => {
  expect(resolveLink(link, 'guides/webhooks.md')).toEqual(place);
});

test('the menu has every page of docs/ once, the guides first, and one entry for the decisions', () => {
  const groups = readContents(read('README.md'));
  expect(groups[0]).toMatchObject({
    title: 'Guides',
    entries: expect.arrayContaining([{ file: 'guides/quick-start.md', label: 'Quick start' }]),
  });
  const listed = groups.flatMap(({ entries }) => entries.map(({ file }) => file));
  const decisions = [...read('decisions.md').matchAll(/\((decisions\/[\w-]+\.md)\)/g)].map(([, file]) => file!);
  expect([...listed, ...decisions, 'README.md'].sort()).toEqual(files.sort());
});

test('sections have the anchors of GitHub, also where a heading occurs twice, and code has no headings', () => {
  const page = '# A `page`\nIntro [there](x.md).\n\n## Set up & run\n```sh\n# not a heading\n```\n## Set up & run\nAgain';
  expect(splitSections('a.md', page).map(({ hash, title, heading, text }) => [hash, title, heading, text])).toEqual([
    ['', 'A page', 'A page', 'Intro there.'],
    ['#set-up--run', 'A page', 'Set up & run', '# not a heading'],
    ['#set-up--run-1', 'A page', 'Set up & run', 'Again'],
  ]);
});

describe('the search', () => {
  const find = createSearch(Object.fromEntries(files.map((file) => [file, read(file)])));
  const first = (words: string, count: number): string[] =>
    find(words)
      .slice(0, count)
      .map(({ file }) => file);

  test.each([
    ['verify a webhook', 'guides/webhooks.md'],
    ['nginx', 'guides/behind-a-proxy.md'],
    ['rotat secret', 'guides/webhooks.md'],
    ['quck start', 'guides/quick-start.md'],
    ['back up', 'guides/operating.md'],
  ])('finds “%s” in %s, cut short or mistyped', (words, file) => expect(first(words, 5)).toContain(file));

  test('shows the words that it found, and finds nothing where nothing is', () => {
    expect(find('nginx')[0]!.excerpt.toLowerCase()).toContain('nginx');
    expect(find('zzyzzx')).toEqual([]);
  });
});
