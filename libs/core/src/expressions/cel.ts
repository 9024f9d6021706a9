import { Environment, type ASTNode, type ParseResult } from '@marcbachmann/cel-js';
import { ExpressionError, toSentence } from './error';
import { FUNCTIONS, isOurName, rename, withWrittenNames } from './functions';
import { pattern } from './patterns';
import { costOfBody, priced } from './prices';
import { allowWork, countedValue, checkWork, measureCost, MAX_WORK, spend } from './work';

/** The values that an expression may refer to, by name. Preferably an object without a prototype. */
export type EvaluationContext = Record<string, unknown>;

/** A node of a parsed expression, with the library's names and arguments: see `children`. */
export type Ast = ASTNode;

export interface ParsedExpression {
  readonly source: string;
  readonly ast: Ast;
  /** CEL's word for the result's type: `string`, `bool`, `list`, … or `dyn` if it is known only at run time. */
  readonly type: string;
  /**
   * @param maxWork how many values its loops may visit; default 400,000, which take about 40 milliseconds.
   * @throws ExpressionError for unsuitable values (a missing key, a wrong type, an index out of range), or for too much work.
   */
  evaluate(scope: EvaluationContext, maxWork?: number): unknown;
}

const MAX_LENGTH = 2_000;
/** Each level multiplies the work by the length of a list. Consecutive loops are not nested. */
const MAX_NESTED_LOOPS = 2;
const LOOPS = ['map', 'filter', 'all', 'exists', 'exists_one'];
const MAX_RESULT_DEPTH = 64;
const BOUNDED = 'bounded_';

const ARITHMETIC: Record<string, (a: number, b: number) => number> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
};
/** The same for integers, if one is too large for a number. Division is missing, because a quotient may be a fraction. */
const LARGE_ARITHMETIC: Record<string, (a: bigint, b: bigint) => bigint> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
};

/** JSON has one kind of number, CEL has two: without these operators `photo.size + 1` would fail. */
function withMixedNumbers(environment: Environment): Environment {
  for (const [operator, compute] of Object.entries(ARITHMETIC)) {
    const exact = LARGE_ARITHMETIC[operator];
    const mixed = (a: number | bigint, b: number | bigint): number | bigint =>
      exact && (isLarge(a) || isLarge(b)) && isWhole(a) && isWhole(b)
        ? exact(BigInt(a), BigInt(b))
        : compute(Number(a), Number(b));
    environment.registerOperator(`int ${operator} double`, mixed);
    environment.registerOperator(`double ${operator} int`, mixed);
    if (operator === '%') environment.registerOperator('double % double', mixed);
  }
  return environment;
}

const isLarge = (value: number | bigint): boolean => typeof value === 'bigint' && !Number.isSafeInteger(Number(value));
const isWhole = (value: number | bigint): boolean => typeof value === 'bigint' || Number.isSafeInteger(value);

const environment = withMixedNumbers(
  new Environment({
    unlistedVariablesAreDyn: true,
    homogeneousAggregateLiterals: false,
    limits: { maxAstNodes: 500, maxDepth: 40, maxListElements: 100, maxMapEntries: 100, maxCallArguments: 8 },
  }),
).registerFunction(`${BOUNDED}(dyn, int): dyn`, (value: unknown, cost: bigint) => countedValue(value, Number(cost)));
for (const { signature, handler } of FUNCTIONS) environment.registerFunction(signature, handler);

/** The signatures of all functions that the environment has, the library's included. */
export const signatures = (): string[] => environment.getDefinitions().functions.map(({ signature }) => signature);

/** @throws ExpressionError for a mistake in syntax or type, or an expression that is too large. `checkNames` checks the names. */
export function compileExpression(source: string): ParsedExpression {
  if (source.trim() === '') throw new ExpressionError('The expression is empty.', 0);
  if (source.length > MAX_LENGTH) throw new ExpressionError(`The expression is longer than ${MAX_LENGTH} characters.`, 0);
  const parsed = hinted(source, () => guarded(() => environment.parse(source)));
  guard(parsed.ast, 0);
  const checked = guarded(() => parsed.check());
  hinted(source, () => {
    if (!checked.valid) throw asExpressionError(checked.error);
  });
  countWork(parsed.ast);
  const type = String(checked.type ?? 'dyn');
  return { source, ast: parsed.ast, type, evaluate: (scope, maxWork) => guarded(() => run(parsed, scope, maxWork), scope) };
}

function run(parsed: ParseResult, scope: EvaluationContext, maxWork = MAX_WORK): unknown {
  allowWork(maxWork);
  const value: unknown = parsed(scope);
  checkWork();
  allowWork(MAX_WORK);
  return plain(value, 0);
}

/** Operators of other languages, with CEL's equivalents. */
const FOREIGN: Readonly<Record<string, string>> = {
  ...{ and: '&&', or: '||', not: '!', is: '==' },
  ...{ '&': '&&', '|': '||', '=': '==', '===': '==', '!==': '!=', '<>': '!=' },
};

/** Adds to an error at another language's operator which one to write instead. */
function hinted<T>(source: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    for (const { 0: operator, index } of source.matchAll(
      /(?<![.\w])(?:and|or|not|is)\b|[=!]==|<>|(?<!&)&(?!&)|(?<!\|)\|(?!\|)|(?<![=!<>])=(?!=)/gi,
    )) {
      const isHere = error.offset >= index && source.slice(index + operator.length, error.offset).trim() === '';
      if (isHere)
        throw new ExpressionError(`'${operator}' is not an operator: write '${FOREIGN[operator.toLowerCase()]}'.`, index);
    }
    throw error;
  }
}

/** Treats any error of the library, even a stack overflow, as a mistake in the expression. */
function guarded<T>(work: () => T, scope?: EvaluationContext): T {
  try {
    return work();
  } catch (error) {
    throw asExpressionError(error, scope);
  }
}

function asExpressionError(error: unknown, scope: EvaluationContext = {}): ExpressionError {
  if (error instanceof ExpressionError) return error;
  if (error instanceof RangeError) return new ExpressionError('The expression is nested too deeply.', 0);
  const { summary, message, range } = error as { summary?: string; message: string; range?: { start: number } };
  const reason = withWrittenNames(summary ?? message);
  return new ExpressionError(`${toSentence(reason)}${hintAt(reason, scope)}`, range?.start ?? 0);
}

/**
 * The field with the name of an unknown variable, such as `row.price`, or else the variables that there are; for an unknown key, one
 * that differs only in blanks and capitals, as names of columns do.
 */
function hintAt(reason: string, scope: EvaluationContext): string {
  const [, kind, name] = /^(unknown variable|no such key): (\w+)$/i.exec(reason) ?? [];
  if (name === undefined) return '';
  const owners = Object.entries(scope).filter(([, value]) => value instanceof Object);
  if (kind!.toLowerCase() === 'no such key') {
    const plain = (key: string) => key.trim().toLowerCase();
    const similar = owners.flatMap(([owner, value]) =>
      Object.keys(value as object)
        .filter((key) => plain(key) === plain(name))
        .map((key) => `${owner}[${JSON.stringify(key)}]`),
    );
    return similar.length > 0 ? ` Did you mean '${similar[0]}'?` : '';
  }
  const owner = owners.find(([, value]) => Object.hasOwn(value as object, name))?.[0];
  return owner === undefined ? ` Known: ${Object.keys(scope).join(', ')}.` : ` Did you mean '${owner}.${name}'?`;
}

/** Refuses loops that are nested too deeply, and replaces functions of the library by our bounded ones. */
function guard(ast: Ast, loops: number): void {
  const called = (ast.op === 'rcall' || ast.op === 'call') && (ast.args as unknown as [string])[0];
  if (called === BOUNDED || (called && isOurName(called)))
    throw new ExpressionError(`Nothing is called '${called}' here.`, ast.start);
  if (called === 'matches') checkPattern(ast);
  if (ast.op === '/' || ast.op === '%') checkDivisor(ast.args[1]);
  if (ast.op === 'rcall') rename(ast);
  const isLoop = called && ast.op === 'rcall' && LOOPS.includes(called);
  const inside = isLoop ? loops + 1 : loops;
  if (inside > MAX_NESTED_LOOPS) {
    throw new ExpressionError(`More than ${MAX_NESTED_LOOPS} loops (${LOOPS.join(', ')}) inside each other.`, ast.start);
  }
  for (const [index, child] of children(ast).entries()) guard(child, index === 0 ? loops : inside);
  if (isLoop) boundLoop(ast);
}

/** Checks a literal pattern, so that a bad one is refused before anything runs. */
function checkPattern(ast: Ast): void {
  const [, , [given]] = ast.args as unknown as [string, Ast, Ast[]];
  if (given?.op !== 'value' || typeof given.args !== 'string') return;
  try {
    pattern(given.args);
  } catch (error) {
    throw new ExpressionError((error as Error).message, given.start);
  }
}

/** Refuses a literal zero, because no item could succeed with it. */
function checkDivisor({ op, args, start }: Ast): void {
  if (op === 'value' && Number(args) === 0) throw new ExpressionError('Division by zero.', start);
}

/** Bounds the loop in the node that the library made from it while parsing, because that node is evaluated. */
function boundLoop(ast: Ast): void {
  const loop = (ast as unknown as { meta: { alternate?: { args: { iterable: Ast } } } }).meta.alternate?.args;
  if (!loop) return;
  const { ast: call } = environment.parse(`${BOUNDED}(x, ${costOfBody(countNodes(ast) - 1)})`);
  (call.args as unknown as [string, Ast[]])[1][0] = loop.iterable;
  loop.iterable = call;
}

const countNodes = (ast: Ast): number => children(ast).reduce((sum, child) => sum + countNodes(child), 1);

function countWork(ast: Ast): void {
  priced(ast);
  for (const child of children(ast)) countWork(child);
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

/** Converts a CEL value to JSON: integers become numbers where those are exact; times and durations become text. */
function plain(value: unknown, depth: number): unknown {
  if (depth > MAX_RESULT_DEPTH) throw new ExpressionError('The result is nested too deeply.', 0);
  spend(measureCost(value), 'The result is too large.');
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value;
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
  throw new ExpressionError('The result must be text, a number, true or false, a list or a map.', 0);
}

function isRecord(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
