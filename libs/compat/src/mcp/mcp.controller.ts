import { Controller, Delete, Get, Post, Req, Res, type BeforeApplicationShutdown } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExcludeController } from '@nestjs/swagger';
import { Config, PluginHost } from '@percept/core';
import { PerceptError } from '@percept/sdk';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CompatCalls } from '../compat-calls';
import { CompatLibrary } from '../compat-library';
import { CompatUploads } from '../compat-uploads';
import { callerLibrary } from './caller-library';
import { jsonRpcError, mcpDoor } from './mcp-door';
import { getExchange, McpEndpoint } from './mcp-endpoint';
import type { ToolHost } from './mcp-server';

const ROUTE = { scope: 'predict', door: mcpDoor };

/** MCP over streamable HTTP. */
@Controller('mcp')
@ApiExcludeController()
export class McpController implements BeforeApplicationShutdown {
  private opened: McpEndpoint | undefined;

  // oxlint-disable-next-line max-params -- one for each injected provider
  constructor(
    private readonly calls: CompatCalls,
    private readonly host: PluginHost,
    private readonly config: Config,
    private readonly library: CompatLibrary,
    private readonly uploads: CompatUploads,
  ) {}

  @Post()
  @RouteConfig(ROUTE)
  async post(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    this.refuseForeignPages(request);
    await this.endpoint.answer({ request, reply });
  }

  /** Ends a session. */
  @Delete()
  @RouteConfig(ROUTE)
  async delete(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.endpoint.answer({ request, reply });
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
    await this.opened?.close();
  }

  /** Agents send no Origin header. A browser page must be allowed; otherwise any page could reach a service without keys. */
  private refuseForeignPages({ headers: { origin, host } }: FastifyRequest): void {
    const { corsOrigins } = this.config;
    if (origin === undefined || isOwnPage(origin, host)) return;
    if (corsOrigins.includes(origin) || corsOrigins.includes('*')) return;
    throw new PerceptError('FORBIDDEN', `Pages of ${origin.slice(0, 100)} may not call this: PERCEPT_CORS_ORIGINS allows them.`);
  }

  /** Created on first use, because loading the protocol's SDK takes a third of a second. */
  private get endpoint(): McpEndpoint {
    return (this.opened ??= this.open());
  }

  private open(): McpEndpoint {
    const { calls, library, uploads } = this;
    const host = {
      version: calls.version,
      capabilities: this.host.capabilities,
      file: (path, auth) => calls.file(getExchange(auth).request, path),
      call: (capability, input, { signal, onProgress, auth }) =>
        calls.call(capability, input, { ...getExchange(auth), signal, onProgress }),
      library: (auth) => callerLibrary(library, uploads, getExchange(auth).request),
    } satisfies ToolHost;
    return new McpEndpoint(host, (request) => calls.share(request));
  }
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** Whether the page is from this service on this machine. The host name matters: DNS rebinding can point any other name here. */
function isOwnPage(origin: string, host: string | undefined): boolean {
  if (!URL.canParse(origin)) return false;
  const page = new URL(origin);
  return page.host === host && LOOPBACK.includes(page.hostname);
}
