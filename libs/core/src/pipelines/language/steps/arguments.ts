import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { compileExpression, ExpressionError } from '../../../expressions';
import { suggest } from '../../../kernel';
import { EXPRESSION_KEYWORD } from '../../../inference/declaration';
import type { KnownCapability } from '../catalogue';
import type { DocNode } from '../../syntax/document';
import type { Diagnostics } from '../../syntax/diagnostics';
import { NameCheck, type PropertySchema } from '../../syntax/value-schema';
import type { Template } from '../../syntax/template';

// The schemas are made from classes. Checking them against the JSON Schema meta-schema would compile that at each start.
const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false, validateSchema: false, logger: false });
const compiled = new WeakMap<PropertySchema, ValidateFunction>();

/** The JSON types that values of these CEL types can become. */
const JSON_TYPES: Record<string, string[]> = {
  string: ['string'],
  bool: ['boolean'],
  int: ['integer', 'number'],
  uint: ['integer', 'number'],
  double: ['integer', 'number'],
  list: ['array'],
  map: ['object'],
};

/** A placeholder for a value that is known only when the step runs. */
const LATER = '\u0000later';

/** Checks the parameters of a step against the capability's schema, as far as their values are known before the run. */
export function checkArguments(node: DocNode, template: Template, capability: KnownCapability, diagnostics: Diagnostics): void {
  if (node.kind !== 'map') {
    diagnostics.add(node.at, "'with' must be a map of the capability's parameters.");
    return;
  }
  const known = Object.keys(capability.input.properties ?? {});
  const given = node.entries.filter(({ key, at }) => {
    if (known.includes(key)) return true;
    const hint = suggest(key, known) || ` Known: ${known.join(', ')}.`;
    diagnostics.add(at, `${capability.id} has no parameter '${key}'.${hint}`);
    return false;
  });
  checkAlternatives(
    node.at,
    given.filter(({ value }) => value.kind !== 'scalar' || value.value !== null).map(({ key }) => key),
    capability,
    diagnostics,
  );
  if (template.kind !== 'map' && template.kind !== 'constant') return;
  const laters: Later[] = [];
  // Null counts as absent.
  const parameters = Object.entries(sample(template, '', laters) as object) as [string, unknown][];
  const value = Object.fromEntries(parameters.filter(([, each]) => each !== null));
  const check = validator(capability.input);
  if (!check(value)) for (const error of check.errors ?? []) report(error, node, laters, { capability, diagnostics });
  checkExpressions(value, node, capability, diagnostics);
  for (const later of laters) checkType(later, node, capability, diagnostics);
}

function checkAlternatives(at: number, given: string[], capability: KnownCapability, diagnostics: Diagnostics): void {
  const alternatives = (capability.input.oneOf ?? []).flatMap(({ required }) => required ?? []);
  const named = alternatives.filter((field) => given.includes(field));
  if (alternatives.length === 0 || named.length === 1) return;
  const fields = alternatives.join(', ');
  diagnostics.add(
    at,
    `${capability.id} takes exactly one of ${fields}; ${named.length === 0 ? 'none is' : `${named.length} are`} given.`,
  );
}

function validator(schema: PropertySchema): ValidateFunction {
  let check = compiled.get(schema);
  if (!check) compiled.set(schema, (check = ajv.compile({ ...schema, oneOf: undefined, additionalProperties: undefined })));
  return check;
}

/** Checks CEL in the parameters that take it, as far as it is known: see `CelExpression`. */

function checkExpressions(
  value: Record<string, unknown>,
  node: DocNode,
  capability: KnownCapability,
  diagnostics: Diagnostics,
): void {
  for (const [name, schema] of Object.entries(capability.input.properties ?? {})) {
    const known = schema[EXPRESSION_KEYWORD] as string[] | undefined;
    const given = value[name];
    if (!known || given === undefined) continue;
    const sources = typeof given === 'object' && given !== null ? Object.entries(given) : [['', given] as const];
    for (const [key, source] of sources) {
      if (typeof source !== 'string' || source === LATER) continue;
      const reason = mistakeIn(source, known);
      if (!reason) continue;
      const path = key === '' ? `/${name}` : `/${name}/${escape(key)}`;
      diagnostics.add(
        nodeAt(node, path).at,
        `The expression of '${key === '' ? name : `${name}.${key}`}' is not right: ${reason}`,
      );
    }
  }
}

function mistakeIn(source: string, known: readonly string[]): string | undefined {
  try {
    new NameCheck().visit(compileExpression(source).ast, new Map(known.map((name) => [name, {}])));
    return undefined;
  } catch (error) {
    if (error instanceof ExpressionError) return error.message;
    throw error;
  }
}

interface Later {
  /** JSON pointer. */
  path: string;
  /** The JSON types that the value can have; undefined: any. */
  types: string[] | undefined;
}

function sample(template: Template, path: string, laters: Later[]): unknown {
  switch (template.kind) {
    case 'constant':
      return template.value;
    case 'map':
      return Object.fromEntries(template.entries.map(([key, value]) => [key, sample(value, `${path}/${escape(key)}`, laters)]));
    case 'list':
      return template.items.map((item, index) => sample(item, `${path}/${index}`, laters));
    case 'broken':
      laters.push({ path, types: undefined });
      return LATER;
    case 'rows':
      laters.push({ path, types: ['array'] });
      return LATER;
    case 'text':
      laters.push({ path, types: ['string'] });
      return LATER;
    case 'expression':
      laters.push({ path, types: typesOf(template) });
      return LATER;
  }
}

function typesOf({ shape, expression }: Extract<Template, { kind: 'expression' }>): string[] | undefined {
  if (shape) return shape === 'integer' || shape === 'number' ? ['integer', 'number'] : [shape];
  return JSON_TYPES[expression.type.replace(/<.*/, '')];
}

interface Against {
  capability: KnownCapability;
  diagnostics: Diagnostics;
}

function report(error: ErrorObject, node: DocNode, laters: Later[], { capability, diagnostics }: Against): void {
  if (laters.some(({ path }) => error.instancePath === path || (path.startsWith(`${error.instancePath}/`) && error.instancePath)))
    return;
  const field = error.instancePath
    .slice(1)
    .replace(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.');
  if (error.keyword === 'required') {
    const missing = (error.params as { missingProperty: string }).missingProperty;
    diagnostics.add(node.at, `${capability.id} needs the parameter '${field ? `${field}.` : ''}${missing}'.`);
    return;
  }
  if (error.keyword === 'additionalProperties') {
    const extra = (error.params as { additionalProperty: string }).additionalProperty;
    diagnostics.add(nodeAt(node, error.instancePath).at, `The parameter '${field}' of ${capability.id} has no '${extra}'.`);
    return;
  }
  const allowed = (error.params as { allowedValues?: unknown[] }).allowedValues;
  const rule = allowed ? `must be one of ${allowed.join(', ')}` : error.message;
  diagnostics.add(nodeAt(node, error.instancePath).at, `The parameter '${field}' of ${capability.id} ${rule}.`);
}

function checkType(later: Later, node: DocNode, capability: KnownCapability, diagnostics: Diagnostics): void {
  const [name, ...deeper] = later.path.slice(1).split('/');
  const wanted = deeper.length === 0 ? capability.input.properties?.[unescape(name!)]?.type : undefined;
  if (!wanted || !later.types) return;
  const accepted = Array.isArray(wanted) ? wanted : [wanted];
  if (later.types.some((type) => accepted.includes(type))) return;
  const reason = `The parameter '${unescape(name!)}' of ${capability.id} must be ${accepted.join(' or ')}, but this gives ${later.types[0]}.`;
  diagnostics.add(nodeAt(node, later.path).at, reason);
}

/** The node that a JSON pointer refers to, or the last one on its path. */
function nodeAt(node: DocNode, path: string): DocNode {
  let at = node;
  for (const part of path.split('/').slice(1).map(unescape)) {
    const next =
      at.kind === 'map'
        ? at.entries.find(({ key }) => key === part)?.value
        : at.kind === 'list'
          ? at.items[Number(part)]
          : undefined;
    if (!next) return at;
    at = next;
  }
  return at;
}

const escape = (part: string) => part.replaceAll('~', '~0').replaceAll('/', '~1');
const unescape = (part: string) => part.replaceAll('~1', '/').replaceAll('~0', '~');
