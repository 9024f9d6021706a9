import { blockKeywords } from '../steps/blocks';
import { CALL_KEYWORDS } from '../steps/calls';
import type { Catalogue, KnownCapability } from '../catalogue';
import { pipelineKeywords } from '../pipeline-keywords';
import { keywordsSchema } from '../../syntax/keywords';
import type { PropertySchema } from '../../syntax/value-schema';

/** `${{ }}` may stand for any value. */
const EXPRESSION: PropertySchema = { type: 'string', pattern: String.raw`\$\{\{` };

/** JSON Schema of a pipeline, with one form of a step for each installed capability. */
export function editorSchema(catalogue: Catalogue): Record<string, unknown> {
  const capabilities = [...catalogue.values()];
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Percept pipeline',
    ...keywordsSchema(pipelineKeywords()),
    definitions: {
      call: callSchema(capabilities),
      block: keywordsSchema(blockKeywords()),
      ...Object.fromEntries(capabilities.map((each) => [`with-${each.id}`, parametersSchema(each)])),
    },
  };
}

function callSchema(capabilities: readonly KnownCapability[]): PropertySchema {
  const uses = { anyOf: capabilities.map(({ id, summary }) => ({ const: id, description: summary })) };
  const schema = keywordsSchema(CALL_KEYWORDS);
  const rules = capabilities.map(({ id }) => ({
    if: { properties: { uses: { const: id } }, required: ['uses'] },
    then: { properties: { with: { $ref: `#/definitions/with-${id}` } } },
  }));
  return { ...schema, properties: { ...schema.properties, uses }, allOf: rules };
}

function parametersSchema({ input }: KnownCapability): PropertySchema {
  const properties = mapValues(input.properties ?? {}, orExpression);
  return { type: 'object', properties, required: input.required ?? [], additionalProperties: false };
}

/** Every parameter, and every value inside it, may also be an expression. */
function orExpression(schema: PropertySchema): PropertySchema {
  const { description, default: fallback, items, properties } = schema;
  const inside = {
    ...schema,
    ...(items && !Array.isArray(items) && { items: orExpression(items) }),
    ...(properties && { properties: mapValues(properties, orExpression) }),
  };
  return { description, default: fallback, anyOf: [inside, EXPRESSION] };
}

function mapValues(
  schemas: Record<string, PropertySchema>,
  change: (schema: PropertySchema) => PropertySchema,
): Record<string, PropertySchema> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, change(schema)]));
}
