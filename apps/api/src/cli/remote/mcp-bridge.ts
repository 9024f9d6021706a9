import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { once } from 'node:events';
import { ServiceClient } from '../service/client';
import { findConnection, type ConnectionOptions } from '../service/connection';

/** JSON-RPC's code for server errors. */
const SERVER_ERROR = -32_000;
/** A field in requests of revisions since 2026-07-28, which have no sessions. */
const REVISION = 'io.modelcontextprotocol/protocolVersion';

/**
 * Relays messages between standard input and output and the `/mcp` of a running service, until standard input ends.
 * @throws CommandError if the service asks for a key and there is none.
 */
export async function bridgeMcp(options: ConnectionOptions, toolset: string | undefined): Promise<void> {
  const { StdioServerTransport } = await import('@modelcontextprotocol/server/stdio');
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
  const connection = findConnection(options);
  const { url, key } = connection;
  if (!key) await new ServiceClient(connection).ask('GET', '/v2/models');
  const address = new URL(`${url}/mcp`);
  if (toolset !== undefined) address.searchParams.set('toolset', toolset);
  const remote = new StreamableHTTPClientTransport(address, {
    requestInit: key ? { headers: { authorization: `Bearer ${key}` } } : {},
  });
  const agent = new StdioServerTransport();
  join(agent, remote);
  const ended = once(process.stdin, 'end');
  await remote.start();
  await agent.start();
  await ended;
  // If the service went away, its session has already ended.
  await remote.terminateSession().catch(() => undefined);
  await remote.close();
  await agent.close();
}

function join(agent: Transport, remote: Transport): void {
  // Closing aborts what runs. After the end of standard input, nobody waits for it.
  const say = (error: Error): void =>
    void (process.stdin.readableEnded || process.stderr.write(`percept mcp: ${error.message}\n`));
  /** Running requests, which are cancelled by closing the connection. */
  const open = new Map<unknown, AbortController>();
  remote.onerror = say;
  agent.onerror = say;
  remote.onmessage = (message) => {
    const revision = revisionOf(message);
    if (revision !== undefined) remote.setProtocolVersion?.(revision);
    if ('id' in message && !('method' in message)) open.delete(message.id);
    agent.send(message).catch(say);
  };
  // Each message is handled separately: a cancellation must not wait for the request that it cancels.
  agent.onmessage = (message) => {
    const cancelled = cancelledBy(message, open);
    if (cancelled) return cancelled.abort();
    const hangUp = isSessionless(message) ? new AbortController() : undefined;
    if (hangUp && 'id' in message) open.set(message.id, hangUp);
    remote.send(message, { requestSignal: hangUp?.signal }).catch((error: Error) => {
      if (hangUp?.signal.aborted || !('method' in message && 'id' in message)) return;
      agent.send({ jsonrpc: '2.0', id: message.id, error: { code: SERVER_ERROR, message: reasonOf(error) } }).catch(say);
    });
  };
}

function cancelledBy(message: JSONRPCMessage, open: Map<unknown, AbortController>): AbortController | undefined {
  if (!('method' in message) || message.method !== 'notifications/cancelled') return undefined;
  const id = message.params?.['requestId'];
  const request = open.get(id);
  open.delete(id);
  return request;
}

const isSessionless = (message: JSONRPCMessage): boolean =>
  'method' in message && 'id' in message && typeof message.params?._meta?.[REVISION] === 'string';

/** `fetch` gives the reason for a failure in the error's cause. */
function reasonOf(error: Error): string {
  const { cause } = error as { cause?: { code?: string; message?: string } };
  return cause ? `The service does not answer: ${cause.code ?? cause.message}` : error.message;
}

/** The revision that an answer to `initialize` names: later requests carry it in a header. */
function revisionOf(message: JSONRPCMessage): string | undefined {
  if (!('result' in message)) return undefined;
  const { protocolVersion, serverInfo } = message.result;
  return serverInfo !== undefined && typeof protocolVersion === 'string' ? protocolVersion : undefined;
}
