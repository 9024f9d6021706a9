import { JSONSchema } from 'class-validator-jsonschema';

/** Marks a property under `CelExpression` in a JSON Schema: the names that the expression may use. The pipeline parser reads it. */
export const EXPRESSION_KEYWORD = 'x-expression';

/**
 * Declares a text as a CEL expression, or an object as CEL expressions by name. Pipelines report mistakes in them before anything
 * runs.
 * @param names the values that the expression may refer to.
 */
export function CelExpression(description: string, names: readonly string[]): PropertyDecorator {
  const mark = JSONSchema({ description, [EXPRESSION_KEYWORD]: [...names] });
  return (target, property) => mark(target, property as string);
}
