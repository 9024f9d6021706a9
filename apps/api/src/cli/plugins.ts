import { capabilityPath } from '@percept/core';
import type { Command } from 'commander';
import { declaredPlugins } from '../plugins/usable-plugins';
import { developPlugin } from './plugin/dev';
import { linkSdk } from './plugin/link';
import { writePlugin } from './plugin/new';
import { printJson, printTable } from './output/print';

export function addPluginCommands(program: Command): void {
  const plugins = program.command('plugins').alias('plugin').description('plugins: list, write, link and develop them');
  plugins
    .command('list')
    .description('lists the loaded plugins with their capabilities, and the plugins that could not be loaded')
    .option('--json', 'as JSON')
    .action(list);
  plugins
    .command('new')
    .description('writes a plugin with a capability and a test; it builds and loads without a change')
    .argument('<name>', "such as brightness-meter: the first part of its capabilities' ids")
    .option('--dir <folder>', 'where to write it (default: ./percept-plugin-NAME)')
    .option('--sdk <spec>', 'the version or place that npm installs @percept/sdk from (default: this installation)')
    .option('--install', 'installs what it needs, builds it and runs its test')
    .addHelpText(
      'after',
      `
Examples:
  $ percept plugin new brightness-meter --install
  $ percept plugin new brightness-meter && cd percept-plugin-brightness-meter && npm install && npm test`,
    )
    .action(writePlugin);
  plugins
    .command('link')
    .description('links @percept/sdk into a folder, so that a plugin without node_modules of its own can import it')
    .argument('[dir]', "the plugin's folder, or the folder that its package is installed in", '.')
    .action(linkSdk);
  plugins
    .command('dev')
    .description('builds and serves a plugin, and does so again after each change of its sources')
    .argument('<dir>', "the plugin's folder")
    .addHelpText('after', '\nThe settings of the service apply: PORT=3001 percept plugin dev .')
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
