import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { occasion, writeResult } from './page';
import { printReport, writeJson, type Report } from './report';

export interface MeasureOptions {
  /** A short form that shows only that the measurement still works. */
  quick: boolean;
  /** Folder to measure on, if the caller names one. */
  data?: string;
  /** `eval classify`: folder of an open mix. */
  open?: string;
  /** `eval intervals`: whether each set is judged by what was fitted to the others. */
  leaveOut?: boolean;
  /** Progress for the reader. */
  say: (line: string) => void;
}

export interface Measurement {
  name: string;
  summary: string;
  measure(options: MeasureOptions): Promise<Report>;
}

/** Thrown where what a measurement needs is not here. */
export class Skipped extends Error {}

/** The folder that a measurement reads. @throws Skipped */
export function folderOf(folder: string): string {
  if (!existsSync(folder)) throw new Skipped(`${folder} is not here; --data names another folder.`);
  return folder;
}

/** Where a command's figures are printed. */
export interface Output {
  /** The page that `--write` keeps. */
  page: string;
  /** The folder in which `--write` keeps every figure. */
  results: string;
  out: (text: string) => void;
  err: (text: string) => void;
}

const OPTIONS = {
  json: { type: 'string' },
  write: { type: 'boolean', default: false },
  data: { type: 'string' },
  open: { type: 'string' },
  'leave-out': { type: 'boolean', default: false },
  quick: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

function usage(command: string, known: readonly Measurement[]): string {
  const width = Math.max(...known.map(({ name }) => name.length), 3);
  const names = [...known, { name: 'all', summary: 'All of them, in sequence.' }];
  return [
    `Usage: npm run ${command} -- NAME [--data FOLDER] [--open FOLDER] [--leave-out] [--json FILE] [--write] [--quick]`,
    '',
    ...names.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    '  --data FOLDER  images to measure on, where the measurement takes some',
    '  --open FOLDER  eval classify: images of anything, with labels.jsonl; Caltech and scenes are judged',
    '  --leave-out    eval intervals: each set of M3 and M4 by intervals that were fitted to the others',
    '  --json FILE    also writes {"name", "ratios", "figures"} to FILE',
    '  --write        also writes every figure to lab/results, and the main ones into the page below docs/',
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
  { known, page, results, out, err }: { known: readonly Measurement[] } & Output,
): Promise<number> {
  // Peers run ONNX Runtime as we do: without telling its makers.
  process.env['ORT_DISABLE_TELEMETRY'] = '1';
  const say = (line: string) => err(`${line}\n`);
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
      `${positionals.length === 1 ? `'${positionals[0]}' is not a name for ${command}.` : 'Name one of these.'}\n\n${usage(command, known)}`,
    );
    return 2;
  }
  if (values.write && values.quick) {
    err('A quick run shows only that a measurement works: --write does without --quick.\n');
    return 2;
  }
  const write = values.write ? { command, page, results } : undefined;
  const { reports, broken } = await measureAll(chosen, {
    options: { quick: values.quick, data: values.data, open: values.open, leaveOut: values['leave-out'], say },
    out,
    write,
  });
  if (values.json && reports.length > 0) writeJson(values.json, reports);
  return broken ? 1 : 0;
}

/** One that breaks keeps none of the others from being measured and written. */
async function measureAll(
  chosen: readonly Measurement[],
  {
    options,
    out,
    write,
  }: { options: MeasureOptions; out: Output['out']; write?: { command: string } & Pick<Output, 'page' | 'results'> },
): Promise<{ reports: Report[]; broken: boolean }> {
  const reports: Report[] = [];
  let broken = false;
  for (const each of chosen) {
    try {
      const when = occasion();
      const report = await each.measure(options);
      printReport(report, out);
      reports.push(report);
      if (write && report.unfit) options.say(`${each.name} is not written: it was measured on ${report.unfit}.`);
      else if (write) writeResult(write.results, write.page, { command: write.command, result: { ...report, when } });
    } catch (error) {
      if (error instanceof Skipped) {
        options.say(`${each.name} is skipped: ${error.message}`);
        continue;
      }
      broken = true;
      options.say((error as Error).stack ?? String(error));
    }
  }
  return { reports, broken };
}
