import type { Catalogue } from '../catalogue';
import { NAME } from '../inputs';
import type { Diagnostics } from '../../syntax/diagnostics';
import type { DocNode } from '../../syntax/document';
import { Fields } from '../../syntax/fields';
import type { ValueSchema, NameSchemas } from '../../syntax/value-schema';

/** Names that have a meaning in expressions. */
export const RESERVED = ['inputs', 'run', 'secrets', 'item', 'true', 'false', 'null', 'in', 'has'];

/** The maximum of steps per item: each costs time in a thread that all callers share. */
export const MAX_STEPS = 100;

/** The capabilities for reading steps, and the names that their expressions may refer to. */
export interface StepScope {
  catalogue: Catalogue;
  diagnostics: Diagnostics;
  /** The schemas of `inputs` and `run`, and inside a block of the item and the steps outside. */
  schemas: NameSchemas;
  /** The schema of the names in `secrets`, which are known only inside `with`. */
  secrets: ValueSchema;
  /** Collects the names that the steps of a block refer to, for the block itself. */
  outer?: Set<string>;
}

/** A step before its fields are read: all ids of a list must be known first. */
export interface StepDraft {
  id: string;
  at: number;
  idAt: number;
  fields: Fields;
}

/** Reads the steps of a list with their ids, which must differ from each other and from the names already taken. */
export function readDrafts(
  node: DocNode | undefined,
  at: number,
  taken: readonly string[],
  diagnostics: Diagnostics,
): StepDraft[] {
  if (node?.kind !== 'list' || node.items.length === 0) {
    diagnostics.add(node?.at ?? at, "'steps' must be a list of at least one step: lines that start with '- id: name'.");
    return [];
  }
  if (node.items.length > MAX_STEPS) {
    const reason = `'steps' has ${node.items.length} steps; at most ${MAX_STEPS} are taken: use a second block, or a second pipeline.`;
    diagnostics.add(node.items[MAX_STEPS]!.at, reason);
    return [];
  }
  const seen = new Set(taken);
  return node.items.flatMap((item) => {
    const fields = Fields.of(item, 'A step', diagnostics);
    if (!fields) return [];
    const id = fields.text('id') ?? '';
    const idAt = fields.entry('id')?.value.at ?? item.at;
    const reason = id && whyNotId(id, seen);
    if (reason) diagnostics.add(idAt, reason);
    if (id) seen.add(id);
    return [{ id, at: item.at, idAt, fields }];
  });
}

function whyNotId(id: string, seen: ReadonlySet<string>): string | undefined {
  if (!NAME.test(id)) return `'${id}' is not an id: use letters, digits and _ only, since expressions refer to it.`;
  if (RESERVED.includes(id)) return `'${id}' has a meaning of its own in expressions: choose another id.`;
  if (seen.has(id)) return `The id '${id}' is taken already: each step, and each item's name, needs its own.`;
  return undefined;
}

/** The schema of a step's outcome in expressions. */
export function outcomeSchema(draft: StepDraft, catalogue: Catalogue): ValueSchema {
  const uses = draft.fields.entry('uses')?.value;
  const capability = uses?.kind === 'scalar' ? catalogue.get(String(uses.value)) : undefined;
  return capability ? { schema: capability.output } : {};
}
