import { type CallInput, type CallResult, type PipelineResponse } from '@percept/core';
import { PerceptError, toJson } from '@percept/sdk';
import type { CapabilityDefinition, Progress } from '@percept/sdk';
import { withTextIntegers } from './text-integers';
import type { CallerLibrary, CallerUploads } from './caller-library';
import { anyPipelineTool, isPipelineTool, pipelineTool, runAnswer, readRunStart } from './pipeline-tools';
import {
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type AuthInfo,
  type CallToolResult,
  type ServerContext,
  type Tool,
} from './protocol';
import { serveResources } from './resources';
import { listTools, toCallInput, toolName, type Toolset } from './tools';
import { buildResourceUri } from './resource-uri';

type Content = CallToolResult['content'][number];

/** Keeps an annotated image and links to it. If there is no room for it, the content is a text that says so. */
async function imageLink(uploads: CallerUploads, image: Uint8Array): Promise<Content> {
  try {
    const { id, bytes: size, media_type: mimeType, expires_at, content_url } = await uploads.keep(image);
    const description = `The image with its boxes, until ${expires_at}. GET ${content_url} with the same key returns it, too.`;
    return { type: 'resource_link', uri: buildResourceUri('uploads', id), name: 'annotated.jpg', mimeType, size, description };
  } catch (error) {
    if (!(error instanceof PerceptError)) throw error;
    return { type: 'text', text: `The annotated image is not kept. ${error.message}` };
  }
}

/** What the tools need from their environment. */
export interface ToolHost {
  version: string;
  capabilities: ReadonlyMap<string, CapabilityDefinition>;
  /** Resolves the real path of a file that the caller may read. @throws PerceptError. */
  file(path: string, auth: AuthInfo | undefined): Promise<string>;
  call(capability: string, input: CallInput, options: ToolCallOptions): Promise<CallResult>;
  /** Models, pipelines and runs; absent, there are none. */
  library?: (auth: AuthInfo | undefined) => CallerLibrary;
}

interface ToolCallOptions {
  /** Aborted when the client cancels. */
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
  /** What the transport knows of the caller. */
  auth: AuthInfo | undefined;
}

/** How long clients of revision 2026-07-28 may cache a list, in milliseconds. */
const LIST_KEPT_MS = 10_000;

/**
 * An MCP server with one tool for each capability and tools for the caller's pipelines. It supports every revision that the SDK
 * supports.
 */
export function createMcpServer(host: ToolHost, toolset: Toolset): Server {
  const capabilities = { tools: {}, ...(host.library && { resources: {} }) };
  const kept = { ttlMs: LIST_KEPT_MS, cacheScope: 'private' } as const;
  const cacheHints = { 'tools/list': kept, 'resources/list': kept, 'resources/templates/list': kept };
  const server = new Server({ name: 'percept', version: host.version }, { capabilities, cacheHints });
  server.setRequestHandler('tools/list', async (_, { http }) => {
    const pipelines = host.library ? await host.library(http?.authInfo).pipelines() : [];
    return {
      tools: [
        ...listTools(host.capabilities.values(), toolset, { keepsUploads: host.library !== undefined }),
        ...pipelineTools(pipelines, toolset),
      ],
    };
  });
  server.setRequestHandler('tools/call', ({ params }, context) => callTool(host, params, toCalling(context)));
  if (host.library) serveResources(server, host.library);
  return server;
}

function pipelineTools(pipelines: readonly PipelineResponse[], { plugins }: Toolset): Tool[] {
  if (plugins?.includes('pipelines')) return pipelines.flatMap((each) => pipelineTool(each) ?? []);
  return plugins ? [] : [anyPipelineTool(pipelines)].flatMap((tool) => tool ?? []);
}

interface Calling extends Pick<ToolCallOptions, 'signal' | 'auth'> {
  notify: (progress: number, total: number) => void;
}

function toCalling({ mcpReq, http }: ServerContext): Calling {
  const progressToken = mcpReq._meta?.progressToken;
  const notify = (progress: number, total: number): void => {
    if (progressToken === undefined) return;
    const notification = { method: 'notifications/progress', params: { progressToken, progress, total } };
    void mcpReq.notify(notification).catch(() => undefined);
  };
  return { signal: mcpReq.signal, auth: http?.authInfo, notify };
}

async function callTool(
  host: ToolHost,
  { name, arguments: values = {} }: { name: string; arguments?: Record<string, unknown> },
  { signal, auth, notify }: Calling,
): Promise<CallToolResult> {
  const capability = [...host.capabilities.values()].find(({ id }) => toolName(id) === name);
  if (capability) {
    return answer(async () => {
      const input = await toCallInput(capability, values, (path) => host.file(path, auth));
      // The caller waits, since the protocol has progress and cancellation.
      if (capability.long) input.liveSeconds = Infinity;
      const onProgress = ({ processed_frames, total_frames }: Progress): void => notify(processed_frames, total_frames);
      const { output, annotated } = await host.call(capability.id, input, { signal, onProgress, auth });
      const link = annotated && host.library ? [await imageLink(host.library(auth).uploads, annotated)] : [];
      return {
        structuredContent: withTextIntegers(output) as typeof output,
        content: [{ type: 'text', text: toJson(output) }, ...link],
      };
    });
  }
  const { library } = host;
  if (!library || !isPipelineTool(name))
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool '${name.slice(0, 100)}'.`);
  return answer(async () => runAnswer(await library(auth).run(readRunStart(name, values), { signal, onProgress: notify })));
}

/** An error that a model can fix becomes an answer of the tool, any other one an error of the protocol. */
async function answer(call: () => Promise<CallToolResult>): Promise<CallToolResult> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof PerceptError)) throw error;
    return { isError: true, content: [{ type: 'text', text: `${error.code}: ${error.message}` }] };
  }
}
