import { IsIn, IsInt, IsOptional, IsString, Max, MaxLength, Min, MinLength } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { MAX_MONTHLY, PLANS, type Plan } from '../auth/plan';
import type { ProjectEntity } from './project.entity';

const NAME_LENGTH = 100;
const NAME_DOC = { description: 'Whose project it is. Unique.' };
const PLAN_DOC = {
  description: 'Requests a month of all its keys together: `free` 1,000, `pro` 100,000, `enterprise` as `monthly_limit` says.',
};
const LIMIT_DOC = { description: 'Requests a month, with the plan `enterprise` only; no limit when absent.' };

/** The body of `PATCH /v2/projects/{id}`: what is absent stays. */
export class UpdateProjectRequest {
  @JSONSchema(NAME_DOC) @IsString() @MinLength(1) @MaxLength(NAME_LENGTH) @IsOptional() name?: string;
  @JSONSchema(PLAN_DOC) @IsIn(PLANS) @IsOptional() plan?: Plan;
  @JSONSchema(LIMIT_DOC) @IsInt() @Min(1) @Max(MAX_MONTHLY) @IsOptional() monthly_limit?: number;
}

/** The body of `POST /v2/projects`. */
export class CreateProjectRequest {
  @JSONSchema(NAME_DOC) @IsString() @MinLength(1) @MaxLength(NAME_LENGTH) name: string;
  @JSONSchema(PLAN_DOC) @IsIn(PLANS) @IsOptional() plan: Plan = 'free';
  @JSONSchema(LIMIT_DOC) @IsInt() @Min(1) @Max(MAX_MONTHLY) @IsOptional() monthly_limit?: number;
}

export class ProjectResponse {
  @IsString() id: string;
  @IsString() name: string;
  @IsIn(PLANS) plan: Plan;
  @JSONSchema({ type: ['integer', 'null'], description: 'Requests a month, as set with the plan `enterprise`.' })
  @IsInt()
  monthly_limit: number | null;
  @JSONSchema({ format: 'date-time' }) @IsString() created_at: string;
}

export function showProject({ id, name, plan, monthly_limit, created_at }: ProjectEntity): ProjectResponse {
  return { id, name, plan, monthly_limit, created_at: new Date(created_at).toISOString() };
}
