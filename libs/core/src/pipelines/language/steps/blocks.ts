import { fromKinds } from '../../../kernel';
import { ROWS_KEYWORD } from '../../../inference/declaration';
import { readCall, STEP_KEYWORDS } from './calls';
import { MAX_STEPS, outcomeSchema, readDrafts, type StepDraft, type StepScope } from './drafts';
import { forEachKeywords, readForEach } from './for-each';
import { inOrder } from '../graph';
import type { BlockStep, CallStep } from '../plan';
import { rowsReferredTo, stepsBefore } from './references';
import type { YamlEntry } from '../../syntax/document';
import { map, readKeywords, required, value } from '../../syntax/keywords';
import { compileCondition, compileTemplate } from '../../syntax/template';
import { objectSchema, type ValueSchema } from '../../syntax/value-schema';

/** The keywords of a step that runs its own steps for every item. */
export const blockKeywords = fromKinds(() => ({
  ...STEP_KEYWORDS,
  for_each: required(map(forEachKeywords(), 'The items.')),
  steps: required(
    value(
      'list of steps',
      { type: 'array', minItems: 1, maxItems: MAX_STEPS, items: { $ref: '#/definitions/call' } },
      'The steps of each item; every one calls a capability.',
    ),
  ),
  collect: value(
    'map or expression',
    { type: ['object', 'string'] },
    "The item's row; when absent, the item's key as `item`, and what each step gave.",
  ),
}));

/** The schema of a block in expressions outside it. */
export function blockSchema(): ValueSchema {
  const rows = { type: 'array', [ROWS_KEYWORD]: true };
  return objectSchema({ total: 'number', succeeded: 'number', failed: 'number', rows });
}

/** Reads a `for_each` block with its own steps. `siblings` are the ids of the block's list. */
export function readBlock(draft: StepDraft, siblings: readonly string[], scope: StepScope): BlockStep {
  const { id, fields } = draft;
  const { diagnostics, schemas } = scope;
  const read = readKeywords(fields, blockKeywords(), 'A for_each step', id ? `The step '${id}'` : 'A step');
  const used = new Set<string>();
  const context = { schemas, diagnostics, used };
  const placed = (key: string) => ({ ...context, place: { step: id, key } });
  const each = readForEach(read.for_each!, placed('for_each'));
  const inner = readInner(read.steps, [...schemas.keys(), each.as], { ...scope, schemas: each.schemas, outer: used });
  const withSteps = new Map([...each.schemas, ...inner.schemas]);
  return {
    kind: 'block',
    id,
    ...each.settings,
    as: each.as,
    steps: inner.steps,
    collect: read.collect && compileTemplate(read.collect.value, { ...placed('collect'), schemas: withSteps }),
    condition: read.if && compileCondition(read.if.value, placed('if')),
    after: stepsBefore(used, read.needs ?? [], siblings, diagnostics),
    onError: read.on_error ?? 'fail',
    looksInto: rowsReferredTo(used),
  };
}

interface InnerSteps {
  steps: CallStep[];
  schemas: [string, ValueSchema][];
}

function readInner(entry: YamlEntry | undefined, taken: readonly string[], scope: StepScope): InnerSteps {
  if (!entry) return { steps: [], schemas: [] };
  const drafts = readDrafts(entry.value, entry.at, taken, scope.diagnostics);
  const ids = drafts.map((draft) => draft.id);
  const schemas = drafts.map((draft): [string, ValueSchema] => [draft.id, outcomeSchema(draft, scope.catalogue)]);
  const inside = { ...scope, schemas: new Map([...scope.schemas, ...schemas]) };
  const steps = drafts.flatMap((draft) => {
    const nested = draft.fields.entry('for_each');
    if (!nested) return readCall(draft, ids, inside);
    scope.diagnostics.add(nested.at, NESTED);
    return [];
  });
  const placeOf = ({ id }: CallStep) => drafts.find((draft) => draft.id === id)!.idAt;
  return { steps: inOrder(steps, placeOf, scope.diagnostics), schemas };
}

const NESTED =
  "A for_each cannot be inside another one. Let this block 'collect' the inner items, and run a block of its own over them: items: ${{ <this block>.rows }}.";
