import { InvalidArgumentError, Option, type Command } from 'commander';
import { PLANS, type KeyPlan } from '../../access/auth/plan';
import type { ProjectResponse } from '../../access/auth/projects/project-dtos';
import { printJson, printTable, several } from '../output/print';
import { inEitherPlace, type PlaceOptions } from '../service/place';
import { withProjects } from './with-projects';

interface ProjectOptions extends PlaceOptions {
  name?: string;
  plan?: KeyPlan;
  monthlyLimit?: number;
  roots?: string[];
  buckets?: string[];
}

export function addProjectCommands(program: Command): void {
  const projects = program
    .command('projects')
    .description('projects, which see nothing of each other: create, list, update, delete');
  const create = projects.command('create').description('creates a project');
  terms(create.requiredOption('--name <name>', 'whose project it is'))
    .addHelpText(
      'after',
      '\nExample:\n  $ percept projects create --name acme --plan pro\n  $ percept keys create --project acme --name app',
    )
    .action(createProject);
  inEitherPlace(projects.command('list').description('lists the projects, oldest first'))
    .option('--json', 'as JSON')
    .action(list);
  const update = projects
    .command('update')
    .description('changes a project; options that are absent change nothing')
    .argument('<project>', 'its id or name');
  const granted = `'all' and 'none' are words for it too`;
  terms(
    update
      .option('--name <name>', 'its new name')
      .option('--roots <folders...>', `folders that it may read, inside those of PERCEPT_DATA_ROOTS; ${granted}`)
      .option(
        '--buckets <buckets...>',
        `buckets, or bucket/prefix, that it may read and write, of PERCEPT_S3_BUCKETS; ${granted}`,
      ),
  ).action(updateProject);
  const remove = projects
    .command('delete')
    .description('deletes a project for good, with everything that it has: keys, pipelines, runs, results, webhooks, logs, files')
    .argument('<project>', 'its id or name')
    .requiredOption('--yes', 'it cannot be undone');
  inEitherPlace(remove).option('--json', 'the project as JSON').action(deleteProject);
}

function terms(command: Command): Command {
  return inEitherPlace(command)
    .addOption(
      new Option('--plan <plan>', 'requests a month of all its keys: free 1,000, pro 100,000, enterprise as set').choices(PLANS),
    )
    .option('--monthly-limit <requests>', 'requests a month, with the plan enterprise', readCount)
    .option('--json', 'the project as one JSON object');
}

function readCount(text: string): number {
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number of requests.');
  return Number(text);
}

async function createProject({ name, plan = 'free', monthlyLimit, ...place }: ProjectOptions): Promise<void> {
  const created = await withProjects(place, (projects) => projects.create({ name: name!, plan, monthly_limit: monthlyLimit }));
  print(created, place.json, 'Created');
}

/** Reads `--roots` or `--buckets`. */
function grants(given: string[] | undefined): string[] | undefined {
  const [first] = given ?? [];
  if (given?.length !== 1) return given;
  return first === 'all' ? ['*'] : first === 'none' ? [] : given;
}

async function updateProject(
  which: string,
  { name, plan, monthlyLimit, roots, buckets, ...place }: ProjectOptions,
): Promise<void> {
  const changes = { name, plan, monthly_limit: monthlyLimit, roots: grants(roots), buckets: grants(buckets) };
  print(await withProjects(place, (projects) => projects.update(which, changes)), place.json, 'Changed');
}

async function deleteProject(which: string, options: PlaceOptions): Promise<void> {
  const { project, removed } = await withProjects(options, (projects) => projects.delete(which));
  if (options.json) return printJson(project);
  const what =
    removed === undefined
      ? '; the service now removes everything that it had'
      : ` and everything that it had: ${several(removed, 'record')}`;
  process.stdout.write(`Deleted '${project.name}' (${project.id})${what}.\n`);
}

async function list(options: PlaceOptions): Promise<void> {
  const shown = await withProjects(options, (projects) => projects.list());
  if (options.json) return printJson(shown);
  printTable(['ID', 'NAME', 'PLAN', 'REQUESTS A MONTH', 'CREATED'], shown.map(line));
}

function line({ id, name, plan, monthly_limit, created_at }: ProjectResponse): string[] {
  return [id, name, plan, monthly_limit === null ? 'as the plan says' : String(monthly_limit), created_at];
}

function print(project: ProjectResponse, json: boolean | undefined, done: string): void {
  if (json) return printJson(project);
  process.stdout.write(`${done} '${project.name}' (${project.id}, plan ${project.plan}).\n`);
}
