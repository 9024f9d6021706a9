import { IsString } from 'class-validator';
import { doors, type Door } from '../../doors';
import { editorSchema } from '../language/editor/editor-schema';
import { parsePipeline } from '../language';
import { text, required, value } from '../syntax';
import type { PluginDefinition } from './plugin';
import '../../../../../test/harness/own-kinds';
import { itemSources, operations, outputFormats, registerKinds, triggerSource, triggerSources } from '.';

class Shout {
  @IsString() text!: string;
}

const feed = {
  name: 'feed',
  keyword: value('address', { type: 'string' }, 'An Atom feed.'),
  options: { since: text('Only entries after this time.', 'time') },
  item: {},
  documentation: { items: 'the entries', key: 'their ids' },
  async *list() {},
};
const tsv = {
  ...{ name: 'tsv', description: 'Path of a file with tabs.', extension: '.tsv', mediaType: 'text/tab-separated-values' },
  async *encode() {},
};
const siren = {
  name: 'siren',
  keywords: { siren: required(text('Its topic.')) },
  parse: ({ siren: topic }: { siren?: string }) => ({ topic }),
  definition: (settings: object) => settings,
  describe: () => ({ rule: null }),
};
const shout = {
  id: 'test.shout',
  summary: 'Shouts.',
  input: Shout,
  output: Shout,
  run: async (input: Shout) => ({ output: input }),
};
const horn = (path: string, name = 'horn'): Door => ({
  ...{ name, description: 'Horns.', credential: () => undefined },
  error: ({ status, message }) => ({ status, body: message }),
  routes: [{ method: 'POST', path, answer: () => ({}) }],
});
const plugin = (more: object): PluginDefinition => ({ name: 'strange', version: '1.0.0', ...more });
const whole = plugin({ sources: [feed], outputs: [tsv], triggers: [siren], operations: [shout] });

const PIPELINE = `version: 1
name: x
triggers: [{ siren: gate }]
steps:
  - id: news
    for_each: { feed: "https://example.com/feed", since: "2026" }
    steps: [{ id: a, uses: test.shout, with: { text: hi } }]
outputs: [{ tsv: news.tsv, rows: "\${{ news.rows }}" }]
`;
const catalogue = new Map([
  ['test.shout', { id: 'test.shout', summary: '', deterministic: false, input: { properties: { text: {} } }, output: {} }],
]);
const findings = () => parsePipeline(PIPELINE, 'x.yaml', catalogue).diagnostics.map(({ message }) => message);

afterEach(() => registerKinds(plugin({})));

test('the language and its editor know what a plugin brings, and forget it with the plugin', () => {
  expect(findings().join()).toContain("'for_each' needs exactly one of files, items, csv, jsonl, urls; none is given.");
  registerKinds(whole);
  expect(findings()).toEqual([]);
  const schema = JSON.stringify(editorSchema(catalogue));
  for (const word of ['An Atom feed.', 'Path of a file with tabs.', 'Its topic.']) expect(schema).toContain(word);
  registerKinds(plugin({}));
  expect(findings()).not.toEqual([]);
  expect(JSON.stringify(editorSchema(catalogue))).not.toContain('An Atom feed.');
});

test('Percept registers its own kinds the same way', () => {
  const names = [itemSources, outputFormats, operations, triggerSources].flatMap((registry) => registry.names());
  expect(names.sort()).toEqual([
    ...['collection.add', 'collection.search', 'cron', 'csv', 'csv', 'every', 'files', 'http.request', 'items', 'json'],
    ...['jsonl', 'jsonl', 'notify', 'state.track', 'urls', 'watch', 'webhook', 'zip'],
  ]);
});

test.each<[string, object, string]>([
  ['a keyword that is taken', { outputs: [{ ...tsv, name: 'csv' }] }, "its output 'csv' is taken by the plugin 'files'"],
  ['a keyword twice', { sources: [feed, feed] }, "it has the source 'feed' twice"],
  ['a word of the language', { sources: [{ ...feed, name: 'tolerate' }] }, "its source cannot be called 'tolerate'"],
  ['an operation that is taken', { operations: [{ ...shout, id: 'notify' }] }, "its operation 'notify' is taken"],
  ['a kind that does not exist', { output: [tsv] }, "'output' is not something that a plugin can have. Did you mean 'outputs'?"],
  ['the name of a plugin of Percept', { name: 'files', outputs: [tsv] }, "another plugin has the name 'files'"],
  ['an output without a type', { outputs: [{ ...tsv, mediaType: undefined }] }, "its output 'tsv' needs a 'mediaType'"],
  ['a source that cannot list', { sources: [{ ...feed, list: undefined }] }, "its source 'feed' needs the function 'list'"],
  ['a path of Percept', { doors: [horn('/v2/horns')] }, "has the path '/v2/horns', which belongs to Percept"],
  ['a path that takes everything', { doors: [horn('/:all')] }, 'begin it with / and a part that is not a parameter'],
  [
    'a path that another door has',
    { doors: [horn('/horns/:one'), horn('/horns/:other', 'gong')] },
    "its door 'gong' has POST /horns/:other, which the door 'horn' has already",
  ],
  ['a door that cannot tell its errors', { doors: [{ ...horn('/horns'), error: undefined }] }, "needs the function 'error'"],
  ['the name of no door', { doors: [horn('/horns', 'none')] }, "its door cannot be called 'none'"],
  [
    'a trigger without its keyword',
    { triggers: [{ ...siren, keywords: {} }] },
    "must have the keyword 'siren' among its keywords",
  ],
])('a plugin with %s is refused whole, and says why', (_what, more, reason) => {
  expect(() => registerKinds(plugin({ triggers: [{ ...siren, name: 'gong', keywords: { gong: text('x') } }], ...more }))).toThrow(
    reason,
  );
  expect(triggerSources.names()).toEqual(['cron', 'every', 'watch', 'webhook']);
  expect(outputFormats.names()).toEqual(['jsonl', 'csv', 'json', 'zip']);
  expect(doors.names()).toEqual([]);
});

test('a schedule whose plugin is gone is shown without a rule, and never starts', () => {
  expect(triggerSource('siren').describe({})).toEqual({ rule: null });
  expect(triggerSource('siren').start).toBeUndefined();
});
