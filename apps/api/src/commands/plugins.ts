import { capabilityPath } from '@percept/core';
import type { Command } from 'commander';
import { declaredPlugins } from '../composition';
import { printJson, printTable } from './print';

export function addPluginCommands(program: Command): void {
  const plugins = program.command('plugins').description('plugins and what they can do');
  plugins
    .command('list')
    .description('lists the plugins that are loaded, their capabilities, and those that were left out')
    .option('--json', 'as JSON')
    .action(list);
}

function list({ json }: { json?: boolean }): void {
  const { plugins, rejected } = declaredPlugins();
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
