// `@percept/sdk/expressions`: CEL, for capabilities whose callers compute with their rows.
import { compileExpression, ExpressionError, type ParsedExpression as Compiled } from '../../expressions';

/** An expression that is compiled once and evaluated for many values. */
export interface Expression {
  /** The text that was compiled. */
  readonly source: string;
  /**
   * Computes the value, as JSON.
   * @param scope the values that the expression may refer to, by name.
   * @throws ExpressionError for values that do not fit: a missing key, a wrong type; and for more than 400,000 visited values.
   */
  evaluate(scope: Record<string, unknown>): unknown;
}

/** Compiles CEL. @throws ExpressionError for a mistake in syntax, type or size, with its place. */
export function compile(source: string): Expression {
  const compiled: Compiled = compileExpression(source);
  return { source, evaluate: (scope) => compiled.evaluate(scope) };
}

export { ExpressionError };
