import { Controller, Get } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { capabilityPath, PluginHost } from '@percept/core';
import { PluginsResponse } from './plugin-responses';
import { kindsIn } from './usable-plugins';

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
    const plugins = this.host.plugins.map((plugin) => ({
      name: plugin.name,
      version: plugin.version,
      percept: plugin.percept ?? null,
      docs: plugin.docs ?? null,
      capabilities: plugin.capabilities.map((each) => ({ id: each.id, path: capabilityPath(each), summary: each.summary })),
      kinds: kindsIn(plugin),
    }));
    return { plugins, left_out: this.host.rejected.map(({ source, reason }) => ({ source, reason })) };
  }
}
