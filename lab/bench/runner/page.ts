import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { relative } from 'node:path';
import { GOALS, type Goal } from './goals';
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

/**
 * Puts what was measured between `<!-- bench http -->` and `<!-- /bench http -->` of a page; a page without these lines gets
 * a section at its end. Everything else of the page stays.
 */
export function writeSection(page: string, command: string, { report, when }: { report: Report; when: Occasion }): void {
  const name = `${command} ${report.name}`;
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const section = `${begin}\n\n${sectionOf(name, report, when)}\n\n${end}`;
  const text = existsSync(page) ? readFileSync(page, 'utf8') : '';
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 !== to < 0 || to < from) throw new Error(`${page}: ${begin} and ${end} must stand there both, in this order.`);
  const written =
    from < 0
      ? `${text.trimEnd()}\n\n## ${name}\n\n${section}\n`
      : `${text.slice(0, from)}${section}${text.slice(to + end.length)}`;
  writeFileSync(page, written.trimStart());
}

function sectionOf(name: string, report: Report, { date, machine }: Occasion): string {
  const on = report.on === undefined ? '' : ` on \`${relative(ROOT, report.on)}\``;
  const against = report.against?.length ? ` Beside ${report.against.join(', ')}.` : '';
  const parts = [`\`npm run ${name.replace(' ', ' -- ')}\`, ${date}${on}: ${machine}.${against}`];
  if (Object.keys(report.ratios).length > 0) parts.push(markdown(ratioTable(name, report)));
  parts.push(
    ...report.tables.filter(({ rows }) => rows.length > 0).map(markdown),
    `<details><summary>All figures</summary>\n\n${markdown(figureTable(name, report))}\n\n</details>`,
  );
  const short = Object.entries(GOALS).flatMap(([key, goal]) => missed(name, report, { key, goal }));
  if (short.length > 0) parts.push(`Falls short: ${short.join('; ')}.`);
  else if (Object.keys(GOALS).some((key) => key.startsWith(`${name} `))) parts.push('No goal was missed.');
  return parts.join('\n\n');
}

/** A ratio's spread over the rounds are the figures `<ratio>_min` and `<ratio>_max`, if it has one. */
function ratioTable(name: string, { ratios, figures }: Report): Table {
  const rows = Object.entries(ratios).map(([key, value]) => {
    const spread = ['min', 'max'].map((side) => figures[`${key}_${side}`] ?? '');
    return [`\`ratios.${key}\``, value, ...spread, goalOf(`${name} ratios.${key}`)];
  });
  return { title: '', head: ['ratio', 'median', 'lowest', 'highest', 'goal'], rows };
}

function figureTable(name: string, { ratios, figures }: Report): Table {
  const spreads = Object.keys(ratios).flatMap((key) => [`${key}_min`, `${key}_max`]);
  const rows = Object.entries(figures)
    .filter(([key]) => !spreads.includes(key))
    .map(([key, value]) => [`\`figures.${key}\``, value, goalOf(`${name} figures.${key}`)]);
  return { title: '', head: ['figure', 'value', 'goal'], rows };
}

function words({ atLeast, atMost }: Goal): string {
  const parts = [atLeast === undefined ? [] : `at least ${atLeast}`, atMost === undefined ? [] : `at most ${atMost}`];
  return parts.flat().join(', ');
}
const goalOf = (key: string): string => (GOALS[key] ? words(GOALS[key]) : '');

function missed(name: string, { ratios, figures }: Report, { key, goal }: { key: string; goal: Goal }): string[] {
  const [kind, figure] = key.startsWith(`${name} `) ? (key.slice(name.length + 1).split('.') as [string, string]) : [];
  const value = figure === undefined ? undefined : (kind === 'ratios' ? ratios : figures)[figure];
  if (value === undefined) return [];
  // A figure that is not a number reaches nothing.
  const reached = value >= (goal.atLeast ?? -Infinity) && value <= (goal.atMost ?? Infinity);
  return reached ? [] : [`\`${kind}.${figure}\` is ${showNumber(value)}; the goal is ${words(goal)}`];
}

function markdown({ title, head, rows }: Table): string {
  const line = (cells: readonly (string | number)[]) =>
    `| ${cells.map((cell) => (typeof cell === 'number' ? showNumber(cell) : cell.replaceAll('|', '\\|'))).join(' | ')} |`;
  const table = [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
  return title === '' ? table : `${title}:\n\n${table}`;
}
