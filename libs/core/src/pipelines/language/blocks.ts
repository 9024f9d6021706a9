import { ROWS_KEYWORD } from '../../sdk/declaration';
import { Fields } from './syntax/fields';
import type { Diagnostics } from './syntax/diagnostics';
import { inOrder } from './graph';
import { NAME } from './inputs';
import type { BlockStep, CallStep, Source, Tolerance } from './plan';
import { objectShape, type Shape } from './syntax/schema-shape';
import { lookedInto, outcomeShape, readAfter, readCall, readDrafts, RESERVED, type Draft, type StepScope } from './steps';
import { compileCondition, compileTemplate, type Template } from './syntax/template';

const BLOCK_KEYS = ['id', 'for_each', 'steps', 'collect', 'if', 'needs', 'on_error'];
const SOURCES = ['files', 'items', 'csv', 'jsonl', 'urls'] as const;
const EACH_KEYS = [...SOURCES, 'delimiter', 'as', 'key', 'concurrency', 'tolerate'];
const DELIMITERS = [',', ';', '\t', '|'];

const FILE_SHAPE = objectShape({ path: 'string', name: 'string', modified: 'string', size: 'number' });
const URL_SHAPE = objectShape({ url: 'string', name: 'string' });

/** What expressions outside may know of a block. */
export function blockShape(): Shape {
  const rows = { type: 'array', [ROWS_KEYWORD]: true };
  return objectShape({ total: 'number', succeeded: 'number', failed: 'number', rows });
}

/** Reads a `for_each` block with its own steps. `siblings` are the ids of the list that it stands in. */
export function readBlock(draft: Draft, siblings: readonly string[], scope: StepScope): BlockStep {
  const { id, fields } = draft;
  const { findings, shapes } = scope;
  fields.only(BLOCK_KEYS, { what: 'A for_each step' }).require(['steps'], `The step '${id}'`);
  const used = new Set<string>();
  const around = { shapes, findings, used };
  const each = Fields.of(fields.entry('for_each')!.value, "'for_each'", findings);
  each?.only(EACH_KEYS, { what: "'for_each'" });
  const as = readAs(each, shapes.has.bind(shapes), findings);
  const source = readSource(each, (name) => compileTemplate(each!.entry(name)!.value, around), findings);
  const itemShapes = new Map(shapes).set(as, 'files' in source ? FILE_SHAPE : 'urls' in source ? URL_SHAPE : {});
  const inside = { ...scope, shapes: itemShapes, outer: used };
  const steps = readInner(fields, [...shapes.keys(), as], inside);
  const withSteps = new Map([...itemShapes, ...steps.shapes]);
  const key = each?.entry('key');
  const collect = fields.entry('collect');
  const condition = fields.entry('if');
  return {
    kind: 'block',
    id,
    source,
    as,
    key: key && compileTemplate(key.value, { ...around, shapes: itemShapes }),
    concurrency: each?.integer('concurrency', 1, 256),
    tolerate: each && readTolerance(each, findings),
    steps: steps.ordered,
    collect: collect && compileTemplate(collect.value, { ...around, shapes: withSteps }),
    condition: condition && compileCondition(condition.value, around),
    after: readAfter(fields, used, siblings, findings),
    onError: fields.oneOf('on_error', ['fail', 'continue']) ?? 'fail',
    looksInto: lookedInto(used),
  };
}

function readAs(each: Fields | undefined, taken: (name: string) => boolean, findings: Diagnostics): string {
  const as = each?.text('as') ?? 'item';
  const at = each?.entry('as')?.value.at ?? 0;
  if (!NAME.test(as)) findings.add(at, `'${as}' is no name: letters, digits and _ only.`);
  else if (taken(as) || (as !== 'item' && RESERVED.includes(as))) findings.add(at, `The name '${as}' is taken already.`);
  return as;
}

function readSource(each: Fields | undefined, compile: (name: string) => Template, findings: Diagnostics): Source {
  const given = SOURCES.filter((name) => each?.has(name));
  if (each && given.length !== 1) {
    const count = given.length === 0 ? 'none is' : `${given.length} are`;
    findings.add(each.at, `'for_each' needs exactly one of ${SOURCES.join(', ')}; ${count} given.`);
  }
  const [kind = 'items'] = given;
  const nothing: Template = { kind: 'constant', value: [] };
  const template = given.length > 0 ? compile(kind) : nothing;
  const delimiter = each?.has('delimiter') ? readDelimiter(each, kind, findings) : ',';
  const at = each?.entry(kind)?.value.at ?? 0;
  if (kind === 'csv' || kind === 'jsonl') {
    if (template.kind === 'constant' && typeof template.value !== 'string')
      findings.add(at, `'${kind}' must be the path of a file.`);
    return kind === 'csv' ? { csv: template, delimiter } : { jsonl: template };
  }
  if (kind === 'items' && template.kind === 'constant' && !Array.isArray(template.value)) {
    findings.add(at, "'items' must be a list, or an expression that gives one.");
  }
  return kind === 'items' ? { items: template } : kind === 'urls' ? { urls: template } : { files: template };
}

function readDelimiter(each: Fields, kind: string, findings: Diagnostics): string {
  const entry = each.entry('delimiter')!;
  if (kind !== 'csv') findings.add(entry.at, "'delimiter' is for csv.");
  const value = entry.value.kind === 'scalar' ? entry.value.value : undefined;
  if (!DELIMITERS.includes(value as string))
    findings.add(entry.value.at, '\'delimiter\' must be one of ",", ";", "|" and "\\t".');
  return String(value);
}

interface Inner {
  ordered: CallStep[];
  shapes: [string, Shape][];
}

function readInner(fields: Fields, taken: readonly string[], scope: StepScope): Inner {
  const entry = fields.entry('steps');
  if (!entry) return { ordered: [], shapes: [] };
  const drafts = readDrafts(entry.value, entry.at, taken, scope.findings);
  const ids = drafts.map((draft) => draft.id);
  const shapes = drafts.map((draft): [string, Shape] => [draft.id, outcomeShape(draft, scope.catalogue)]);
  const inside = { ...scope, shapes: new Map([...scope.shapes, ...shapes]) };
  const steps = drafts.flatMap((draft) => {
    if (!draft.fields.has('for_each')) return readCall(draft, ids, inside);
    scope.findings.add(
      draft.fields.entry('for_each')!.at,
      "A for_each has no for_each inside. Let this block 'collect' the inner items, and walk them in a block of its own: items: ${{ <this block>.rows }}.",
    );
    return [];
  });
  const placeOf = ({ id }: CallStep) => drafts.find((draft) => draft.id === id)!.idAt;
  return { ordered: inOrder(steps, placeOf, scope.findings), shapes };
}

function readTolerance(each: Fields, findings: Diagnostics): Tolerance | undefined {
  const entry = each.entry('tolerate');
  if (!entry) return undefined;
  const value = entry.value.kind === 'scalar' ? entry.value.value : undefined;
  if (Number.isInteger(value) && Number(value) >= 0) return { count: Number(value) };
  const share = typeof value === 'string' ? /^(\d{1,3}(?:\.\d+)?)\s*%$/.exec(value) : null;
  if (share && Number(share[1]) <= 100) return { percent: Number(share[1]) };
  findings.add(entry.value.at, "'tolerate' must be a count such as 5, or a share such as 2%.");
  return undefined;
}
