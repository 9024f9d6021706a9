import { OmitType } from '@nestjs/swagger';
import {
  IsBoolean,
  IsIn,
  IsInt,
  IsDateTime,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  OrNull,
  IsListOf,
  IsNested,
  JSONSchema,
  IsTime,
} from '@percept/sdk/decorators';
import { IsCursor } from '../../platform/rest/cursor';
import { CALLER_KINDS, type CallerKind } from '../../access/auth/caller';

const described = (description: string) => JSONSchema({ description });

/** The query of `GET /v2/logs`. */
export class LogQuery {
  @described("Also what the dashboard's pages ask for themselves. Calls of capabilities are listed in any case.")
  @IsBoolean()
  @IsOptional()
  dashboard = false;
  @described('The maximum number of entries.') @IsInt() @Min(1) @Max(500) @IsOptional() limit = 50;
  @described('The `next_cursor` of the previous page.') @IsCursor('log') @IsOptional() cursor?: string;
  @described('A part of request id, operation, key name, error code or message, in any case.')
  @IsString()
  @MaxLength(200)
  @IsOptional()
  search?: string;
  @described('Only requests of this key. Without the scope `admin`, always the calling key.')
  @IsString()
  @IsOptional()
  key_id?: string;
  @described('Only this operation: a capability, or method and path of another.') @IsString() @IsOptional() operation?: string;
  @JSONSchema({
    description: 'Only this status, such as `404`, this class of it, such as `4xx`, or `error`: 400 and above.',
    examples: ['4xx'],
  })
  @Matches(/^([1-5](\d\d|xx)|error)$/, { message: "must be a status such as 404, a class of it such as 4xx, or 'error'" })
  @IsOptional()
  status?: string;
  @described('Only requests that took at least this many milliseconds.') @IsInt() @Min(0) @IsOptional() min_ms?: number;
  @IsDateTime('Only requests answered then or later.')
  @IsOptional()
  from?: string;
  @IsDateTime('Only requests answered then or earlier.')
  @IsOptional()
  to?: string;
}

/** The query of `GET /v2/logs/hours`. */
export class LogHoursQuery extends OmitType(LogQuery, ['limit', 'cursor'] as const) {}

/** The requests within one hour. */
export class LogHourResponse {
  @IsTime('When it began.') hour: string;
  @IsInt() requests: number;
  @described('Those answered with a status of 400 or above.') @IsInt() errors: number;
  @JSONSchema({ description: 'Half of those that succeeded took no longer, in milliseconds; null if there were none.' })
  @IsNumber()
  @OrNull()
  p50_ms: number | null;
  @JSONSchema({ description: '95 in 100 of those that succeeded took no longer.' })
  @IsNumber()
  @OrNull()
  p95_ms: number | null;
}

export class LogHoursResponse {
  @IsListOf(() => LogHourResponse) hours: LogHourResponse[];
}

class LoggedErrorResponse {
  @IsString() code: string;
  @IsString() message: string;
  @described('The parameter at fault.') @IsString() @OrNull() field: string | null;
}

/** An answered request. */
export class LogEntryResponse {
  @IsString() id: string;
  @described('The header `X-Request-Id` of its response.') @IsString() request_id: string;
  @IsTime('When it was answered.') at: string;
  @IsIn(CALLER_KINDS) caller_kind: CallerKind;
  @described('The id of the key, or of the administrator.') @IsString() key_id: string;
  @IsString() key_name: string;
  @IsString() method: string;
  @described('The path as it was asked, without a query.') @IsString() path: string;
  @described('A capability, or method and path of another operation.') @IsString() operation: string;
  @IsInt() status: number;
  @IsInt() duration_ms: number;
  @IsString() @OrNull() content_type: string | null;
  @described('Size of the body, if it was declared.') @IsInt() @OrNull() bytes: number | null;
  @JSONSchema({
    ...{
      description: 'Names and types of the parameters, never their values; null for media, forms and long calls of capabilities.',
    },
    ...{ additionalProperties: { type: 'string' }, examples: [{ text: 'text of 12' }] },
  })
  @IsObject()
  @OrNull()
  shape: Record<string, string> | null;
  @JSONSchema({
    description: 'JSON that was sent, if `PERCEPT_REQUEST_LOG` keeps bodies: at most 4 KiB, secrets and media hidden.',
  })
  @IsString()
  @OrNull()
  body: string | null;
  @JSONSchema({ description: 'JSON that was answered, likewise.' }) @IsString() @OrNull() answer: string | null;
  @described('Why it was refused or failed; null if it succeeded.')
  @IsNested(() => LoggedErrorResponse)
  @OrNull()
  error: LoggedErrorResponse | null;
}
