import { Events, type PerceptEvent } from '@percept/core';
import {
  IsBoolean,
  IsIn,
  IsObject,
  IsOptional,
  IsString,
  MaxLength,
  OrNull,
  IsListOf,
  JSONSchema,
  IsTime,
} from '@percept/sdk/decorators';

const described = (description: string) => JSONSchema({ description });

/** The body of `POST /v1/events/test-filter`. */
export class TestFilterRequest {
  @JSONSchema({
    description: 'A CEL expression over `type` and `data`; empty: every event passes.',
    examples: ["data.status == 'partial'"],
  })
  @IsString()
  @MaxLength(2_000)
  @IsOptional()
  filter = '';
}

/** An event, and whether a filter lets it through. */
class TestedEventResponse {
  @described('`recent`: one that was delivered lately; `example`: an example of its type.')
  @IsIn(['recent', 'example'])
  source: 'recent' | 'example';
  @described('Null for an example.') @IsString() @OrNull() id: string | null;
  @IsIn(Events.TYPES) type: PerceptEvent['type'];
  @IsTime('Null for an example.') @OrNull() created_at: string | null;
  @JSONSchema({ additionalProperties: true }) @IsObject() data: Record<string, unknown>;
  @described('Whether the filter lets it through.') @IsBoolean() passes: boolean;
}

/** The answer of `POST /v1/events/test-filter`. */
export class TestFilterResponse {
  @IsListOf(() => TestedEventResponse) events: TestedEventResponse[];
}
