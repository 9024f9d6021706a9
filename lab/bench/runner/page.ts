import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { GOALS, SHOWN, type Goal } from './goals';
import { showNumber, type Report, type Table } from './report';
import { ROOT } from '../service';

/** Where and when a measurement was made, in words. */
export interface Occasion {
  date: string;
  machine: string;
}

/** Read before anything is measured: the load that counts is that of others. */
export function occasion(): Occasion {
  const memory = `${Math.round(totalmem() / 1024 ** 3)} GiB`;
  const load = `load ${loadavg()[0]!.toFixed(1)} before it`;
  const machine = [`${availableParallelism()} × ${cpus()[0]!.model.trim()}`, memory, `Node ${process.versions.node}`, load];
  return { date: new Date().toISOString().slice(0, 10), machine: machine.join(', ') };
}

/** R and its package `forecast`. */
export function installedR(): string[] {
  const script = 'cat(R.version$major, ".", R.version$minor, " ", as.character(packageVersion("forecast")), sep = "")';
  const [r, forecast] = execFileSync('Rscript', ['-e', script], { encoding: 'utf8' }).split(' ');
  return [`R ${r}`, `its package forecast ${forecast}`];
}

/** A report as `lab/results` keeps it. */
export type Result = Report & { when: Occasion };

/** Keeps everything that was measured as `COMMAND-NAME.json`, and its section of the page. */
export function writeResult(
  results: string,
  page: string,
  { command, result: measured }: { command: string; result: Result },
): void {
  // Relative, so that it says the same on every machine.
  const result = { ...measured, ...(measured.on !== undefined && { on: relative(ROOT, resolve(ROOT, measured.on)) }) };
  const file = join(results, `${command}-${result.name}.json`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);
  writeFileSync(page, withSection(existsSync(page) ? readFileSync(page, 'utf8') : '', command, result));
}

/**
 * A page with the result between `<!-- bench http -->` and `<!-- /bench http -->`; a page without these lines gets a section at
 * its end. Everything else of the page stays.
 */
export function withSection(text: string, command: string, result: Result): string {
  const name = `${command} ${result.name}`;
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const section = `${begin}\n\n${sectionFrom(name, result)}\n\n${end}`;
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 !== to < 0 || to < from) throw new Error(`The page must have both ${begin} and ${end}, in this order.`);
  const written =
    from < 0
      ? `${text.trimEnd()}\n\n## ${name}\n\n${section}\n`
      : `${text.slice(0, from)}${section}${text.slice(to + end.length)}`;
  return written.trimStart();
}

function sectionFrom(name: string, { when: { date, machine }, ...report }: Result): string {
  const on = report.on === undefined ? '' : ` on \`${report.on}\``;
  const against = report.against?.length ? ` Beside ${report.against.join(', ')}.` : '';
  const caption = `\`npm run ${name.replace(' ', ' -- ')}\`, ${date}${on}: ${machine}.${against}`;
  const short = goalKeys(name).flatMap((key) => missed(name, report, key));
  return [caption, markdown(shownTable(name, report)), ...(short.length > 0 ? [`Falls short: ${short.join('; ')}.`] : [])].join(
    '\n\n',
  );
}

const goalKeys = (name: string) => Object.keys(GOALS).filter((key) => key.startsWith(`${name} `));
const valueFrom = ({ ratios, figures }: Report, key: string): number | undefined =>
  key.startsWith('ratios.') ? ratios[key.slice('ratios.'.length)] : figures[key.slice('figures.'.length)];

/** The figures that say the most. `<ratio>_min` and `_max` are its spread over the rounds, `<figure>_low` and `_high` its 95 % interval. */
function shownTable(name: string, report: Report): Table {
  const shown = SHOWN[name] ?? goalKeys(name).map((key) => key.slice(name.length + 1));
  const rows = shown.flatMap((key) => {
    const value = valueFrom(report, key);
    if (value === undefined) return [];
    const sides = [key.startsWith('ratios.') ? ['min', 'max'] : ['low', 'high']].flat();
    const [low, high] = sides.map((side) => report.figures[`${key.replace(/^\w+\./, '')}_${side}`]);
    const spread = low === undefined || high === undefined ? '' : `${showNumber(low)} to ${showNumber(high)}`;
    const goal = GOALS[`${name} ${key}`];
    return [[`\`${key}\``, value, spread, goal ? words(goal) : '']];
  });
  return { title: '', head: ['figure', 'value', 'spread', 'goal'], rows };
}

function words({ atLeast, atMost }: Goal): string {
  const parts = [atLeast === undefined ? [] : `at least ${atLeast}`, atMost === undefined ? [] : `at most ${atMost}`];
  return parts.flat().join(', ');
}

function missed(name: string, report: Report, goalKey: string): string[] {
  const [key, goal] = [goalKey.slice(name.length + 1), GOALS[goalKey]!];
  const value = valueFrom(report, key);
  if (value === undefined) return [];
  // A figure that is not a number reaches nothing.
  const reached = value >= (goal.atLeast ?? -Infinity) && value <= (goal.atMost ?? Infinity);
  return reached ? [] : [`\`${key}\` is ${showNumber(value)}; the goal is ${words(goal)}`];
}

function markdown({ head, rows }: Table): string {
  const line = (cells: readonly (string | number)[]) =>
    `| ${cells.map((cell) => (typeof cell === 'number' ? showNumber(cell) : cell.replaceAll('|', '\\|'))).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
