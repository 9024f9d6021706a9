import {
  IsIn,
  IsInt,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  OrNull,
  IsNested,
  JSONSchema,
  IsTime,
} from '@percept/sdk/decorators';
import { ANALYSIS_STATES, type AnalysisEntity, type AnalysisState } from './analysis.entity';

/** The answer to a call that is executed afterwards. */
export class AcceptedAnalysisResponse {
  @IsString() id: string;
  @JSONSchema({ examples: ['queued'] }) @IsIn(ANALYSIS_STATES) status: AnalysisState;
  @JSONSchema({ description: 'The path of its state and result.' }) @IsString() status_url: string;
}

/** The progress of a video analysis. */
class AnalysisProgress {
  @IsInt() processed_frames: number;
  @IsInt() total_frames: number;
  @JSONSchema({ description: 'From 0 to 100.' }) @IsNumber() percent: number;
  @JSONSchema({ description: 'Null when it is not known yet.' }) @IsNumber() @OrNull() eta_seconds: number | null;
}

class AnalysisError {
  @IsString() code: string;
  @IsString() message: string;
  @JSONSchema({ description: 'The parameter at fault, and what is wrong with it.', additionalProperties: true })
  @IsObject()
  @IsOptional()
  details?: object;
}

export class AnalysisResponse extends AcceptedAnalysisResponse {
  @JSONSchema({ examples: ['vision.detect'] }) @IsString() capability: string;
  @IsTime() created_at: string;
  @IsTime() @OrNull() ended_at: string | null;
  @JSONSchema({ additionalProperties: true, description: "The capability's answer, once it has succeeded." })
  @IsObject()
  @OrNull()
  result: Record<string, unknown> | null;
  @JSONSchema({ description: 'Of a video: how far it is, or was when it ended.' })
  @IsNested(() => AnalysisProgress)
  @OrNull()
  progress: AnalysisProgress | null;
  @JSONSchema({ description: 'Why it failed.' })
  @IsNested(() => AnalysisError)
  @OrNull()
  error: AnalysisError | null;
}

export function showAccepted({ id, status }: AnalysisEntity): AcceptedAnalysisResponse {
  return { id, status, status_url: `/v2/analyses/${id}` };
}

export function showAnalysis(row: AnalysisEntity): AnalysisResponse {
  const { capability, created_at, ended_at, progress, row_counts, error } = row;
  // A result that is stored in parts is streamed.
  const result = row_counts ? null : row.result;
  return {
    ...showAccepted(row),
    capability,
    created_at: new Date(created_at).toISOString(),
    ended_at: ended_at === null ? null : new Date(ended_at).toISOString(),
    progress,
    result,
    error: error && { code: error.code, message: error.message, ...(error.details ? { details: error.details } : {}) },
  };
}
