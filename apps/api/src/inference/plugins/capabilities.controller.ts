import { Controller, Get, Param } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { acceptedMedia, capabilityPath, PluginHost, toOutputSchema } from '@percept/core';
import { toJsonSchema, type CapabilityDefinition, PerceptError, suggest } from '@percept/sdk';
import { listSchema } from '../../platform/rest/list-schema';
import { CapabilityResponse, CapabilitySummaryResponse } from './capability-responses';

@ApiTags('plugins')
@Controller('v2/capabilities')
export class CapabilitiesController {
  constructor(private readonly host: PluginHost) {}

  @ApiOperation({ operationId: 'listCapabilities', summary: 'Lists the capabilities of all loaded plugins.' })
  @ApiOkResponse(listSchema('capabilities', CapabilitySummaryResponse))
  @Get()
  @RouteConfig({ scope: 'predict' })
  list(): { capabilities: CapabilitySummaryResponse[] } {
    return { capabilities: [...this.host.capabilities.values()].map(summaryOf) };
  }

  @ApiOperation({
    operationId: 'getCapability',
    summary: 'Gets a capability with the schemas of its input and output, and examples.',
  })
  @ApiOkResponse({ type: CapabilityResponse })
  @Get(':id')
  @RouteConfig({ scope: 'predict' })
  get(@Param('id') id: string): CapabilityResponse {
    const capability = this.host.capabilities.get(id);
    if (!capability) {
      const hint = suggest(id, [...this.host.capabilities.keys()]);
      throw new PerceptError('NOT_FOUND', `There is no capability '${id.slice(0, 60)}'.${hint}`);
    }
    return {
      ...summaryOf(capability),
      description: capability.description ?? null,
      media_fields: [...(acceptedMedia(capability.input)?.fields ?? [])],
      input: toJsonSchema(capability.input),
      output: toOutputSchema(capability),
      examples: capability.examples ?? [],
    };
  }
}

function summaryOf(capability: CapabilityDefinition): CapabilitySummaryResponse {
  const accepts = acceptedMedia(capability.input)?.kind ?? null;
  const { id, summary, tasks = [] } = capability;
  return { id, path: capabilityPath(capability), summary, accepts, model_tasks: [...tasks] };
}
