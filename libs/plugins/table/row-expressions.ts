import { PerceptError, type Row } from '@percept/sdk';
import { compile, ExpressionError } from '@percept/sdk/expressions';

/** The names that an expression of a row may use. */
export const ROW_NAMES = ['row', 'index', 'values'] as const;

const MAX_SHOWN = 200;

/** A function of a row and its position. @throws PerceptError INVALID_REQUEST naming the row, the parameter and the expression. */
type RowExpression = (row: Row, index: number) => unknown;

/** @param parameter the parameter that holds the expression, such as `columns.total`. @throws PerceptError INVALID_REQUEST. */
export function rowExpression(source: unknown, parameter: string, values: Record<string, unknown> = {}): RowExpression {
  if (typeof source !== 'string') throw PerceptError.invalid(parameter, 'must be an expression, such as: row.amount * 2');
  const expression = explained(parameter, source, () => compile(source));
  return (row, index) => explained(parameter, source, () => expression.evaluate({ row, index, values }), index);
}

function explained<T>(parameter: string, source: string, work: () => T, index?: number): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    const place = index === undefined ? '' : `rows[${index}]: `;
    const shown = source.length > MAX_SHOWN ? `${source.slice(0, MAX_SHOWN)}…` : source;
    throw PerceptError.invalid(parameter, `${place}${error.message} The expression is: ${shown}`);
  }
}
