import { IsIn, IsInt, IsOptional, IsString, Max, MaxLength, Min, MinLength } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { MAX_MONTHLY, PLANS, type Plan } from '../auth/plan';
import type { ProjectEntity } from './project.entity';

const NAME_LENGTH = 100;
const NAME_DOC = { description: 'The name of the project, unique in this installation.' };
const PLAN_DOC = {
  description:
    'Monthly requests that all keys of the project share: `free` 1,000, `pro` 100,000, `enterprise` as set in `monthly_limit`.',
};
const LIMIT_DOC = { description: 'Monthly requests for the plan `enterprise`. Unlimited if omitted.' };

/** The body of `PATCH /v2/projects/{id}`. Omitted fields keep their values. */
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
  @JSONSchema({ type: ['integer', 'null'], description: 'Monthly requests for the plan `enterprise`, or null for no limit.' })
  @IsInt()
  monthly_limit: number | null;
  @JSONSchema({ format: 'date-time' }) @IsString() created_at: string;
  @JSONSchema({
    ...{ type: ['string', 'null'], format: 'date-time' },
    description: 'When it was deleted: nothing acts in it any more, and its data is being removed. Null for a project in use.',
  })
  @IsString()
  deleted_at: string | null;
}

export function showProject({ id, name, plan, monthly_limit, created_at, deleted_at }: ProjectEntity): ProjectResponse {
  const deleted = deleted_at === null ? null : new Date(deleted_at).toISOString();
  return { id, name, plan, monthly_limit, created_at: new Date(created_at).toISOString(), deleted_at: deleted };
}
