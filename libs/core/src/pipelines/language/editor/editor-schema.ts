import { ERRORS } from '../../../kernel';
import type { Catalogue, KnownCapability } from '../catalogue';
import { TRIGGER } from './editor-triggers';
import { INPUT_TYPES, PREDICTION_EVENTS } from '../plan';
import type { JsonSchema } from '../syntax';

const text = (description: string): JsonSchema => ({ type: 'string', description });
const object = (properties: Record<string, JsonSchema>, required: string[] = []): JsonSchema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
/** `${{ }}` may stand for any value. */
const EXPRESSION: JsonSchema = { type: 'string', pattern: String.raw`\$\{\{` };

/** What an editor completes and checks a pipeline by: one form of a step for each installed capability. */
export function editorSchema(catalogue: Catalogue): Record<string, unknown> {
  const calls = [...catalogue.values()];
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Percept pipeline',
    ...object(
      {
        version: { const: 1 },
        name: { ...text('Part of its address: letters, digits, _ and -.'), pattern: '^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$' },
        description: text('What it is for.'),
        concurrency: { type: 'integer', minimum: 1, maximum: 1_000, description: 'Runs at once.' },
        priority: { type: 'integer', minimum: -100, maximum: 100, description: 'Runs with a higher one are begun first.' },
        inputs: { type: 'object', additionalProperties: { $ref: '#/definitions/input' } },
        secrets: { type: 'array', items: { type: 'string', pattern: '^[A-Z][A-Z0-9_]*$' } },
        triggers: { type: 'array', items: TRIGGER },
        events: object({ predictions: { enum: [...PREDICTION_EVENTS] } }),
        steps: {
          type: 'array',
          minItems: 1,
          items: { anyOf: [{ $ref: '#/definitions/call' }, { $ref: '#/definitions/block' }] },
        },
        outputs: { type: 'array', items: { $ref: '#/definitions/output' } },
      },
      ['version', 'name', 'steps'],
    ),
    definitions: {
      input: INPUT,
      retry: RETRY,
      call: callSchema(calls),
      block: BLOCK,
      forEach: FOR_EACH,
      output: OUTPUT,
      ...Object.fromEntries(calls.map((each) => [`with-${each.id}`, parameters(each)])),
    },
  };
}

const NEEDS: JsonSchema = { type: ['string', 'array'], items: { type: 'string' }, description: 'Steps that must end first.' };
const ON_ERROR: JsonSchema = { enum: ['fail', 'continue'] };
const INPUT = object(
  {
    type: { enum: [...INPUT_TYPES] },
    description: text('What it is.'),
    default: {},
    min: { type: 'number' },
    max: { type: 'number' },
    options: { type: 'array' },
  },
  ['type'],
);
const RETRY = object({
  attempts: { type: 'integer', minimum: 1, maximum: 20 },
  backoff: { enum: ['fixed', 'exponential'] },
  delay: text('Before the second attempt: 2s, 1m.'),
  on: { type: 'array', items: { enum: Object.keys(ERRORS) } },
});
const FOR_EACH = object({
  files: { type: ['string', 'array'], description: 'A pattern of files, or a list of them: photos/**/*.jpg' },
  items: { type: ['string', 'array'], description: 'A list, or an expression that gives one.' },
  csv: text('Path of a CSV file with a head line.'),
  delimiter: { enum: [',', ';', '\t', '|'] },
  jsonl: text('Path of a file with a JSON value on each line.'),
  urls: { type: ['string', 'array'], description: 'URLs, or the path of a file with one on each line.' },
  as: text('The name of the item in expressions.'),
  key: text('What tells items apart.'),
  concurrency: { type: 'integer', minimum: 1, maximum: 256 },
  tolerate: { type: ['string', 'integer'], description: 'How many items may fail: a count, or a share such as 2%.' },
});
const BLOCK = object(
  {
    id: text('Its name in expressions.'),
    for_each: { $ref: '#/definitions/forEach' },
    steps: { type: 'array', minItems: 1, items: { $ref: '#/definitions/call' } },
    collect: { type: ['object', 'string'], description: 'The row of an item.' },
    if: { type: ['string', 'boolean'], description: 'Bare CEL.' },
    needs: NEEDS,
    on_error: ON_ERROR,
  },
  ['id', 'for_each', 'steps'],
);
const OUTPUT = object({ jsonl: text('Path.'), csv: text('Path.'), json: text('Path.'), rows: { type: ['string', 'array'] } }, [
  'rows',
]);

function callSchema(calls: readonly KnownCapability[]): JsonSchema {
  const uses = { anyOf: calls.map(({ id, summary }) => ({ const: id, description: summary })) };
  const rules = calls.map(({ id }) => ({
    if: { properties: { uses: { const: id } }, required: ['uses'] },
    then: { properties: { with: { $ref: `#/definitions/with-${id}` } } },
  }));
  const properties: Record<string, JsonSchema> = {
    id: text('Its name in expressions.'),
    uses,
    with: { type: 'object' },
    if: { type: ['string', 'boolean'], description: 'Bare CEL.' },
    needs: NEEDS,
    retry: { $ref: '#/definitions/retry' },
    timeout: text('30s, 5m.'),
    cache: { type: ['string', 'boolean'], description: 'How long a result may be used again for equal input: 30d.' },
    on_error: ON_ERROR,
  };
  return { ...object(properties, ['id', 'uses']), allOf: rules };
}

function parameters({ input }: KnownCapability): JsonSchema {
  const properties = eachOf(input.properties ?? {}, orExpression);
  return { type: 'object', properties, required: input.required ?? [], additionalProperties: false };
}

/** Every parameter, and every value inside of one, may also be an expression. */
function orExpression(schema: JsonSchema): JsonSchema {
  const { description, default: fallback, items, properties } = schema;
  const inside = {
    ...schema,
    ...(items && !Array.isArray(items) && { items: orExpression(items) }),
    ...(properties && { properties: eachOf(properties, orExpression) }),
  };
  return { description, default: fallback, anyOf: [inside, EXPRESSION] };
}

function eachOf(schemas: Record<string, JsonSchema>, change: (schema: JsonSchema) => JsonSchema): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, change(schema)]));
}
