import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type AuthInfo,
  type CallToolResult,
  type Tool,
} from './protocol';
import {
  PerceptError,
  type CallInput,
  type CallResult,
  type CapabilityDefinition,
  type PipelineResponse,
  type Progress,
} from '@percept/core';
import type { CallerLibrary } from './caller-library';
import { anyPipelineTool, isPipelineTool, pipelineTool, runAnswer, startOf } from './pipeline-tools';
import { serveResources } from './resources';
import { listTools, toCallInput, toolName, type Toolset } from './tools';

/** What the tools need of where they run. */
export interface ToolHost {
  version: string;
  capabilities: ReadonlyMap<string, CapabilityDefinition>;
  /** The real path of a file that the caller may read. @throws PerceptError. */
  file(path: string, auth: AuthInfo | undefined): Promise<string>;
  call(capability: string, input: CallInput, options: ToolCallOptions): Promise<CallResult>;
  /** Models, pipelines and runs; absent, there are none. */
  library?: (auth: AuthInfo | undefined) => CallerLibrary;
}

export interface ToolCallOptions {
  /** Aborted when the client cancels. */
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
  /** What the transport knows of the caller. */
  auth: AuthInfo | undefined;
}

/** An MCP server with a tool for each capability, and for the pipelines of its caller. */
export function createMcpServer(host: ToolHost, toolset: Toolset): Server {
  const capabilities = { tools: {}, ...(host.library && { resources: {} }) };
  const server = new Server({ name: 'percept', version: host.version }, { capabilities });
  const offered = listTools(host.capabilities.values(), toolset);
  server.setRequestHandler(ListToolsRequestSchema, async (_, { authInfo }) => {
    const pipelines = host.library ? await host.library(authInfo).pipelines() : [];
    return { tools: [...offered, ...pipelineTools(pipelines, toolset)] };
  });
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal, sendNotification, authInfo: auth }) => {
    const progressToken = params._meta?.progressToken;
    const tell = (progress: number, total: number): void => {
      if (progressToken === undefined) return;
      const notification = { method: 'notifications/progress' as const, params: { progressToken, progress, total } };
      void sendNotification(notification).catch(() => undefined);
    };
    return callTool(host, params, { signal, auth, tell });
  });
  if (host.library) serveResources(server, host.library);
  return server;
}

function pipelineTools(pipelines: readonly PipelineResponse[], { plugins }: Toolset): Tool[] {
  if (plugins?.includes('pipelines')) return pipelines.flatMap((each) => pipelineTool(each) ?? []);
  return plugins ? [] : [anyPipelineTool(pipelines)].flatMap((tool) => tool ?? []);
}

interface Calling extends Pick<ToolCallOptions, 'signal' | 'auth'> {
  tell: (progress: number, total: number) => void;
}

async function callTool(
  host: ToolHost,
  { name, arguments: values = {} }: { name: string; arguments?: Record<string, unknown> },
  { signal, auth, tell }: Calling,
): Promise<CallToolResult> {
  const capability = [...host.capabilities.values()].find(({ id }) => toolName(id) === name);
  if (capability) {
    return answer(async () => {
      const input = await toCallInput(capability, values, (path) => host.file(path, auth));
      // The caller waits: the protocol has progress and cancellation.
      if (capability.long) input.liveSeconds = Infinity;
      const onProgress = ({ processed_frames, total_frames }: Progress): void => tell(processed_frames, total_frames);
      const { output } = await host.call(capability.id, input, { signal, onProgress, auth });
      return { structuredContent: output, content: [{ type: 'text', text: JSON.stringify(output) }] };
    });
  }
  const { library } = host;
  if (!library || !isPipelineTool(name)) throw new McpError(ErrorCode.InvalidParams, `There is no tool '${name.slice(0, 100)}'.`);
  return answer(async () => runAnswer(await library(auth).run(startOf(name, values), { signal, onProgress: tell })));
}

/** An error that a model can fix is an answer of the tool; any other one is an error of the protocol. */
async function answer(call: () => Promise<CallToolResult>): Promise<CallToolResult> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof PerceptError)) throw error;
    return { isError: true, content: [{ type: 'text', text: `${error.code}: ${error.message}` }] };
  }
}
