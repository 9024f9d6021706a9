import { addressWith, operationAt, listDescribedOperations, toOperationName, type ApiDocument } from './document';
import { makeExample } from './example';
import { listFields } from './fields';

const document = {
  info: { title: 'T', version: '1' },
  paths: {
    '/v2/runs/{id}': {
      get: {
        operationId: 'getRun',
        tags: ['pipelines'],
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'limit', in: 'query', schema: { type: 'integer' } },
        ],
        responses: { 200: { $ref: '#/components/responses/Run' } },
      },
      put: { operationId: 'setRun', tags: ['pipelines'], responses: {} },
    },
  },
  components: {
    responses: { Run: { description: 'It.', content: { 'application/json': { schema: { $ref: '#/components/schemas/Run' } } } } },
    schemas: {
      Run: {
        type: 'object',
        required: ['state'],
        properties: {
          state: { enum: ['on', 'off'], description: 'Of it.' },
          share: { type: 'number', minimum: 0, maximum: 1, default: 0.6 },
          part_of: { $ref: '#/components/schemas/Run' },
          steps: {
            type: 'array',
            minItems: 1,
            items: { type: 'object', properties: { at: { type: 'string', format: 'date-time' } } },
          },
        },
      },
    },
  },
} as unknown as ApiDocument;
const run = { $ref: '#/components/schemas/Run' };

test('an address leads to its operation, by id or by method and path', () => {
  const all = listDescribedOperations(document);
  expect(operationAt(all, '#/pipelines/getRun')?.method).toBe('GET');
  expect(operationAt(all, '#/PUT/v2/runs/%7Bid%7D')?.id).toBe('setRun');
  expect(operationAt(all, '')).toBeUndefined();
  expect(all[0]!.responses[0]![1].description).toBe('It.');
  expect(toOperationName('listModelPulls')).toBe('List model pulls');
});

test('fields have type, limits and what is within; a schema that contains itself ends', () => {
  const [state, share, inner, steps] = listFields(document, run);
  expect(state).toMatchObject({ type: '"on" or "off"', isRequired: true, about: 'Of it.' });
  expect(share).toMatchObject({ type: 'number', isRequired: false, limits: '0.6 by default, 0 to 1' });
  expect(inner!.fields.map(({ name }) => name)).toEqual(['state', 'share', 'part_of', 'steps']);
  expect(steps).toMatchObject({ type: 'array of object', limits: 'entries: at least 1' });
  expect(steps!.fields).toMatchObject([{ name: 'at', type: 'string (date-time)' }]);
  const depth = (fields = listFields(document, run)): number =>
    1 + Math.max(0, ...fields.map((each) => (each.fields[0] ? depth(each.fields) : 0)));
  expect(depth()).toBe(5);
});

test('a body is the first example of the document, or has what is required', () => {
  expect(makeExample(document, { schema: run, examples: { a: { value: { state: 'off' } } } })).toEqual({ state: 'off' });
  expect(makeExample(document, { schema: run })).toEqual({ state: 'on' });
});

test('parameters go into path and query, escaped', () => {
  const [get] = listDescribedOperations(document);
  expect(addressWith(get!, { id: 'a/b', limit: '5' })).toBe('/v2/runs/a%2Fb?limit=5');
  expect(addressWith(get!, {})).toBe('/v2/runs/{id}');
});
