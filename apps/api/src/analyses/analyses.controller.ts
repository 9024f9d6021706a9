import { Controller, Get, Inject, Param } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { IsIn, IsObject, IsOptional, IsString } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import type { Caller } from '../access/caller';
import { Calling } from '../access/calling.decorator';
import { Analyses } from './analyses';
import { ANALYSIS_STATES, type Analysis, type AnalysisState } from './analysis.entity';

/** The answer to `Prefer: respond-async`. */
export class AcceptedAnalysis {
  @IsString() id: string;
  @IsIn(ANALYSIS_STATES) status: AnalysisState;
  @JSONSchema({ description: 'Where its state and its result are fetched.' }) @IsString() status_url: string;
}

export class AnalysisView extends AcceptedAnalysis {
  @IsString() capability: string;
  @JSONSchema({ format: 'date-time' }) @IsString() created_at: string;
  @JSONSchema({ format: 'date-time' }) @IsString() @IsOptional() ended_at: string | null;
  @JSONSchema({ description: "The capability's answer, when it has succeeded." })
  @IsObject()
  @IsOptional()
  result: Record<string, unknown> | null;
  @JSONSchema({ description: 'Code, message and details, when it has failed.' })
  @IsObject()
  @IsOptional()
  error: object | null;
}

export function showAccepted({ id, status }: Analysis): AcceptedAnalysis {
  return { id, status, status_url: `/v2/analyses/${id}` };
}

@ApiTags('analyses')
@Controller('v2/analyses')
export class AnalysesController {
  constructor(@Inject(Analyses) private readonly analyses: Analyses) {}

  @ApiOperation({ summary: 'State and result of an analysis that was sent with `Prefer: respond-async`; kept for a week.' })
  @ApiOkResponse({ type: AnalysisView })
  @Get(':id')
  @RouteConfig({ scope: 'predict' })
  async get(@Param('id') id: string, @Calling() caller: Caller): Promise<AnalysisView> {
    const row = await this.analyses.get(id, caller.accountId);
    const { capability, created_at, ended_at, result, error } = row;
    return {
      ...showAccepted(row),
      capability,
      created_at: new Date(created_at).toISOString(),
      ended_at: ended_at === null ? null : new Date(ended_at).toISOString(),
      result,
      error: error && { code: error.code, message: error.message, ...(error.details ? { details: error.details } : {}) },
    };
  }
}
