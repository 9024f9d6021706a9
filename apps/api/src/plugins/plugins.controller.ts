import { Controller, Get } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { capabilityPath, PluginHost } from '@percept/core';
import { PluginsResponse } from './plugin-responses';

@ApiTags('plugins')
@Controller('v2/plugins')
export class PluginsController {
  constructor(private readonly host: PluginHost) {}

  @ApiOperation({
    operationId: 'listPlugins',
    summary: 'Lists the loaded plugins with their capabilities, and the plugins that failed to load with the reason.',
  })
  @ApiOkResponse({ type: PluginsResponse })
  @Get()
  @RouteConfig({ scope: 'predict' })
  list(): PluginsResponse {
    const plugins = this.host.plugins.map(({ name, version, percept, docs, capabilities }) => ({
      name,
      version,
      percept: percept ?? null,
      docs: docs ?? null,
      capabilities: capabilities.map((each) => ({ id: each.id, path: capabilityPath(each), summary: each.summary })),
    }));
    return { plugins, left_out: this.host.rejected.map(({ source, reason }) => ({ source, reason })) };
  }
}
