import { toJson } from '@percept/sdk';
import Table from 'cli-table3';
import { styleText } from 'node:util';

/** Answers go to standard output; messages for a human reader go to standard error. */
export function printJson(value: unknown): void {
  process.stdout.write(`${toJson(value, process.stdout.isTTY ? 2 : undefined)}\n`);
}

const NO_LINES = Object.fromEntries(
  ['top', 'bottom', 'left', 'right', 'mid']
    .flatMap((side) => [side, `${side}-mid`, `${side}-left`, `${side}-right`])
    .map((name) => [name, '']),
);

export function printTable(header: string[], rows: string[][]): void {
  const table = new Table({
    head: header,
    chars: { ...NO_LINES, middle: '  ' },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  });
  table.push(...rows);
  process.stdout.write(`${table.toString().replace(/ +$/gm, '')}\n`);
}

/** In colour on a terminal, unless NO_COLOR forbids it. */
export const paint = (color: 'green' | 'yellow' | 'red', text: string): string =>
  process.stdout.isTTY && process.stdout.hasColors() ? styleText(color, text) : text;

const plurals = new Intl.PluralRules('en');

/** `1 row`, `2 rows`. */
export const several = (count: number, what: string): string => `${count} ${what}${plurals.select(count) === 'one' ? '' : 's'}`;
