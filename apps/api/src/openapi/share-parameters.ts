import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf, type Operation } from './operations';

type Parameters = NonNullable<Operation['parameters']>;

const MIN_USES = 2;

/** Moves parameters of several operations to one shared place and refers to them. @returns them by name. */
export function shareParameters(document: OpenAPIObject): Record<string, Parameters[number]> {
  const lists = operationsOf(document).flatMap(({ operation }) => operation.parameters ?? []);
  // Drops `required: false`, which is OpenAPI's default.
  for (const each of lists) if ('required' in each && !each.required) delete each.required;
  const uses = new Map<string, number>();
  for (const each of lists) uses.set(JSON.stringify(each), (uses.get(JSON.stringify(each)) ?? 0) + 1);
  const shared = new Map<string, string>();
  const found: Record<string, Parameters[number]> = {};
  for (const [text, count] of uses) {
    const parameter = JSON.parse(text) as Parameters[number];
    if (count < MIN_USES || '$ref' in parameter || parameter.name in found) continue;
    found[parameter.name] = parameter;
    shared.set(text, `#/components/parameters/${parameter.name}`);
  }
  for (const { operation } of operationsOf(document)) {
    operation.parameters = operation.parameters?.map((each) => {
      const $ref = shared.get(JSON.stringify(each));
      return $ref ? { $ref } : each;
    });
  }
  return found;
}
