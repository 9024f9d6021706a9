import type { Config } from '@percept/core';
import type { Command } from 'commander';
import { readEnvironment } from '../../platform/config/environment';
import { paint, printJson, several } from '../output/print';
import { inspect, ok, type DoctorFinding } from './finding';
import { machineChecks, nodeCheck } from './machine-checks';
import { serviceChecks } from './service-checks';

const SIGNS = { ok: paint('green', '✓'), warning: paint('yellow', '!'), problem: paint('red', '✗') } as const;

export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('checks this machine and the settings, and says how to fix what is wrong')
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      `
It changes nothing. Run it in the folder of the service, as its user, with its settings. The exit code is 1 if there is a problem.`,
    )
    .action(run);
}

async function run({ json }: { json?: boolean }): Promise<void> {
  const findings: DoctorFinding[] = [];
  for await (const finding of examine()) {
    findings.push(finding);
    if (!json) print(finding);
  }
  const count = (state: DoctorFinding['state']) => findings.filter((each) => each.state === state).length;
  if (json) printJson(findings);
  else
    process.stdout.write(
      `\n${several(count('problem'), 'problem')}, ${several(count('warning'), 'warning')}, ${count('ok')} ok.\n`,
    );
  if (count('problem') > 0) process.exitCode = 1;
}

/** One check at a time, so that each finding is shown at once. */
async function* examine(): AsyncGenerator<DoctorFinding> {
  yield await inspect(nodeCheck);
  let config: Config | undefined;
  const settings = () => {
    config = readEnvironment();
    return ok('of the environment and .env');
  };
  yield await inspect({ name: 'settings', look: settings });
  // The other checks need the configuration.
  if (!config) return;
  for (const check of [...machineChecks(config), ...serviceChecks(config)]) yield await inspect(check);
}

function print({ check, state, detail, fix }: DoctorFinding): void {
  process.stdout.write(`${SIGNS[state]} ${check.padEnd(17)}${detail}\n`);
  if (fix) process.stdout.write(`  ${''.padEnd(17)}${fix}\n`);
}
