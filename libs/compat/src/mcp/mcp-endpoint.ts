import type { Share } from '@percept/core';
import type { FastifyRequest, FastifyReply } from 'fastify';
import type { Exchange } from '../compat-calls';
import { jsonRpcError } from './mcp-door';
import { createMcpServer, type ToolHost } from './mcp-server';
import { McpSessions } from './mcp-sessions';
import { createMcpHandler, isInitializeRequest, isLegacyRequest, type AuthInfo } from './protocol';
import { readToolset } from './tools';
import { Readable } from 'node:stream';

/** Converts a request, without its body, for the protocol's SDK. Its signal aborts when the client hangs up. */
function toWebRequest(request: FastifyRequest, reply: FastifyReply): Request {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    for (const each of [value].flat()) if (each !== undefined) headers.append(name, each);
  return new Request(new URL(request.url, 'http://percept'), { method: request.method, headers, signal: gone.signal });
}

function sendWebResponse({ status, headers, body }: Response, reply: FastifyReply): void {
  void reply.status(status);
  for (const [name, value] of headers) void reply.header(name, value);
  void reply.send(body ? Readable.fromWeb(body) : undefined);
}

/** Subscriptions keep a connection open, but nothing is announced on them. */
const MAX_SUBSCRIPTIONS = 100;
/** Messages in one request. The rate limit counts the request only once. */
const MAX_BATCH = 16;

/** Answers requests: each on its own since revision 2026-07-28, in sessions for older revisions. */
export class McpEndpoint {
  private readonly sessions = new McpSessions();
  private readonly modern;

  /** @param share identifies the caller. */
  constructor(
    private readonly host: ToolHost,
    private readonly share: (request: FastifyRequest) => Share,
  ) {
    const options = { legacy: 'reject', maxSubscriptions: MAX_SUBSCRIPTIONS } as const;
    this.modern = createMcpHandler(({ requestInfo }) => this.serverFor(requestInfo!), options);
  }

  async answer(exchange: Exchange): Promise<void> {
    const { request, reply } = exchange;
    const { body: parsedBody } = request;
    if (Array.isArray(parsedBody) && parsedBody.length > MAX_BATCH)
      return void reply.status(400).send(jsonRpcError(-32_600, `A batch may have ${MAX_BATCH} messages: send several.`));
    const authInfo: AuthInfo = { token: '', clientId: '', scopes: [], extra: { exchange } };
    const web = toWebRequest(request, reply);
    if (!(await isLegacyRequest(web, parsedBody)))
      return sendWebResponse(await this.modern.fetch(web, { parsedBody, authInfo }), reply);
    const { 'mcp-session-id': id } = request.headers;
    if (typeof id !== 'string' && ![parsedBody].flat().some(isInitializeRequest)) {
      const message = 'The header Mcp-Session-Id is missing: initialize first, and send the id of the session.';
      return void reply.status(400).send(jsonRpcError(-32_600, message));
    }
    const transport =
      typeof id === 'string'
        ? this.sessions.find(id, this.share(request))
        : await this.sessions.open(this.serverFor(web), this.share(request));
    if (!transport) return void reply.status(404).send(jsonRpcError(-32_001, 'The session has ended: initialize again.'));
    sendWebResponse(await transport.handleRequest(web, { parsedBody, authInfo }), reply);
  }

  async close(): Promise<void> {
    await Promise.all([this.sessions.close(), this.modern.close()]);
  }

  private serverFor({ url }: Request) {
    return createMcpServer(this.host, readToolset(new URL(url).searchParams.get('toolset') ?? undefined));
  }
}

/** The exchange of the request that made a call. */
export const getExchange = (auth: AuthInfo | undefined): Exchange => auth!.extra!['exchange'] as Exchange;
