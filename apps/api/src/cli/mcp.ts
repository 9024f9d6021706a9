import type { Command } from 'commander';
import { once } from 'node:events';
import { realpath } from 'node:fs/promises';
import { VERSION } from '../config/version';
import { withHost } from '../plugins/command-host';

export function addMcpCommand(program: Command): void {
  program
    .command('mcp')
    .description('serves the capabilities as tools of an agent, over standard input and output (MCP)')
    .option('--toolset <names>', "plugins separated by commas, such as vision,text; 'full' adds the schemas of the answers")
    .action(serve);
}

/** Runs until standard input ends. An agent on this machine may name any file that this user may read. */
async function serve({ toolset }: { toolset?: string }): Promise<void> {
  // Loaded here, so that other commands start without it.
  const { StdioServerTransport } = await import('@modelcontextprotocol/sdk/server/stdio.js');
  const { createMcpServer, readToolset } = await import('@percept/compat');
  await withHost(async (host) => {
    const tools = {
      version: VERSION,
      capabilities: host.capabilities,
      file: (path: string) => realpath(path),
      call: (capability: string, input: Parameters<typeof host.call>[1], options: Parameters<typeof host.call>[2]) =>
        host.call(capability, input, { ...options, patient: true }),
    };
    const server = createMcpServer(tools, readToolset(toolset));
    await server.connect(new StdioServerTransport());
    await once(process.stdin, 'end');
    await server.close();
  });
}
