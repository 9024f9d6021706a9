import { serveStdio, type StdioServerHandle } from '@modelcontextprotocol/server/stdio';
import { createMcpServer, type ToolHost } from './mcp-server';
import type { Toolset } from './tools';

/** Serves the tools over standard input and output, to one client. */
export function serveTools(host: ToolHost, toolset: Toolset): StdioServerHandle {
  return serveStdio(() => createMcpServer(host, toolset));
}
