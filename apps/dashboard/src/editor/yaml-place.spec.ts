import { suggestions, type CompletionSchema } from './schema-walk';
import { placeAt } from './yaml-place';

/** The text with a `|` where the cursor is. */
function place(marked: string) {
  const before = marked.slice(0, marked.indexOf('|'));
  const line = before.split('\n').length - 1;
  return placeAt(marked.replace('|', ''), line, before.length - before.lastIndexOf('\n') - 1);
}

const keys = (marked: string) => place(marked).path.map(({ key }) => key);

const STEP: CompletionSchema = {
  properties: {
    id: {},
    uses: { enum: ['vision.detect', 'text.sentiment'] },
    with: {},
    steps: { items: { $ref: '#/$defs/step' } },
  },
  allOf: [
    {
      if: { properties: { uses: { const: 'vision.detect' } } },
      then: { properties: { with: { properties: { min_confidence: {}, object_types: {} } } } },
    },
    {
      if: { properties: { uses: { const: 'text.sentiment' } } },
      then: { properties: { with: { properties: { text: {}, detailed: { type: 'boolean' } } } } },
    },
  ],
};
const SCHEMA = {
  properties: { name: {}, steps: { items: { $ref: '#/$defs/step' } } },
  $defs: { step: STEP },
} as CompletionSchema;
const offered = (marked: string) => suggestions(SCHEMA, place(marked)).map(({ label }) => label);

describe('completion in the editor of pipelines', () => {
  test('the root offers its keys', () => expect(offered('na|')).toEqual(['name', 'steps']));

  test('a list entry is known by its dash, indented or not', () => {
    expect(keys('steps:\n  - i|')).toEqual(['steps', '[]']);
    expect(keys('steps:\n- i|')).toEqual(['steps', '[]']);
    expect(keys('steps:\n  - id: a\n    u|')).toEqual(['steps', '[]']);
  });

  test('earlier entries and their insides are passed over', () =>
    expect(
      keys('name: x\nsteps:\n  - id: a\n    with:\n      image: b\n  - id: c\n    steps:\n      - id: d\n        w|'),
    ).toEqual(['steps', '[]', 'steps', '[]']));

  test('uses offers the capabilities', () =>
    expect(offered('steps:\n  - id: a\n    uses: vi|')).toEqual(['vision.detect', 'text.sentiment']));

  test('with offers the parameters of the capability beside it, whichever comes first', () => {
    expect(offered('steps:\n  - uses: vision.detect\n    with:\n      m|')).toEqual(['min_confidence', 'object_types']);
    expect(offered('steps:\n  - with:\n      t|\n    uses: text.sentiment')).toEqual(['text', 'detailed']);
  });

  test('a truth value offers both', () =>
    expect(offered('steps:\n  - uses: text.sentiment\n    with:\n      detailed: |')).toEqual(['true', 'false']));

  test('comments and blank lines do not count', () =>
    expect(keys('steps:\n  # first\n\n  - id: a\n\n    # more\n    u|')).toEqual(['steps', '[]']));
});
