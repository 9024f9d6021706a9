import { RUN_STATES, type RunState } from '@percept/core';
import { IsIn, IsOptional, IsString } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';

/** The body of `POST /v2/schedules/{pipeline}/{trigger}/pause`. */
export class PauseRequest {
  @JSONSchema({
    description:
      'When it resumes by itself: an ISO 8601 date-time in the future, or a duration such as `7d`. Absent: when somebody resumes it.',
    examples: ['7d', '2027-01-01T00:00:00Z'],
  })
  @IsString()
  @IsOptional()
  until?: string;
}

export class HookAddressResponse {
  @IsString() id: string;
  @JSONSchema({ description: 'The URL to POST to, without a key. Shown only once.' }) @IsString() url: string;
}

/** The answer to a request that came in. */
export class AcceptedRunResponse {
  @IsString() id: string;
  @IsIn(RUN_STATES) status: RunState;
  @JSONSchema({ description: 'The URL of its state, which needs a key.' }) @IsString() status_url: string;
}
