import { toCatalogue, type Catalogue } from '../../../libs/core/src/pipelines/language/catalogue';
import { parsePipeline } from '../../../libs/core/src/pipelines/language/parse';
import { operations } from '../../../libs/core/src/pipelines/kinds';
import type { PropertySchema } from '../../../libs/core/src/pipelines/syntax/value-schema';
import { capabilities } from '../../harness/builtin-plugins';

const catalogue: Catalogue = toCatalogue(capabilities);
const SECRET = '${{ secrets.TOKEN }}';
const REFUSED = /A secret can be used only in a parameter that accepts secrets/;

/** The mistakes of a text as `file:line:column message`. */
const mistakes = (source: string): string[] =>
  parsePipeline(source, 'p.yaml', catalogue).diagnostics.map(
    ({ file, line, column, message }) => `${file}:${line}:${column} ${message}`,
  );
/** The mistakes that are about secrets. */
const refusals = (source: string): string[] => mistakes(source).filter((each) => / secrets?\b/i.test(each));

const call = (uses: string, parameters: unknown): string =>
  `version: 1\nname: cut\nsecrets: [TOKEN]\nsteps:\n  - id: a\n    uses: ${uses}\n    with: ${JSON.stringify(parameters)}\n`;

/** Every place of a parameter where a text may be: the whole value, and each part of objects and lists. */
function placesIn(schema: PropertySchema, depth = 0): unknown[] {
  const inside = depth < 4 ? Object.entries(schema.properties ?? {}) : [];
  const ofMap = inside.flatMap(([name, each]) => placesIn(each, depth + 1).map((value) => ({ [name]: value })));
  const items = schema.items && !Array.isArray(schema.items) ? placesIn(schema.items, depth + 1).map((value) => [value]) : [];
  return [SECRET, `before ${SECRET} after`, [SECRET], { any: SECRET }, { deep: [{ any: SECRET }] }, ...ofMap, ...items];
}

/** What the declarations mark. Another parameter that sends its value away is added here with its mark. */
const MARKED = new Set([
  ...['url', 'query', 'headers', 'json', 'body'].map((name) => `http.request ${name}`),
  ...[...capabilities].flatMap(([id, { input }]) =>
    ['image_url', 'video_url', 'document_url']
      .filter((name) => new Map(propertiesOf(id)).has(name) && input)
      .map((name) => `${id} ${name}`),
  ),
]);

function propertiesOf(id: string): [string, PropertySchema][] {
  return Object.entries(catalogue.get(id)!.input.properties ?? {});
}

test('no capability and no operation takes a secret in a parameter that does not send it away', () => {
  let tried = 0;
  const open = new Set<string>();
  for (const id of catalogue.keys()) {
    for (const [name, schema] of propertiesOf(id)) {
      for (const value of placesIn(schema)) {
        tried++;
        const found = refusals(call(id, { [name]: value }));
        if (found.length === 0) open.add(`${id} ${name}`);
        else expect(found[0]).toMatch(/^p\.yaml:7:\d+ A secret can be used only/);
      }
    }
  }
  expect([...catalogue.keys()]).toEqual(expect.arrayContaining([...capabilities.keys(), ...operations.names()]));
  expect(open).toEqual(MARKED);
  expect(tried).toBeGreaterThan(500);
});

test.each([
  ...[
    'secrets.TOKEN.substring(0, 1)',
    'size(secrets.TOKEN)',
    "secrets.TOKEN == 'a'",
    'secrets.TOKEN + run.id',
    "secrets['TOKEN']",
  ],
  ...[
    '[secrets][0].TOKEN',
    '[secrets.TOKEN].map(x, x)',
    "secrets.TOKEN.startsWith('a') ? 'a' : 'b'",
    'secrets',
    'string(secrets)',
  ],
  ...["secrets.TOKEN.split('')", 'has(secrets.TOKEN)', '{"a": secrets.TOKEN}', "secrets.TOKEN.matches('a')", '(secrets.TOKEN)'],
])('a parameter that accepts secrets takes none that is computed with: ${{ %s }}', (expression) => {
  const found = refusals(call('http.request', { url: 'https://example.com', json: { a: `\${{ ${expression} }}` } }));
  expect(found).toEqual([expect.stringMatching(/^p\.yaml:7:\d+ A secret must stand alone/)]);
});

const WHOLE = `version: 1
name: cut
description: text
secrets: [TOKEN]
inputs:
  text: { type: string, default: text, description: text }
  list: { type: array, default: [text] }
triggers:
  - { webhook: text, input: list }
  - { cron: "0 0 * * *", timezone: text, inputs: { text: text } }
  - { watch: text, pattern: text, input: text }
steps:
  - id: rows
    if: inputs.text == 'text'
    for_each: { items: "\${{ [inputs.text] }}", as: row, key: "\${{ row }}" }
    steps:
      - id: say
        if: row == 'text'
        uses: notify
        with: { title: text, message: "\${{ row }}", data: { a: text } }
        needs: []
      - id: seen
        uses: text.sentiment
        with: { text: "\${{ row }}" }
    collect: { a: "\${{ row }}", b: text }
outputs:
  - { csv: "out-\${{ run.id }}.csv", rows: "\${{ rows.rows }}" }
  - { jsonl: text, rows: "\${{ rows.rows.map(r, r.a) }}" }
`;

describe('everywhere else in a pipeline', () => {
  /** Places of values: each text, and each expression. */
  const places = [...WHOLE.matchAll(/(?<=[:[] ?)(?:"[^"\n]*"|text\b(?![.:])|cut\b)|(?<=if: ).*/g)];

  test('the pipeline without the secret is sound but for its time zone', () => {
    expect(mistakes(WHOLE).filter((each) => !each.includes('time zone') && !each.includes('timezone'))).toEqual([]);
  });

  test.each(
    places.map((place): [string, number, string] => [place[0], place.index, WHOLE.slice(0, place.index).split('\n').at(-1)!]),
  )('%s at %i, after %s: a secret is refused at its line', (text, index, before) => {
    const isBare = before.trimEnd().endsWith('if:');
    const written = isBare ? "secrets.TOKEN == 'a'" : JSON.stringify(SECRET);
    const found = mistakes(WHOLE.slice(0, index) + written + WHOLE.slice(index + text.length));
    const line = WHOLE.slice(0, index).split('\n').length;
    expect(found.filter((each) => each.startsWith(`p.yaml:${line}:`)).join('\n')).toMatch(REFUSED);
  });
});
