import { Environment, type ASTNode, type ParseResult } from '@marcbachmann/cel-js';

/** Values by name that an expression may refer to. Objects without a prototype are the safest. */
export type Scope = Record<string, unknown>;

/** A mistake in an expression; the offset counts from the expression's first character. */
export class ExpressionError extends Error {
  constructor(
    message: string,
    readonly offset: number,
  ) {
    super(message);
    this.name = 'ExpressionError';
  }
}

/** A node of a parsed expression. Names and arguments follow the library: see `children`. */
export type Ast = ASTNode;

export interface Expression {
  readonly source: string;
  readonly ast: Ast;
  /** CEL's word for the result's type: `string`, `bool`, `list`, … or `dyn` where it is known only at run time. */
  readonly type: string;
  /** @throws ExpressionError where the values do not fit: a missing key, a wrong type, an index out of range. */
  evaluate(scope: Scope): unknown;
}

const MAX_LENGTH = 2_000;
/** Each level multiplies the work by the length of a list. */
const MAX_NESTED_LOOPS = 2;
const LOOPS = ['map', 'filter', 'all', 'exists', 'exists_one'];
const MAX_RESULT_DEPTH = 64;

const ARITHMETIC: Record<string, (a: number, b: number) => number> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
};

/** JSON has one kind of number, CEL two: without these `photo.size + 1` would fail. */
function withMixedNumbers(environment: Environment): Environment {
  for (const [operator, compute] of Object.entries(ARITHMETIC)) {
    const mixed = (a: number | bigint, b: number | bigint) => compute(Number(a), Number(b));
    environment.registerOperator(`int ${operator} double`, mixed);
    environment.registerOperator(`double ${operator} int`, mixed);
    if (operator === '%') environment.registerOperator('double % double', mixed);
  }
  return environment;
}

const environment = withMixedNumbers(
  new Environment({
    unlistedVariablesAreDyn: true,
    homogeneousAggregateLiterals: false,
    limits: { maxAstNodes: 500, maxDepth: 40, maxListElements: 100, maxMapEntries: 100, maxCallArguments: 8 },
  }),
);

/** @throws ExpressionError for a mistake in syntax, type or size. Names are checked by `checkNames`. */
export function compileExpression(source: string): Expression {
  if (source.trim() === '') throw new ExpressionError('The expression is empty.', 0);
  if (source.length > MAX_LENGTH) throw new ExpressionError(`The expression is longer than ${MAX_LENGTH} characters.`, 0);
  const parsed = guarded(() => environment.parse(source));
  refuseCostly(parsed.ast, 0);
  const checked = guarded(() => parsed.check());
  if (!checked.valid) throw asExpressionError(checked.error);
  const type = String(checked.type ?? 'dyn');
  return { source, ast: parsed.ast, type, evaluate: (scope) => guarded(() => plain(run(parsed, scope), 0)) };
}

function run(parsed: ParseResult, scope: Scope): unknown {
  return parsed(scope);
}

/** Whatever the library throws, recursion that overflows included, is a mistake of the expression. */
function guarded<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw asExpressionError(error);
  }
}

function asExpressionError(error: unknown): ExpressionError {
  if (error instanceof ExpressionError) return error;
  if (error instanceof RangeError) return new ExpressionError('The expression is nested too deeply.', 0);
  const { summary, message, range } = error as { summary?: string; message: string; range?: { start: number } };
  return new ExpressionError(sentence(summary ?? message), range?.start ?? 0);
}

function sentence(text: string): string {
  const whole = text.charAt(0).toUpperCase() + text.slice(1);
  return whole.endsWith('.') ? whole : `${whole}.`;
}

function refuseCostly(ast: Ast, loops: number): void {
  const called = (ast.op === 'rcall' || ast.op === 'call') && (ast.args as unknown as [string])[0];
  if (called === 'matches') {
    const reason =
      "'matches' is not available: its regular expressions can run for minutes. Use contains, startsWith, endsWith or indexOf.";
    throw new ExpressionError(reason, ast.start);
  }
  const inside = called && ast.op === 'rcall' && LOOPS.includes(called) ? loops + 1 : loops;
  if (inside > MAX_NESTED_LOOPS) {
    throw new ExpressionError(`More than ${MAX_NESTED_LOOPS} loops (${LOOPS.join(', ')}) inside each other.`, ast.start);
  }
  for (const child of children(ast)) refuseCostly(child, inside);
}

/** The nodes directly below a node, in the order of the text. */
export function children(ast: Ast): Ast[] {
  const nodes: Ast[] = [];
  const gather = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(gather);
    else if (isNode(value)) nodes.push(value);
  };
  gather(ast.args);
  return nodes;
}

function isNode(value: unknown): value is Ast {
  return typeof value === 'object' && value !== null && 'op' in value && 'args' in value && 'start' in value;
}

/** CEL's values as JSON knows them: whole numbers as numbers, times and durations as text. */
function plain(value: unknown, depth: number): unknown {
  if (depth > MAX_RESULT_DEPTH) throw new ExpressionError('The result is nested too deeply.', 0);
  if (typeof value === 'bigint') {
    const number = Number(value);
    if (!Number.isSafeInteger(number)) throw new ExpressionError(`${value} is too large for a number.`, 0);
    return number;
  }
  if (typeof value === 'number' && !Number.isFinite(value)) throw new ExpressionError('The result is not a finite number.', 0);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => plain(each, depth + 1));
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Map) return plain(Object.fromEntries(value), depth);
  if (isRecord(value)) return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each, depth + 1)]));
  const inner: unknown = value.valueOf();
  if (typeof inner === 'bigint') return plain(inner, depth + 1);
  if (value.constructor?.name === 'Duration') return (value as { toString(): string }).toString();
  throw new ExpressionError('The result is neither text, number, truth value, list nor map.', 0);
}

function isRecord(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
