import { PerceptError } from '@percept/sdk';
import { Command, CommanderError } from 'commander';
import { addAdminCommands } from './admin';
import { addBackupCommands } from './backup';
import { CommandError } from './output/command-error';
import { addCompletionCommand } from './help/completion';
import { addDoctorCommand } from './doctor/doctor';
import { addExamples } from './help/examples';
import { addKeyCommands } from './keys/keys';
import { addMcpCommand } from './mcp';
import { addModelCommands } from './models/models';
import { addPipelineCommands } from './pipeline';
import { addPluginCommands } from './plugins';
import { addProjectCommands } from './projects/projects';
import { addSecretCommands } from './projects/secrets';
import { addLoginCommands } from './remote/login';
import { addLogsCommand } from './remote/logs';
import { addRunsCommands } from './remote/runs';
import { addStatusCommand } from './remote/status';
import { addRunCommand } from './run';
import { addScheduleCommands } from './schedule/schedule';
import { addServeCommand } from './serve';
import { addWebhookCommands } from './webhooks/endpoints';
import { addWorkerCommand } from './worker';
import { VERSION } from '../platform/config/version';

/** Exit codes: 0 done, 1 failed items or findings, 2 wrong usage. */
const WRONG_USAGE = 2;

function createProgram(): Command {
  const program = new Command('percept')
    .description('Self-hosted perception: image, video, text and forecast analysis over REST, pipelines and webhooks.')
    .version(VERSION)
    .showHelpAfterError("(run 'percept --help' for the commands and examples)")
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(`${text}${placeOf(text)}`) })
    .addHelpText(
      'after',
      `
Examples:
  $ percept serve                                   the service on 127.0.0.1:3000
  $ percept run vision.detect --image photo.jpg     one analysis, no server needed
  $ percept pipeline run pipelines/detect-folder.yaml --input folder=./photos
  $ percept keys create --name laptop --plan pro
  $ percept login --url https://percept.example.com --key - < key.txt
  $ percept runs list                               of that service

Settings come from the environment and a .env file; .env.example lists them all.
Exit codes: 0 done, 1 failed items or findings, 2 wrong usage.`,
    );
  addServeCommand(program);
  addDoctorCommand(program);
  addStatusCommand(program);
  addLogsCommand(program);
  addWorkerCommand(program);
  addRunCommand(program);
  addPipelineCommands(program);
  addRunsCommands(program);
  addScheduleCommands(program);
  addKeyCommands(program);
  addProjectCommands(program);
  addSecretCommands(program);
  addAdminCommands(program);
  addBackupCommands(program);
  addModelCommands(program);
  addPluginCommands(program);
  addMcpCommand(program);
  addWebhookCommands(program);
  addLoginCommands(program);
  addCompletionCommand(program);
  addExamples(program);
  return program;
}

/** Where a command that takes no service works, for users who named a service. */
const placeOf = (text: string): string =>
  /unknown option '--(url|key|profile)'/.test(text)
    ? 'This command works on this machine and its data folder alone: to use it for a service, run it where that runs.\n'
    : '';

function explain(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG_USAGE;
  process.stderr.write(`percept: ${error instanceof Error ? error.message : String(error)}\n`);
  if (error instanceof CommandError) return error.exitCode;
  if (error instanceof PerceptError) return error.status < 500 ? WRONG_USAGE : 1;
  return error instanceof Error && error.name === 'ConfigurationError' ? WRONG_USAGE : 1;
}

/** Runs one command. @returns its exit code; errors are on standard error. */
export async function runCommand(args: readonly string[]): Promise<number> {
  try {
    await createProgram().parseAsync([...args], { from: 'user' });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    return explain(error);
  }
}
