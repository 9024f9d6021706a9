import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type AuthInfo,
  type CallToolResult,
} from './protocol';
import { PerceptError, type CallInput, type CallResult, type CapabilityDefinition, type Progress } from '@percept/core';
import { listTools, toCallInput, toolName, type Toolset } from './tools';

/** What the tools need of where they run. */
export interface ToolHost {
  version: string;
  capabilities: ReadonlyMap<string, CapabilityDefinition>;
  /** The real path of a file that the caller may read. @throws PerceptError. */
  file(path: string, auth: AuthInfo | undefined): Promise<string>;
  call(capability: string, input: CallInput, options: ToolCallOptions): Promise<CallResult>;
}

export interface ToolCallOptions {
  /** Aborted when the client cancels. */
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
  /** What the transport knows of the caller. */
  auth: AuthInfo | undefined;
}

/** An MCP server with a tool for each capability. */
export function createMcpServer(host: ToolHost, toolset: Toolset): Server {
  const server = new Server({ name: 'percept', version: host.version }, { capabilities: { tools: {} } });
  const offered = listTools(host.capabilities.values(), toolset);
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: offered }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal, sendNotification, authInfo: auth }) => {
    const capability = [...host.capabilities.values()].find(({ id }) => toolName(id) === params.name);
    if (!capability) throw new McpError(ErrorCode.InvalidParams, `There is no tool '${params.name.slice(0, 100)}'.`);
    const progressToken = params._meta?.progressToken;
    const onProgress = ({ processed_frames: progress, total_frames: total }: Progress): void => {
      if (progressToken === undefined) return;
      const notification = { method: 'notifications/progress' as const, params: { progressToken, progress, total } };
      void sendNotification(notification).catch(() => undefined);
    };
    return answer(async () => {
      const input = await toCallInput(capability, params.arguments ?? {}, (path) => host.file(path, auth));
      // The caller waits: the protocol has progress and cancellation.
      if (capability.long) input.liveSeconds = Infinity;
      return host.call(capability.id, input, { signal, onProgress, auth });
    });
  });
  return server;
}

/** An error that a model can fix is an answer of the tool; any other one is an error of the protocol. */
async function answer(call: () => Promise<CallResult>): Promise<CallToolResult> {
  try {
    const { output } = await call();
    return { structuredContent: output, content: [{ type: 'text', text: JSON.stringify(output) }] };
  } catch (error) {
    if (!(error instanceof PerceptError)) throw error;
    return { isError: true, content: [{ type: 'text', text: `${error.code}: ${error.message}` }] };
  }
}
