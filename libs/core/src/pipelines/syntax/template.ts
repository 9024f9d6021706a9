import { toJson } from '../../kernel';
import { compileExpression, ExpressionError, type ParsedExpression, type EvaluationContext } from '../../expressions';
import type { DocNode, ScalarNode } from './document';
import type { Diagnostics } from './diagnostics';
import { splitText, UnclosedExpressionError, type TemplatePart } from './interpolation';
import { keyBelow, located, type KeyPath } from './located';
import { ROWS_KEYWORD } from '../../inference/declaration';
import { NameCheck, rowsNamed, type NameSchemas } from './value-schema';

/** A value of the pipeline with its `${{ }}` compiled. */
export type Template =
  | { kind: 'constant'; value: unknown }
  /** Its mistake was reported, and its value is unknown. */
  | { kind: 'broken' }
  | { kind: 'expression'; expression: ParsedExpression; shape: string | undefined }
  /** The rows of a step, passed on as a whole. */
  | { kind: 'rows'; step: string; field: string }
  | { kind: 'text'; parts: (string | ParsedExpression)[] }
  | { kind: 'map'; entries: [string, Template][] }
  | { kind: 'list'; items: Template[] };

/** Rows of a step that are not a list in memory but in a block or a file. See `RowSources`. */
export class RowsRef {
  constructor(
    readonly step: string,
    readonly field: string,
    readonly file?: string,
  ) {}
}

/** The property of a step's outcome that holds the files of its rows, by field. */
export const ROW_FILES = Symbol('row files');

function rowsIn(scope: EvaluationContext, step: string, field: string): unknown {
  const outcome = scope[step] as (Record<string, unknown> & { [ROW_FILES]?: Record<string, string> }) | null | undefined;
  const file = outcome?.[ROW_FILES]?.[field];
  if (file === undefined && Array.isArray(outcome?.[field])) return outcome[field];
  return new RowsRef(step, field, file);
}

const SECRET_REFERENCE = /^\s*secrets\.(\w+)\s*$/;
/** A value computed from a secret could not be recognized and redacted in results. */
const SECRET_ALONE =
  "A secret must stand alone in '${{ }}', such as 'Bearer ${{ secrets.TOKEN }}': an expression may not compute with it.";

/** What a template may refer to, and where to report its mistakes and references. */
export interface TemplateContext {
  schemas: NameSchemas;
  diagnostics: Diagnostics;
  /** Collects the names that the template refers to. */
  used: Set<string>;
  /** Receives the name of each secret that the template refers to. */
  onSecret?: (name: string) => void;
  /** The context for the value of a map's key, where it differs. */
  inside?: (key: string) => TemplateContext;
  /** Where the value is, for the errors of a run. */
  place?: KeyPath;
}

/** Compiles a value and reports its mistakes. */
export function compileTemplate(node: DocNode, context: TemplateContext): Template {
  if (node.kind === 'list') {
    const items = node.items.map((item, index) => compileTemplate(item, { ...context, place: keyBelow(context.place, index) }));
    return items.every(isConstant) ? constant(items.map((item) => item.value)) : { kind: 'list', items };
  }
  if (node.kind === 'map') {
    const entries = node.entries.map(({ key, value }): [string, Template] => {
      return [key, compileTemplate(value, { ...(context.inside?.(key) ?? context), place: keyBelow(context.place, key) })];
    });
    const fixed = entries.flatMap(([key, value]) => (isConstant(value) ? [[key, value.value] as const] : []));
    return fixed.length === entries.length ? constant(Object.fromEntries(fixed)) : { kind: 'map', entries };
  }
  return typeof node.value === 'string' ? compileText(node, node.value, context) : constant(node.value);
}

/** Compiles bare CEL, as in `if`. */
export function compileCondition(node: DocNode, context: TemplateContext): ParsedExpression | undefined {
  if (node.kind !== 'scalar' || typeof node.value === 'number' || node.value === null) {
    context.diagnostics.add(node.at, "'if' takes an expression, such as: inputs.folder != ''");
    return undefined;
  }
  const source = String(node.value);
  if (source.includes('${{')) {
    context.diagnostics.add(node.at, "'if' takes the bare expression: leave out '${{' and '}}'.");
    return undefined;
  }
  const { expression } = compileAt({ expression: source, at: 0 }, node, context) ?? {};
  if (expression && !['bool', 'dyn'].includes(expression.type)) {
    context.diagnostics.add(node.at, `'if' needs true or false, but this gives ${expression.type}.`);
  }
  return expression;
}

/** @throws ExpressionError for values that do not fit the expression. */
export function evaluateTemplate(template: Template, scope: EvaluationContext): unknown {
  switch (template.kind) {
    case 'constant':
      return template.value;
    case 'broken':
      return null;
    case 'expression':
      return template.expression.evaluate(scope);
    case 'rows':
      return rowsIn(scope, template.step, template.field);
    case 'text':
      return template.parts.map((part) => (typeof part === 'string' ? part : asText(part.evaluate(scope)))).join('');
    case 'map':
      return Object.fromEntries(template.entries.map(([key, value]) => [key, evaluateTemplate(value, scope)]));
    case 'list':
      return template.items.map((item) => evaluateTemplate(item, scope));
  }
}

/**
 * Like `evaluateTemplate`, but gives others a turn between expressions: each may take 40 milliseconds.
 * @param turn see `ThreadTurns.pass`.
 * @throws ExpressionError.
 */
export async function evaluateInTurns(
  template: Template,
  scope: EvaluationContext,
  turn: () => Promise<void> | undefined,
): Promise<unknown> {
  if (!isCompound(template) || countExpressions(template) < 2) return evaluateTemplate(template, scope);
  const found: unknown[] = [];
  for (const part of partsOf(template)) {
    found.push(isCompound(part) ? await evaluateInTurns(part, scope, turn) : evaluateTemplate(part, scope));
    const pause = turn();
    if (pause) await pause;
  }
  if (template.kind === 'list') return found;
  if (template.kind === 'map') return Object.fromEntries(template.entries.map(([key], index) => [key, found[index]]));
  return found.map(asText).join('');
}

function countExpressions(template: Template): number {
  switch (template.kind) {
    case 'expression':
      return 1;
    case 'text':
      return template.parts.filter((part) => typeof part !== 'string').length;
    case 'map':
      return template.entries.reduce((sum, [, value]) => sum + countExpressions(value), 0);
    case 'list':
      return template.items.reduce((sum, item) => sum + countExpressions(item), 0);
    default:
      return 0;
  }
}

type Compound = Extract<Template, { kind: 'map' | 'list' | 'text' }>;

const isCompound = (template: Template): template is Compound => ['map', 'list', 'text'].includes(template.kind);

function partsOf(template: Compound): Template[] {
  if (template.kind === 'list') return template.items;
  if (template.kind === 'map') return template.entries.map(([, value]) => value);
  return template.parts.map((part) =>
    typeof part === 'string' ? constant(part) : { kind: 'expression', expression: part, shape: undefined },
  );
}

function compileText(node: ScalarNode, text: string, context: TemplateContext): Template {
  let pieces: TemplatePart[];
  try {
    pieces = splitText(text);
  } catch (error) {
    if (!(error instanceof UnclosedExpressionError)) throw error;
    context.diagnostics.add(offsetIn(node, error.offset), error.message);
    return { kind: 'broken' };
  }
  if (pieces.every((piece) => 'literal' in piece)) return constant(text);
  const parts = pieces.map((piece) => ('literal' in piece ? piece.literal : compileAt(piece, node, context)));
  const [first] = parts;
  if (parts.length === 1 && first && typeof first === 'object') return asTemplate(first, context);
  if (parts.includes(undefined)) return { kind: 'broken' };
  return { kind: 'text', parts: parts.flatMap((part) => (typeof part === 'object' ? part.expression : (part ?? []))) };
}

/** Passing rows on as a whole does not inspect them. */
function asTemplate({ expression, shape, rows }: Compiled, context: TemplateContext): Template {
  if (!rows) return { kind: 'expression', expression, shape };
  context.used.delete(`${rows.step}.${rows.field}`);
  return { kind: 'rows', ...rows };
}

interface Compiled {
  expression: ParsedExpression;
  /** The rows that the expression names, if it is nothing else. */
  rows: { step: string; field: string } | undefined;
  /** The JSON Schema type of the result, if it is known. */
  shape: string | undefined;
}

function compileAt(piece: { expression: string; at: number }, node: ScalarNode, context: TemplateContext): Compiled | undefined {
  try {
    const at = context.diagnostics.describe(offsetIn(node, piece.at));
    const expression = located(compileExpression(piece.expression), at, context.place);
    const check = new NameCheck();
    const { schema } = check.visit(expression.ast, context.schemas);
    for (const name of check.names) context.used.add(name);
    const secret = SECRET_REFERENCE.exec(piece.expression)?.[1];
    if (secret !== undefined) context.onSecret?.(secret);
    else if (check.names.has('secrets') && context.schemas.has('secrets')) context.diagnostics.add(node.at, SECRET_ALONE);
    const rows = schema?.[ROWS_KEYWORD] === true ? rowsNamed(expression.ast) : undefined;
    return { expression, rows, shape: typeof schema?.type === 'string' ? schema.type : undefined };
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    context.diagnostics.add(offsetIn(node, piece.at + error.offset), error.message);
    return undefined;
  }
}

/** The offset in the source. It is exact if the source holds the text unchanged; otherwise it is the start of the value. */
function offsetIn(node: ScalarNode, offset: number): number {
  return node.textAt === undefined ? node.at : node.textAt + offset;
}

function constant(value: unknown): Template {
  return { kind: 'constant', value };
}

function isConstant(template: Template): template is { kind: 'constant'; value: unknown } {
  return template.kind === 'constant';
}

function asText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : toJson(value);
}
