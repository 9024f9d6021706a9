import { InvalidArgumentError, Option, type Command } from 'commander';
import { checkLimit } from '../../auth/keys/key-terms';
import { PLANS, type Plan } from '../../auth/plan';
import { showProject, type ProjectResponse } from '../../projects/project-dtos';
import type { ProjectEntity } from '../../projects/project.entity';
import type { ProjectChanges } from '../../projects/projects';
import { COMMAND_LINE, inProject } from '../command-line-caller';
import { withAccess } from '../context';
import { printJson, printTable } from '../output/print';

interface ProjectOptions {
  name?: string;
  plan?: Plan;
  monthlyLimit?: number;
  json?: boolean;
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
  projects.command('list').description('lists the projects, oldest first').option('--json', 'as JSON').action(list);
  const update = projects
    .command('update')
    .description('changes a project; options that are absent change nothing')
    .argument('<project>', 'its id or name');
  terms(update.option('--name <name>', 'its new name')).action(updateProject);
  projects
    .command('delete')
    .description('deletes a project for good, with everything that it has: keys, pipelines, runs, results, webhooks, logs, files')
    .argument('<project>', 'its id or name')
    .requiredOption('--yes', 'it cannot be undone')
    .action(deleteProject);
}

function terms(command: Command): Command {
  return command
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

async function createProject({ name, plan = 'free', monthlyLimit, json }: ProjectOptions): Promise<void> {
  checkLimit(plan, monthlyLimit);
  const created = await withAccess(async ({ projects, audit }) => {
    const project = await projects.create({ name: name!, plan, monthlyLimit });
    await audit.record(inProject(project.id), { action: 'percept projects create', target: project.id });
    return project;
  });
  print(created, json, 'Created');
}

async function updateProject(which: string, { name, plan, monthlyLimit, json }: ProjectOptions): Promise<void> {
  const changed = await withAccess(async ({ projects, audit }) => {
    const before = await projects.find(which);
    const next = plan ?? before.plan;
    checkLimit(next, monthlyLimit);
    const given = { name, plan, monthly_limit: next === 'enterprise' ? monthlyLimit : null };
    const changes: ProjectChanges = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    const project = await projects.update(before.id, changes);
    await audit.record(inProject(project.id), { action: 'percept projects update', target: project.id });
    return project;
  });
  print(changed, json, 'Changed');
}

/** Does what the service would do, so that everything is gone when the command ends. */
async function deleteProject(which: string): Promise<void> {
  const { project, removed } = await withAccess(async ({ projects, audit, removal }) => {
    const { id } = await projects.find(which);
    const project = await projects.delete(id);
    await audit.record(COMMAND_LINE, { action: 'percept projects delete', target: id });
    return { project, removed: (await removal.work()).get(id) ?? 0 };
  });
  process.stdout.write(`Deleted '${project.name}' (${project.id}) and everything that it had: ${removed} records.\n`);
}

async function list({ json }: { json?: boolean }): Promise<void> {
  const shown = (await withAccess(({ projects }) => projects.list())).map(showProject);
  if (json) return printJson(shown);
  printTable(['ID', 'NAME', 'PLAN', 'REQUESTS A MONTH', 'CREATED'], shown.map(line));
}

function line({ id, name, plan, monthly_limit, created_at }: ProjectResponse): string[] {
  return [id, name, plan, monthly_limit === null ? 'as the plan says' : String(monthly_limit), created_at];
}

function print(project: ProjectEntity, json: boolean | undefined, done: string): void {
  if (json) return printJson(showProject(project));
  process.stdout.write(`${done} '${project.name}' (${project.id}, plan ${project.plan}).\n`);
}
