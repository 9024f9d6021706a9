import 'reflect-metadata';
import { PerceptError } from '@percept/core';
import { Command, CommanderError } from 'commander';
import { addAdminCommands } from './cli/admin';
import { CommandError } from './cli/output/command-error';
import { addDoctorCommand } from './cli/doctor/doctor';
import { addKeyCommands } from './cli/keys';
import { addMcpCommand } from './cli/mcp';
import { addModelCommands } from './cli/models';
import { addPipelineCommands } from './cli/pipeline';
import { addPluginCommands } from './cli/plugins';
import { addProjectCommands } from './cli/projects/projects';
import { addSecretCommands } from './cli/projects/secrets';
import { addLoginCommands } from './cli/remote/login';
import { addRunsCommands } from './cli/remote/runs';
import { addStatusCommand } from './cli/remote/status';
import { addRunCommand } from './cli/run';
import { addScheduleCommands } from './cli/schedule';
import { addServeCommand } from './cli/serve';
import { addWebhookCommands } from './cli/webhooks';
import { addWorkerCommand } from './cli/worker';
import { VERSION } from './config/version';

/** 0 done, 1 failed items or findings, 2 wrong usage. */
const WRONG_USAGE = 2;

function createProgram(): Command {
  const program = new Command('percept')
    .description('Self-hosted perception: image, video, text and forecast analysis over REST, pipelines and webhooks.')
    .version(VERSION)
    .showHelpAfterError("(run 'percept --help' for the commands and examples)")
    .exitOverride()
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
  addWorkerCommand(program);
  addRunCommand(program);
  addPipelineCommands(program);
  addRunsCommands(program);
  addScheduleCommands(program);
  addKeyCommands(program);
  addProjectCommands(program);
  addSecretCommands(program);
  addAdminCommands(program);
  addModelCommands(program);
  addPluginCommands(program);
  addMcpCommand(program);
  addWebhookCommands(program);
  addLoginCommands(program);
  return program;
}

function explain(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG_USAGE;
  process.stderr.write(`percept: ${error instanceof Error ? error.message : String(error)}\n`);
  if (error instanceof CommandError) return error.exitCode;
  if (error instanceof PerceptError) return error.status < 500 ? WRONG_USAGE : 1;
  return error instanceof Error && error.name === 'ConfigurationError' ? WRONG_USAGE : 1;
}

createProgram()
  .parseAsync()
  .catch((error: unknown) => {
    process.exitCode = explain(error);
  });
