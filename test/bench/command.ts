import { parseArgs } from 'node:util';
import { printReport, writeJson, type Report } from './report';

export interface MeasureOptions {
  /** A short form that shows only that the measurement still works. */
  quick: boolean;
  /** Folder to measure on, where the caller names one. */
  data?: string;
  /** Progress for the reader. */
  say: (line: string) => void;
}

export interface Measurement {
  name: string;
  summary: string;
  measure(options: MeasureOptions): Promise<Report>;
}

export interface Output {
  out: (text: string) => void;
  err: (text: string) => void;
}

const OPTIONS = {
  json: { type: 'string' },
  data: { type: 'string' },
  quick: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

function usage(command: string, known: readonly Measurement[]): string {
  const width = Math.max(...known.map(({ name }) => name.length), 3);
  const names = [...known, { name: 'all', summary: 'All of them, one after the other.' }];
  return [
    `Usage: npm run ${command} -- NAME [--data FOLDER] [--json FILE] [--quick]`,
    '',
    ...names.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    '  --data FOLDER  pictures to measure on, where the measurement takes some',
    '  --json FILE    also writes {"name", "ratios", "figures"} to FILE',
    '  --quick        a short run: shows that it works, not how fast it is',
    '',
  ].join('\n');
}

/**
 * `bench` and `eval`: runs the measurements that the arguments name and prints what they found. Asserts nothing.
 * @returns the exit code: 0 measured, 1 a measurement broke, 2 wrong usage.
 */
export async function runCommand(
  command: string,
  args: string[],
  { known, out, err }: { known: readonly Measurement[] } & Output,
): Promise<number> {
  let parsed;
  try {
    parsed = parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    err(`${(error as Error).message}\n\n${usage(command, known)}`);
    return 2;
  }
  const { values, positionals } = parsed;
  if (values.help) {
    out(usage(command, known));
    return 0;
  }
  const chosen = positionals[0] === 'all' ? known : known.filter(({ name }) => name === positionals[0]);
  if (positionals.length !== 1 || chosen.length === 0) {
    err(
      `${positionals.length === 1 ? `'${positionals[0]}' is no ${command}.` : 'Name one of these.'}\n\n${usage(command, known)}`,
    );
    return 2;
  }
  const reports: Report[] = [];
  try {
    for (const each of chosen) {
      const report = await each.measure({ quick: values.quick, data: values.data, say: (line) => err(`${line}\n`) });
      printReport(report, out);
      reports.push(report);
    }
  } catch (error) {
    err(`${(error as Error).stack}\n`);
    return 1;
  }
  if (values.json) writeJson(values.json, reports);
  return 0;
}
