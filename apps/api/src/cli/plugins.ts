import { capabilityPath } from '@percept/core';
import { Option, type Command } from 'commander';
import { declaredPlugins, kindsIn } from '../inference/plugins/usable-plugins';
import { developPlugin } from './plugin/dev';
import { linkSdk } from './plugin/link';
import { PLUGIN_KINDS, writePlugin } from './plugin/new';
import type { PluginsResponse } from '../inference/plugins/plugin-responses';
import { printJson, printTable } from './output/print';
import { openService } from './service/client';
import { namesService, serviceOptions, type ConnectionOptions } from './service/connection';

export function addPluginCommands(program: Command): void {
  const plugins = program.command('plugins').alias('plugin').description('plugins: list, write, link and develop them');
  serviceOptions(plugins.command('list'))
    .description(
      'lists the loaded plugins of this machine, or of the service of --url or --profile, with their capabilities and what else they bring, and those that could not be loaded',
    )
    .option('--json', 'as JSON')
    .action(list);
  plugins
    .command('new')
    .description('writes a plugin with a capability, or of another kind, and its test; it builds and loads without a change')
    .argument('<name>', "such as brightness-meter: the first part of its capabilities' ids")
    .addOption(new Option('--kind <kind>', 'what it brings').choices(PLUGIN_KINDS).default('capability'))
    .option('--dir <folder>', 'where to write it (default: ./percept-plugin-NAME)')
    .option('--sdk <spec>', 'the version or place that npm installs @percept/sdk from (default: this installation)')
    .option('--install', 'installs what it needs, builds it and runs its test')
    .addHelpText(
      'after',
      `
Examples:
  $ percept plugin new brightness-meter --install
  $ percept plugin new mqtt --kind trigger --install
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

interface Listed {
  capabilities: { id: string; plugin: string; path: string; summary: string }[];
  kinds: { kind: string; name: string; plugin: string }[];
  rejected: { source: string; reason: string }[];
}

async function list({ json, ...options }: ConnectionOptions & { json?: boolean }): Promise<void> {
  const { capabilities, kinds, rejected } = namesService(options) ? await servedPlugins(options) : await ownPlugins();
  if (json) return printJson({ capabilities, kinds, rejected });
  printTable(
    ['CAPABILITY', 'PLUGIN', 'PATH', 'SUMMARY'],
    capabilities.map((each) => [each.id, each.plugin, `POST ${each.path}`, each.summary]),
  );
  if (kinds.length > 0) {
    process.stdout.write('\n');
    printTable(
      ['KIND', 'NAME', 'PLUGIN'],
      kinds.map((each) => [each.kind, each.name, each.plugin]),
    );
  }
  for (const { source, reason } of rejected) process.stderr.write(`Left out ${source}: ${reason}\n`);
  if (rejected.length > 0) process.exitCode = 1;
}

async function ownPlugins(): Promise<Listed> {
  const { plugins, rejected } = await declaredPlugins();
  const capabilities = plugins.flatMap(({ name, version, capabilities: declared }) =>
    declared.map((each) => ({
      ...{ id: each.id, plugin: `${name}@${version}` },
      ...{ path: capabilityPath(each), summary: each.summary },
    })),
  );
  return { capabilities, kinds: plugins.flatMap((plugin) => namedKinds(plugin, kindsIn(plugin))), rejected };
}

async function servedPlugins(options: ConnectionOptions): Promise<Listed> {
  const { plugins, left_out: rejected } = await openService(options).ask<PluginsResponse>('GET', '/v2/plugins');
  const capabilities = plugins.flatMap(({ name, version, capabilities: loaded }) =>
    loaded.map(({ id, path, summary }) => ({ id, plugin: `${name}@${version}`, path, summary })),
  );
  return { capabilities, kinds: plugins.flatMap((plugin) => namedKinds(plugin, plugin.kinds)), rejected };
}

const namedKinds = ({ name, version }: { name: string; version: string }, kinds: { kind: string; name: string }[]) =>
  kinds.map((each) => ({ ...each, plugin: `${name}@${version}` }));
