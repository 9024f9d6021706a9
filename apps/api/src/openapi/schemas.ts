import {
  PipelineResponse,
  PipelineRevisionResponse,
  PipelineSummaryResponse,
  RunDetailResponse,
  RunItemResponse,
  RunResponse,
  SavedPipelineResponse,
  ScheduleResponse,
  TickResponse,
  toJsonSchema,
  type Class,
} from '@percept/core';
import type { OpenAPIObject } from '@nestjs/swagger';
import { webhookSchemas } from '../webhooks/webhook-schemas';
import { AuditEntryResponse } from '../audit/audit.controller';
import { CreateKeyRequest, UpdateKeyRequest } from '../auth/keys/key-requests';
import { CreatedKeyResponse, KeyResponse } from '../auth/keys/key-responses';
import { sessionSchemas } from '../auth/sessions/session-dtos';
import { modelSchemas } from '../models/model-responses';
import { CreateProjectRequest, ProjectResponse, UpdateProjectRequest } from '../projects/project-dtos';
import { capabilitySchemas } from '../plugins/capability-responses';
import { logSchemas } from '../logs/log-responses';
import { overviewSchemas } from '../overview/overview-responses';
import { PluginsResponse } from '../plugins/plugin-responses';
import { UsageResponse } from '../usage/usage-responses';
import { AcceptedAnalysisResponse, AnalysisResponse } from '../analyses/analyses.controller';
import { PipelineSourceRequest } from '../pipelines/pipeline-source';
import { StartRunRequest } from '../runs/start-run-request';
import { ValidPipelineResponse } from '../pipelines/pipeline-responses';
import { AcceptedRunResponse, HookAddressResponse } from '../schedules/schedule-responses';

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;

/** The bodies and answers of the operations that are not capabilities. */
const NAMED: Class[] = [
  ...[
    StartRunRequest,
    PipelineSourceRequest,
    ValidPipelineResponse,
    SavedPipelineResponse,
    PipelineSummaryResponse,
    PipelineResponse,
    PipelineRevisionResponse,
  ],
  ...[RunResponse, RunDetailResponse, RunItemResponse],
  ...[ScheduleResponse, TickResponse, HookAddressResponse, AcceptedRunResponse],
  ...webhookSchemas,
  ...[CreateKeyRequest, UpdateKeyRequest, KeyResponse, CreatedKeyResponse],
  ...[CreateProjectRequest, UpdateProjectRequest, ProjectResponse],
  ...[...sessionSchemas, AuditEntryResponse],
  ...modelSchemas,
  ...overviewSchemas,
  ...logSchemas,
  ...capabilitySchemas,
  ...[UsageResponse, PluginsResponse, AcceptedAnalysisResponse, AnalysisResponse],
];

/** Nest's explorer finds the names; what they hold comes from the decorators that check them. */
export function namedSchemas(): Schemas {
  return Object.fromEntries(NAMED.map((each) => [each.name, toJsonSchema(each) as Schemas[string]]));
}
