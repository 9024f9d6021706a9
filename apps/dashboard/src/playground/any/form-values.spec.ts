import { toRequestBody, FieldError, fillFromExample } from './form-values';
import { listParameters, type ParameterSchema } from './parameters';

const capability = (properties: Record<string, ParameterSchema>, media_fields: string[] = []) => ({
  media_fields,
  input: { properties },
});

const VISION = capability(
  {
    image: { type: 'string' },
    image_url: { type: 'string' },
    image_data: { type: 'string' },
    features: { type: 'array', items: { type: 'string', enum: ['objects', 'text'] } },
    object_types: { type: 'array', items: { type: 'string' } },
    min_confidence: { type: 'number' },
    confidence_threshold: { type: 'number', description: 'Another name for `min_confidence`.' },
    model: { type: 'string' },
    include_metadata: { type: 'boolean' },
  },
  ['image', 'image_url', 'image_data'],
);
const TABLE = capability({ rows: { type: 'array', items: { type: 'object' } }, text: { type: 'string', maxLength: 10_000 } });

test('each parameter has the control of its type; media and second names have none', () => {
  expect(listParameters(VISION).map(({ name, control }) => `${name} ${control}`)).toEqual([
    'features choices',
    'object_types words',
    'min_confidence number',
    'model line',
    'include_metadata check',
  ]);
  expect(listParameters(TABLE).map(({ control }) => control)).toEqual(['json', 'text']);
});

test('a body has what is filled in, by its type, and the URL of the media', () => {
  const values = { object_types: 'person, car,', min_confidence: '0', features: [], model: '', include_metadata: true };
  expect(toRequestBody(VISION, { ...values, image_url: 'https://a.example/x.jpg' })).toEqual({
    ...{ object_types: ['person', 'car'], min_confidence: 0, include_metadata: true },
    image_url: 'https://a.example/x.jpg',
  });
  expect(toRequestBody(TABLE, { rows: '[{"a": 1}]' })).toEqual({ rows: [{ a: 1 }] });
});

test('broken JSON is named with its field', () => {
  expect(() => toRequestBody(TABLE, { rows: '[{' })).toThrow(FieldError);
  expect(() => toRequestBody(TABLE, { rows: '[{' })).toThrow(/^This is not valid JSON: /);
});

test('an example fills the form and comes out as it was', () => {
  const example = { object_types: ['person'], min_confidence: 0.5, include_metadata: true, features: ['text'] };
  expect(toRequestBody(VISION, fillFromExample(VISION, { ...example, image_url: 'https://example.com/x.jpg' }))).toEqual(example);
});
