import type { Command } from 'commander';
import { once } from 'node:events';
import { realpath } from 'node:fs/promises';
import { VERSION } from '../platform/config/version';
import { withHost } from '../inference/plugins/command-host';
import { bridgeMcp } from './remote/mcp-bridge';
import { namesService, serviceOptions, type ConnectionOptions } from './service/connection';

const TEACHING = `
It runs on this machine, and needs no service. With --url or --profile (or PERCEPT_URL, PERCEPT_PROFILE) it hands messages
on to a service, which has pipelines, runs and resources too, and counts each call.`;

export function addMcpCommand(program: Command): void {
  serviceOptions(program.command('mcp'))
    .description('serves the capabilities as tools of an agent, over standard input and output (MCP)')
    .option('--toolset <names>', "plugins separated by commas, such as vision,text; 'full' adds the schemas of the answers")
    .addHelpText('after', TEACHING)
    .action(serve);
}

/** Runs until standard input ends. An agent on this machine may name any file that this user may read. */
async function serve({ toolset, ...service }: ConnectionOptions & { toolset?: string }): Promise<void> {
  if (namesService(service)) return bridgeMcp(service, toolset);
  // Loaded here, so that other commands start without it.
  const { readToolset, serveTools } = await import('@percept/compat');
  await withHost(async (host) => {
    const tools = {
      version: VERSION,
      capabilities: host.capabilities,
      file: (path: string) => realpath(path),
      call: (capability: string, input: Parameters<typeof host.call>[1], options: Parameters<typeof host.call>[2]) =>
        host.call(capability, input, { ...options, patient: true }),
    };
    const server = serveTools(tools, readToolset(toolset));
    await once(process.stdin, 'end');
    await server.close();
  });
}
