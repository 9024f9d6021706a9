import { Controller, Get, Param } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { suggest, EVENT_TYPES, Events, eventSchemas, PerceptError, type EventSchema, type PerceptEvent } from '@percept/core';
import type { Caller } from '../auth/caller';
import { CurrentCaller } from '../auth/current-caller.decorator';

@ApiTags('events')
@Controller('v1/events')
export class EventsController {
  constructor(private readonly events: Events) {}

  @ApiOperation({ summary: 'Lists the JSON Schemas of all events with their versions.' })
  @ApiOkResponse({ schema: { type: 'object' } })
  @Get('schemas')
  @RouteConfig({ open: true })
  schemas(): { schemas: EventSchema[] } {
    return { schemas: eventSchemas() };
  }

  @ApiOperation({ summary: "Gets the JSON Schema of an event's body." })
  @ApiOkResponse({ schema: { type: 'object' } })
  @Get('schemas/:type')
  @RouteConfig({ open: true })
  schema(@Param('type') type: string): EventSchema['schema'] {
    const found = eventSchemas().find((each) => each.type === type);
    if (found) return found.schema;
    const hint = suggest(type, EVENT_TYPES) || ` There are ${EVENT_TYPES.join(', ')}.`;
    throw new PerceptError('NOT_FOUND', `The event '${type}' does not exist.${hint}`);
  }

  @ApiOperation({ summary: 'Gets an event in full, whatever its size.' })
  @ApiOkResponse({ schema: { type: 'object' } })
  @Get(':id')
  @RouteConfig({ scope: 'webhooks' })
  async get(@Param('id') id: string, @CurrentCaller() { projectId }: Caller): Promise<PerceptEvent> {
    const event = await this.events.find(id, projectId);
    if (!event) throw PerceptError.notFound(`The event '${id}'`);
    return event;
  }
}
