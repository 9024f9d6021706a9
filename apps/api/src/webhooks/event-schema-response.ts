import { EVENT_TYPES, type EventType } from '@percept/core';
import { IsIn, IsInt, IsObject } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';

/** The form of an event. */
export class EventSchemaResponse {
  @IsIn(EVENT_TYPES) type: EventType;
  @IsInt() version: number;
  @JSONSchema({ description: 'JSON Schema 2020-12 of the whole body of a webhook.', additionalProperties: true })
  @IsObject()
  schema: object;
}
