/**
 * What SARIF 2.1.0 (OASIS, section 3) asks of a log as percept writes it: the properties that must be there, their types, and the
 * names that a property may have, so that a mistyped one is found.
 */
const object = (properties: Record<string, object>, required: string[] = []) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
/** RFC 3986: what else is in a name must be written with %. */
const uri = { type: 'string', pattern: "^[A-Za-z0-9._~:/?#@!$&'()*+,;=%-]+$" };
const text = { type: 'string', minLength: 1 };
const message = object({ text }, ['text']);
const place = { type: 'integer', minimum: 1 };
const region = object({ startLine: place, startColumn: place, endLine: place, endColumn: place });
const artifactLocation = object({ uri });
const location = object({ physicalLocation: object({ artifactLocation, region }, ['artifactLocation']) });
const result = object(
  {
    ruleId: text,
    level: { enum: ['none', 'note', 'warning', 'error'] },
    message,
    locations: { type: 'array', items: location },
  },
  ['message'],
);
const rule = object({ id: text, shortDescription: message }, ['id']);
const driver = object({ name: text, version: text, rules: { type: 'array', items: rule } }, ['name']);
const run = object(
  {
    tool: object({ driver }, ['driver']),
    columnKind: { enum: ['utf16CodeUnits', 'unicodeCodePoints'] },
    results: { type: 'array', items: result },
  },
  ['tool'],
);

export const SARIF = object(
  {
    $schema: { const: 'https://json.schemastore.org/sarif-2.1.0.json' },
    version: { const: '2.1.0' },
    runs: { type: 'array', items: run },
  },
  ['version', 'runs'],
);
