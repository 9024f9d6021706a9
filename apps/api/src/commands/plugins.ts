import { capabilityPath } from '@percept/core';
import type { Command } from 'commander';
import { declaredPlugins } from '../composition';
import { developPlugin } from './plugin-dev';
import { writePlugin } from './plugin-new';
import { printJson, printTable } from './print';

export function addPluginCommands(program: Command): void {
  const plugins = program.command('plugins').alias('plugin').description('plugins: list, write a new one, develop one');
  plugins
    .command('list')
    .description('lists the plugins that are loaded, their capabilities, and those that were left out')
    .option('--json', 'as JSON')
    .action(list);
  plugins
    .command('new')
    .description('writes a plugin with a capability and its test, which builds and loads as it is')
    .argument('<name>', "such as brightness-meter: the first part of its capabilities' ids")
    .option('--dir <folder>', 'where to write it (default: ./percept-plugin-NAME)')
    .option('--percept <spec>', "where npm gets Percept's types and test tools from, such as file:../percept-0.1.0.tgz")
    .addHelpText(
      'after',
      '\nExample:\n  $ percept plugin new brightness-meter && cd percept-plugin-brightness-meter && npm install && npm test',
    )
    .action(writePlugin);
  plugins
    .command('dev')
    .description('builds a plugin and serves it, and again after each change of its sources')
    .argument('<dir>', "the plugin's folder")
    .addHelpText('after', '\nThe settings of the service hold: PORT=3001 percept plugin dev .')
    .action(developPlugin);
}

async function list({ json }: { json?: boolean }): Promise<void> {
  const { plugins, rejected } = await declaredPlugins();
  const capabilities = plugins.flatMap((plugin) =>
    plugin.capabilities.map((each) => ({
      id: each.id,
      plugin: `${plugin.name}@${plugin.version}`,
      path: capabilityPath(each),
      summary: each.summary,
    })),
  );
  if (json) return printJson({ capabilities, rejected });
  printTable(
    ['CAPABILITY', 'PLUGIN', 'PATH', 'SUMMARY'],
    capabilities.map((each) => [each.id, each.plugin, `POST ${each.path}`, each.summary]),
  );
  for (const { source, reason } of rejected) process.stderr.write(`Left out ${source}: ${reason}\n`);
  if (rejected.length > 0) process.exitCode = 1;
}
