import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Events, type PerceptEvent } from '@percept/core';
import { suggest, PerceptError } from '@percept/sdk';
import { checkFilter, EVENT_EXAMPLES, passesFilter, WebhookDeliveries } from '@percept/webhooks';
import type { Caller } from '../../access/auth/caller';
import { CurrentCaller } from '../../access/auth/current-caller.decorator';
import { ValidatedBody } from '../../platform/rest/validation.pipe';
import { listSchema } from '../../platform/rest/list-schema';
import { TestFilterRequest, TestFilterResponse } from './filter-responses';
import { IsIn, IsInt, IsObject } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';

/** The schema of an event. */
class EventSchemaResponse {
  @IsIn(Events.TYPES) type: PerceptEvent['type'];
  @IsInt() version: number;
  @JSONSchema({ description: 'JSON Schema 2020-12 of the whole body of a webhook.', additionalProperties: true })
  @IsObject()
  schema: object;
}

const MAX_RECENT = 20;

@ApiTags('events')
@Controller('v1/events')
export class EventsController {
  constructor(
    private readonly events: Events,
    private readonly deliveries: WebhookDeliveries,
  ) {}

  @ApiOperation({
    operationId: 'testFilter',
    summary: 'Tries a filter on the events that were delivered lately, and on an example of each type. Sends nothing.',
  })
  @ApiOkResponse({ type: TestFilterResponse })
  @Post('test-filter')
  @HttpCode(200)
  @RouteConfig({ scope: 'webhooks', audited: false })
  async testFilter(
    @Body(new ValidatedBody(TestFilterRequest)) { filter }: TestFilterRequest,
    @CurrentCaller() { projectId }: Caller,
  ): Promise<TestFilterResponse> {
    const source = filter === '' ? null : checkFilter(filter);
    const ids = [...new Set((await this.deliveries.list({ projectId })).map(({ event_id }) => event_id))].slice(0, MAX_RECENT);
    const found = await Promise.all(ids.map((id) => this.events.find(id, projectId)));
    const recent = found.filter((event) => event !== undefined);
    const passes = (event: { type: PerceptEvent['type']; data: Record<string, unknown> }): boolean => passesFilter(source, event);
    return {
      events: [
        ...recent.map((event) => ({ source: 'recent' as const, ...event, passes: passes(event) })),
        ...Events.TYPES.map((type) => {
          const event = { type, data: EVENT_EXAMPLES[type] };
          return { source: 'example' as const, id: null, created_at: null, ...event, passes: passes(event) };
        }),
      ],
    };
  }

  @ApiOperation({ operationId: 'listEventSchemas', summary: 'Lists the JSON Schemas of all events with their versions.' })
  @ApiOkResponse(listSchema('schemas', EventSchemaResponse))
  @Get('schemas')
  @RouteConfig({ open: true })
  schemas(): { schemas: ReturnType<typeof Events.schemas> } {
    return { schemas: Events.schemas() };
  }

  @ApiOperation({ operationId: 'getEventSchema', summary: "Gets the JSON Schema of an event's body." })
  @ApiOkResponse({ schema: { type: 'object', additionalProperties: true } })
  @Get('schemas/:type')
  @RouteConfig({ open: true })
  schema(@Param('type') type: string): ReturnType<typeof Events.schemas>[number]['schema'] {
    const found = Events.schemas().find((each) => each.type === type);
    if (found) return found.schema;
    const hint = suggest(type, Events.TYPES) || ` There are ${Events.TYPES.join(', ')}.`;
    throw new PerceptError('NOT_FOUND', `The event '${type}' does not exist.${hint}`);
  }

  @ApiOperation({ operationId: 'getEvent', summary: 'Gets an event in full, whatever its size.' })
  @ApiOkResponse({ schema: { $ref: '#/components/schemas/Event' } })
  @Get(':id')
  @RouteConfig({ scope: 'webhooks' })
  async get(@Param('id') id: string, @CurrentCaller() { projectId }: Caller): Promise<PerceptEvent> {
    const event = await this.events.find(id, projectId);
    if (!event) throw PerceptError.notFound(`The event '${id}'`);
    return event;
  }
}
