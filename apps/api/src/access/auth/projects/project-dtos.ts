import {
  ArrayMaxSize,
  IsArray,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
  MinLength,
  JSONSchema,
  IsTime,
  OrNull,
} from '@percept/sdk/decorators';
import { MAX_MONTHLY, PLANS, type KeyPlan } from '../plan';
import type { ProjectEntity } from './project.entity';

const NAME_LENGTH = 100;
const NAME_DOC = { description: 'The name of the project, unique in this installation.' };
const PLAN_DOC = {
  description:
    'Monthly requests that all keys of the project share: `free` 1,000, `pro` 100,000, `enterprise` as set in `monthly_limit`.',
};
const NULL_DOC = '`*` stands for all of them. Null until somebody grants: none, or for the first project all.';
const ROOTS_DOC = `Folders that the project may read, of \`PERCEPT_DATA_ROOTS\`, beside \`files/<id>\` in the data folder. ${NULL_DOC}`;
const BUCKETS_DOC = `Buckets, or beginnings of keys as \`bucket/prefix\`, that it may read and write, of \`PERCEPT_S3_BUCKETS\`. ${NULL_DOC}`;
const MAX_GRANTS = 100;
const MAX_PATH = 4_096;

function Grant(description: string): PropertyDecorator {
  const marks = [IsArray(), ArrayMaxSize(MAX_GRANTS), IsString({ each: true }), MaxLength(MAX_PATH, { each: true })];
  const document = JSONSchema({ description, items: { type: 'string' } });
  return (target, property) => [...marks, document, OrNull()].forEach((mark) => mark(target, property as string));
}

const LIMIT_DOC = { description: 'Monthly requests for the plan `enterprise`. Unlimited if omitted.' };

/** The body of `PATCH /v2/projects/{id}`. Omitted fields keep their values. */
export class UpdateProjectRequest {
  @JSONSchema(NAME_DOC) @IsString() @MinLength(1) @MaxLength(NAME_LENGTH) @IsOptional() name?: string;
  @JSONSchema(PLAN_DOC) @IsIn(PLANS) @IsOptional() plan?: KeyPlan;
  @JSONSchema(LIMIT_DOC) @IsInt() @Min(1) @Max(MAX_MONTHLY) @IsOptional() monthly_limit?: number;
  @Grant(ROOTS_DOC) @IsOptional() roots?: string[];
  @Grant(BUCKETS_DOC) @IsOptional() buckets?: string[];
}

/** The body of `POST /v2/projects`. */
export class CreateProjectRequest {
  @JSONSchema(NAME_DOC) @IsString() @MinLength(1) @MaxLength(NAME_LENGTH) name: string;
  @JSONSchema(PLAN_DOC) @IsIn(PLANS) @IsOptional() plan: KeyPlan = 'free';
  @JSONSchema(LIMIT_DOC) @IsInt() @Min(1) @Max(MAX_MONTHLY) @IsOptional() monthly_limit?: number;
}

export class ProjectResponse {
  @IsString() id: string;
  @IsString() name: string;
  @IsIn(PLANS) plan: KeyPlan;
  @JSONSchema({ type: ['integer', 'null'], description: 'Monthly requests for the plan `enterprise`, or null for no limit.' })
  @IsInt()
  monthly_limit: number | null;
  @Grant(ROOTS_DOC) roots: string[] | null;
  @Grant(BUCKETS_DOC) buckets: string[] | null;
  @IsTime() created_at: string;
  @JSONSchema({
    ...{ type: ['string', 'null'], format: 'date-time' },
    description: 'When it was deleted: nothing acts in it any more, and its data is being removed. Null for a project in use.',
  })
  @IsString()
  deleted_at: string | null;
}

export function showProject({ id, name, plan, monthly_limit, roots, buckets, ...row }: ProjectEntity): ProjectResponse {
  const deleted_at = row.deleted_at === null ? null : new Date(row.deleted_at).toISOString();
  return { id, name, plan, monthly_limit, roots, buckets, created_at: new Date(row.created_at).toISOString(), deleted_at };
}
