import { compileExpression, type Expression, ExpressionError, NameCheck, PerceptError } from '@percept/core';

/** In CEL `type` is a name of the language. Ours is as long, so that the places of mistakes stay right. */
const TYPE = 't_pe';
const TYPE_OR_TEXT = /'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|(?<![.\w])type(?!\w|\s*\()/g;
const NAMES = new Map([
  [TYPE, {}],
  ['data', {}],
]);
const MAX_CACHED = 200;
/** Values that the loops of a filter may visit: about ten milliseconds, in which nothing else happens. */
const MAX_WORK = 40_000;

/** Compiling takes longer than evaluating, and every event asks. */
const compiled = new Map<string, Expression>();

/**
 * A CEL expression over an event's `type` and `data` that says whether the endpoint wants it.
 * @throws INVALID_REQUEST for `filter`, with the place and the reason.
 */
export function checkFilter(source: string): string {
  try {
    const { ast, type } = expressionOf(source);
    new NameCheck().visit(ast, NAMES);
    if (type !== 'bool' && type !== 'dyn') throw new ExpressionError(`It gives ${type}, and must say true or false.`, 0);
    return source;
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    throw PerceptError.invalid('filter', `At character ${error.offset + 1}: ${error.message.replaceAll(TYPE, 'type')}`);
  }
}

/** An expression that does not fit the event (a field that this one does not have), or that does too much work, does not want it. */
export function passesFilter(source: string | null, { type, data }: { type: string; data: Record<string, unknown> }): boolean {
  if (source === null) return true;
  try {
    return expressionOf(source).evaluate({ [TYPE]: type, data }, MAX_WORK) === true;
  } catch (error) {
    if (error instanceof ExpressionError) return false;
    throw error;
  }
}

function expressionOf(source: string): Expression {
  const known = compiled.get(source);
  if (known) return known;
  const made = compileExpression(source.replace(TYPE_OR_TEXT, (found) => (found === 'type' ? TYPE : found)));
  if (compiled.size >= MAX_CACHED) compiled.clear();
  compiled.set(source, made);
  return made;
}
