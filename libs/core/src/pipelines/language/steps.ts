import { ERRORS, suggest, parseDuration, type ErrorCode } from '../../kernel';
import { rowsFields, type JsonSchema } from '../../sdk/declaration';
import { checkArguments } from './arguments';
import type { Catalogue, KnownCapability } from './catalogue';
import type { DocNode } from './syntax/document';
import { Fields } from './syntax/fields';
import type { Diagnostics } from './syntax/diagnostics';
import { NAME } from './inputs';
import type { CallStep, Retry } from './plan';
import type { Shape, Shapes } from './syntax/schema-shape';
import { compileCondition, compileTemplate } from './syntax/template';

export const DAY_MS = 86_400_000;
/** Names that expressions know already, or will. */
export const RESERVED = ['inputs', 'run', 'secrets', 'item', 'true', 'false', 'null', 'in', 'has'];

const STEP_KEYS = ['id', 'uses', 'with', 'if', 'needs', 'retry', 'timeout', 'cache', 'on_error'];
const LONGEST_CACHE_MS = 366 * DAY_MS;
const USUAL_CACHE_MS = 30 * DAY_MS;

/** What steps are read in: which capabilities there are, and what their expressions may refer to. */
export interface StepScope {
  catalogue: Catalogue;
  findings: Diagnostics;
  /** `inputs`, `run`, and inside a block the item and the steps outside. */
  shapes: Shapes;
  /** Those that `secrets` names; known only inside of `with`. */
  secrets: Shape;
  /** Gathers the names that a block's steps refer to, for the block itself. */
  outer?: Set<string>;
}

/** A step before its fields are read: all ids of a list must be known first. */
export interface Draft {
  id: string;
  at: number;
  idAt: number;
  fields: Fields;
}

/** The steps of a list with their ids, which must differ from each other and from what is taken. */
export function readDrafts(node: DocNode | undefined, at: number, taken: readonly string[], findings: Diagnostics): Draft[] {
  if (node?.kind !== 'list' || node.items.length === 0) {
    findings.add(node?.at ?? at, "'steps' must be a list of at least one step: lines that start with '- id: name'.");
    return [];
  }
  const seen = new Set(taken);
  return node.items.flatMap((item) => {
    const fields = Fields.of(item, 'A step', findings);
    if (!fields) return [];
    fields.require(['id'], 'A step');
    const id = fields.text('id') ?? '';
    const idAt = fields.entry('id')?.value.at ?? item.at;
    if (id && !NAME.test(id)) findings.add(idAt, `'${id}' is no id: letters, digits and _ only, since expressions refer to it.`);
    else if (RESERVED.includes(id)) findings.add(idAt, `'${id}' has a meaning of its own in expressions: choose another id.`);
    else if (seen.has(id)) findings.add(idAt, `The id '${id}' is taken already: each step, and each item's name, needs its own.`);
    if (id) seen.add(id);
    return [{ id, at: item.at, idAt, fields }];
  });
}

/** What expressions may know of the outcome of a step. */
export function outcomeShape(draft: Draft, catalogue: Catalogue): Shape {
  const uses = draft.fields.entry('uses')?.value;
  const capability = uses?.kind === 'scalar' ? catalogue.get(String(uses.value)) : undefined;
  return capability ? { schema: capability.output } : {};
}

/** Reads a step that calls a capability. `siblings` are the ids of its list. */
export function readCall(draft: Draft, siblings: readonly string[], scope: StepScope): CallStep {
  const { catalogue, findings, shapes, secrets, outer } = scope;
  const { id, fields } = draft;
  fields.only(STEP_KEYS, { what: 'A step' }).require(['uses'], `The step '${id}'`);
  const used = new Set<string>();
  const around = { shapes, findings, used };
  const uses = readUses(fields, catalogue, findings);
  const arguments_ = fields.entry('with');
  const withSecrets = { ...around, shapes: new Map(shapes).set('secrets', secrets) };
  const template = arguments_ ? compileTemplate(arguments_.value, withSecrets) : { kind: 'constant' as const, value: {} };
  const capability = catalogue.get(uses);
  const empty: DocNode = { kind: 'map', at: fields.entry('uses')?.at ?? draft.at, entries: [] };
  if (capability) checkArguments(arguments_?.value ?? empty, template, capability, findings);
  const condition = fields.entry('if');
  const compiledCondition = condition && compileCondition(condition.value, around);
  for (const name of used) outer?.add(name);
  return {
    kind: 'call',
    id,
    uses,
    with: template,
    condition: compiledCondition,
    after: readAfter(fields, used, siblings, findings),
    onError: fields.oneOf('on_error', ['fail', 'continue']) ?? 'fail',
    retry: readRetry(fields, findings),
    timeoutMs: fields.duration('timeout', DAY_MS),
    cacheMs: readCache(fields, capability, findings),
    rowFields: capability ? rowsFields(capability.input as { properties?: Record<string, JsonSchema> }) : [],
    usesSecrets: used.has('secrets'),
    looksInto: lookedInto(used),
  };
}

function readUses(fields: Fields, catalogue: Catalogue, findings: Diagnostics): string {
  const uses = fields.text('uses') ?? '';
  if (uses && !catalogue.has(uses)) {
    const known = [...catalogue.keys()];
    const hint = suggest(uses, known) || ` Installed: ${known.join(', ')}.`;
    findings.add(fields.entry('uses')!.value.at, `No capability is called '${uses}'.${hint}`);
  }
  return uses;
}

/** The steps of the same list that must end first: those referred to, and those of `needs`. */
export function readAfter(
  fields: Fields,
  used: ReadonlySet<string>,
  siblings: readonly string[],
  findings: Diagnostics,
): string[] {
  const after = new Set([...used].filter((name) => siblings.includes(name)));
  for (const { value, at } of fields.texts('needs')) {
    if (siblings.includes(value)) after.add(value);
    else findings.add(at, `No step of this list is called '${value}'.${suggest(value, siblings)}`);
  }
  return [...after];
}

/** Of the names that were referred to, those of rows. */
export function lookedInto(used: ReadonlySet<string>): string[] {
  return [...used].filter((name) => name.includes('.'));
}

function readCache(fields: Fields, capability: KnownCapability | undefined, findings: Diagnostics): number | undefined {
  const entry = fields.entry('cache');
  if (!entry) return undefined;
  const value = entry.value.kind === 'scalar' ? entry.value.value : undefined;
  if (value === false) return undefined;
  if (capability && !capability.deterministic) {
    findings.add(entry.at, `${capability.id} may answer differently each time: its results cannot be cached.`);
  }
  const ms = value === true ? USUAL_CACHE_MS : typeof value === 'string' ? parseDuration(value) : undefined;
  if (ms !== undefined && ms > 0 && ms <= LONGEST_CACHE_MS) return ms;
  findings.add(entry.value.at, "'cache' must be a duration such as 12h or 30d, at most 366d, or true for 30d.");
  return undefined;
}

const ONCE: Retry = { attempts: 1, backoff: 'exponential', delayMs: 1_000 };

function readRetry(fields: Fields, findings: Diagnostics): Retry {
  const entry = fields.entry('retry');
  const retry = entry && Fields.of(entry.value, "'retry'", findings);
  if (!retry) return ONCE;
  retry.only(['attempts', 'backoff', 'delay', 'on'], { what: "'retry'" });
  const codes = Object.keys(ERRORS) as ErrorCode[];
  const on = retry.texts('on').flatMap(({ value, at }) => {
    const code = codes.find((each) => each === value);
    if (!code) findings.add(at, `'${value}' is no error code.${suggest(value, codes) || ` Known: ${codes.join(', ')}.`}`);
    return code ?? [];
  });
  return {
    attempts: retry.integer('attempts', 1, 20) ?? 3,
    backoff: retry.oneOf('backoff', ['fixed', 'exponential']) ?? 'exponential',
    delayMs: retry.duration('delay', DAY_MS) ?? 1_000,
    on: retry.has('on') ? on : undefined,
  };
}
