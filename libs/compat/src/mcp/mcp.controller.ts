import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { Controller, Delete, Get, Post, Req, Res, type BeforeApplicationShutdown } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExcludeController } from '@nestjs/swagger';
import { Config, PerceptError, PluginHost } from '@percept/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import { CompatCalls, type Exchange } from '../compat-calls';
import { CompatLibrary } from '../compat-library';
import { queryKey } from '../door';
import { callerLibrary } from './caller-library';
import { jsonRpcError, mcpDoor } from './mcp-door';
import { createMcpServer, type ToolHost } from './mcp-server';
import { McpSessions } from './mcp-sessions';
import { isInitializeRequest, type AuthInfo } from './protocol';
import { readToolset } from './tools';

const ROUTE = { scope: 'predict', door: mcpDoor };

/** MCP over streamable HTTP. */
@Controller('mcp')
@ApiExcludeController()
export class McpController implements BeforeApplicationShutdown {
  private readonly sessions = new McpSessions();

  constructor(
    private readonly calls: CompatCalls,
    private readonly host: PluginHost,
    private readonly config: Config,
    private readonly library: CompatLibrary,
  ) {}

  @Post()
  @RouteConfig(ROUTE)
  async post(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    this.refuseForeignPages(request);
    const transport = this.sessionOf(request) ?? (await this.open(request));
    if (!transport) return void reply.status(404).send(jsonRpcError(-32_001, 'The session has ended: initialize again.'));
    await this.pass({ request, reply }, transport);
  }

  /** Ends the session. */
  @Delete()
  @RouteConfig(ROUTE)
  async delete(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const transport = this.sessionOf(request);
    if (!transport) return void reply.status(404).send(jsonRpcError(-32_001, 'There is no such session.'));
    await this.pass({ request, reply }, transport);
  }

  /** The server sends nothing by itself. */
  @Get()
  @RouteConfig(ROUTE)
  get(@Res() reply: FastifyReply): void {
    void reply
      .status(405)
      .header('allow', 'POST, DELETE')
      .send(jsonRpcError(-32_000, 'Send POST: there is no stream to listen to.'));
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.sessions.close();
  }

  /** Agents send no origin. A page that a browser opened must be allowed, or any page could reach a service without keys. */
  private refuseForeignPages({ headers: { origin, host } }: FastifyRequest): void {
    const { corsOrigins } = this.config;
    if (origin === undefined || isOwnPage(origin, host)) return;
    if (corsOrigins.includes(origin) || corsOrigins.includes('*')) return;
    throw new PerceptError('FORBIDDEN', `Pages of ${origin.slice(0, 100)} may not call this: PERCEPT_CORS_ORIGINS allows them.`);
  }

  private sessionOf(request: FastifyRequest): StreamableHTTPServerTransport | undefined {
    const id = request.headers['mcp-session-id'];
    return typeof id === 'string' ? this.sessions.find(id, this.calls.callerId(request)) : undefined;
  }

  private async open(request: FastifyRequest): Promise<StreamableHTTPServerTransport | undefined> {
    const messages = [request.body].flat();
    if (request.headers['mcp-session-id'] !== undefined || !messages.some(isInitializeRequest)) {
      if (request.headers['mcp-session-id'] !== undefined) return undefined;
      throw PerceptError.invalid('Mcp-Session-Id', 'is missing: initialize first, and send the id of the session.');
    }
    const callerId = this.calls.callerId(request);
    const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => this.sessions.add(id, { transport, callerId }),
    });
    transport.onclose = () => void (transport.sessionId && this.sessions.remove(transport.sessionId));
    await createMcpServer(this.tools(), readToolset(queryKey(request, 'toolset'))).connect(transport);
    return transport;
  }

  /** Fastify's headers go to the raw reply, which the transport writes. */
  private async pass({ request, reply }: Exchange, transport: StreamableHTTPServerTransport): Promise<void> {
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value);
    const auth: AuthInfo = { token: '', clientId: '', scopes: [], extra: { exchange: { request, reply } } };
    await transport.handleRequest(Object.assign(request.raw, { auth }), reply.raw, request.body);
  }

  private tools(): ToolHost {
    const exchangeOf = (auth: AuthInfo | undefined): Exchange => auth!.extra!.exchange as Exchange;
    return {
      version: this.calls.version,
      capabilities: this.host.capabilities,
      file: (path, auth) => this.calls.file(exchangeOf(auth).request, path),
      call: (capability, input, { signal, onProgress, auth }) =>
        this.calls.call(capability, input, { ...exchangeOf(auth), signal, onProgress }),
      library: (auth) => callerLibrary(this.library, exchangeOf(auth).request),
    };
  }
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** A page of this service on this machine. Its name matters: any other name may lead here by DNS rebinding. */
function isOwnPage(origin: string, host: string | undefined): boolean {
  if (!URL.canParse(origin)) return false;
  const page = new URL(origin);
  return page.host === host && LOOPBACK.includes(page.hostname);
}
