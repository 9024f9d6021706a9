import { Controller, Get, Query } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { IsInt, IsIn, IsOptional, IsString, Max, MaxLength, Min, OrNull, JSONSchema, IsTime } from '@percept/sdk/decorators';
import { IsCursor } from '../../platform/rest/cursor';
import { ValidatedQuery } from '../../platform/rest/validation.pipe';
import { listSchema } from '../../platform/rest/list-schema';
import { ApiQueryClass } from '../../platform/rest/query-class';
import { AuditLog } from './audit-log';
import type { AuditEntryEntity } from './audit-entry.entity';
import { CALLER_KINDS, type Caller, type CallerKind } from '../auth/caller';
import { CurrentCaller } from '../auth/current-caller.decorator';

/** The query of `GET /v1/audit`. */
class AuditQuery {
  @JSONSchema({ description: 'The maximum number of entries.' }) @IsInt() @Min(1) @Max(500) @IsOptional() limit = 50;
  @JSONSchema({ description: 'Only entries older than the one with this id.' }) @IsCursor('aud') @IsOptional() before?: string;
  @JSONSchema({ description: 'A part of who, what or the changed object, in any case.' })
  @IsString()
  @MaxLength(200)
  @IsOptional()
  search?: string;
}

/** An action of a key or an administrator, done or refused. */
export class AuditEntryResponse {
  @IsString() id: string;
  @IsTime() at: string;
  @IsIn(CALLER_KINDS) actor_kind: CallerKind;
  @IsString() actor_id: string;
  @IsString() actor_name: string;
  @JSONSchema({ description: 'Method and path of the request, or the command.' }) @IsString() action: string;
  @JSONSchema({ description: 'The id of the changed object.' }) @IsString() @OrNull() target: string | null;
  @IsString() @OrNull() address: string | null;
  @IsString() @OrNull() request_id: string | null;
}

@ApiTags('audit')
@Controller('v1/audit')
export class AuditController {
  constructor(private readonly audit: AuditLog) {}

  @ApiOperation({
    operationId: 'listAuditEntries',
    summary: 'Lists what keys and administrators changed, refused keys and failed sign-ins, newest first.',
  })
  @ApiQueryClass(AuditQuery)
  @ApiOkResponse(listSchema('entries', AuditEntryResponse))
  @Get()
  @RouteConfig({ scope: 'admin' })
  async list(
    @Query(new ValidatedQuery(AuditQuery)) query: AuditQuery,
    @CurrentCaller() caller: Caller,
  ): Promise<{ entries: AuditEntryResponse[] }> {
    return { entries: (await this.audit.list(caller.projectId, query)).map(show) };
  }
}

function show({
  id,
  at,
  actor_kind,
  actor_id,
  actor_name,
  action,
  target,
  address,
  request_id,
}: AuditEntryEntity): AuditEntryResponse {
  return { id, at: new Date(at).toISOString(), actor_kind, actor_id, actor_name, action, target, address, request_id };
}
