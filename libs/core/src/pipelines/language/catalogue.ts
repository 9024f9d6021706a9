import { type CapabilityDefinition } from '../../inference/declaration';
import { toJsonSchema, toOutputSchema } from '../../kernel/schema';
import { operations } from '../kinds';
import type { PropertySchema } from '../syntax/value-schema';

/** What the language knows of a capability. Checks and completions use these schemas. */
export interface KnownCapability {
  id: string;
  input: PropertySchema;
  output: PropertySchema;
  /** Whether equal input gives equal output. */
  deterministic: boolean;
  summary: string;
}

/** The installed capabilities by id. */
export type Catalogue = ReadonlyMap<string, KnownCapability>;

/** Everything that steps may use: the capabilities of the plugins, and the operations of pipelines. */
export function toCatalogue(capabilities: ReadonlyMap<string, CapabilityDefinition>): Catalogue {
  const withEffects = operations.values().map(({ id, summary, input, output }): [string, KnownCapability] => {
    return [id, { id, summary, deterministic: false, input: toJsonSchema(input), output: toJsonSchema(output) }];
  });
  const known = [...capabilities.values()].map((capability): [string, KnownCapability] => {
    const { id, input, summary, deterministic = false } = capability;
    return [id, { id, summary, deterministic, input: toJsonSchema(input), output: toOutputSchema(capability) }];
  });
  return new Map([...known, ...withEffects]);
}
